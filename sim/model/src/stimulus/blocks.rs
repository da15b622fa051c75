// SPDX-License-Identifier: Apache-2.0
//! Blocks that follow one another as those of a hart do.

use super::{pick, Knobs};
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::Rng;
use tracewright_config::{Build, IngressForm};
use tracewright_messages::{itype, Block};

/// Longest run without branches and jumps, in blocks.
const LONGEST_STRAIGHT_RUN: u32 = 4000;

/// Where the next block begins.
#[derive(Clone, Copy, Debug)]
enum Next {
    /// After the last instruction.
    Sequential(u64),
    /// At a target that `iaddr` alone tells.
    Target,
    /// At the target of an uninferable jump.
    UninferableTarget,
}

/// What ends a block.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Ending {
    Plain,
    Branch,
    Jump,
    InferableJump,
    Exception,
    Interrupt,
    Reserved,
}

/// What a run of blocks is made of.
#[derive(Clone, Copy, Debug)]
enum Mix {
    /// All kinds, by weight.
    Mixed,
    /// So many more blocks without branches and uninferable jumps.
    Straight(u32),
    /// So many more branches.
    Branches(u32),
}

/// The instructions of a hart, as blocks.
#[derive(Clone, Debug)]
pub(super) struct Blocks {
    next: Next,
    mix: Mix,
    form: IngressForm,
    max_half_words: u32,
    wide_itype: bool,
    address_mask: u64,
    icnt_width: u32,
    hist_width: u32,
}

impl Blocks {
    pub(super) fn new(build: &Build) -> Self {
        Blocks {
            next: Next::Target,
            mix: Mix::Mixed,
            form: build.ingress.form,
            max_half_words: build.ingress.max_half_words(),
            wide_itype: build.ingress.itype_width == 4,
            address_mask: u64::MAX >> (u64::BITS - build.xlen) & !1,
            icnt_width: build.encoder.icnt_width,
            hist_width: build.encoder.hist_width,
        }
    }

    /// The hart goes on somewhere else: a debugger moved it.
    pub(super) fn move_hart(&mut self) {
        self.next = Next::Target;
    }

    /// No block: `iretire` and `itype` are 0, and the rest is undefined.
    pub(super) fn idle(&self, rng: &mut SmallRng) -> Block {
        self.nothing_retired(itype::NONE, rng)
    }

    /// The next block.
    pub(super) fn block(&mut self, rng: &mut SmallRng, knobs: &Knobs) -> Block {
        self.step_mix(rng, knobs);
        let ending = self.ending(rng, knobs);
        let itype = self.itype(ending, rng, knobs);
        let start = match self.next {
            Next::Sequential(address) => address,
            Next::Target | Next::UninferableTarget => self.target(rng, knobs),
        };
        let is_trap = matches!(ending, Ending::Exception | Ending::Interrupt);
        let mut block = if is_trap && rng.random_bool(knobs.empty_traps) {
            self.nothing_retired(itype, rng)
        } else {
            let (iretire, ilastsize) = self.retired(rng, knobs);
            Block { itype, iaddr: start, iretire, ilastsize, ..Block::default() }
        };
        if itype == itype::EXCEPTION {
            block.iaddr = start;
        }
        self.next = self.after(&block, ending, rng);
        block
    }

    fn step_mix(&mut self, rng: &mut SmallRng, knobs: &Knobs) {
        self.mix = match self.mix {
            Mix::Straight(left) if left > 1 => Mix::Straight(left - 1),
            Mix::Branches(left) if left > 1 => Mix::Branches(left - 1),
            _ if rng.random_bool(knobs.straight_runs) => {
                let to_fill = (1 << self.icnt_width) / self.max_half_words;
                Mix::Straight((to_fill + rng.random_range(0..100)).min(LONGEST_STRAIGHT_RUN))
            }
            _ if rng.random_bool(knobs.branch_runs) => {
                Mix::Branches(self.hist_width + rng.random_range(0..2 * self.hist_width))
            }
            _ => Mix::Mixed,
        };
    }

