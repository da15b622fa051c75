// SPDX-License-Identifier: Apache-2.0
//! Control and status registers (Privileged ISA ch. 2 to 4): M, S and U modes, no address translation.

use tracewright_messages::isa::Xlen;

/// A privilege mode, by its code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Privilege {
    User = 0,
    Supervisor = 1,
    Machine = 3,
}

impl Privilege {
    pub(super) fn from_code(code: u64) -> Option<Privilege> {
        match code {
            0 => Some(Privilege::User),
            1 => Some(Privilege::Supervisor),
            3 => Some(Privilege::Machine),
            _ => None,
        }
    }
}

/// Bits of mstatus.
pub(super) mod status {
    pub(in super::super) const SIE: u64 = 1 << 1;
    pub(in super::super) const MIE: u64 = 1 << 3;
    pub(in super::super) const SPIE: u64 = 1 << 5;
    pub(in super::super) const MPIE: u64 = 1 << 7;
    pub(in super::super) const SPP: u64 = 1 << 8;
    pub(in super::super) const MPP_SHIFT: u32 = 11;
    pub(in super::super) const MPP: u64 = 3 << MPP_SHIFT;
    pub(in super::super) const MPRV: u64 = 1 << 17;
    pub(in super::super) const SUM: u64 = 1 << 18;
    pub(in super::super) const MXR: u64 = 1 << 19;
    pub(in super::super) const TVM: u64 = 1 << 20;
    pub(in super::super) const TW: u64 = 1 << 21;
    pub(in super::super) const TSR: u64 = 1 << 22;
    /// UXL and SXL: 64 bits.
    pub(in super::super) const XL_64: u64 = 0b1010 << 32;
    pub(in super::super) const SUPERVISOR: u64 = SIE | SPIE | SPP | SUM | MXR | 0b11 << 32;
    pub(in super::super) const WRITABLE: u64 = SIE | MIE | SPIE | MPIE | SPP | MPRV | SUM | MXR | TVM | TW | TSR;
}

/// Bits of mip and mie.
pub(super) mod interrupt {
    pub(in super::super) const SSI: u64 = 1 << 1;
    pub(in super::super) const MSI: u64 = 1 << 3;
    pub(in super::super) const STI: u64 = 1 << 5;
    pub(in super::super) const MTI: u64 = 1 << 7;
    pub(in super::super) const SEI: u64 = 1 << 9;
    pub(in super::super) const MEI: u64 = 1 << 11;
    /// Local counter overflow (Sscofpmf).
    pub(in super::super) const LCOFI: u64 = 1 << 13;
    pub(in super::super) const SUPERVISOR: u64 = SSI | STI | SEI;
    pub(in super::super) const ALL: u64 = SUPERVISOR | MSI | MTI | MEI;
}

/// Exceptions that can be delegated: all but ecall from M, and the reserved ones.
const DELEGABLE: u64 = 0xB3FF;

/// The counters that the hart keeps outside its CSRs.
#[derive(Clone, Copy)]
pub(super) struct Counters {
    pub(super) cycle: u64,
    pub(super) time: u64,
    pub(super) instret: u64,
}

/// A CSR does not exist, or not in this mode, or can't be written: illegal instruction.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Denied;

/// The registers. Values are kept zero-extended.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Csrs {
    pub(super) xlen: Xlen,
    /// mhartid.
    hart_id: u64,
    pub(super) privilege: Privilege,
    pub(super) mstatus: u64,
    pub(super) medeleg: u64,
    pub(super) mideleg: u64,
    pub(super) mie: u64,
    /// mip; the devices own its machine bits.
    pub(super) mip: u64,
    pub(super) mtvec: u64,
    pub(super) mepc: u64,
    pub(super) mcause: u64,
    pub(super) mtval: u64,
    pub(super) stvec: u64,
    pub(super) sepc: u64,
    pub(super) scause: u64,
    pub(super) stval: u64,
    mscratch: u64,
    sscratch: u64,
    mcounteren: u64,
    scounteren: u64,
    menvcfg: u64,
    senvcfg: u64,
    pmpcfg: [u64; 16],
    pmpaddr: [u64; 64],
    /// What was written to mcycle and minstret, less what had been counted then.
    cycle_offset: u64,
    instret_offset: u64,
    /// LCOFI where the hart has it, else 0.
    pub(super) overflow: u64,
}

