// SPDX-License-Identifier: Apache-2.0
//! The trace ingress port as data (E-Trace ch. 4, which N-Trace ch. 2 adopts).

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
    /// The uninferable jump that ends the block is sequentially inferable (N-Trace 9.1).
    pub sijump: bool,
    /// `trigger[2 + b]` of this block b: a watchpoint whose action is trace-notify.
    pub notify: bool,
}

impl Block {
    /// Whether there is anything in this block.
    #[inline]
    pub const fn is_valid(&self) -> bool {
        // One question, since the answer to the first of two would be guessed wrong often.
        self.iretire | self.itype as u32 != 0
    }
}

/// Most blocks that a cycle can have.
pub const MAX_BLOCKS: usize = 4;

/// What the port shows in one cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Ingress {
    /// The blocks, oldest first.
    pub blocks: [Block; MAX_BLOCKS],
    /// `priv`: a code of [`privilege`].
    pub privilege: u8,
    /// `context`: hcontext above scontext.
    pub context: u64,
    /// `ctype`: how a change of `context` is reported, a code of [`ctype`].
    pub ctype: u8,
    /// `trigger[0]`: a watchpoint whose action is trace-on.
    pub trigger_on: bool,
    /// `trigger[1]`: a watchpoint whose action is trace-off.
    pub trigger_off: bool,
    /// External trigger inputs that fire, input 0 in bit 0.
    pub external_triggers: u8,
    /// The hart is halted in debug mode.
    pub halted: bool,
    /// The hart is in reset.
    pub reset: bool,
    /// The hart is in a low-power mode.
    pub low_power: bool,
}

impl From<Block> for Ingress {
    /// A cycle with this block and nothing else.
    #[inline]
    fn from(block: Block) -> Self {
        let mut ingress = Ingress::default();
        ingress.blocks[0] = block;
        ingress
    }
}

/// `priv` on the trace ingress port.
pub mod privilege {
    /// U-mode.
    pub const U: u8 = 0;
    /// S-mode, or HS-mode.
    pub const S: u8 = 1;
    /// M-mode.
    pub const M: u8 = 3;
    /// Debug mode.
    pub const DEBUG: u8 = 4;
    /// VU-mode.
    pub const VU: u8 = 5;
    /// VS-mode.
    pub const VS: u8 = 6;
}

/// `ctype` on the trace ingress port: how a change of `context` is reported.
pub mod ctype {
    /// It is not.
    pub const UNREPORTED: u8 = 0;
    /// Without saying at which instruction.
    pub const IMPRECISE: u8 = 1;
    /// At the first instruction of the block.
    pub const PRECISE: u8 = 2;
    /// As a discontinuity, like an interrupt.
    pub const DISCONTINUITY: u8 = 3;
}
