// SPDX-License-Identifier: Apache-2.0
//! What is beside an encoder at the CSR port of a hart, Control Transfer Records and performance counters: what the
//! hart shows them besides the ingress port, and the comparison.

use crate::ctr::{Pins, Traffic, Unit};
use crate::error::{CsrMismatch, CsrShown};
use crate::observed::Inside;
use crate::options::UnitSource;
use crate::pmu::{self, PmuTraffic};
use crate::probes::UnitPins;
use crate::shared::{owns, UnitCycle};
use std::collections::VecDeque;
use std::sync::mpsc::Receiver;
use tracewright_config::Build;
use tracewright_messages::{Block, Ingress, MAX_BLOCKS};
use tracewright_model::ctr::{self, Answer, CtrCycle, DebugAccess};
use tracewright_model::pmu::{Pmu, PmuCycle, PmuOutcome};
use verilator_sys::Model;

/// The units of a hart.
pub(super) struct Csrs {
    records: Option<Unit>,
    counters: Option<Counters>,
    source: Source,
    /// Blocks have their privilege mode from the steps.
    has_privilege: bool,
    /// The port has a reset of the hart.
    has_reset: bool,
    /// What the ports show in this cycle.
    cycle: CtrCycle,
    /// What the counters are shown besides.
    counted: PmuCycle,
    /// What the program was answered to the access of this cycle.
    answered: Option<Answer>,
    /// Cycles until there may be an access.
    wait: usize,
    cycles: u64,
    /// The stages of the synchroniser of `debug_locked`, the last one first, where the build has it.
    locked: Option<[bool; 2]>,
}

/// The counters of the hardware, and their model.
struct Counters {
    model: Pmu,
    pins: pmu::Pins,
    /// What the model brought in the last cycles, the oldest first.
    outcomes: VecDeque<PmuOutcome>,
}

enum Source {
    /// Nothing but the ingress port changes.
    Quiet,
    /// Everything is drawn.
    Random { records: Option<Box<Traffic>>, counters: Option<Box<PmuTraffic>> },
    /// What the hart showed with each step.
    Program(Receiver<UnitCycle>),
}

/// A cycle in which nothing is shown and nothing counts.
fn idle() -> CtrCycle {
    CtrCycle { cycle: false, ..CtrCycle::default() }
}

impl Csrs {
    /// Those of a hart of `build`, if it has any; `hart` tells what it draws from what others do.
    pub fn new(build: &Build, pins: &UnitPins, source: UnitSource, hart: u64) -> Option<Csrs> {
        let records = pins.records.as_ref().and_then(|pins| Unit::new(build, Pins::clone(pins)));
        let counters = pins.counters.as_ref().zip(Pmu::new(build)).map(|(pins, model)| Counters {
            model,
            pins: pins.clone(),
            outcomes: VecDeque::from([PmuOutcome::default(); pmu::LATENCY]),
        });
        if records.is_none() && counters.is_none() {
            return None;
        }
        let source = match source {
            UnitSource::Quiet | UnitSource::Programs(_) => Source::Quiet,
            UnitSource::Random(seed) => {
                let seed = seed ^ hart << 32;
                let of_records = |unit: &Unit| Box::new(Traffic::new(build, unit.model.features(), seed));
                Source::Random {
                    records: records.as_ref().map(of_records),
                    counters: counters.is_some().then(|| Box::new(PmuTraffic::new(build, seed))),
                }
            }
            UnitSource::Program(cycles) => Source::Program(cycles),
        };
        Some(Csrs {
            records,
            counters,
            source,
            has_privilege: build.encoder.context,
            has_reset: build.ingress.reset,
            cycle: idle(),
            counted: PmuCycle::default(),
            answered: None,
            wait: pmu::QUIET,
            cycles: 0,
            locked: build.bus.lock.then_some([true; 2]),
        })
    }

    /// The next step is at the port.
    pub fn next(&mut self) {
        if let Source::Program(cycles) = &self.source {
            let next = cycles.recv().ok();
            self.cycle = next.map_or_else(idle, |cycle| cycle.shown);
            self.counted.retired = next.map_or(0, |cycle| cycle.retired);
            self.answered = next.and_then(|cycle| cycle.answer);
        }
    }

    /// Shows a cycle in which the ingress port shows `port`. Where the steps do not flow, there is no access.
    pub fn show(&mut self, model: &mut Model, port: &Ingress, flows: bool) {
        match &self.source {
            Source::Random { .. } => self.draw(port),
            Source::Quiet | Source::Program(_) => self.cycle.ingress = *port,
        }
        let (cycle, counted) = self.shown(flows);
        if let Some(unit) = &self.records {
            unit.pins.show(model, &cycle, None);
        }
        if let Some(counters) = &self.counters {
            counters.pins.show(model, &counted);
        }
    }