impl Csrs {
    pub(super) fn new(xlen: Xlen, hart_id: u64) -> Csrs {
        Csrs {
            xlen,
            hart_id,
            privilege: Privilege::Machine,
            mstatus: 0,
            medeleg: 0,
            mideleg: 0,
            mie: 0,
            mip: 0,
            mtvec: 0,
            mepc: 0,
            mcause: 0,
            mtval: 0,
            stvec: 0,
            sepc: 0,
            scause: 0,
            stval: 0,
            mscratch: 0,
            sscratch: 0,
            mcounteren: 0,
            scounteren: 0,
            menvcfg: 0,
            senvcfg: 0,
            pmpcfg: [0; 16],
            pmpaddr: [0; 64],
            cycle_offset: 0,
            instret_offset: 0,
            overflow: 0,
        }
    }

    /// The value of `number` in the current mode; `write` says that the instruction writes it, too.
    pub(super) fn read(&self, number: u16, write: bool, counters: &Counters) -> Result<u64, Denied> {
        let needed = u64::from(number >> 8 & 3);
        if (self.privilege as u64) < needed || write && number >> 10 == 3 {
            return Err(Denied);
        }
        match number {
            0x180 if self.privilege == Privilege::Supervisor && self.mstatus & status::TVM != 0 => Err(Denied),
            0xC00..=0xC1F | 0xC80..=0xC9F if !self.may_count(number) => Err(Denied),
            _ => self.value(number, counters),
        }
    }

    /// The value of `number`, whatever the mode.
    pub(super) fn value(&self, number: u16, counters: &Counters) -> Result<u64, Denied> {
        let rv32 = self.xlen == Xlen::Rv32;
        let value = match number {
            0x100 => self.full_status() & status::SUPERVISOR,
            0x104 => self.mie & self.mideleg,
            0x105 => self.stvec,
            0x106 => self.scounteren,
            0x10A => self.senvcfg,
            0x140 => self.sscratch,
            0x141 => self.sepc,
            0x142 => self.scause,
            0x143 => self.stval,
            0x144 => self.mip & self.mideleg,
            0x180 => 0,
            0x300 => self.full_status(),
            0x301 => self.misa(),
            0x302 => self.medeleg,
            0x303 => self.mideleg,
            0x304 => self.mie,
            0x305 => self.mtvec,
            0x306 => self.mcounteren,
            0x30A => self.menvcfg,
            0x310 | 0x31A if rv32 => 0,
            0x320..=0x33F if !matches!(number, 0x321 | 0x322) => 0,
            0x340 => self.mscratch,
            0x341 => self.mepc,
            0x342 => self.mcause,
            0x343 => self.mtval,
            0x344 => self.mip,
            0x3A0..=0x3AF if rv32 || number % 2 == 0 => self.pmpcfg[usize::from(number & 15)],
            0x3B0..=0x3EF => self.pmpaddr[usize::from(number - 0x3B0)],
            0xB00..=0xB1F | 0xB80..=0xB9F | 0xC00..=0xC1F | 0xC80..=0xC9F => self.counter(number, counters)?,
            0xF14 => self.hart_id,
            0xF11..=0xF13 | 0xF15 => 0,
            _ => return Err(Denied),
        };
        Ok(self.xlen.wrap(value))
    }

