// SPDX-License-Identifier: Apache-2.0
//! Repeated history (N-Trace 9.3; docs/encoder.md, "HTM: repeated history").

mod candidate;
mod choice;

use super::records::Repetition;
use crate::prim::*;
use candidate::Candidate;
pub(crate) use candidate::SPLITS;
use rust_hdl_core::prelude::*;
use tracewright_config::Build;

/// What one block does to HIST (N-Trace 8.3.1 where it is full): from the state that it finds to the state that it
/// leaves, and the ResourceFull that it sends.
///
/// There is no register in it: the blocks of a cycle are a chain. A message that takes HIST comes before the block's
/// own branch.
#[derive(Module)]
#[module(build: Build)]
pub struct History {
    /// teInstEnRepeatedHistory; else a full HIST is sent when a branch finds it.
    pub enable: Signal<In, Bit>,
    /// A message takes HIST.
    pub take: Signal<In, Bit>,
    /// HIST and what repeats are dropped.
    pub drop: Signal<In, Bit>,
    /// The block ends in a branch.
    pub branch: Signal<In, Bit>,
    /// The block's branch was taken.
    pub taken: Signal<In, Bit>,
    /// What repeats before the block.
    pub before: Signal<In, Repetition>,
    /// What repeats after the block.
    pub after: Signal<Out, Repetition>,
    /// By split: periods that do not fit HIST, bit p - 1 for period p.
    #[count(SPLITS.len())]
    pub unfit: Vec<Signal<In, Bits<32>>>,
    /// By split: periods that do not fit HIST after the block.
    #[count(SPLITS.len())]
    pub next_unfit: Vec<Signal<Out, Bits<32>>>,
    /// HIST as a message takes it, with its stop bit.
    pub hist: Signal<Out, Bits<32>>,
    /// HIST has no branch.
    pub hist_is_empty: Signal<Out, Bit>,
    /// The ResourceFull of the block: HIST with its stop bit.
    pub repeat_hist: Signal<Out, Bits<32>>,
    /// How often that HIST repeats; 0 for no ResourceFull.
    pub repeat_count: Signal<Out, Bits<18>>,
    /// There is a ResourceFull: its count is not 0.
    pub sends: Signal<Out, Bit>,
    /// The ResourceFull has all branches of HIST before the block.
    pub ends_hist: Signal<Out, Bit>,
    /// What repeats ends.
    pub ends_repetition: Signal<Out, Bit>,
    /// The branches of HIST, the block's included, belong to what repeats.
    pub repeats: Signal<Out, Bit>,
    #[new(Rom::new(lengths(width(build))))]
    lengths: Rom<7, 11>,
    /// By split: candidates, each at the bit of split + period - 1.
    #[count(SPLITS.len())]
    sums: Vec<Signal<Local, Bits<32>>>,
    /// The period with which a repetition begins, less 1.
    begins_period: Signal<Local, Bits<5>>,
    /// The split with which a repetition begins.
    begins_split: Signal<Local, Bits<2>>,
    #[value(width(build).to_bits())]
    width: Constant<Bits<5>>,
    #[value(((1_u64 << width(build)) - 1).to_bits())]
    mask: Constant<Bits<32>>,
    #[value((1_u64 << (width(build) - 1)).to_bits())]
    top: Constant<Bits<32>>,
    #[value((1_u64 << width(build)).to_bits())]
    full_stop: Constant<Bits<32>>,
    #[new(width(build))]
    _width: usize,
}

/// Branches of a full HIST.
fn width(build: &Build) -> usize {
    build.encoder.hist_width as usize - 1
}

/// For a split and a period less 1: branches that complete the last pattern, less 1, and above these how many patterns
/// there are then.
fn lengths(width: usize) -> Vec<u64> {
    let entry = |index: usize| {
        let (split, period) = (SPLITS[index >> 5], (index & 31) + 1);
        Candidate::of(width, split, period).map_or(0, |c| (c.missing - 1) as u64 | (c.times as u64) << 5)
    };
    (0..SPLITS.len() << 5).map(entry).collect()
}

/// Oldest branches that the `k`-th split takes off.
fn split(k: usize) -> usize {
    SPLITS[k]
}

/// The periods that are candidates for this split: bit p - 1 for period p.
fn periods(width: usize, split: usize) -> u64 {
    let bit = |period| u64::from(Candidate::of(width, split, period).is_some()) << (period - 1);
    (1..=width).map(bit).sum()
}

/// Older bits with a new one below them.
#[kernel]
fn with_bit(older: Bits<32>, newest: Bit) -> Bits<32> {
    (older << bits::<32>(1)) | bit_cast::<32, 1>(newest.into())
}

