// SPDX-License-Identifier: Apache-2.0
//! What depends on blocks alone, found out before their turn (docs/encoder.md, "Cycles, blocks, entries").

mod holding;
mod predictor;
mod shortest;
mod stack;

pub use holding::HoldingPeriods;
pub use predictor::Predictor;
pub use shortest::ShortestPeriod;
pub use stack::ReturnStack;

use super::has::{blocks, has, Has};
use super::records::{Beside, Block, Cycle, Foreseen, Pause};
use crate::prim::*;

/// A line in which cycles wait, and what looks at their blocks meanwhile, traced or not. Nothing comes back from what
/// is decided about them, so none of it is in a loop with loss or synchronisation.
#[synchronous(build: Build)]
pub struct Ahead<const ADDR: usize> {
    /// The blocks of a cycle.
    #[count(blocks(build))]
    pub block: Vec<Signal<In, Block<ADDR>>>,
    /// What belongs to the cycle.
    pub cycle: Signal<In, Cycle>,
    /// External triggers of the cycle.
    #[count(build.encoder.external_triggers)]
    pub external_trigger: Vec<Signal<In, Bit>>,
    /// The blocks whose turn it is.
    #[count(blocks(build))]
    pub turn_block: Vec<Signal<Out, Block<ADDR>>>,
    /// What belongs to the cycle of the blocks whose turn it is.
    pub turn_cycle: Signal<Out, Cycle>,
    /// Why the hart does not run in the cycle after that of the blocks whose turn it is.
    pub next_pause: Signal<Out, Pause>,
    /// External triggers of their cycle.
    #[count(build.encoder.external_triggers)]
    pub turn_external_trigger: Vec<Signal<Out, Bit>>,
    /// What is known of the blocks whose turn it is.
    #[count(blocks(build))]
    pub foreseen: Vec<Signal<Out, Foreseen>>,
    /// Rows that can come of cycles that wait, the one whose turn it is included.
    #[built(has(build).stall)]
    pub waiting: Optional<Signal<Out, Bits<3>>>,
    #[built(has(build).stack)]
    predictor: Optional<Predictor<ADDR>>,
    #[built(has(build).history)]
    holding: Optional<HoldingPeriods>,
    #[count(blocks(build) * has(build).history as usize)]
    shortest: Vec<ShortestPeriod>,
    /// The blocks of each cycle that waits, the newest cycle first.
    #[count(length(build) * blocks(build))]
    line: Vec<Reg<Block<ADDR>>>,
    /// What belongs to each cycle that waits.
    #[count(length(build))]
    cycles: Vec<Reg<Cycle>>,
    /// External triggers of each cycle that waits.
    #[count(length(build) * build.encoder.external_triggers as usize)]
    triggers: Vec<Reg<Bit>>,
    /// What the blocks whose turn is next add up to.
    #[count(blocks(build) * has(build).many as usize)]
    beside: Vec<Reg<Beside>>,
    /// The newest branches before the blocks whose turn it is, sent or not: `tw_step` counts those of HIST.
    #[built(has(build).makes_hist)]
    branches: Optional<Reg<Bits<32>>>,
    /// Half-words of each block of the cycle that has its turn next; 0 where there is no block.
    #[count(blocks(build) * has(build).many as usize)]
    half_words: Vec<Signal<Local, Bits<8>>>,
    /// Whether blocks are as predicted, from the cycle on in which it is found out.
    #[count(length(build).saturating_sub(newest_predicted(build)) * blocks(build) * has(build).stack as usize)]
    predicted: Vec<Reg<Bit>>,
    /// By waiting cycle: it has no block and the one before it has, so a trace may end there.
    #[count(length(build) * has(build).stall as usize)]
    gaps: Vec<Reg<Bit>>,
    /// Rows that can come of the cycles that wait.
    #[built(has(build).stall)]
    count: Optional<Reg<Bits<3>>>,
    /// The branches of a full HIST.
    #[value(((1_u64 << (build.encoder.hist_width - 1)) - 1).to_bits())]
    full_mask: Constant<Bits<32>>,
    #[new(newest_predicted(build))]
    _newest_predicted: usize,
    #[new(has(build))]
    _has: Has,
}

/// Cycles that wait.
fn length(build: &Build) -> usize {
    build.cycles_ahead() as usize
}

/// How many cycles a cycle has waited when it is known whether its blocks are as predicted.
fn newest_predicted(build: &Build) -> usize {
    1 + has(build).many as usize
}

