// SPDX-License-Identifier: Apache-2.0
//! HIST: branches since it was last sent (N-Trace 8.3), with or without repeated history (N-Trace 9.3).

use super::settings::Settings;
use crate::Message;
use tracewright_messages::{rcode, Field, Tcode, REPEAT_BITS};

/// How many of the oldest branches may be split off what repeats: none, or as many as fill the bytes of ResourceFull.
const SPLITS: [u32; 4] = [0, 1, 7, 13];

/// Most repetitions that one message reports.
const MAX_COUNT: u64 = (1 << REPEAT_BITS) - 1;

/// The branches that no message has reported yet.
#[derive(Clone, Debug)]
pub(super) struct History {
    /// Branches that HIST holds.
    width: u32,
    /// Newest branch in bit 0, older ones above it, whether sent or not.
    branches: u32,
    /// How many of the newest are not covered by anything else: those that HIST holds.
    count: u32,
    repetition: Option<Repetition>,
    runs: Runs,
    /// What may repeat, the first that fits first; empty without repeated history.
    candidates: Vec<Candidate>,
}

/// What a branch does to HIST.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Taken {
    /// The ResourceFull that it completes, if any.
    pub(super) message: Option<Message>,
    /// All branches that HIST held are in that message.
    pub(super) ends_hist: bool,
    /// What repeated has been sent, if it was not before.
    pub(super) ends_repetition: bool,
    /// The branches that HIST held, this one included, belong to what repeats now.
    pub(super) repeats: bool,
}

/// A way to see the branches of a full HIST: `split` of them, then a pattern over and over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Candidate {
    /// Oldest branches that are not part of it.
    split: u32,
    /// Branches of the pattern.
    period: u32,
    /// Branches still to come before a whole number of patterns is there.
    missing: u32,
    /// That number.
    times: u32,
}

/// A repetition that is being followed.
#[derive(Clone, Copy, Debug)]
struct Repetition {
    candidate: Candidate,
    /// The pattern, or, until a whole number of patterns is there, the full HIST. Without stop bit.
    pattern: u32,
    length: u32,
    /// A whole number of patterns was there.
    is_whole: bool,
    /// How often the pattern was seen and not sent.
    count: u64,
}

impl History {
    pub(super) fn new(settings: &Settings) -> Self {
        let width = settings.build.encoder.hist_width - 1;
        let mut history =
            History { width, branches: 0, count: 0, repetition: None, runs: Runs::new(width), candidates: Vec::new() };
        history.program(settings);
        history
    }

    /// Takes over other settings.
    pub(super) fn program(&mut self, settings: &Settings) {
        if self.candidates.is_empty() == settings.repeated_history() {
            self.candidates = if settings.repeated_history() { candidates(self.width) } else { Vec::new() };
        }
    }

    /// A block, traced or not, ends in a branch; [`History::branch`] comes after that.
    pub(super) fn pass(&mut self, taken: bool) {
        self.runs.branch(taken);
    }

    /// Drops everything that is to be sent.
    pub(super) fn clear(&mut self) {
        self.count = 0;
        self.repetition = None;
    }

    /// Takes a branch. A full HIST is sent when one more comes (N-Trace 8.3.1).
    pub(super) fn branch(&mut self, taken: bool) -> Taken {
        if self.candidates.is_empty() {
            let message = (self.count == self.width).then(|| full(self.take_hist()));
            self.shift(taken);
            return Taken { message, ends_hist: message.is_some(), ..Taken::default() };
        }
        let expected = |candidate: Candidate| self.branches >> (candidate.period - 1) & 1 == u32::from(taken);
        let goes_on = self.repetition.is_some_and(|repetition| expected(repetition.candidate));
        self.shift(taken);
        let ends_repetition = !goes_on && self.repetition.is_some();
        let message = if goes_on { self.follow() } else { self.flush() };
        if self.repetition.is_none() && self.count == self.width {
            self.repetition = Some(self.detect());
            self.count = 0;
        }
        Taken { message, ends_hist: false, ends_repetition, repeats: self.count == 0 }
    }

    /// HIST for a message that carries it, with its stop bit, after the ResourceFull that goes before that message.
    pub(super) fn take(&mut self) -> (Option<Message>, u32) {
        (self.flush(), self.take_hist())
    }

    /// Whether HIST holds no branch. Branches that repeat are not in it.
    pub(super) const fn is_empty(&self) -> bool {
        self.count == 0
    }

    fn take_hist(&mut self) -> u32 {
        let count = std::mem::take(&mut self.count);
        1 << count | low(self.branches, count)
    }

    fn shift(&mut self, taken: bool) {
        self.branches = self.branches << 1 | u32::from(taken);
        self.count += 1;
    }

