// SPDX-License-Identifier: Apache-2.0
//! Blocks that follow one another as those of a hart do.

use super::code::Code;
use super::{pick, Knobs};
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::Rng;
use tracewright_config::Build;
use tracewright_messages::{itype, Block};

/// Longest run without branches and jumps, in blocks.
const LONGEST_STRAIGHT_RUN: u32 = 4000;
/// Longest body of a loop, in blocks: periods of branch history go up to 31.
const LONGEST_BODY: usize = 32;
/// Calls that the hart remembers: more than any return stack.
const DEEPEST: usize = 40;

/// Where the next block begins.
#[derive(Clone, Copy, Debug)]
struct Next {
    /// Anywhere, if there is none.
    address: Option<u64>,
    /// Whether `iaddr` alone tells.
    uninferable: bool,
}

/// What ends a block.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Ending {
    Plain,
    Branch,
    Jump,
    InferableJump,
    Call,
    Return,
    Swap,
    Exception,
    Interrupt,
    Reserved,
}

/// What a run of blocks is made of.
#[derive(Clone, Debug)]
enum Mix {
    /// All kinds, by weight.
    Mixed,
    /// So many more blocks without branches and uninferable jumps.
    Straight(u32),
    /// So many more branches.
    Branches(u32),
    /// The body of a loop, as long as asked for, is made.
    Body(Vec<Block>, usize),
    /// So many more blocks of a loop, beginning with this one of its body.
    Loop(Vec<Block>, usize, u32),
}

/// The instructions of a hart, as blocks.
#[derive(Clone, Debug)]
pub(super) struct Blocks {
    code: Code,
    next: Next,
    mix: Mix,
    /// Return addresses of the calls that have not returned.
    calls: Vec<u64>,
    wide_itype: bool,
    /// The hart says where an interrupt came.
    interrupt_address: bool,
    icnt_width: u32,
    hist_width: u32,
}

impl Blocks {
    pub(super) fn new(build: &Build) -> Self {
        Blocks {
            code: Code::new(build),
            next: Next { address: None, uninferable: false },
            mix: Mix::Mixed,
            calls: Vec::new(),
            wide_itype: build.ingress.itype_width == 4,
            interrupt_address: build.ingress.interrupt_address,
            icnt_width: build.encoder.icnt_width,
            hist_width: build.encoder.hist_width,
        }
    }

    /// The hart goes on somewhere else: it came out of reset, or a debugger moved it.
    pub(super) fn move_hart(&mut self) {
        self.next = Next { address: None, uninferable: false };
        self.mix = Mix::Mixed;
    }

    /// No block: `iretire` and `itype` are 0, and the rest is undefined.
    pub(super) fn idle(&self, rng: &mut SmallRng) -> Block {
        self.nothing_retired(itype::NONE, rng)
    }

    /// The next block.
    pub(super) fn block(&mut self, rng: &mut SmallRng, knobs: &Knobs) -> Block {
        self.step_mix(rng, knobs);
        if let Mix::Loop(body, at, _) = &self.mix {
            let (block, following) = (body[*at], body[(at + 1) % body.len()]);
            let uninferable = !matches!(block.itype, itype::BRANCH_NOT_TAKEN | itype::BRANCH_TAKEN);
            self.next = Next { address: Some(following.iaddr), uninferable };
            return block;
        }
        let ending = self.ending(rng, knobs);
        let itype = self.itype(ending, rng, knobs);
        let start = self.next.address.unwrap_or_else(|| self.code.target(rng, knobs));
        let is_trap = matches!(ending, Ending::Exception | Ending::Interrupt);
        let mut block = if is_trap && rng.random_bool(knobs.empty_traps) {
            self.nothing_retired(itype, rng)
        } else {
            let full = matches!(self.mix, Mix::Straight(_));
            let (iretire, ilastsize) = self.code.retired(full, rng, knobs);
            let is_jump = matches!(ending, Ending::Jump | Ending::Call | Ending::Return | Ending::Swap);
            let sijump = is_jump && rng.random_bool(knobs.sijumps);
            Block { itype, iaddr: start, iretire, ilastsize, sijump, notify: false }
        };
        if itype == itype::EXCEPTION || itype == itype::INTERRUPT && self.interrupt_address {
            block.iaddr = start;
        }
        self.next = self.after(&block, ending, rng, knobs);
        self.record(&block);
        block
    }

