// SPDX-License-Identifier: Apache-2.0
//! The bytes that reach the sink, against those of the model's messages.

use crate::mismatch::Difference;
use crate::observed::{flag, Cycle};
use std::collections::VecDeque;
use tracewright_config::{Build, Packer, Run, SinkKind};
use tracewright_messages::IDLE;
use tracewright_model::codec::{self, Bytes, Framing};
use tracewright_model::{Message, Sram};

/// Takes the trace, as it reaches the sink.
pub(crate) type TraceSink<'a> = &'a mut (dyn FnMut(&[u8]) + Send);

/// Trace on its way from the queue to the sink, and the sink.
pub(super) struct Stream<'a, 't> {
    build: &'a Build,
    run: &'a Run,
    framing: Framing,
    pub sram: Option<Sram>,
    trace: Option<TraceSink<'t>>,
    /// Messages of which bytes have still to reach the sink.
    in_flight: VecDeque<(Message, Bytes)>,
    /// Bytes of the first of them that have.
    sent: usize,
    /// Bytes that `trace` has still to get.
    bytes: Vec<u8>,
    /// Bytes of the memory's last word, if it is not whole.
    partial: u32,
    /// teEnable has been 0 since a word was last filled with idle bytes.
    may_fill: bool,
    /// Bytes that reached the sink, idle bytes not included.
    pub count: u64,
}

impl<'a, 't> Stream<'a, 't> {
    pub fn new(build: &'a Build, run: &'a Run, trace: Option<TraceSink<'t>>) -> Self {
        Stream {
            build,
            run,
            framing: Framing::new(build, run),
            sram: sram(build, run),
            trace,
            in_flight: VecDeque::new(),
            sent: 0,
            bytes: Vec::new(),
            partial: 0,
            may_fill: true,
            count: 0,
        }
    }

    /// A message entered the queue.
    pub fn expect(&mut self, message: &Message) {
        self.in_flight.push_back((*message, codec::encode(message, &self.framing)));
    }

    /// teActive is 0: everything is forgotten.
    pub fn forget(&mut self) {
        self.in_flight.clear();
        self.sent = 0;
        self.sram = sram(self.build, self.run);
        self.partial = 0;
    }

    /// An idle byte that the SRAM sink adds to a word: only while teEnable is 0, with nothing still to come from before this cycle, and never as a
    /// word's first.
    pub fn fill(&mut self, cycle: &Cycle) -> Result<(), Difference> {
        if !cycle.has(flag::FILL) {
            return Ok(());
        }
        if cycle.has(flag::ENABLE) || !self.in_flight.is_empty() || self.partial == 0 {
            return Err(Difference::Fill { offset: self.count });
        }
        self.store(IDLE);
        Ok(())
    }

    /// These bytes reached the sink in this cycle, if there are any.
    pub fn take(&mut self, cycle: &Cycle, bytes: &[u8]) -> Result<(), Difference> {
        self.may_fill |= !cycle.has(flag::ENABLE);
        if self.build.encoder.packer == Packer::Message {
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
            self.store(IDLE);
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
        if let Some((message, bytes)) = self.in_flight.front() {
            return Err(Difference::Unsent { message: *message, missing: bytes.len() - self.sent });
        }
        match (&self.sram, self.partial) {
            (Some(_), bytes @ 1..) => Err(Difference::Unfilled { bytes }),
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
        self.store(found);
        self.sent += 1;
        if is_last {
            self.in_flight.pop_front();
            self.sent = 0;
        }
        Ok(())
    }

    /// A byte into the memory of the SRAM sink.
    fn store(&mut self, byte: u8) {
        self.partial = (self.partial + 1) % 4;
        if let Some(sram) = &mut self.sram {
            sram.push(&[byte]);
        }
    }
}

fn sram(build: &Build, run: &Run) -> Option<Sram> {
    (build.sink.kind == SinkKind::Sram).then(|| Sram::new(build, run))
}
