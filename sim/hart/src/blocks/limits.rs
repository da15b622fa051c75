// SPDX-License-Identifier: Apache-2.0
//! What fits into a block, and a block that grows.

use tracewright_config::IngressForm;
use tracewright_messages::isa::ItypeWidth;
use tracewright_messages::{Block, Ingress};

/// A block, and the privilege mode it was executed in.
#[derive(Clone, Copy)]
pub(super) struct Retired {
    pub(super) block: Block,
    pub(super) privilege: u8,
}

impl Retired {
    /// A cycle with this block and nothing else.
    #[inline(always)]
    pub(super) fn port(self) -> Ingress {
        Ingress { privilege: self.privilege, ..self.block.into() }
    }
}

/// What fits into a block, and into a cycle.
#[derive(Clone, Copy)]
pub(super) struct BlockLimits {
    pub(super) blocks: usize,
    pub(super) form: IngressForm,
    pub(super) itype_width: ItypeWidth,
    pub(super) max_half_words: u32,
    /// Half-words of the longest instruction that fits: no port carries one of more than two.
    pub(super) longest: u32,
    pub(super) max_instructions: u32,
    /// As Control Transfer Records need it.
    pub(super) for_records: bool,
}

/// A block that may still grow, or take the itype of a trap.
#[derive(Clone, Copy)]
pub(super) struct Open {
    pub(super) start: u64,
    /// Address after the last instruction, where a further one must lie to join.
    pub(super) end: u64,
    pub(super) instructions: u32,
    pub(super) half_words: u32,
    pub(super) last_half_words: u8,
    pub(super) privilege: u8,
    /// Whether the last instruction is a sequentially inferable jump.
    pub(super) sijump: bool,
    /// Whether the last instruction leads elsewhere (a direct jump that has no itype of its own).
    pub(super) left: bool,
}

impl Open {
    /// One that begins at an address, in a privilege mode.
    pub(super) fn at(start: u64, privilege: u8) -> Open {
        Open {
            start,
            end: start,
            instructions: 0,
            half_words: 0,
            last_half_words: 0,
            privilege,
            sijump: false,
            left: false,
        }
    }

    /// An instruction of so many half-words joins.
    pub(super) fn add(&mut self, half_words: u8) {
        self.instructions += 1;
        self.half_words += u32::from(half_words);
        self.last_half_words = half_words;
        self.end = self.end.wrapping_add(2 * u64::from(half_words));
    }

    /// Address of the last instruction.
    pub(super) fn last(&self) -> u64 {
        self.end.wrapping_sub(2 * u64::from(self.last_half_words))
    }
}

impl BlockLimits {
    pub(super) fn joins(&self, open: &Open, pc: u64, half_words: u32) -> bool {
        !open.left
            && open.end == pc
            && open.instructions < self.max_instructions
            && open.half_words + half_words <= self.max_half_words
    }

    pub(super) fn close(&self, open: &Open, itype: u8) -> Retired {
        let iretire = match self.form {
            IngressForm::Block => open.half_words,
            IngressForm::Single => open.instructions,
        };
        let (iaddr, ilastsize, sijump) = (open.start, open.last_half_words - 1, open.sijump);
        let block = Block { itype, iaddr, iretire, ilastsize, sijump, notify: false };
        Retired { block, privilege: open.privilege }
    }
}