    /// Adds the block to the body of a loop, and closes the loop when its body is long enough.
    fn record(&mut self, block: &Block) {
        let Mix::Body(body, length) = &mut self.mix else { return };
        body.push(*block);
        if body.len() == *length {
            self.next.address = Some(body[0].iaddr);
        }
    }

    fn step_mix(&mut self, rng: &mut SmallRng, knobs: &Knobs) {
        self.mix = match std::mem::replace(&mut self.mix, Mix::Mixed) {
            Mix::Straight(left) if left > 1 => Mix::Straight(left - 1),
            Mix::Branches(left) if left > 1 => Mix::Branches(left - 1),
            Mix::Body(body, length) if body.len() < length => Mix::Body(body, length),
            Mix::Body(body, _) => Mix::Loop(body, 0, rng.random_range(1..=knobs.loop_blocks)),
            Mix::Loop(body, at, left) if left > 1 => {
                let at = (at + 1) % body.len();
                Mix::Loop(body, at, left - 1)
            }
            _ if rng.random_bool(knobs.straight_runs) => {
                let to_fill = self.code.blocks_to_fill(self.icnt_width);
                Mix::Straight((to_fill + rng.random_range(0..100)).min(LONGEST_STRAIGHT_RUN))
            }
            _ if rng.random_bool(knobs.branch_runs) => {
                Mix::Branches(self.hist_width + rng.random_range(0..2 * self.hist_width))
            }
            _ if rng.random_bool(knobs.loops) => Mix::Body(Vec::new(), rng.random_range(1..=LONGEST_BODY)),
            _ => Mix::Mixed,
        };
    }

