// SPDX-License-Identifier: Apache-2.0
//! Repeated history (N-Trace 9.3; docs/encoder.md, "HTM: repeated history").

use super::has::blocks;
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
    /// A return waits for what is kept back.
    pub tell: Signal<In, Bit>,
    /// HIST and what repeats are dropped.
    pub drop: Signal<In, Bit>,
    /// The block ends in a branch.
    pub branch: Signal<In, Bit>,
    /// The block's branch was taken.
    pub taken: Signal<In, Bit>,
    /// How a repetition begins if enough branches have been kept back.
    pub begins: Signal<In, Beginning>,
    /// Branches that HIST holds before the block, if nothing of the cycle has renewed it.
    pub branches: Signal<In, Bits<5>>,
    /// HIST was renewed in the cycle, by a block before this one.
    pub renewed: Signal<In, Bit>,
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
    /// So many of its newest branches are not sent.
    pub repeat_shift: Signal<Out, Bits<5>>,
    /// HIST is renewed with this block.
    pub renews: Signal<Out, Bit>,
    /// How often that HIST repeats; 0 for no ResourceFull.
    pub repeat_count: Signal<Out, Bits<18>>,
    /// There is a ResourceFull with a repetition: its count is not 0. It goes before the main message, or in its place.
    pub sends: Signal<Out, Bit>,
    /// The ResourceFull has all branches of HIST before the block.
    pub ends_hist: Signal<Out, Bit>,
    /// All that was kept back is sent.
    pub ends_repetition: Signal<Out, Bit>,
    /// The branches of HIST, the block's included, belong to what repeats.
    pub repeats: Signal<Out, Bit>,
    /// Oldest branches that do not repeat, if a repetition begins; bit 5 is set if too few have been kept back.
    split: Signal<Local, Bits<6>>,
    #[value(((1_u64 << width(build)) - 1).to_bits())]
    mask: Constant<Bits<32>>,
    #[value((1_u64 << (width(build) - 1)).to_bits())]
    top: Constant<Bits<32>>,
    #[value((1_u64 << width(build)).to_bits())]
    full_stop: Constant<Bits<32>>,
    #[value(width(build).to_bits())]
    width: Constant<Bits<5>>,
    #[new(blocks(build))]
    _blocks: usize,
}

/// Branches of a full HIST.
fn width(build: &Build) -> usize {
    build.encoder.hist_width as usize - 1
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

        // What the branch does, if HIST is not taken before it: that is late.
        let room = with_bit(before.held, true) & self.top.val();
        let expected = before.locked & (before.expects == self.taken.val());
        // What HIST holds is known early, but for what a block of the same cycle has renewed. That holds at most the
        // branches of the blocks between: none, where a cycle has two.
        let few: Bits<2> = if self._blocks <= 2 { bits::<2>(0) } else { before.count.get_bits::<2>(0) };
        let ends_period: Bit = if self.renewed.val() {
            bit_cast::<5, 2>(few) == before.period
        } else {
            self.branches.val() == before.period
        };
        let completes = expected & ends_period;
        let is_most = before.times.all();
        self.split.next = if self.renewed.val() {
            bit_cast::<6, 2>(few) + begins.short
        } else {
            bit_cast::<6, 5>(self.branches.val()) + begins.short
        };
        let is_enough: Bit = if before.kept { !self.split.val().get_bit(5) } else { room.any() & begins.fills };
        let may_lock = self.enable.val() & !before.locked & begins.holds & is_enough;
        let may_fill = !expected & room.any() & !may_lock;
        let may_split = may_lock & before.kept & self.split.val().any();
        let may_flush = (before.locked & !expected) | (before.kept & may_fill);
        let alone = self.branch.val() & !clears;
        let plain = alone & !self.enable.val() & (before.held & self.top.val()).any();
        let goes_on = expected & !clears;
        let hit = alone & completes;
        let locks = alone & may_lock;
        let fills = alone & may_fill;
        let full = fills & self.enable.val();
        let keeps = (before.locked | before.kept) & !self.drop.val();
        let flush = keeps & (self.take.val() | self.tell.val() | (self.branch.val() & may_flush));

        // What the block leaves.
        let base_held: Bits<32> = if clears | plain { bits::<32>(0) } else { before.held };
        let base_count: Bits<5> = if clears { bits::<5>(0) } else { before.count };
        let period: Bits<5> = if before.locked { before.period } else { begins.period };
        self.after.next.held = base_held;
        self.after.next.count = base_count;
        self.after.next.locked = before.locked & !clears & !self.tell.val();
        self.after.next.kept = before.kept & !clears & !self.tell.val();
        if self.branch.val() {
            self.after.next.held = with_bit(base_held, true) & self.mask.val();
            self.after.next.count = base_count + 1;
            self.after.next.locked = goes_on | locks;
            self.after.next.kept = (before.kept & !clears & !locks) | full;
            let newest = with_bit(before.branches, self.taken.val());
            let expected_on = newest.get_bit(before.period.index());
            let expected_first = newest.get_bit(begins.period.index());
            self.after.next.expects = if before.locked { expected_on } else { expected_first };
            self.after.next.period = period;
            if !before.locked {
                self.after.next.times = bit_cast::<18, 5>(begins.times);
            }
        }
        if hit | locks | full {
            self.after.next.held = bits::<32>(0);
            self.after.next.count = bits::<5>(0);
        }
        if hit {
            self.after.next.times = (before.times + 1) | bit_cast::<18, 1>(is_most.into());
        }
        if locks | fills {
            // The stop bit and all above it; where HIST is full, it is that of HIST.
            let above: Bits<32> = if locks { !bits::<32>(1) << begins.period } else { !self.mask.val() };
            self.after.next.pattern = (branches & !above) | (above & !(above << bits::<32>(1)));
        }

        // What it sends.
        let shift: Bits<5> =
            if alone & may_split { self.width.val() - self.split.val().get_bits::<5>(0) } else { bits::<5>(0) };
        self.repeat_hist.next = before.pattern;
        self.repeat_shift.next = shift;
        let sends = plain
            | (keeps
                & (self.take.val()
                    | self.tell.val()
                    | (self.branch.val() & (may_flush | may_split | (completes & is_most)))));
        self.sends.next = sends;
        self.repeat_count.next = bits::<18>(0);
        if sends {
            self.repeat_count.next = if before.locked { before.times } else { bits::<18>(1) };
        }
        self.ends_hist.next = plain;
        self.ends_repetition.next = flush;
        self.repeats.next = hit | locks | full;
        self.renews.next = clears | hit | locks | full;
    }
}

#[cfg(test)]
mod tests;
