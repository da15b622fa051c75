// SPDX-License-Identifier: Apache-2.0
//! Repeated history (N-Trace 9.3; docs/encoder.md, "HTM: repeated history").

mod candidate;
mod choice;
mod fit;

pub use choice::Choice;
pub use fit::Fit;

use super::built::many;
use crate::prim::*;
use candidate::Candidate;
pub(crate) use candidate::SPLITS;
use rust_hdl_core::prelude::*;
use tracewright_config::Build;

/// What one block does to HIST: from the state that it finds to the state that it leaves, and the ResourceFull that it sends.
///
/// There is no register in it: the blocks of a cycle are a chain. `next_x` is what the block makes of `x`. A message that takes
/// HIST comes before the block's own branch.
#[derive(Module)]
pub struct History {
    /// teInstEnRepeatedHistory; else a full HIST is sent when a branch finds it.
    pub enable: Signal<In, Bit>,
    /// A message takes HIST.
    pub take: Signal<In, Bit>,
    /// HIST and what repeats are dropped.
    pub drop: Signal<In, Bit>,
    /// The block ends in a branch.
    pub branch: Signal<In, Bit>,
    /// That branch was taken.
    pub taken: Signal<In, Bit>,
    /// The newest branches, whether sent or not, the newest in bit 0.
    pub branches: Signal<In, Bits<32>>,
    /// Those with this block.
    pub next_branches: Signal<Out, Bits<32>>,
    /// One bit for each branch that HIST holds, from bit 0 on.
    pub held: Signal<In, Bits<32>>,
    /// Those with this block.
    pub next_held: Signal<Out, Bits<32>>,
    /// Periods that have not held since the last restart: bit p - 1 for period p.
    pub broken: Signal<In, Bits<32>>,
    /// Those with this block.
    pub next_broken: Signal<Out, Bits<32>>,
    /// Branches since that restart, up to those of a full HIST.
    pub age: Signal<In, Bits<5>>,
    /// Those with this block.
    pub next_age: Signal<Out, Bits<5>>,
    /// By split: periods that do not fit HIST, bit p - 1 for period p.
    pub unfit: Vec<Signal<In, Bits<32>>>,
    /// Those with this block.
    pub next_unfit: Vec<Signal<Out, Bits<32>>>,
    /// A repetition is being followed.
    pub locked: Signal<In, Bit>,
    /// A repetition is being followed after this block.
    pub next_locked: Signal<Out, Bit>,
    /// A whole number of patterns was there.
    pub whole: Signal<In, Bit>,
    /// It was, with this block perhaps.
    pub next_whole: Signal<Out, Bit>,
    /// Branches of the pattern, less 1.
    pub period: Signal<In, Bits<5>>,
    /// Those of the pattern that is followed after this block.
    pub next_period: Signal<Out, Bits<5>>,
    /// Which split it began with.
    pub split: Signal<In, Bits<2>>,
    /// Which split the one followed after this block began with.
    pub next_split: Signal<Out, Bits<2>>,
    /// The pattern, or the full HIST that it began with, with its stop bit.
    pub pattern: Signal<In, Bits<32>>,
    /// That with this block.
    pub next_pattern: Signal<Out, Bits<32>>,
    /// How often the pattern is to be sent.
    pub times: Signal<In, Bits<18>>,
    /// That after this block.
    pub next_times: Signal<Out, Bits<18>>,
    /// HIST as a message takes it, with its stop bit.
    pub hist: Signal<Out, Bits<32>>,
    /// It has no branch.
    pub hist_is_empty: Signal<Out, Bit>,
    /// The ResourceFull of the block: HIST with its stop bit.
    pub repeat_hist: Signal<Out, Bits<32>>,
    /// How often it repeats; 0 for no ResourceFull.
    pub repeat_count: Signal<Out, Bits<18>>,
    /// There is a ResourceFull: that count is not 0.
    pub sends: Signal<Out, Bit>,
    /// It has all branches of HIST before the block.
    pub ends_hist: Signal<Out, Bit>,
    /// What repeats ends.
    pub ends_repetition: Signal<Out, Bit>,
    /// The branches of HIST, the block's included, belong to what repeats.
    pub repeats: Signal<Out, Bit>,
    fits: Vec<Fit>,
    choice: Choice,
    lengths: Rom<7, 11>,
    differs: Signal<Local, Bits<32>>,
    runs: Signal<Local, Bits<32>>,
    base_held: Signal<Local, Bits<32>>,
    base_locked: Signal<Local, Bit>,
    clears: Signal<Local, Bit>,
    shifted: Signal<Local, Bits<32>>,
    longer: Signal<Local, Bits<32>>,
    held_longer: Signal<Local, Bits<32>>,
    limit: Signal<Local, Bits<5>>,
    expected: Signal<Local, Bit>,
    at_limit: Signal<Local, Bit>,
    goes_on: Signal<Local, Bit>,
    flush: Signal<Local, Bit>,
    hit: Signal<Local, Bit>,
    full: Signal<Local, Bit>,
    plain: Signal<Local, Bit>,
    more: Signal<Local, Bits<18>>,
    fills: Signal<Local, Bit>,
    pattern_stop: Signal<Local, Bits<32>>,
    stop: Signal<Local, Bits<32>>,
    width: Constant<Bits<5>>,
    mask: Constant<Bits<32>>,
    top: Constant<Bits<32>>,
    splits_off: Vec<Off>,
    full_stop: Constant<Bits<32>>,
    _splits: usize,
    _offs: usize,
}