    /// What of a full HIST repeats.
    fn detect(&self) -> Repetition {
        let repeats = |candidate: &&Candidate| {
            let compared = self.width - candidate.split - candidate.period;
            low(self.branches ^ self.branches.checked_shr(candidate.period).unwrap_or(0), compared) == 0
        };
        let long_run = self.runs.period().map(|period| Candidate::new(self.width, 0, period));
        let fits = || *self.candidates.iter().find(repeats).expect("the whole of HIST is a pattern of its own");
        let candidate = long_run.unwrap_or_else(fits);
        let pattern = low(self.branches, self.width);
        Repetition { candidate, pattern, length: self.width, is_whole: false, count: 1 }
    }

    /// The branch was the one that the repetition expects.
    fn follow(&mut self) -> Option<Message> {
        let repetition = self.repetition.as_mut()?;
        let Candidate { split, period, missing, times } = repetition.candidate;
        let mut message = None;
        if !repetition.is_whole && self.count == missing {
            let oldest = repetition.pattern >> (self.width - split);
            message = (split > 0).then(|| full(1 << split | oldest));
            repetition.is_whole = true;
            (repetition.pattern, repetition.length) = (low(self.branches, period), period);
            repetition.count = times.into();
            self.count = 0;
        } else if repetition.is_whole && self.count == period {
            repetition.count += 1;
            self.count = 0;
            if repetition.count == MAX_COUNT {
                message = repetition.message();
                repetition.count = 0;
            }
        }
        message
    }

    /// The repetition ends.
    fn flush(&mut self) -> Option<Message> {
        self.repetition.take()?.message()
    }
}

impl Repetition {
    /// What it has counted, unless that was just sent.
    fn message(&self) -> Option<Message> {
        let hist = 1 << self.length | self.pattern;
        match self.count {
            0 => None,
            1 => Some(full(hist)),
            count => Some(Message::new(Tcode::ResourceFull, |field| match field {
                Field::RCode => rcode::HIST_REPEAT.into(),
                Field::RData => hist.into(),
                _ => count,
            })),
        }
    }
}

/// Periods that have held since long before HIST was last empty, whether trace was on or not.
#[derive(Clone, Debug)]
struct Runs {
    /// All branches, newest in bit 0.
    branches: u32,
    /// Bit p - 1: every branch since the last restart was equal to the one p before it.
    periods: u32,
    /// Branches since then, up to `width`.
    age: u32,
    width: u32,
}

impl Runs {
    fn new(width: u32) -> Self {
        Runs { branches: 0, periods: low(u32::MAX, width), age: 0, width }
    }

    fn branch(&mut self, taken: bool) {
        self.periods &= if taken { self.branches } else { !self.branches };
        self.branches = self.branches << 1 | u32::from(taken);
        if self.periods == 0 {
            (self.periods, self.age) = (low(u32::MAX, self.width), 0);
        } else {
            self.age = self.width.min(self.age + 1);
        }
    }

    /// The shortest of them, if they have held for as many branches as HIST has.
    fn period(&self) -> Option<u32> {
        (self.age == self.width).then(|| self.periods.trailing_zeros() + 1)
    }
}

/// ResourceFull with this HIST, once (N-Trace 7.8).
fn full(hist: u32) -> Message {
    Message::new(Tcode::ResourceFull, |field| match field {
        Field::RCode => rcode::HIST.into(),
        _ => hist.into(),
    })
}

/// The `count` low bits, at most 31.
const fn low(value: u32, count: u32) -> u32 {
    value & ((1 << count) - 1)
}

/// What may repeat in a HIST of `width` branches, in the order of preference.
fn candidates(width: u32) -> Vec<Candidate> {
    let splits = SPLITS.into_iter().filter(|&split| split < width);
    let all = splits.flat_map(|split| (1..=width - split).map(move |period| Candidate::new(width, split, period)));
    let mut candidates: Vec<_> = all.filter(|candidate| candidate.pays(width)).collect();
    candidates.sort_by_key(|candidate| (candidate.split + candidate.period, candidate.period));
    candidates
}

impl Candidate {
    fn new(width: u32, split: u32, period: u32) -> Self {
        let length = width - split;
        let times = length / period + 1;
        Candidate { split, period, missing: times * period - length, times }
    }

    /// Whether it is worth its gates: any period of the whole of HIST; a run of equal branches after the split, or,
    /// after one branch, the beginning of a long period, and no more bytes a branch than a full HIST, SRC and TSTAMP
    /// not counted.
    fn pays(&self, width: u32) -> bool {
        let once = |branches: u32| 1 + (5 + branches).div_ceil(6);
        let bits_of_times = u32::BITS - self.times.leading_zeros();
        let repeated = once(self.period) + bits_of_times.div_ceil(6);
        let branches = self.split + self.times * self.period;
        let is_kept = self.period == 1 || self.split == 1 && self.period > width / 2;
        let is_shorter = self.period < width - self.split;
        self.split == 0 || is_kept && is_shorter && (once(self.split) + repeated) * width <= once(width) * branches
    }
}
