// SPDX-License-Identifier: Apache-2.0
//! HIST: branches not sent, newest in bit 0, 1 if taken, a stop bit above (N-Trace 8.3); repetitions (N-Trace 9.3).

use super::settings::Settings;
use crate::Message;
use tracewright_messages::{rcode, Field, Tcode, REPEAT_BITS};

/// The largest HREPEAT of a message: 18 bits, because there are decoders that take no more.
const MAX_COUNT: u64 = (1 << REPEAT_BITS) - 1;

/// The branches that no message has reported yet.
#[derive(Clone, Debug)]
pub(super) struct History {
    /// Branches that a full HIST holds: its bits without the stop bit.
    width: u32,
    /// Newest branch in bit 0, older ones above it, whether sent or not.
    branches: u32,
    /// How many of the newest branches HIST holds: neither sent nor kept back.
    count: u32,
    /// Branches that are kept back, not sent yet because they may repeat: older than what HIST holds.
    kept: Option<Kept>,
    runs: Runs,
    /// Repeated history is on.
    is_repeated: bool,
}

/// What a branch does to HIST.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Added {
    /// The ResourceFull that it completes, if any.
    pub(super) message: Option<Message>,
    /// All branches that HIST held are in `message`.
    pub(super) ends_hist: bool,
    /// All that was kept back is in `message`: it was flushed.
    pub(super) ends_repetition: bool,
    /// HIST holds no branch any more: this one, and those that it held, are kept back.
    pub(super) repeats: bool,
}

/// A period with which branches may repeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Period {
    /// Branches of the pattern.
    length: u32,
    /// How many patterns a repetition begins with.
    times: u32,
    /// How many branches in a row must have been equal to the one a period before them.
    needed: u32,
}

/// Branches that are kept back: a full HIST, or a repetition that is being followed.
#[derive(Clone, Copy, Debug)]
struct Kept {
    /// The full HIST, or the pattern, without stop bit.
    pattern: u32,
    length: u32,
    /// How often the pattern was seen and not sent: HREPEAT, if more than once.
    count: u64,
    /// It is a repetition, and not just a full HIST.
    is_locked: bool,
}

impl History {
    pub(super) fn new(settings: &Settings) -> Self {
        let width = settings.build.encoder.hist_width - 1;
        let is_repeated = settings.repeated_history();
        // Software can't switch on what is not built.
        let periods = if settings.build.encoder.repeated_history { width } else { 0 };
        History { width, branches: 0, count: 0, kept: None, runs: Runs::new(width, periods), is_repeated }
    }

    /// Takes over other settings.
    pub(super) fn program(&mut self, settings: &Settings) {
        self.is_repeated = settings.repeated_history();
    }

    /// A block, traced or not, ends in a branch. Called before [`History::branch`].
    pub(super) fn pass(&mut self, taken: bool) {
        self.runs.branch(taken);
    }

    /// Drops everything that is to be sent.
    pub(super) fn clear(&mut self) {
        self.count = 0;
        self.kept = None;
    }

    /// Takes a branch. Without repeated history a full HIST is sent when one more comes (N-Trace 8.3.1); I-CNT goes on.
    pub(super) fn branch(&mut self, taken: bool) -> Added {
        if !self.is_repeated {
            let message = (self.count == self.width).then(|| full(self.take_hist()));
            self.shift(taken);
            return Added { message, ends_hist: message.is_some(), ..Added::default() };
        }
        let locked = self.kept.filter(|kept| kept.is_locked);
        let expects = |kept: Kept| self.branches >> (kept.length - 1) & 1 == u32::from(taken);
        let goes_on = locked.is_some_and(expects);
        self.shift(taken);
        let (message, ends_repetition) = match locked {
            Some(_) if goes_on => (self.follow(), false),
            Some(_) => (self.fill(), true),
            None => self.gather(),
        };
        Added { message, ends_hist: false, ends_repetition, repeats: self.count == 0 }
    }

    /// The ResourceFull that goes before a message with HIST, if any, and that HIST with its stop bit. HIST restarts.
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

