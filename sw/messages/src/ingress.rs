// SPDX-License-Identifier: Apache-2.0
//! The trace ingress port as data (E-Trace 2.0 ch. 4, which N-Trace ch. 2 adopts).

/// One block of the ingress port: instructions at consecutive addresses that retired in one cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Block {
    /// How the block ends: a code of [`crate::itype`].
    pub itype: u8,
    /// Address of the first instruction. Undefined when `iretire` is 0, but for an exception (itype 1): then the
    /// address of the faulting instruction.
    pub iaddr: u64,
    /// What retired: half-words in block form, 0 or 1 instructions in single form.
    pub iretire: u32,
    /// The last instruction is 2^`ilastsize` half-words long.
    pub ilastsize: u8,
}

impl Block {
    /// Whether there is anything in this block.
    pub const fn is_valid(&self) -> bool {
        self.iretire != 0 || self.itype != 0
    }
}
