// SPDX-License-Identifier: Apache-2.0
//! What a hart gives a trace encoder (Trace Protocol Appendix B).

use crate::{Operation, Outcome, Register, Size};

/// What a group is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// An instruction that retired, an exception or an interrupt.
    #[default]
    Retired,
    /// The hart is reset.
    Reset,
    /// Something outside of the hart changes its state.
    Initialisation,
}

/// A transaction on the memory bus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    /// Where.
    pub address: u64,
    /// What it does.
    pub operation: Operation,
    /// How much.
    pub size: Size,
    /// What it writes, if it does.
    pub written: u64,
    /// The response: what became of it, and what it read, if it did.
    pub response: Option<(Outcome, u64)>,
}

/// `TraceData` of Trace Protocol Appendix B: what changes at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Retirement {
    /// What it is about.
    pub kind: Kind,
    /// pc after it: the address of what comes next. Not given where state initialisation leaves it.
    pub pc: Option<u64>,
    /// The instruction, and its length in bytes. Interrupts have none.
    pub instruction: Option<(u32, u8)>,
    /// An integer register and its value.
    pub gpr: Option<(u8, u64)>,
    /// A floating-point register and its value.
    pub fpr: Option<(u8, u64)>,
    /// CSRs and their values: a trap has four.
    pub csr: [Option<(u16, u64)>; 4],
    /// fcsr.
    pub fcsr: Option<u64>,
    /// Physical address of its access.
    pub paddr: Option<u64>,
    /// Effective address of its access.
    pub eaddr: Option<u64>,
    /// What it stores.
    pub memdata: Option<(Size, u64)>,
    /// Privilege mode after it.
    pub privilege: Option<u8>,
    /// What goes over the bus.
    pub memory: Option<Memory>,
}

/// State that changes by itself: no instruction is the cause (`mtime_in`, `mcycle_in`, `minstret_in` of
/// Trace Protocol Appendix B).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outside {
    /// The timer.
    Mtime(u64),
    /// A CSR: mip, mcycle, minstret and their upper halves.
    Csr(u16, u64),
}

impl Outside {
    /// The register, if it is one.
    pub fn register(&self) -> Option<Register> {
        match *self {
            Outside::Csr(number, _) => Some(Register::csr(number)),
            Outside::Mtime(_) => None,
        }
    }
}