    fn ending(&self, rng: &mut SmallRng, knobs: &Knobs) -> Ending {
        match &self.mix {
            Mix::Straight(_) if rng.random_bool(0.1) => Ending::InferableJump,
            Mix::Straight(_) => Ending::Plain,
            // The last block of a body leads back to the first, and all calls have returned by then.
            Mix::Body(body, length) if open_calls(body) + 1 >= length - body.len() && open_calls(body) > 0 => {
                Ending::Return
            }
            Mix::Body(body, length) if body.len() + 1 < *length && rng.random_bool(knobs.loop_jumps) => Ending::Jump,
            Mix::Body(body, length) if self.wide_itype && rng.random_bool(knobs.loop_calls) => {
                let has_room = open_calls(body) + 2 < length - body.len();
                if open_calls(body) > 0 && rng.random() {
                    Ending::Return
                } else if has_room {
                    Ending::Call
                } else {
                    Ending::Branch
                }
            }
            Mix::Branches(_) | Mix::Body(..) | Mix::Loop(..) => Ending::Branch,
            Mix::Mixed if self.next.uninferable && rng.random_bool(knobs.back_to_back) => Ending::Jump,
            Mix::Mixed => {
                let weights = [
                    (Ending::Plain, knobs.plain),
                    (Ending::Branch, knobs.branches),
                    (Ending::Jump, knobs.jumps),
                    (Ending::InferableJump, knobs.inferable_jumps),
                    (Ending::Call, knobs.calls),
                    (Ending::Return, knobs.returns),
                    (Ending::Swap, knobs.swaps),
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
        let is_last = matches!(&self.mix, Mix::Body(body, length) if body.len() + 1 == *length);
        let codes: &[u8] = match (ending, self.wide_itype) {
            (Ending::Plain, _) | (Ending::InferableJump, false) => &[NONE],
            (Ending::Branch, _) if is_last || rng.random_bool(knobs.taken) => &[BRANCH_TAKEN],
            (Ending::Branch, _) => &[BRANCH_NOT_TAKEN],
            (Ending::Call | Ending::Return | Ending::Swap, false) => &[UNINFERABLE_JUMP],
            (Ending::Jump, false) => &[TRAP_RETURN, UNINFERABLE_JUMP],
            (Ending::Jump, true) => &[TRAP_RETURN, UNINFERABLE_TAIL_CALL, OTHER_UNINFERABLE_JUMP],
            (Ending::InferableJump, true) => &[INFERABLE_TAIL_CALL, OTHER_INFERABLE_JUMP],
            (Ending::Call, true) if matches!(&self.mix, Mix::Body(..)) => &[INFERABLE_CALL],
            (Ending::Call, true) if rng.random_bool(knobs.direct_calls) => &[INFERABLE_CALL],
            (Ending::Call, true) => &[UNINFERABLE_CALL],
            (Ending::Return, true) => &[RETURN],
            (Ending::Swap, true) => &[CO_ROUTINE_SWAP],
            (Ending::Exception, _) => &[EXCEPTION],
            (Ending::Interrupt, _) => &[INTERRUPT],
            (Ending::Reserved, false) => &[7],
            (Ending::Reserved, true) => &[UNINFERABLE_JUMP, 7],
        };
        pick(rng, codes)
    }

    /// A block in which nothing retired: the port leaves the address and the size undefined.
    fn nothing_retired(&self, itype: u8, rng: &mut SmallRng) -> Block {
        let iaddr = self.code.undefined(rng);
        Block { itype, iaddr, iretire: 0, ilastsize: rng.random_range(0..2), sijump: rng.random(), notify: false }
    }

    fn after(&mut self, block: &Block, ending: Ending, rng: &mut SmallRng, knobs: &Knobs) -> Next {
        let after = self.code.after(block);
        let inferable = |address| Next { address, uninferable: false };
        let uninferable = |address| Next { address, uninferable: true };
        match block.itype {
            itype::BRANCH_TAKEN => inferable(None),
            itype::UNINFERABLE_CALL => {
                self.call(after);
                uninferable(None)
            }
            itype::INFERABLE_CALL => {
                self.call(after);
                inferable(None)
            }
            itype::RETURN => uninferable(self.return_address(rng, knobs)),
            itype::CO_ROUTINE_SWAP => {
                let target = self.return_address(rng, knobs);
                self.call(after);
                uninferable(target)
            }
            itype::NONE if ending == Ending::InferableJump => inferable(None),
            itype::NONE | itype::BRANCH_NOT_TAKEN => inferable(Some(after)),
            itype::INFERABLE_TAIL_CALL | itype::OTHER_INFERABLE_JUMP => inferable(None),
            itype::INFERABLE_JUMP => inferable(rng.random::<bool>().then_some(after)),
            _ => uninferable(None),
        }
    }

    fn call(&mut self, return_address: u64) {
        if self.calls.len() == DEEPEST {
            self.calls.remove(0);
        }
        self.calls.push(return_address);
    }

    /// Where a return leads: back to just after its call, unless the program has changed that.
    fn return_address(&mut self, rng: &mut SmallRng, knobs: &Knobs) -> Option<u64> {
        let address = self.calls.pop()?;
        match rng.random_range(0.0..1.0) {
            right if right < knobs.right_returns => Some(address),
            // An address that differs where a partial stack does not look, or does.
            near if near < (1.0 + knobs.right_returns) / 2.0 => Some(address ^ (1 << rng.random_range(1..u32::BITS))),
            _ => None,
        }
    }
}

/// Calls in the body of a loop that have not returned in it.
fn open_calls(body: &[Block]) -> usize {
    let count = |itype| body.iter().filter(|block| block.itype == itype).count();
    count(itype::INFERABLE_CALL) - count(itype::RETURN)
}
