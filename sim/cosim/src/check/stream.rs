// SPDX-License-Identifier: Apache-2.0
//! The bytes that reach the sink, against those of the model's messages.

use crate::mismatch::Difference;
use crate::observed::{flag, Cycle};
use crate::probes::{compared_at, ComparedAt};
use std::collections::VecDeque;
use tracewright_config::{Build, Packer};
use tracewright_messages::IDLE;
use tracewright_model::codec::{self, Bytes, Framing, CUT};
use tracewright_model::Message;

/// Takes the trace, as it reaches the sink.
pub(crate) type TraceSink<'a> = &'a mut (dyn FnMut(&[u8]) + Send);

/// Cycles that it takes the encoder to know that it is empty.
const LONGEST_EMPTY: u32 = 16;

/// Trace on its way from the queue to the sink, and the sink.
pub(super) struct Stream<'t> {
    framing: Framing,
    /// A message leaves the packer whole, and alone.
    is_whole: bool,
    has_sram: bool,
    /// Downstream of the encoder are sinks that become empty in their own time.
    has_sinks: bool,
    /// Downstream of the encoder is something that keeps what it was sent when the encoder becomes inactive.
    is_outlived: bool,
    trace: Option<TraceSink<'t>>,
    /// Messages of which bytes have still to reach the sink.
    in_flight: VecDeque<(Message, Bytes)>,
    /// Bytes of the first of them that have.
    sent: usize,
    /// What is left of the message that was under way when the encoder became inactive.
    rest: Option<Rest>,
    /// Bytes that `trace` has still to get.
    bytes: Vec<u8>,
    /// Bytes of a word of the memory.
    word: u32,
    /// Bytes that leave the packer together.
    unit: u32,
    /// Bytes of the memory's last word, if it is not whole.
    partial: u32,
    /// teEnable has been 0 since a word was last filled with idle bytes.
    may_fill: bool,
    /// Cycles in which nothing was held, and teEnable and teEmpty were 0.
    idle: u32,
    /// Bytes that reached the sink, idle bytes not included.
    pub count: u64,
    /// Messages that reached it whole.
    pub messages: u64,
}

/// What is left of a message that was cut (docs/sinks.md, "A source that becomes inactive").
struct Rest {
    message: Message,
    bytes: Bytes,
    /// Bytes that have reached the sink.
    sent: usize,
    /// A chunk was shown, which is still to be taken; else the end comes next.
    waits: bool,
}

impl<'t> Stream<'t> {
    pub fn new(build: &Build, framing: Framing, trace: Option<TraceSink<'t>>) -> Self {
        Stream {
            framing,
            is_whole: build.encoder.packer == Packer::Message,
            has_sram: compared_at(build) == ComparedAt::Sram,
            has_sinks: compared_at(build) == ComparedAt::Chunks,
            is_outlived: build.sink.outlives_source(),
            trace,
            in_flight: VecDeque::new(),
            sent: 0,
            rest: None,
            bytes: Vec::new(),
            word: build.sink.sram_width / 8,
            unit: build.encoder.packer.bytes().unwrap_or(1),
            partial: 0,
            may_fill: true,
            idle: 0,
            count: 0,
            messages: 0,
        }
    }

    /// Messages that enter the queue from now on are framed like this.
    pub fn frame(&mut self, framing: Framing) {
        self.framing = framing;
    }

    /// teEmpty before the messages and bytes of this cycle: 1 only while nothing is held, and soon then if teEnable is
    /// 0.
    pub fn empty(&mut self, cycle: &Cycle) -> Result<(), Difference> {
        if !self.in_flight.is_empty() || self.partial > 0 || self.rest.is_some() {
            self.idle = 0;
            return if cycle.has(flag::EMPTY) { self.end() } else { Ok(()) };
        }
        let is_due = !cycle.has(flag::EMPTY) && !cycle.has(flag::ENABLE) && !self.has_sinks;
        self.idle = if is_due { self.idle + 1 } else { 0 };
        if self.idle > LONGEST_EMPTY {
            return Err(Difference::Signal { name: "teEmpty, when nothing is held,", expected: 1, found: 0 });
        }
        Ok(())
    }

    /// A message entered the queue.
    pub fn expect(&mut self, message: &Message) {
        self.in_flight.push_back((*message, codec::encode(message, &self.framing)));
    }

    /// Whether something keeps what it was sent when the encoder becomes inactive.
    pub fn is_outlived(&self) -> bool {
        self.is_outlived
    }

    /// teActive is 0 in this cycle, and was not in the one before: everything is forgotten, but for what a sink that
    /// goes on has to get.
    pub fn stop(&mut self, cycle: &Cycle, bytes: &[u8]) -> Result<(), Difference> {
        if self.is_outlived {
            self.take(cycle, bytes)?;
        }
        let (waits, sent) = (cycle.has(flag::WAITS), self.sent);
        if self.is_outlived && self.rest.is_none() && (waits || sent > 0) {
            self.rest = self.in_flight.pop_front().map(|(message, bytes)| Rest { message, bytes, sent, waits });
        }
        self.in_flight.clear();
        self.sent = 0;
        self.partial = 0;
        Ok(())
    }

