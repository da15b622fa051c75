// SPDX-License-Identifier: Apache-2.0
//! Traps and returns from them (Privileged ISA 3.1.6 to 3.1.9, 3.3.2).

use super::csr::{interrupt, status, Csrs, Privilege};

/// Exception codes (Privileged ISA table of mcause values).
pub(super) mod cause {
    pub(in super::super) const FETCH_FAULT: u8 = 1;
    pub(in super::super) const ILLEGAL: u8 = 2;
    pub(in super::super) const BREAKPOINT: u8 = 3;
    pub(in super::super) const LOAD_MISALIGNED: u8 = 4;
    pub(in super::super) const LOAD_FAULT: u8 = 5;
    pub(in super::super) const STORE_MISALIGNED: u8 = 6;
    pub(in super::super) const STORE_FAULT: u8 = 7;
    /// ecall from U mode; the other modes follow by their codes.
    pub(in super::super) const ECALL: u8 = 8;
    pub(in super::super) const VIRTUAL: u8 = 22;
}

/// Why an instruction trapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Exception {
    pub(super) cause: u8,
    pub(super) tval: u64,
}

/// Interrupts from the most to the least urgent.
const PRIORITY: [u64; 7] =
    [interrupt::MEI, interrupt::MSI, interrupt::MTI, interrupt::SEI, interrupt::SSI, interrupt::STI, interrupt::LCOFI];

impl Csrs {
    /// Enters the handler of an exception at `pc`; returns its address.
    pub(super) fn enter_exception(&mut self, exception: Exception, pc: u64) -> u64 {
        let code = u64::from(exception.cause);
        let delegated = self.privilege < Privilege::Machine && self.medeleg >> code & 1 != 0;
        let tval = self.xlen.wrap(exception.tval);
        self.enter(delegated, code, pc, tval) & !3
    }

    /// Enters the handler of interrupt `code` before the instruction at `pc`; returns its address.
    pub(super) fn enter_interrupt(&mut self, code: u32, pc: u64) -> u64 {
        let delegated = self.mideleg >> code & 1 != 0;
        let flag = 1 << (self.xlen.bits() - 1);
        let vector = self.enter(delegated, u64::from(code) | flag, pc, 0);
        let offset = if vector & 1 != 0 { 4 * u64::from(code) } else { 0 };
        self.xlen.wrap((vector & !3).wrapping_add(offset))
    }

    /// Saves the state for a trap; returns the trap vector register.
    fn enter(&mut self, to_supervisor: bool, cause: u64, pc: u64, tval: u64) -> u64 {
        if to_supervisor {
            self.scause = cause;
            self.sepc = pc;
            self.stval = tval;
            let enabled = self.mstatus & status::SIE != 0;
            let from_supervisor = self.privilege == Privilege::Supervisor;
            self.set_status(status::SPIE, enabled);
            self.set_status(status::SIE, false);
            self.set_status(status::SPP, from_supervisor);
            self.privilege = Privilege::Supervisor;
            self.stvec
        } else {
            self.mcause = cause;
            self.mepc = pc;
            self.mtval = tval;
            let enabled = self.mstatus & status::MIE != 0;
            self.set_status(status::MPIE, enabled);
            self.set_status(status::MIE, false);
            self.mstatus = self.mstatus & !status::MPP | (self.privilege as u64) << status::MPP_SHIFT;
            self.privilege = Privilege::Machine;
            self.mtvec
        }
    }

    /// mret: returns where it leads, or `None` where it is illegal.
    pub(super) fn mret(&mut self) -> Option<u64> {
        if self.privilege != Privilege::Machine {
            return None;
        }
        let enabled = self.mstatus & status::MPIE != 0;
        let to = Privilege::from_code((self.mstatus & status::MPP) >> status::MPP_SHIFT)?;
        self.set_status(status::MIE, enabled);
        self.set_status(status::MPIE, true);
        self.mstatus &= !status::MPP;
        self.return_to(to);
        Some(self.mepc)
    }

    /// sret: returns where it leads, or `None` where it is illegal.
    pub(super) fn sret(&mut self) -> Option<u64> {
        let trapped = self.privilege == Privilege::Supervisor && self.mstatus & status::TSR != 0;
        if self.privilege == Privilege::User || trapped {
            return None;
        }
        let enabled = self.mstatus & status::SPIE != 0;
        let to = if self.mstatus & status::SPP != 0 { Privilege::Supervisor } else { Privilege::User };
        self.set_status(status::SIE, enabled);
        self.set_status(status::SPIE, true);
        self.set_status(status::SPP, false);
        self.return_to(to);
        Some(self.sepc)
    }

    fn return_to(&mut self, privilege: Privilege) {
        if privilege != Privilege::Machine {
            self.set_status(status::MPRV, false);
        }
        self.privilege = privilege;
    }

    fn set_status(&mut self, bit: u64, value: bool) {
        self.mstatus = if value { self.mstatus | bit } else { self.mstatus & !bit };
    }

    /// Whether wfi is legal in this mode.
    pub(super) fn may_wait(&self) -> bool {
        match self.privilege {
            Privilege::Machine => true,
            Privilege::Supervisor => self.mstatus & status::TW == 0,
            Privilege::User => false,
        }
    }

    /// Whether sfence.vma is legal in this mode.
    pub(super) fn may_fence(&self) -> bool {
        match self.privilege {
            Privilege::Machine => true,
            Privilege::Supervisor => self.mstatus & status::TVM == 0,
            Privilege::User => false,
        }
    }

    /// The interrupts that would be taken in this mode if they were pending.
    pub(super) fn enabled_interrupts(&self) -> u64 {
        let machine = self.privilege < Privilege::Machine || self.mstatus & status::MIE != 0;
        let supervisor = self.privilege < Privilege::Supervisor
            || self.privilege == Privilege::Supervisor && self.mstatus & status::SIE != 0;
        let mut enabled = 0;
        if machine {
            enabled |= self.mie & !self.mideleg;
        }
        if supervisor {
            enabled |= self.mie & self.mideleg;
        }
        enabled
    }

    /// The code of the interrupt to take now, if any. Those for M mode come before those for S mode.
    pub(super) fn interrupt_to_take(&self) -> Option<u32> {
        let ready = self.mip & self.enabled_interrupts();
        let machine = ready & !self.mideleg;
        let candidates = if machine != 0 { machine } else { ready };
        PRIORITY.into_iter().find(|bit| candidates & bit != 0).map(u64::trailing_zeros)
    }
}