#[kernel]
impl<const ADDR: usize> Ahead<ADDR> {
    fn update(&mut self) {
        // The line.
        let n = self.block.len();
        let t = self.external_trigger.len();
        for i in 0..self.line.len() {
            self.line[i].d.next = if i < n { self.block[i].val() } else { self.line[i - n].q.val() };
        }
        for i in 0..self.cycles.len() {
            self.cycles[i].d.next = if i == 0 { self.cycle.val() } else { self.cycles[i - 1].q.val() };
        }
        for i in 0..self.triggers.len() {
            self.triggers[i].d.next = if i < t { self.external_trigger[i].val() } else { self.triggers[i - t].q.val() };
        }
        for b in 0..n {
            self.turn_block[b].next = self.line[self.line.len() - n + b].q.val();
        }
        self.turn_cycle.next = self.cycles[self.cycles.len() - 1].q.val();
        self.next_pause.next = if self.cycles.len() == 1 {
            self.cycle.val().pause
        } else {
            self.cycles[self.cycles.len() - 2].q.val().pause
        };
        for i in 0..t {
            self.turn_external_trigger[i].next = self.triggers[self.triggers.len() - t + i].q.val();
        }
        self.look();
        self.add();
        if self._has.makes_hist {
            self.line_up();
        }
        if self._has.stall {
            self.count_waiting();
        }
    }

    /// What is found out of the blocks that wait.
    fn look(&mut self) {
        let n = self.block.len();
        connect!(predictor: block);
        for b in 0..n {
            self.holding.branch[b].next = self.block[b].val().valid & self.block[b].val().branch;
            self.holding.taken[b].next = self.block[b].val().taken;
        }
        for i in 0..self.predicted.len() {
            self.predicted[i].d.next =
                if i < n { self.predictor.as_predicted[i].val() } else { self.predicted[i - n].q.val() };
        }
        for b in 0..self.shortest.len() {
            for i in 0..self.shortest[b].holds.len() {
                self.shortest[b].holds[i].next = self.holding.holds_out[b * self.shortest[b].holds.len() + i].val();
            }
            // Read only of a block that ends in a branch: the first of its cycle, or that with so many before it.
            self.foreseen[b].next.begins = self.shortest[0].begins.val();
            for k in 0..b {
                if self.beside[b].q.val().branches == (k + 1).to_bits::<3>() {
                    self.foreseen[b].next.begins = self.shortest[k + 1].begins.val();
                }
            }
        }
        if self._has.stack {
            for b in 0..n {
                self.predictor.addr[b].next = self.line[(self._newest_predicted - 1) * n + b].q.val().addr;
                self.foreseen[b].next.as_predicted = self.predicted[self.predicted.len() - n + b].q.val();
            }
        }
    }

    /// Adds up the blocks of the cycle that has its turn next.
    fn add(&mut self) {
        let n = self.block.len();
        let mut before: Bits<8> = bits::<8>(0);
        let mut branches: Bits<3> = bits::<3>(0);
        for b in 0..self.beside.len() {
            let block: Block<ADDR> = if self.cycles.len() == 1 {
                self.block[b].val()
            } else {
                self.line[self.line.len() - 2 * n + b].q.val()
            };
            self.half_words[b].next = if block.valid { bit_cast::<8, 6>(block.half_words) } else { bits::<8>(0) };
            self.beside[b].d.next.before = before;
            self.beside[b].d.next.branches = branches;
            before = before + self.half_words[b].val();
            branches = branches + bit_cast::<3, 1>((block.valid & block.branch).into());
            self.foreseen[b].next.beside = self.beside[b].q.val();
        }
        let mut from_here: Bits<8> = bits::<8>(0);
        for i in 0..self.beside.len() {
            from_here = from_here + self.half_words[n - 1 - i].val();
            self.beside[n - 1 - i].d.next.from_here = from_here;
        }
    }

    /// Lines up branches, 1 if taken, newest in bit 0, as in HIST (N-Trace 8.3), which `tw_queue` makes of them.
    fn line_up(&mut self) {
        let mut branches: Bits<32> = self.branches.q.val();
        for b in 0..self.block.len() {
            let block: Block<ADDR> = self.turn_block[b].val();
            self.foreseen[b].next.branches = branches;
            if block.valid & block.branch {
                branches = ((branches << bits::<32>(1)) | bit_cast::<32, 1>(block.taken.into())) & self.full_mask.val();
            }
        }
        self.branches.d.next = branches;
    }

    /// Counts the rows that can still come: one for each waiting cycle with blocks, and one for each without that comes
    /// right after one with blocks, where a correlation may fall.
    fn count_waiting(&mut self) {
        let mut newest_has: Bit = self.block[0].val().valid;
        let mut previous_has: Bit = self.line[0].q.val().valid;
        let mut oldest_has: Bit = self.turn_block[0].val().valid;
        for b in 1..self.block.len() {
            newest_has |= self.block[b].val().valid;
            previous_has |= self.line[b].q.val().valid;
            oldest_has |= self.turn_block[b].val().valid;
        }
        for i in 0..self.gaps.len() {
            self.gaps[i].d.next = if i == 0 { !newest_has & previous_has } else { self.gaps[i - 1].q.val() };
        }
        let is_gap = self.gaps[self.gaps.len() - 1].q.val();
        // A trace that began earlier may end in the oldest waiting cycle: its correlation needs a row.
        self.waiting.next = self.count.q.val() + bit_cast::<3, 1>((!oldest_has & !is_gap).into());
        let comes = bit_cast::<3, 1>((newest_has | previous_has).into());
        let goes = bit_cast::<3, 1>((oldest_has | is_gap).into());
        self.count.d.next = (self.count.q.val() + comes) - goes;
    }
}