    fn ending(&self, rng: &mut SmallRng, knobs: &Knobs) -> Ending {
        match (self.mix, self.next) {
            (Mix::Straight(_), _) if rng.random_bool(0.1) => Ending::InferableJump,
            (Mix::Straight(_), _) => Ending::Plain,
            (Mix::Branches(_), _) => Ending::Branch,
            (Mix::Mixed, Next::UninferableTarget) if rng.random_bool(knobs.back_to_back) => Ending::Jump,
            (Mix::Mixed, _) => {
                let weights = [
                    (Ending::Plain, knobs.plain),
                    (Ending::Branch, knobs.branches),
                    (Ending::Jump, knobs.jumps),
                    (Ending::InferableJump, knobs.inferable_jumps),
                    (Ending::Exception, knobs.exceptions),
                    (Ending::Interrupt, knobs.interrupts),
                    (Ending::Reserved, knobs.reserved),
                ];
                weights.choose_weighted(rng, |&(_, weight)| weight).map_or(Ending::Plain, |&(ending, _)| ending)
            }
        }
    }

    fn itype(&self, ending: Ending, rng: &mut SmallRng, knobs: &Knobs) -> u8 {
        use itype::*;
        let codes: &[u8] = match (ending, self.wide_itype) {
            (Ending::Plain, _) | (Ending::InferableJump, false) => &[NONE],
            (Ending::Branch, _) if rng.random_bool(knobs.taken) => &[BRANCH_TAKEN],
            (Ending::Branch, _) => &[BRANCH_NOT_TAKEN],
            (Ending::Jump, false) => &[TRAP_RETURN, UNINFERABLE_JUMP],
            (Ending::Jump, true) => {
                &[TRAP_RETURN, UNINFERABLE_CALL, UNINFERABLE_TAIL_CALL, CO_ROUTINE_SWAP, RETURN, OTHER_UNINFERABLE_JUMP]
            }
            (Ending::InferableJump, true) => &[INFERABLE_CALL, INFERABLE_TAIL_CALL, OTHER_INFERABLE_JUMP],
            (Ending::Exception, _) => &[EXCEPTION],
            (Ending::Interrupt, _) => &[INTERRUPT],
            (Ending::Reserved, false) => &[7],
            (Ending::Reserved, true) => &[UNINFERABLE_JUMP, 7],
        };
        pick(rng, codes)
    }

    /// `iretire` and `ilastsize` of a block in which something retired.
    fn retired(&self, rng: &mut SmallRng, knobs: &Knobs) -> (u32, u8) {
        let size = |rng: &mut SmallRng| if rng.random_bool(knobs.compressed) { 1 } else { 2 };
        let mut last = size(rng);
        if self.form == IngressForm::Single {
            return (1, last as u8 - 1);
        }
        let instructions = match self.mix {
            Mix::Straight(_) => self.max_half_words,
            _ => rng.random_range(1..=knobs.instructions),
        };
        let mut half_words = last;
        for _ in 1..instructions {
            let more = size(rng);
            if half_words + more > self.max_half_words {
                break;
            }
            half_words += more;
            last = more;
        }
        (half_words, last as u8 - 1)
    }

    /// A block in which nothing retired: the port leaves the address and the size undefined.
    fn nothing_retired(&self, itype: u8, rng: &mut SmallRng) -> Block {
        Block {
            itype,
            iaddr: rng.random::<u64>() & (self.address_mask | 1),
            iretire: 0,
            ilastsize: rng.random_range(0..2),
            ..Block::default()
        }
    }

    fn after(&self, block: &Block, ending: Ending, rng: &mut SmallRng) -> Next {
        let half_words = match self.form {
            IngressForm::Block => block.iretire,
            IngressForm::Single => block.iretire << block.ilastsize,
        };
        let sequential = Next::Sequential(block.iaddr.wrapping_add(2 * u64::from(half_words)) & self.address_mask);
        match ending {
            Ending::Plain => sequential,
            Ending::Branch if block.itype == itype::BRANCH_NOT_TAKEN => sequential,
            Ending::Branch | Ending::InferableJump => Next::Target,
            Ending::Jump | Ending::Exception | Ending::Interrupt => Next::UninferableTarget,
            Ending::Reserved if block.itype == itype::UNINFERABLE_JUMP => Next::UninferableTarget,
            Ending::Reserved if rng.random() => Next::Target,
            Ending::Reserved => sequential,
        }
    }

    fn target(&self, rng: &mut SmallRng, knobs: &Knobs) -> u64 {
        let anywhere = rng.random::<u64>();
        let address = if rng.random_bool(knobs.far) {
            anywhere
        } else {
            knobs.base ^ (anywhere & (u64::MAX >> (u64::BITS - knobs.address_bits)))
        };
        address & self.address_mask
    }
}