    /// The branch was the one that the repetition expects. With its last one a pattern is counted (HREPEAT), not sent.
    /// After the largest HREPEAT two patterns are counted as one, where HIST can hold two of them, so that a long loop
    /// sends fewer messages; else the largest HREPEAT is sent, and counting starts at 1 again (N-Trace 9.3).
    fn follow(&mut self) -> Option<Message> {
        let kept = self.kept.as_mut()?;
        if self.count < kept.length {
            return None;
        }
        self.count = 0;
        if kept.count < MAX_COUNT {
            kept.count += 1;
            return None;
        }
        let doubled = 2 * kept.length;
        if doubled > self.width {
            let message = kept.message();
            kept.count = 1;
            return message;
        }
        kept.count -= 1;
        let message = kept.message();
        self.keep(doubled, 1, true);
        message
    }

    /// No repetition is being followed: one begins, or HIST is full, or HIST just grows. Returns what is sent, and
    /// whether that is a full HIST kept back before, the place of which a new full HIST takes.
    fn gather(&mut self) -> (Option<Message>, bool) {
        let held = self.count + self.kept.map_or(0, |kept| kept.length);
        if let Some(period) = self.runs.period().filter(|period| period.times * period.length <= held) {
            let split = held - period.times * period.length;
            let oldest = self.kept.filter(|_| split > 0).map(|kept| kept.pattern >> (kept.length - split));
            self.keep(period.length, period.times.into(), true);
            return (oldest.map(|oldest| full(1 << split | oldest)), false);
        }
        if self.count < self.width {
            return (None, false);
        }
        let is_kept = self.kept.is_some();
        (self.fill(), is_kept)
    }

    /// What was kept back goes out; a full HIST is kept back instead.
    fn fill(&mut self) -> Option<Message> {
        let message = self.flush();
        if self.count == self.width {
            self.keep(self.width, 1, false);
        }
        message
    }

    /// Keeps the newest branches back, so that HIST holds none.
    fn keep(&mut self, length: u32, count: u64, is_locked: bool) {
        self.kept = Some(Kept { pattern: low(self.branches, length), length, count, is_locked });
        self.count = 0;
    }

    /// What was kept back goes out, if anything was.
    pub(super) fn flush(&mut self) -> Option<Message> {
        self.kept.take()?.message()
    }
}

impl Kept {
    /// The ResourceFull with all of it: RCODE 1 if it is there once, else RCODE 2, with HREPEAT for how often.
    fn message(&self) -> Option<Message> {
        let hist = 1 << self.length | self.pattern;
        if self.count == 1 {
            return Some(full(hist));
        }
        Some(Message::new(Tcode::ResourceFull, |field| match field {
            Field::RCode => rcode::HIST_REPEAT.into(),
            Field::RData => hist.into(),
            // HREPEAT.
            _ => self.count,
        }))
    }
}

/// For how long periods have held, whether trace was on or not.
#[derive(Clone, Debug)]
struct Runs {
    /// All branches, newest in bit 0.
    branches: u32,
    /// By period: how many of the newest branches in a row were equal to the one a period before them.
    lengths: Vec<u32>,
    /// The same periods, the shortest first.
    periods: Vec<Period>,
}

impl Runs {
    /// Follows periods 1 to `longest`, where HIST holds `width` branches.
    fn new(width: u32, longest: u32) -> Self {
        let periods: Vec<_> = (1..=longest).map(|length| Period::new(width, length)).collect();
        Runs { branches: 0, lengths: vec![0; periods.len()], periods }
    }

    fn branch(&mut self, taken: bool) {
        // A bit for each period, the shortest lowest: whether the branch a period before was equal.
        let equal = if taken { self.branches } else { !self.branches };
        for (place, length) in self.lengths.iter_mut().enumerate() {
            *length = if equal >> place & 1 != 0 { length.saturating_add(1) } else { 0 };
        }
        self.branches = self.branches << 1 | u32::from(taken);
    }

    /// The shortest period that has held for long enough.
    fn period(&self) -> Option<Period> {
        let mut runs = self.periods.iter().zip(&self.lengths);
        runs.find(|(period, length)| **length >= period.needed).map(|(period, _)| *period)
    }
}

impl Period {
    /// A repetition begins with whole patterns, two at least, that fill HIST: `equal` branches come after the first.
    /// `needed` is that, rounded up within limits (docs/encoder.md, "HTM: repeated history", *Periods*).
    fn new(width: u32, length: u32) -> Self {
        let times = width.div_ceil(length).max(2);
        let equal = (times - 1) * length;
        let needed = equal.next_multiple_of(4).max(2 * width / 3).min(width - 1).max(equal);
        Period { length, times, needed }
    }
}

/// ResourceFull with this HIST, its stop bit included, and RCODE 1 (N-Trace 7.8). I-CNT is not in it, and goes on.
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