    /// Writes `number`, which [`Csrs::read`] has allowed.
    pub(super) fn write(&mut self, number: u16, value: u64, counters: &Counters) {
        let value = self.xlen.wrap(value);
        let legal_vector = value & !2;
        let legal_pc = value & !1;
        match number {
            0x100 => self.write_status(value, status::SUPERVISOR),
            0x104 => self.mie = self.mie & !self.mideleg | value & self.mideleg,
            0x105 => self.stvec = legal_vector,
            0x106 => self.scounteren = value & 0xFFFF_FFFF,
            0x10A => self.senvcfg = value & 1,
            0x140 => self.sscratch = value,
            0x141 => self.sepc = legal_pc,
            0x142 => self.scause = value,
            0x143 => self.stval = value,
            0x144 => self.write_pending(value, self.mideleg & (interrupt::SSI | self.overflow)),
            0x300 => self.write_status(value, u64::MAX),
            0x302 => self.medeleg = value & DELEGABLE,
            0x303 => self.mideleg = value & (interrupt::SUPERVISOR | self.overflow),
            0x304 => self.mie = value & (interrupt::ALL | self.overflow),
            0x305 => self.mtvec = legal_vector,
            0x306 => self.mcounteren = value & 0xFFFF_FFFF,
            0x30A => self.menvcfg = value & 1,
            0x340 => self.mscratch = value,
            0x341 => self.mepc = legal_pc,
            0x342 => self.mcause = value,
            0x343 => self.mtval = value,
            0x344 => self.write_pending(value, interrupt::SUPERVISOR | self.overflow),
            0x3A0..=0x3AF => self.pmpcfg[usize::from(number & 15)] = value,
            0x3B0..=0x3EF => self.pmpaddr[usize::from(number - 0x3B0)] = value,
            0xB00 | 0xB80 => self.cycle_offset = self.set_counter(number, value, counters.cycle, self.cycle_offset),
            0xB02 | 0xB82 => {
                self.instret_offset = self.set_counter(number, value, counters.instret, self.instret_offset)
            }
            _ => {}
        }
    }

    fn full_status(&self) -> u64 {
        match self.xlen {
            Xlen::Rv32 => self.mstatus,
            Xlen::Rv64 => self.mstatus | status::XL_64,
        }
    }

    fn misa(&self) -> u64 {
        let extensions = b"ACIMSU".iter().fold(0, |bits, letter| bits | 1 << (letter - b'A'));
        match self.xlen {
            Xlen::Rv32 => 1 << 30 | extensions,
            Xlen::Rv64 => 2 << 62 | extensions,
        }
    }

    fn write_status(&mut self, value: u64, mask: u64) {
        let mut writable = status::WRITABLE & mask;
        if Privilege::from_code((value & status::MPP) >> status::MPP_SHIFT).is_some() {
            writable |= status::MPP & mask;
        }
        self.mstatus = self.mstatus & !writable | value & writable;
    }

    fn write_pending(&mut self, value: u64, mask: u64) {
        self.mip = self.mip & !mask | value & mask;
    }

    /// Whether the mode may read the user counter `number` (mcounteren, scounteren).
    fn may_count(&self, number: u16) -> bool {
        let enabled = match self.privilege {
            Privilege::Machine => u64::MAX,
            Privilege::Supervisor => self.mcounteren,
            Privilege::User => self.mcounteren & self.scounteren,
        };
        enabled >> (number & 31) & 1 != 0
    }

    fn counter(&self, number: u16, counters: &Counters) -> Result<u64, Denied> {
        let machine = number >> 8 == 0xB;
        let value = match number & 31 {
            0 => counters.cycle.wrapping_add(self.cycle_offset),
            1 if machine => return Err(Denied),
            1 => counters.time,
            2 => counters.instret.wrapping_add(self.instret_offset),
            _ => 0,
        };
        match (self.xlen, number & 0x80) {
            (_, 0) => Ok(value),
            (Xlen::Rv32, _) => Ok(value >> 32),
            (Xlen::Rv64, _) => Err(Denied),
        }
    }

    /// The new offset of a counter that counts `counted` and is written.
    fn set_counter(&self, number: u16, value: u64, counted: u64, offset: u64) -> u64 {
        let old = counted.wrapping_add(offset);
        let new = match (self.xlen, number & 0x80) {
            (Xlen::Rv64, _) => value,
            (Xlen::Rv32, 0) => old & !0xFFFF_FFFF | value,
            (Xlen::Rv32, _) => old & 0xFFFF_FFFF | value << 32,
        };
        new.wrapping_sub(counted)
    }
}