impl Logic for History {
    #[kernel]
    fn update(&mut self) {
        let before: Repetition = self.before.val();
        let clears = self.take.val() | self.drop.val();
        // HIST before the block, as a message takes it.
        let held_longer = with_bit(before.held, true);
        self.hist.next = (before.branches & before.held) | (held_longer ^ before.held);
        self.hist_is_empty.next = !before.held.get_bit(0);

        // The branch beside every older one.
        let differs: Bits<32> = if self.taken.val() { !before.branches } else { before.branches };
        let branches = with_bit(before.branches, self.taken.val()) & self.mask.val();
        let runs = self.mask.val() & !(before.broken | differs);
        self.after.next = before;
        if self.branch.val() {
            self.after.next.branches = branches;
            self.after.next.broken = before.broken | (differs & self.mask.val());
            if before.age != self.width.val() {
                self.after.next.age = before.age + 1;
            }
            if !runs.any() {
                self.after.next.broken = bits::<32>(0);
                self.after.next.age = bits::<5>(0);
            }
        }

        // How far HIST is with it.
        let base_held: Bits<32> = if clears { bits::<32>(0) } else { before.held };
        let plain = self.branch.val() & !self.enable.val() & (base_held & self.top.val()).any();
        let held: Bits<32> = if plain { bits::<32>(1) } else { with_bit(base_held, true) };
        self.lengths.address.next = (bit_cast::<7, 2>(before.split) << bits::<7>(5)) | bit_cast::<7, 5>(before.period);
        let lengths = self.lengths.data.val();
        let limit: Bits<5> = if before.whole { before.period } else { lengths.get_bits::<5>(0) };
        // `clears` is late: what it does not change is known before it.
        let expected = before.locked & !differs.get_bit(before.period.index());
        let at_limit = expected & held_longer.get_bit(limit.index());
        let goes_on = expected & !clears;
        let hit = self.branch.val() & at_limit & !clears;
        let full = self.branch.val() & self.enable.val() & !goes_on & (held & self.top.val()).any();
        let flush = before.locked & !self.drop.val() & (self.take.val() | (self.branch.val() & !goes_on));

        // What fits, if no message takes HIST: if one does, there is nothing to choose.
        for k in 0..self.unfit.len() {
            let unfit = self.unfit[k].val() | (differs & (before.held >> split(k).to_bits::<5>()));
            let fits = periods(self._width, split(k)).to_bits::<32>() & !unfit;
            self.sums[k].next = fits << split(k).to_bits::<5>();
            self.next_unfit[k].next = self.unfit[k].val();
            if hit | full | clears {
                self.next_unfit[k].next = bits::<32>(0);
            } else if self.branch.val() {
                self.next_unfit[k].next = unfit;
            }
        }
        let is_long = runs.any() & (self.after.val().age == self.width.val());
        self.choose(is_long, runs);

        // What the block leaves.
        let more = before.times + 1;
        let pattern_stop = bits::<32>(2) << before.period;
        self.after.next.held = base_held;
        self.after.next.locked = before.locked & !clears;
        if self.branch.val() {
            self.after.next.held = held & self.mask.val();
            self.after.next.locked = goes_on;
        }
        if hit {
            self.after.next.held = bits::<32>(0);
            self.after.next.whole = true;
            self.after.next.times = more;
            if more.all() {
                self.after.next.times = bits::<18>(0);
            }
            if !before.whole {
                self.after.next.pattern = (branches & (pattern_stop - 1)) | pattern_stop;
                self.after.next.times = bit_cast::<18, 6>(lengths.get_bits::<6>(5));
            }
        }
        if full {
            self.after.next.held = bits::<32>(0);
            self.after.next.locked = true;
            self.after.next.whole = false;
            self.after.next.period = self.begins_period.val();
            self.after.next.split = self.begins_split.val();
            self.after.next.pattern = branches | self.full_stop.val();
            self.after.next.times = bits::<18>(1);
        }

        // What it sends.
        self.repeat_hist.next = before.pattern;
        self.repeat_count.next = bits::<18>(0);
        if flush {
            self.repeat_count.next = before.times;
        }
        for k in 1..SPLITS.len() {
            if hit & !before.whole & (before.split == k.to_bits::<2>()) {
                self.repeat_hist.next = before.pattern >> self._width.saturating_sub(split(k)).to_bits::<5>();
                self.repeat_count.next = bits::<18>(1);
            }
        }
        if hit & before.whole & more.all() {
            self.repeat_count.next = more;
        }
        if plain {
            self.repeat_hist.next = self.hist.val();
            self.repeat_count.next = bits::<18>(1);
        }
        self.ends_hist.next = plain;
        self.ends_repetition.next = flush;
        self.repeats.next = hit | full;
        let fills: Bit = if before.whole { more.all() } else { before.split.any() };
        self.sends.next = plain | (flush & before.times.any()) | (hit & fills);
    }
}

#[cfg(test)]
mod tests;