/// The oldest branches of a full HIST, with a stop bit.
#[derive(Module)]
pub struct Off {
    /// The full HIST.
    pub full: Signal<In, Bits<32>>,
    /// Its oldest branches.
    pub oldest: Signal<Out, Bits<32>>,
    rest: Constant<Bits<5>>,
}

impl Off {
    fn new(width: usize, split: usize) -> Self {
        let rest = width.saturating_sub(split);
        Off { full: Default::default(), oldest: Default::default(), rest: Constant::new(rest.to_bits()) }
    }
}

impl Logic for Off {
    #[hdl_gen]
    fn update(&mut self) {
        self.oldest.next = self.full.val() >> self.rest.val();
    }
}

/// By split and period - 1: branches that are missing to the last pattern, less 1, and how many patterns there are then.
fn lengths(width: usize) -> Vec<u64> {
    let entry = |index: usize| {
        let (split, period) = (SPLITS[index >> 5], (index & 31) + 1);
        Candidate::of(width, split, period).map_or(0, |c| (c.missing - 1) as u64 | (c.times as u64) << 5)
    };
    (0..SPLITS.len() << 5).map(entry).collect()
}

impl History {
    /// The history of `build`.
    pub fn new(build: &Build) -> Self {
        let width = build.encoder.hist_width as usize - 1;
        let splits = SPLITS.len();
        History {
            enable: Default::default(),
            take: Default::default(),
            drop: Default::default(),
            branch: Default::default(),
            taken: Default::default(),
            branches: Default::default(),
            next_branches: Default::default(),
            held: Default::default(),
            next_held: Default::default(),
            broken: Default::default(),
            next_broken: Default::default(),
            age: Default::default(),
            next_age: Default::default(),
            unfit: many(splits),
            next_unfit: many(splits),
            locked: Default::default(),
            next_locked: Default::default(),
            whole: Default::default(),
            next_whole: Default::default(),
            period: Default::default(),
            next_period: Default::default(),
            split: Default::default(),
            next_split: Default::default(),
            pattern: Default::default(),
            next_pattern: Default::default(),
            times: Default::default(),
            next_times: Default::default(),
            hist: Default::default(),
            hist_is_empty: Default::default(),
            repeat_hist: Default::default(),
            repeat_count: Default::default(),
            sends: Default::default(),
            ends_hist: Default::default(),
            ends_repetition: Default::default(),
            repeats: Default::default(),
            fits: SPLITS.into_iter().map(|split| Fit::new(width, split)).collect(),
            choice: Choice::new(),
            lengths: Rom::new(lengths(width)),
            differs: Default::default(),
            runs: Default::default(),
            base_held: Default::default(),
            base_locked: Default::default(),
            clears: Default::default(),
            shifted: Default::default(),
            longer: Default::default(),
            held_longer: Default::default(),
            limit: Default::default(),
            expected: Default::default(),
            at_limit: Default::default(),
            goes_on: Default::default(),
            flush: Default::default(),
            hit: Default::default(),
            full: Default::default(),
            plain: Default::default(),
            more: Default::default(),
            fills: Default::default(),
            pattern_stop: Default::default(),
            stop: Default::default(),
            width: Constant::new(width.to_bits()),
            mask: Constant::new(((1_u64 << width) - 1).to_bits()),
            top: Constant::new((1_u64 << (width - 1)).to_bits()),
            splits_off: SPLITS[1..].iter().map(|&split| Off::new(width, split)).collect(),
            full_stop: Constant::new((1_u64 << width).to_bits()),
            _splits: splits,
            _offs: splits - 1,
        }
    }
}