    /// What is left of a message that was cut: it is shown until it is taken.
    fn rest(&mut self, cycle: &Cycle, bytes: &[u8]) -> Result<(), Difference> {
        let Some(rest) = &mut self.rest else { return Ok(()) };
        if bytes.is_empty() {
            let is_shown = cycle.has(flag::WAITS);
            return if is_shown { Ok(()) } else { Err(Difference::Withdrawn { message: rest.message }) };
        }
        let expected = if rest.waits { &rest.bytes[rest.sent..] } else { &[CUT][..] };
        for (place, &found) in bytes.iter().enumerate() {
            if expected.get(place) != Some(&found) {
                let expected = expected.get(place).map(|byte| (*byte, rest.message, rest.sent + place));
                return Err(Difference::Byte { offset: self.count + place as u64, expected, found });
            }
        }
        self.count += bytes.len() as u64;
        if self.trace.is_some() {
            self.bytes.extend_from_slice(bytes);
        }
        rest.sent += bytes.len();
        if !rest.waits || rest.sent == rest.bytes.len() {
            self.rest = None;
        } else {
            rest.waits = false;
        }
        Ok(())
    }

    /// An idle byte that the SRAM sink adds to a word: only while teEnable is 0, with nothing still to come from before
    /// this cycle, and never as a word's first.
    pub fn fill(&mut self, cycle: &Cycle) -> Result<(), Difference> {
        if !cycle.has(flag::FILL) {
            return Ok(());
        }
        if cycle.has(flag::ENABLE) || !self.in_flight.is_empty() || self.partial == 0 {
            return Err(Difference::Fill { offset: self.count });
        }
        (0..self.unit).for_each(|_| self.store());
        Ok(())
    }

    /// These bytes reached the sink in this cycle, if there are any.
    #[inline(always)]
    pub fn take(&mut self, cycle: &Cycle, bytes: &[u8]) -> Result<(), Difference> {
        self.may_fill |= !cycle.has(flag::ENABLE);
        match (&self.rest, bytes) {
            (Some(_), _) => self.rest(cycle, bytes),
            (None, []) => Ok(()),
            (None, _) => self.take_some(cycle, bytes),
        }
    }

    /// [`Stream::take`] where there are bytes, and no rest of a message that was cut.
    fn take_some(&mut self, cycle: &Cycle, bytes: &[u8]) -> Result<(), Difference> {
        if self.is_whole {
            self.whole(bytes)?;
        }
        let mut filled = false;
        for (place, &byte) in bytes.iter().enumerate() {
            // No message begins with this byte.
            if byte != IDLE || self.sent > 0 || bytes.len() == 1 {
                self.byte(byte)?;
                continue;
            }
            if place == 0 || !self.may_fill {
                return Err(Difference::Fill { offset: self.count });
            }
            filled = true;
            self.store();
        }
        self.may_fill &= !filled || !cycle.has(flag::ENABLE);
        Ok(())
    }

    /// Hands over what has come.
    pub fn hand_over(&mut self) {
        if let Some(trace) = &mut self.trace {
            trace(&self.bytes);
        }
        self.bytes.clear();
    }

    /// teEmpty is 1 for good.
    pub fn end(&self) -> Result<(), Difference> {
        if let Some(Rest { message, bytes, sent, .. }) = &self.rest {
            return Err(Difference::Unsent { message: *message, missing: bytes.len() - sent });
        }
        if let Some((message, bytes)) = self.in_flight.front() {
            return Err(Difference::Unsent { message: *message, missing: bytes.len() - self.sent });
        }
        match self.partial {
            bytes @ 1.. if self.has_sram => Err(Difference::Unfilled { bytes }),
            _ => Ok(()),
        }
    }

    /// A message leaves the packer whole, and alone.
    fn whole(&self, bytes: &[u8]) -> Result<(), Difference> {
        match self.in_flight.front() {
            Some((message, expected)) if !bytes.is_empty() && expected.len() != bytes.len() => {
                Err(Difference::Length { message: *message, expected: expected.len(), found: bytes.len() })
            }
            _ => Ok(()),
        }
    }

    fn byte(&mut self, found: u8) -> Result<(), Difference> {
        let offset = self.count;
        let Some((message, bytes)) = self.in_flight.front() else {
            return Err(Difference::Byte { offset, expected: None, found });
        };
        if bytes[self.sent] != found {
            return Err(Difference::Byte { offset, expected: Some((bytes[self.sent], *message, self.sent)), found });
        }
        let is_last = self.sent + 1 == bytes.len();
        self.count += 1;
        if self.trace.is_some() {
            self.bytes.push(found);
        }
        self.store();
        self.sent += 1;
        if is_last {
            self.in_flight.pop_front();
            self.sent = 0;
            self.messages += 1;
        }
        Ok(())
    }

    /// A byte into the memory of the SRAM sink.
    fn store(&mut self) {
        self.partial = (self.partial + 1) % self.word;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_encoder_that_is_never_empty_is_reported() {
        let mut stream = Stream::new(&Build::default(), Framing::default(), None);
        let enabled = Cycle { flags: flag::ENABLE, ..Cycle::default() };
        for cycle in [enabled, Cycle::default()] {
            assert!((0..LONGEST_EMPTY).all(|_| stream.empty(&cycle).is_ok()));
        }
        let difference = stream.empty(&Cycle::default()).unwrap_err();
        assert!(matches!(difference, Difference::Signal { expected: 1, found: 0, .. }), "{difference}");
    }
}
