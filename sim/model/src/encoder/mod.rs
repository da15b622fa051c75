// SPDX-License-Identifier: Apache-2.0
//! The encoder: one block a cycle, history messages (HTM), at most one message a cycle.

mod control;
mod period;
mod track;

use crate::{Cycle, Message, Outcome, Room};
use control::{Control, Edge};
use period::Period;
use tracewright_config::{Build, IcntFull, Run};
use tracewright_messages::{error, sync, Block, Field, Tcode};
use track::Track;

/// The golden model of the encoder.
#[derive(Clone, Debug)]
pub struct Encoder {
    control: Control,
    track: Track,
    period: Period,
    loss: Loss,
    /// SYNC with which the next traced block starts a trace.
    start: Option<u8>,
    due: Due,
    icnt_full: IcntFull,
}

/// Where the encoder is between a loss and the restart after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Loss {
    /// Nothing is lost.
    Normal,
    /// A message was lost, and Error has yet to say so.
    Lost,
    /// Error is sent; the next traced block with an address restarts the trace.
    Restart,
}

/// Which synchronising messages are owed.
#[derive(Clone, Copy, Debug, Default)]
struct Due {
    periodic: bool,
    icnt_full: bool,
}

impl Due {
    /// SYNC of the message that is owed.
    fn sync(self) -> Option<u8> {
        match self {
            Due { periodic: true, .. } => Some(sync::PERIODIC),
            Due { icnt_full: true, .. } => Some(sync::SEQUENTIAL_INSTRUCTION_COUNTER),
            _ => None,
        }
    }
}

impl Encoder {
    /// An encoder after reset, for the hardware `build` programmed as `run` says.
    ///
    /// Of `run`, only teSyncMode and teSyncMax matter here. Widths of I-CNT and HIST need not be within the limits of a
    /// configuration: at least 2 bits, at most 32.
    pub fn new(build: &Build, run: &Run) -> Self {
        Encoder {
            control: Control::default(),
            track: Track::new(build),
            period: Period::new(run.sync_mode, run.sync_max),
            loss: Loss::Normal,
            start: None,
            due: Due::default(),
            icnt_full: build.encoder.icnt_full,
        }
    }

    /// Carries out one clock cycle.
    pub fn cycle(&mut self, cycle: &Cycle) -> Outcome {
        if !cycle.active {
            self.reset();
            return Outcome::Nothing;
        }
        let edge = self.control.step(cycle);
        let message = match self.loss {
            Loss::Normal => self.normal(cycle, edge),
            Loss::Lost => self.report_loss(cycle.room),
            Loss::Restart => self.restart(cycle),
        };
        let outcome = self.enqueue(message, cycle.room);
        let half_words = if cycle.is_on() { self.track.half_words(&cycle.block) } else { 0 };
        self.due.periodic |= self.period.step(cycle.is_on(), half_words, &outcome);
        outcome
    }

    fn reset(&mut self) {
        self.control = Control::default();
        self.track.reset();
        self.period.reset();
        self.loss = Loss::Normal;
        self.forget();
    }

    /// Drops everything accumulated.
    fn forget(&mut self) {
        self.track.restart();
        self.track.pending = None;
        self.start = None;
        self.due = Due::default();
    }

    fn normal(&mut self, cycle: &Cycle, edge: Edge) -> Option<Message> {
        match edge {
            Edge::None => {}
            Edge::Start(sync) => self.start = Some(sync),
            Edge::Stop(evcode) => return Some(self.track.correlation(evcode)),
        }
        if cycle.is_on() && cycle.block.is_valid() {
            self.block(&cycle.block)
        } else {
            None
        }
    }

    /// Error waits for room for the synchronising message that must follow it immediately (N-Trace 7.4).
    fn report_loss(&mut self, room: Room) -> Option<Message> {
        if room != Room::TwoOrMore {
            return None;
        }
        self.loss = Loss::Restart;
        Some(Message::new(Tcode::Error, |field| match field {
            Field::EType => error::QUEUE_OVERRUN.into(),
            _ => error::PROGRAM_TRACE_LOST.into(),
        }))
    }

    fn restart(&mut self, cycle: &Cycle) -> Option<Message> {
        if !(cycle.is_on() && track::has_address(&cycle.block)) {
            return None;
        }
        self.loss = Loss::Normal;
        self.start = Some(sync::RESTART_FROM_OVERRUN);
        self.block(&cycle.block)
    }

    /// A traced block: the message it completes, if any, then what it adds.
    fn block(&mut self, block: &Block) -> Option<Message> {
        let message = if let Some(sync) = self.start.take() {
            self.due = Due::default();
            Some(self.track.start(sync, block.iaddr))
        } else if track::has_address(block) && (self.track.pending.is_some() || self.due.sync().is_some()) {
            let sync = std::mem::take(&mut self.due).sync();
            Some(self.track.target(sync, block.iaddr))
        } else if track::is_branch(block) && self.track.hist_is_full() {
            Some(self.track.hist_resource())
        } else if self.icnt_full == IcntFull::Resource && self.track.icnt_is_full() {
            Some(self.track.icnt_resource())
        } else {
            None
        };
        self.track.add(block);
        self.due.icnt_full = self.icnt_full == IcntFull::Sync && self.track.icnt_is_full();
        message
    }

    /// The queue takes a whole message or none.
    fn enqueue(&mut self, message: Option<Message>, room: Room) -> Outcome {
        match message {
            None => Outcome::Nothing,
            Some(message) if room == Room::None => {
                self.loss = Loss::Lost;
                self.forget();
                Outcome::Lost(message)
            }
            Some(message) => Outcome::Sent(message),
        }
    }
}