impl Logic for History {
    #[hdl_gen]
    fn update(&mut self) {
        // HIST before the block, as a message takes it.
        self.stop.next = ((self.held.val() << bits::<32>(1)) | bits::<32>(1)) ^ self.held.val();
        self.hist.next = (self.branches.val() & self.held.val()) | self.stop.val();
        self.hist_is_empty.next = !self.held.val().get_bit(0);
        self.clears.next = self.take.val() | self.drop.val();
        self.base_held.next = self.held.val();
        self.base_locked.next = self.locked.val();
        if self.clears.val() {
            self.base_held.next = bits::<32>(0);
            self.base_locked.next = false;
        }

        // The branch beside every older one.
        self.differs.next = self.branches.val();
        self.shifted.next = (self.branches.val() << bits::<32>(1)) & self.mask.val();
        if self.taken.val() {
            self.differs.next = !self.branches.val();
            self.shifted.next = ((self.branches.val() << bits::<32>(1)) | bits::<32>(1)) & self.mask.val();
        }
        self.runs.next = self.mask.val() & !(self.broken.val() | self.differs.val());
        self.next_broken.next = self.broken.val();
        self.next_age.next = self.age.val();
        if self.branch.val() {
            self.next_broken.next = self.broken.val() | (self.differs.val() & self.mask.val());
            if self.age.val() != self.width.val() {
                self.next_age.next = self.age.val() + bits::<5>(1);
            }
            if !self.runs.val().any() {
                self.next_broken.next = bits::<32>(0);
                self.next_age.next = bits::<5>(0);
            }
        }

        // How far HIST is with it.
        self.plain.next = self.branch.val() & !self.enable.val() & (self.base_held.val() & self.top.val()).any();
        self.longer.next = (self.base_held.val() << bits::<32>(1)) | bits::<32>(1);
        if self.plain.val() {
            self.longer.next = bits::<32>(1);
        }
        self.lengths.address.next =
            (bit_cast::<7, 2>(self.split.val()) << bits::<7>(5)) | bit_cast::<7, 5>(self.period.val());
        self.limit.next = self.lengths.data.val().get_bits::<5>(0);
        if self.whole.val() {
            self.limit.next = self.period.val();
        }
        // `clears` is late: what it does not change is known before it.
        self.expected.next = self.locked.val() & !self.differs.val().get_bit(self.period.val().index());
        self.held_longer.next = (self.held.val() << bits::<32>(1)) | bits::<32>(1);
        self.at_limit.next = self.expected.val() & self.held_longer.val().get_bit(self.limit.val().index());
        self.goes_on.next = self.expected.val() & !self.clears.val();
        self.hit.next = self.branch.val() & self.at_limit.val() & !self.clears.val();
        self.full.next =
            self.branch.val() & self.enable.val() & !self.goes_on.val() & (self.longer.val() & self.top.val()).any();
        self.flush.next =
            self.locked.val() & !self.drop.val() & (self.take.val() | (self.branch.val() & !self.goes_on.val()));

        // What fits, if no message takes HIST: if one does, there is nothing to choose.
        self.choice.is_long.next = self.runs.val().any() & (self.next_age.val() == self.width.val());
        self.choice.runs.next = self.runs.val();
        for k in 0..self._splits {
            self.fits[k].unfit.next = self.unfit[k].val();
            self.fits[k].held.next = self.held.val();
            self.fits[k].differs.next = self.differs.val();
            self.choice.sums[k].next = self.fits[k].sums.val();
            self.next_unfit[k].next = self.unfit[k].val();
            if self.hit.val() | self.full.val() | self.clears.val() {
                self.next_unfit[k].next = bits::<32>(0);
            } else if self.branch.val() {
                self.next_unfit[k].next = self.fits[k].next_unfit.val();
            }
        }

        // What the block leaves behind.
        self.next_branches.next = self.branches.val();
        self.next_held.next = self.base_held.val();
        self.next_locked.next = self.base_locked.val();
        self.next_whole.next = self.whole.val();
        self.next_period.next = self.period.val();
        self.next_split.next = self.split.val();
        self.next_pattern.next = self.pattern.val();
        self.next_times.next = self.times.val();
        self.more.next = self.times.val() + bits::<18>(1);
        self.pattern_stop.next = bits::<32>(2) << self.period.val();
        if self.branch.val() {
            self.next_branches.next = self.shifted.val();
            self.next_held.next = self.longer.val() & self.mask.val();
            self.next_locked.next = self.goes_on.val();
        }
        if self.hit.val() {
            self.next_held.next = bits::<32>(0);
            self.next_whole.next = true;
            self.next_times.next = self.more.val();
            if self.more.val().all() {
                self.next_times.next = bits::<18>(0);
            }
            if !self.whole.val() {
                self.next_pattern.next =
                    (self.shifted.val() & (self.pattern_stop.val() - bits::<32>(1))) | self.pattern_stop.val();
                self.next_times.next = bit_cast::<18, 6>(self.lengths.data.val().get_bits::<6>(5));
            }
        }
        if self.full.val() {
            self.next_held.next = bits::<32>(0);
            self.next_locked.next = true;
            self.next_whole.next = false;
            self.next_period.next = self.choice.period.val();
            self.next_split.next = self.choice.split.val();
            self.next_pattern.next = self.shifted.val() | self.full_stop.val();
            self.next_times.next = bits::<18>(1);
        }

        // What it sends.
        self.repeat_hist.next = self.pattern.val();
        self.repeat_count.next = bits::<18>(0);
        if self.flush.val() {
            self.repeat_count.next = self.times.val();
        }
        for k in 0..self._offs {
            self.splits_off[k].full.next = self.pattern.val();
            if self.hit.val() & !self.whole.val() & (self.split.val() == (k + 1).to_bits::<2>()) {
                self.repeat_hist.next = self.splits_off[k].oldest.val();
                self.repeat_count.next = bits::<18>(1);
            }
        }
        if self.hit.val() & self.whole.val() & self.more.val().all() {
            self.repeat_count.next = self.more.val();
        }
        if self.plain.val() {
            self.repeat_hist.next = self.hist.val();
            self.repeat_count.next = bits::<18>(1);
        }
        self.ends_hist.next = self.plain.val();
        self.ends_repetition.next = self.flush.val();
        self.repeats.next = self.hit.val() | self.full.val();
        self.fills.next = self.split.val().any();
        if self.whole.val() {
            self.fills.next = self.more.val().all();
        }
        self.sends.next =
            self.plain.val() | (self.flush.val() & self.times.val().any()) | (self.hit.val() & self.fills.val());
    }
}

#[cfg(test)]
mod tests;
