// SPDX-License-Identifier: Apache-2.0
//! The hart's whole state, for tandem verification: what changes with an instruction, and a reference to compare with.

mod record;
mod reference;

pub use record::{Recorded, Recorder};
pub use reference::HartReference;

use super::csr::{interrupt, Counters, Csrs, Privilege};
use super::decode::{Decoded, Op};
use super::Hart;
use tracewright_messages::isa::Xlen;
use tracewright_tandem::{csr, Access, Register, Size, State};

/// The bits of mip that devices set.
const PENDING: u64 = interrupt::MSI | interrupt::MTI | interrupt::MEI;

/// The state apart from memory and devices.
#[derive(Clone)]
struct Snapshot {
    pc: u64,
    x: [u64; 32],
    csrs: Csrs,
}

impl Snapshot {
    fn of(hart: &Hart) -> Snapshot {
        Snapshot { pc: hart.pc, x: hart.x, csrs: hart.csrs.clone() }
    }
}

/// The CSRs that hold state of their own; others show parts of these. Counters are not among them.
fn csrs(xlen: Xlen) -> impl Iterator<Item = u16> {
    let pmpcfg = (0x3A0..=0x3AF).filter(move |number| xlen == Xlen::Rv32 || number % 2 == 0);
    let supervisor = [0x105, 0x106, 0x10A, 0x140, 0x141, 0x142, 0x143];
    let machine = [0x300, 0x302, 0x303, 0x304, 0x305, 0x306, 0x30A, 0x340, 0x341, 0x342, 0x343, 0x344];
    supervisor.into_iter().chain(machine).chain(pmpcfg).chain(0x3B0..=0x3EF)
}

/// Counters, by the halves that there are.
fn counters(xlen: Xlen) -> &'static [u16] {
    match xlen {
        Xlen::Rv32 => &[csr::MCYCLE, csr::MCYCLEH, csr::MINSTRET, csr::MINSTRETH],
        Xlen::Rv64 => &[csr::MCYCLE, csr::MINSTRET],
    }
}

impl Hart {
    /// The counters that the next instruction will see.
    fn counters_ahead(&self) -> Counters {
        let counters = self.counters();
        Counters { cycle: counters.cycle + 1, ..counters }
    }

    /// Adds what has changed since `before` to `changed`.
    fn changes(&self, before: &Snapshot, changed: &mut Vec<(State, u64)>) {
        if self.pc != before.pc {
            changed.push((State::Pc, self.pc));
        }
        if self.x != before.x {
            for number in 1..32 {
                let value = self.x[usize::from(number)];
                if value != before.x[usize::from(number)] {
                    changed.push((State::Register(Register::gpr(number)), self.xlen.wrap(value)));
                }
            }
        }
        if self.csrs != before.csrs {
            self.changed_csrs(before, changed);
        }
    }

    #[cold]
    fn changed_csrs(&self, before: &Snapshot, changed: &mut Vec<(State, u64)>) {
        if self.csrs.privilege != before.csrs.privilege {
            changed.push((State::Privilege, self.csrs.privilege as u64));
        }
        let counted = self.counters();
        for number in csrs(self.xlen) {
            let value = |csrs: &Csrs| csrs.value(number, &counted).unwrap_or(0);
            if value(&self.csrs) != value(&before.csrs) {
                changed.push((State::Register(Register::csr(number)), value(&self.csrs)));
            }
        }
    }

    /// The instruction at pc, with its bits.
    fn ahead(&mut self) -> Option<(Decoded, u32)> {
        self.memory.decode(self.pc)?;
        let decoded = self.memory.decoded(self.pc)?;
        let bits = self.memory.bits(self.pc);
        Some((decoded, bits))
    }

    /// Where the instruction `d` will access memory, and how much of it; what a plain or successful conditional store
    /// will write.
    fn access_ahead(&self, d: &Decoded) -> Option<(Access, Size)> {
        let (a, b) = (self.x[usize::from(d.rs1 & 31)], self.x[usize::from(d.rs2 & 31)]);
        let (size, is_store) = match d.op {
            Op::Lb | Op::Lbu => (Size::Bits8, false),
            Op::Lh | Op::Lhu => (Size::Bits16, false),
            Op::Lw | Op::Lwu | Op::LrW | Op::AmoW => (Size::Bits32, false),
            Op::Ld | Op::LrD | Op::AmoD => (Size::Bits64, false),
            Op::Sb => (Size::Bits8, true),
            Op::Sh => (Size::Bits16, true),
            Op::Sw | Op::ScW => (Size::Bits32, true),
            Op::Sd | Op::ScD => (Size::Bits64, true),
            _ => return None,
        };
        let is_atomic = matches!(d.op, Op::LrW | Op::LrD | Op::ScW | Op::ScD | Op::AmoW | Op::AmoD);
        let offset = if is_atomic { 0 } else { i64::from(d.imm) as u64 };
        let address = self.xlen.wrap(a.wrapping_add(offset));
        let fails = matches!(d.op, Op::ScW | Op::ScD) && self.reservation != Some(address);
        let store = (is_store && !fails).then_some((size, cut(b, size)));
        Some((Access { address, store }, size))
    }

    /// The access of `d`, which has retired: an atomic operation has written what memory has now.
    fn accessed(&self, d: &Decoded, access: Option<(Access, Size)>) -> Option<Access> {
        let (access, size) = access?;
        if !matches!(d.op, Op::AmoW | Op::AmoD) {
            return Some(access);
        }
        let value = match size {
            Size::Bits64 => self.memory.load(access.address).map(u64::from_le_bytes),
            _ => self.memory.load(access.address).map(|bytes| u32::from_le_bytes(bytes).into()),
        };
        let value = value.or_else(|| self.devices.load(access.address, size.bytes()));
        Some(Access { store: value.map(|value| (size, value)), ..access })
    }

    fn set_privilege(&mut self, code: u64) {
        if let Some(privilege) = Privilege::from_code(code) {
            self.csrs.privilege = privilege;
        }
    }
}

/// The low bits of `value`.
fn cut(value: u64, size: Size) -> u64 {
    value & u64::MAX >> (64 - 8 * size.bytes())
}

/// The instruction as trace has it: its bits and its length in bytes.
fn traced(d: &Decoded, bits: u32) -> (u32, u8) {
    if d.instruction.half_words == 1 {
        (bits & 0xFFFF, 2)
    } else {
        (bits, 4)
    }
}
