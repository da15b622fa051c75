// SPDX-License-Identifier: Apache-2.0
//! Repeated history (N-Trace 9.3; docs/encoder.md, "HTM: repeated history").

use super::ahead::SPLITS;
use super::records::{Beginning, Repetition};
use crate::prim::*;

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
    /// How a repetition begins if the block's branch fills HIST.
    pub begins: Signal<In, Beginning>,
    /// What repeats before the block.
    pub before: Signal<In, Repetition>,
    /// What repeats after the block.
    pub after: Signal<Out, Repetition>,
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

/// Oldest branches that the `k`-th split takes off.
fn split(k: usize) -> usize {
    SPLITS[k]
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
        let begins: Beginning = self.begins.val();
        let clears = self.take.val() | self.drop.val();
        // HIST before the block, as a message takes it.
        let held_longer = with_bit(before.held, true);
        self.hist.next = (before.branches & before.held) | (held_longer ^ before.held);
        self.hist_is_empty.next = !before.held.get_bit(0);

        let branches = with_bit(before.branches, self.taken.val()) & self.mask.val();
        self.after.next = before;
        if self.branch.val() {
            self.after.next.branches = branches;
        }

        // How far HIST is with it.
        let base_held: Bits<32> = if clears { bits::<32>(0) } else { before.held };
        let plain = self.branch.val() & !self.enable.val() & (base_held & self.top.val()).any();
        let held: Bits<32> = if plain { bits::<32>(1) } else { with_bit(base_held, true) };
        // `clears` is late: what it does not change is known before it.
        let expected = before.locked & (before.expects == self.taken.val());
        let at_limit = expected & !before.left.any();
        let goes_on = expected & !clears;
        let hit = self.branch.val() & at_limit & !clears;
        let full = self.branch.val() & self.enable.val() & !goes_on & (held & self.top.val()).any();
        let flush = before.locked & !self.drop.val() & (self.take.val() | (self.branch.val() & !goes_on));

        // What the block leaves.
        let more = before.times + 1;
        let pattern_stop = bits::<32>(2) << before.period;
        self.after.next.held = base_held;
        self.after.next.locked = before.locked & !clears;
        if self.branch.val() {
            self.after.next.held = held & self.mask.val();
            self.after.next.locked = goes_on;
            self.after.next.left = before.left - 1;
            self.after.next.expects = with_bit(before.branches, self.taken.val()).get_bit(before.period.index());
        }
        if hit {
            self.after.next.left = before.period;
            self.after.next.held = bits::<32>(0);
            self.after.next.whole = true;
            self.after.next.times = more;
            if more.all() {
                self.after.next.times = bits::<18>(0);
            }
            if !before.whole {
                self.after.next.pattern = (branches & (pattern_stop - 1)) | pattern_stop;
                self.after.next.times = bit_cast::<18, 6>(before.patterns);
            }
        }
        if full {
            self.after.next.held = bits::<32>(0);
            self.after.next.locked = true;
            self.after.next.whole = false;
            self.after.next.period = begins.period;
            self.after.next.split = begins.split;
            self.after.next.left = begins.missing;
            self.after.next.patterns = begins.times;
            self.after.next.expects = with_bit(before.branches, self.taken.val()).get_bit(begins.period.index());
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
