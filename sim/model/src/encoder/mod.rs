// SPDX-License-Identifier: Apache-2.0
//! The encoder: cycle by cycle, from the port to entries of the queue.

mod control;
mod due;
mod end;
mod history;
mod ownership;
mod period;
mod repeat;
mod returns;
mod settings;
mod stamps;
mod step;
mod track;
mod triggers;

use crate::{Cycle, Entry, Message, Outcome};
use control::{Control, Edge, Inputs};
use period::Period;
use settings::Settings;
use stamps::Stamps;
use std::collections::VecDeque;
use step::State;
use tracewright_config::{Build, Run};
use tracewright_messages::{error, sync, Block, Field, Ingress, Tcode};
use triggers::Triggers;

/// Rows that can come before `stall` holds the hart: of the blocks in the ingress register, of those at the port, and a
/// correlation.
pub const ENOUGH_ROWS: u32 = 3;

/// The golden model of the encoder.
#[derive(Clone, Debug)]
pub struct Encoder {
    control: Control,
    state: State,
    period: Period,
    stamps: Stamps,
    loss: Loss,
    /// A block was traced since tracing went on.
    traced: bool,
    /// The rows that cycles have completed and the queue has not decided on, the oldest cycle first.
    under_way: VecDeque<Vec<Entry>>,
}

/// Where the encoder is between a loss and the restart after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Loss {
    /// Nothing is lost.
    Normal,
    /// A row was lost, and Error has yet to say so.
    Lost {
        ecode: u8,
        /// When it was lost.
        time: u64,
    },
    /// Error is sent; the next traced block with an address restarts the trace.
    Restart,
}

impl Encoder {
    /// An encoder after reset, for the hardware `build` programmed as `run` says, as far as `build` has it.
    ///
    /// Widths of I-CNT and HIST need not be within the limits of a configuration: at least 2 bits, at most 32.
    pub fn new(build: &Build, run: &Run) -> Self {
        let settings = Settings::new(build, run);
        Encoder {
            control: Control::default(),
            period: Period::new(&settings.run, build.cycles_late() > 0),
            stamps: Stamps::new(&settings),
            loss: Loss::Normal,
            traced: false,
            under_way: vec![Vec::new(); build.cycles_late() as usize].into(),
            state: State::new(settings),
        }
    }

    /// Takes over other settings.
    ///
    /// Those of triggers act at once. The others are changed while teEnable is 0 and nothing is on its way, as the
    /// specification has it; what hardware makes of a change in between is not defined. A new teSyncMax counts from the
    /// next synchronising message on.
    pub fn program(&mut self, run: &Run) {
        let settings = Settings::new(&self.state.settings.build, run);
        self.period.program(&settings.run);
        self.stamps.program(&settings);
        self.state.program(settings);
    }

    /// Carries out one clock cycle.
    pub fn cycle(&mut self, cycle: &Cycle) -> Outcome {
        let mut outcome = Outcome::default();
        let masked;
        let port = match self.state.settings.is_seen(&cycle.ingress) {
            true => &cycle.ingress,
            false => {
                masked = self.state.settings.seen(&cycle.ingress);
                &masked
            }
        };
        if !cycle.active {
            self.reset();
            self.pass(port);
            return outcome;
        }
        let triggers = if cycle.enable { Triggers::of(port, &self.state.settings) } else { Triggers::default() };
        outcome.tracing = triggers.tracing();
        let inputs = Inputs {
            enable: cycle.enable,
            tracing: cycle.tracing || triggers.on,
            halted: port.halted,
            low_power: port.low_power,
            reset: port.reset,
        };
        let runs = self.traced && self.loss == Loss::Normal;
        let edge = self.control.step(inputs, runs);
        let mut completed = Vec::new();
        if let Loss::Lost { ecode, time } = self.loss {
            self.report_loss(cycle, ecode, time, &mut outcome);
            self.pass(port);
        } else {
            if let Some(entry) = self.edge(edge, cycle) {
                completed.push(entry);
            }
            if inputs.is_on() {
                self.blocks(port, cycle, &mut completed);
            } else {
                self.pass(port);
            }
        }
        if !self.under_way.is_empty() {
            self.under_way.push_back(completed);
            completed = self.under_way.pop_front().unwrap_or_default();
        }
        if !completed.is_empty() {
            self.enqueue(completed, cycle, &mut outcome);
        }
        let due = &mut self.state.due;
        // While no trace runs this has no effect: the next start clears all that is due.
        due.external |= triggers.marker;
        due.reset |= inputs.reset;
        due.periodic |= self.period.end_of_cycle(inputs.is_on(), cycle.sync_request);
        outcome
    }

