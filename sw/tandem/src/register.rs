// SPDX-License-Identifier: Apache-2.0
//! Register addresses, as the RISC-V Debug Specification has them: CSRs, then integer, then floating-point registers.

use crate::Widths;
use core::fmt;

/// Numbers of CSRs that mean something here (Privileged ISA ch. 2).
pub mod csr {
    /// Accrued exceptions of fcsr.
    pub const FFLAGS: u16 = 0x001;
    /// Rounding mode of fcsr.
    pub const FRM: u16 = 0x002;
    /// Floating-point control and status.
    pub const FCSR: u16 = 0x003;
    /// The supervisor's part of mstatus.
    pub const SSTATUS: u16 = 0x100;
    /// The supervisor's part of mie.
    pub const SIE: u16 = 0x104;
    /// Program counter of a trap into S-mode.
    pub const SEPC: u16 = 0x141;
    /// Cause of a trap into S-mode.
    pub const SCAUSE: u16 = 0x142;
    /// The supervisor's part of mip.
    pub const SIP: u16 = 0x144;
    /// Machine status.
    pub const MSTATUS: u16 = 0x300;
    /// Interrupts that go to S-mode.
    pub const MIDELEG: u16 = 0x303;
    /// Interrupts that are enabled.
    pub const MIE: u16 = 0x304;
    /// Program counter of a trap into M-mode.
    pub const MEPC: u16 = 0x341;
    /// Cause of a trap into M-mode.
    pub const MCAUSE: u16 = 0x342;
    /// Value of a trap into M-mode.
    pub const MTVAL: u16 = 0x343;
    /// Interrupts that are pending.
    pub const MIP: u16 = 0x344;
    /// Cycles.
    pub const MCYCLE: u16 = 0xB00;
    /// Instructions that have retired.
    pub const MINSTRET: u16 = 0xB02;
    /// Upper half of mcycle, RV32.
    pub const MCYCLEH: u16 = 0xB80;
    /// Upper half of minstret, RV32.
    pub const MINSTRETH: u16 = 0xB82;
    /// Number of the hart.
    pub const MHARTID: u16 = 0xF14;
}

const GPRS: u16 = 0x1000;
const FPRS: u16 = 0x1020;
const END: u16 = 0x1040;

/// A register, by its address.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Register(u16);

impl Register {
    /// Addresses are below.
    pub const END: usize = END as usize;

    /// Integer register `number`.
    pub const fn gpr(number: u8) -> Register {
        Register(GPRS + (number & 31) as u16)
    }

    /// Floating-point register `number`.
    pub const fn fpr(number: u8) -> Register {
        Register(FPRS + (number & 31) as u16)
    }

    /// CSR `number`.
    pub const fn csr(number: u16) -> Register {
        Register(number & 0xFFF)
    }

    /// The register at `address`, if there is one.
    pub const fn at(address: u16) -> Option<Register> {
        if address < END {
            Some(Register(address))
        } else {
            None
        }
    }

    /// Its address.
    pub const fn address(self) -> u16 {
        self.0
    }

    /// Its number, if it is a CSR.
    pub const fn as_csr(self) -> Option<u16> {
        if self.0 < GPRS {
            Some(self.0)
        } else {
            None
        }
    }

    /// Its number, if it is an integer register.
    pub const fn as_gpr(self) -> Option<u8> {
        if self.0 >= GPRS && self.0 < FPRS {
            Some((self.0 - GPRS) as u8)
        } else {
            None
        }
    }

    /// Its number, if it is a floating-point register.
    pub const fn as_fpr(self) -> Option<u8> {
        if self.0 >= FPRS {
            Some((self.0 - FPRS) as u8)
        } else {
            None
        }
    }

    /// Width in bits: 0 for a floating-point register where there are none.
    pub const fn bits(self, widths: &Widths) -> u8 {
        if self.0 >= FPRS {
            widths.flen
        } else {
            widths.xlen
        }
    }

    /// `value` cut to its width.
    pub const fn wrap(self, value: u64, widths: &Widths) -> u64 {
        if self.bits(widths) == 32 {
            value & 0xFFFF_FFFF
        } else {
            value
        }
    }
}

/// CSRs with names; others are shown by their numbers.
const NAMES: [(u16, &str); 43] = [
    (csr::FFLAGS, "fflags"),
    (csr::FRM, "frm"),
    (csr::FCSR, "fcsr"),
    (csr::SSTATUS, "sstatus"),
    (csr::SIE, "sie"),
    (0x105, "stvec"),
    (0x106, "scounteren"),
    (0x10A, "senvcfg"),
    (0x140, "sscratch"),
    (csr::SEPC, "sepc"),
    (csr::SCAUSE, "scause"),
    (0x143, "stval"),
    (csr::SIP, "sip"),
    (0x180, "satp"),
    (csr::MSTATUS, "mstatus"),
    (0x301, "misa"),
    (0x302, "medeleg"),
    (csr::MIDELEG, "mideleg"),
    (csr::MIE, "mie"),
    (0x305, "mtvec"),
    (0x306, "mcounteren"),
    (0x30A, "menvcfg"),
    (0x310, "mstatush"),
    (0x320, "mcountinhibit"),
    (0x340, "mscratch"),
    (csr::MEPC, "mepc"),
    (csr::MCAUSE, "mcause"),
    (csr::MTVAL, "mtval"),
    (csr::MIP, "mip"),
    (csr::MCYCLE, "mcycle"),
    (csr::MINSTRET, "minstret"),
    (csr::MCYCLEH, "mcycleh"),
    (csr::MINSTRETH, "minstreth"),
    (0xC00, "cycle"),
    (0xC01, "time"),
    (0xC02, "instret"),
    (0xC80, "cycleh"),
    (0xC81, "timeh"),
    (0xC82, "instreth"),
    (0xF11, "mvendorid"),
    (0xF12, "marchid"),
    (0xF13, "mimpid"),
    (csr::MHARTID, "mhartid"),
];

impl fmt::Display for Register {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(number) = self.as_gpr() {
            return write!(f, "x{number}");
        }
        if let Some(number) = self.as_fpr() {
            return write!(f, "f{number}");
        }
        match NAMES.iter().find(|(number, _)| *number == self.0) {
            Some((_, name)) => f.write_str(name),
            None => write!(f, "csr {:#05x}", self.0),
        }
    }
}

impl fmt::Debug for Register {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