    /// What all see of the cycle.
    fn shown(&self, flows: bool) -> (CtrCycle, PmuCycle) {
        let cycle = if flows { self.cycle } else { CtrCycle { ingress: self.cycle.ingress, ..idle() } };
        let counted = if flows { self.counted } else { PmuCycle::default() };
        (cycle, PmuCycle { ingress: cycle.ingress, access: cycle.access, ..counted })
    }

    /// Draws a cycle. An access is that of the records or of the counters, when the one before has been answered.
    fn draw(&mut self, port: &Ingress) {
        let Source::Random { records, counters } = &mut self.source else { return };
        self.cycle = CtrCycle::default();
        if let Some(traffic) = records {
            traffic.draw();
            self.cycle = CtrCycle { locked: false, ..traffic.cycle };
        }
        if let Some(traffic) = counters {
            self.counted = traffic.cycle();
            if records.is_none() {
                self.cycle.ingress.privilege = self.counted.ingress.privilege;
            }
            self.cycle.access = match self.cycles % 2 {
                0 => self.cycle.access.or(self.counted.access),
                _ => self.counted.access.or(self.cycle.access),
            };
        }
        let privilege = if self.has_privilege { port.privilege } else { self.cycle.ingress.privilege };
        self.cycle.ingress = Ingress { privilege, ..*port };
        if self.wait > 0 {
            self.cycle.access = None;
        }
    }

    /// Compares the cycle, in which the hart was stalled or not: then no block is recorded or counted, nor of a hart in
    /// reset. `access` is what the window of the records is shown, `lock` what `debug_locked` is.
    pub fn compare(
        &mut self,
        hardware: &Model,
        flows: bool,
        stalled: bool,
        access: Option<&Inside>,
        lock: bool,
    ) -> Result<(), CsrMismatch> {
        let (mut cycle, mut counted) = self.shown(flows);
        if stalled || self.has_reset && cycle.ingress.reset {
            cycle.ingress.blocks = [Block::default(); MAX_BLOCKS];
            (counted.ingress.blocks, counted.retired) = (cycle.ingress.blocks, 0);
        }
        if let Some(stages) = &mut self.locked {
            cycle.locked = stages[0];
            *stages = [stages[1], lock];
        }
        let debug = access.map(|inside| match inside.write {
            true => DebugAccess::Write(inside.offset, inside.data),
            false => DebugAccess::Read(inside.offset),
        });
        let asked = cycle.access;
        self.wait = self.wait.saturating_sub(1);
        let (mut model, mut met) = (CsrShown::default(), CsrShown::default());
        let mut outcome = None;
        if let Some(Counters { model: counters, pins, outcomes }) = &mut self.counters {
            let before = outcomes.back().copied().unwrap_or_default();
            let due = outcomes.pop_front().unwrap_or_default();
            (model.answer, model.lcofi) = (due.answer, due.lcofi);
            let now = counters.cycle(&counted);
            outcomes.push_back(now);
            outcome = now.answer;
            let shown = pins.shown(hardware);
            (met.answer, met.lcofi) = (shown.answer, shown.lcofi);
            cycle.cycle = before.cycle;
            cycle.access = asked.filter(|access| !owns(counters, access));
        }
        if let Some(unit) = &mut self.records {
            let is_write = matches!(debug, Some(DebugAccess::Write(..)));
            let expected = unit.expect(&cycle, debug);
            // What is none of the counters' is answered by the records alone.
            model.answer = expected.answer.or(model.answer.filter(|answer| *answer != Answer::NotHere));
            model.debug = expected.debug;
            let shown = unit.pins.shown(hardware, is_write);
            met.debug = shown.debug;
            if self.counters.is_none() {
                met.answer = shown.answer;
            }
            outcome = unit.latest().or(outcome);
        }
        if let Some(access) = asked {
            let is_counted = cycle.access.is_none() || self.records.is_none();
            self.wait = if is_counted { pmu::LATENCY } else { ctr::LATENCY };
            if self.answered.is_some() && self.answered != outcome {
                let answered = self.answered;
                return Err(CsrMismatch::Answered { cycle: self.cycles, access, answered, model: outcome });
            }
        }
        self.cycles += 1;
        if model != met {
            return Err(CsrMismatch::Shown { cycle: self.cycles - 1, model, hardware: met });
        }
        if flows {
            (self.cycle.access, self.cycle.cycle, self.answered) = (None, false, None);
            if !stalled {
                self.counted.retired = 0;
            }
        }
        Ok(())
    }
}