    /// Everything but the `Runs` of history.rs as after reset, as long as teActive is 0 (Trace Control ch. 14).
    fn reset(&mut self) {
        self.control = Control::default();
        self.state.reset();
        self.period.reset();
        self.stamps.reset();
        self.loss = Loss::Normal;
        self.traced = false;
        self.under_way.iter_mut().for_each(Vec::clear);
    }

    /// Rows that have been completed, and that the queue is still to decide on, where the hart can be stalled.
    #[inline]
    pub fn under_way(&self) -> u32 {
        if self.under_way.is_empty() || !self.state.settings.build.encoder.stall {
            return 0;
        }
        self.under_way.iter().filter(|row| !row.is_empty()).count() as u32
    }

    /// The blocks of a cycle that is not traced.
    fn pass(&mut self, port: &Ingress) {
        let blocks = self.state.settings.blocks(port).iter();
        blocks.filter(|block| block.is_valid()).for_each(|block| _ = self.state.pass(block));
    }

    /// Error says what was lost (N-Trace 7.4), with the `time` of the loss, whether tracing is on or off, as soon as
    /// there is room for `restart_rows()` rows: two at least, for Error and the ProgTraceSync (SYNC 7) right after it.
    fn report_loss(&mut self, cycle: &Cycle, ecode: u8, time: u64, outcome: &mut Outcome) {
        if cycle.room < self.state.settings.build.encoder.restart_rows() {
            return;
        }
        self.loss = Loss::Restart;
        let message = Message::new(Tcode::Error, |field| match field {
            Field::EType => error::QUEUE_OVERRUN.into(),
            _ => ecode.into(),
        });
        self.enqueue(vec![Entry { messages: vec![message], time }], cycle, outcome);
    }

    /// A trace that starts, or stops by ProgTraceCorrelation (Trace Control ch. 15). From a loss to its restart: none.
    fn edge(&mut self, edge: Edge, cycle: &Cycle) -> Option<Entry> {
        match edge {
            _ if self.loss != Loss::Normal => {}
            Edge::None if self.state.start.is_none() => {}
            // The reason may change until the first traced block.
            Edge::None | Edge::Start => self.state.start = Some(self.control.start()),
            Edge::Stop(evcode) => {
                let entry = self.state.stop(evcode, cycle.time);
                // If no block was traced, the correlation reports nothing. It is then made only with the room at which
                // `stall` is low, so that the hart does not wait for it.
                let enough = ENOUGH_ROWS + cycle.waiting + self.under_way();
                return (std::mem::take(&mut self.traced) || cycle.room >= enough).then_some(entry);
            }
        }
        None
    }

    /// The blocks of a cycle that is traced.
    fn blocks(&mut self, port: &Ingress, cycle: &Cycle, completed: &mut Vec<Entry>) {
        let blocks = self.state.settings.blocks(port).iter();
        for block in blocks.filter(|block| block.is_valid()) {
            let branch = self.state.pass(block);
            self.block(block, branch, port, cycle, completed);
        }
    }

    fn block(
        &mut self,
        block: &Block,
        branch: Option<bool>,
        port: &Ingress,
        cycle: &Cycle,
        completed: &mut Vec<Entry>,
    ) {
        match self.loss {
            // Not reached: while an Error is owed, `cycle` traces no block.
            Loss::Lost { .. } => return,
            Loss::Restart if !self.state.settings.has_address(block) => return,
            Loss::Restart => {
                self.loss = Loss::Normal;
                self.state.start = Some(sync::RESTART_FROM_OVERRUN);
            }
            Loss::Normal => {}
        }
        self.traced = true;
        if let Some(entry) = self.state.block(block, branch, port, cycle.time) {
            self.period.sent(&entry);
            completed.push(entry);
        }
        self.period.retired(self.state.settings.half_words(block));
    }

    /// The queue takes a whole row or none. With a row that it refuses all later ones are lost; ECODE is of that row.
    fn enqueue(&mut self, mut row: Vec<Entry>, cycle: &Cycle, outcome: &mut Outcome) {
        if cycle.room > 0 {
            row.iter_mut().for_each(|entry| self.stamps.stamp(entry));
            outcome.sent = row;
            return;
        }
        let program = if row.iter().any(Entry::has_program_trace) { error::PROGRAM_TRACE_LOST } else { 0 };
        let ownership = if row.iter().any(Entry::has_ownership) { error::OWNERSHIP_LOST } else { 0 };
        self.loss = Loss::Lost { ecode: program | ownership, time: cycle.time };
        self.state.forget();
        self.under_way.iter_mut().for_each(Vec::clear);
        outcome.lost = row;
    }
}
