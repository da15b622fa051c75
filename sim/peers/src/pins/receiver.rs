// SPDX-License-Identifier: Apache-2.0
//! The whole way from pins to events.

use crate::pins::line::Line;
use crate::pins::messages::Messages;
use crate::pins::{Change, Counts, Event, PibMode, Pins, Timing};

/// Receives what a PIB sends in one mode. Allocates nothing.
///
/// It is given samples at equal distances ([`Receiver::sample`]), or changes with their times ([`Receiver::change`]),
/// and at the end [`Receiver::finish`].
#[derive(Clone, Debug)]
pub struct Receiver {
    mode: PibMode,
    bit: f64,
    line: Option<Line>,
    messages: Messages,
    pins: Pins,
    time: u64,
    due: f64,
}

impl Receiver {
    /// A receiver of `mode`. `bit` is the bit period (of Manchester: two phases) in samples, or in the unit of the
    /// changes' times: at least 3 samples, and right within 1 % (with 5 samples and more, 2 %). Parallel modes take
    /// theirs from `tref`, and ignore it.
    pub fn new(mode: PibMode, bit: f64) -> Receiver {
        Receiver {
            mode,
            bit,
            line: None,
            messages: Messages::new(mode.pins()),
            pins: Pins::default(),
            time: 0,
            due: f64::INFINITY,
        }
    }

    /// Takes the next sample; its time is one later than that of the last.
    #[inline]
    pub fn sample(&mut self, pins: Pins, sink: &mut impl FnMut(Event)) {
        if self.line.is_some() {
            self.time += 1;
            if pins == self.pins && self.due >= self.time as f64 {
                return;
            }
        }
        self.step(pins, sink);
    }

    /// Takes a change; its time is not before that of the last one.
    pub fn change(&mut self, change: Change, sink: &mut impl FnMut(Event)) {
        self.time = change.time.max(self.time);
        self.step(change.pins, sink);
    }

    fn step(&mut self, pins: Pins, sink: &mut impl FnMut(Event)) {
        let time = self.time;
        let Some(line) = &mut self.line else {
            let line = self.line.insert(Line::new(self.mode, self.bit, pins, time));
            self.pins = pins;
            self.due = line.due();
            return;
        };
        let messages = &mut self.messages;
        let mut symbol = |time, symbol| messages.symbol(time, symbol, sink);
        line.advance(time, &mut symbol);
        if pins != self.pins {
            line.change(time, pins, &mut symbol);
            self.pins = pins;
        }
        self.due = line.due();
    }

    /// Ends the capture at the time of the last sample or change. Gives whether a message is cut by that: the last
    /// bytes that were handed on are its beginning.
    pub fn finish(&mut self, sink: &mut impl FnMut(Event)) -> bool {
        let end = self.time + 1;
        if let Some(line) = &mut self.line {
            let messages = &mut self.messages;
            let mut symbol = |time, symbol| messages.symbol(time, symbol, sink);
            line.advance(end, &mut symbol);
            line.finish(end, &mut symbol);
        }
        self.messages.is_inside()
    }

    /// How much has been received so far.
    pub fn counts(&self) -> Counts {
        self.messages.counts()
    }

    /// Where `tref` changes within a bit; None in serial modes, and before `tdata` has changed.
    pub fn timing(&self) -> Option<Timing> {
        self.line.as_ref().and_then(Line::timing)
    }
}
