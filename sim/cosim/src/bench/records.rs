// SPDX-License-Identifier: Apache-2.0
//! Control Transfer Records beside an encoder: what a hart shows them besides the ingress port, and the comparison.

use crate::ctr::{CtrMismatch, Pins, Traffic, Unit};
use crate::observed::Inside;
use crate::options::RecordSource;
use std::sync::mpsc::Receiver;
use tracewright_config::Build;
use tracewright_messages::{Block, Ingress};
use tracewright_model::ctr::{CtrCycle, DebugAccess};
use verilator_sys::Model;

/// The records of a hart.
pub(super) struct Records {
    unit: Unit,
    source: Source,
    /// Blocks have their privilege mode from the steps.
    has_privilege: bool,
    /// The port has a reset of the hart.
    has_reset: bool,
    /// What the ports show in this cycle.
    cycle: CtrCycle,
    /// The stages of the synchroniser of `debug_locked`, the last one first, where the build has it.
    locked: Option<[bool; 2]>,
}

enum Source {
    /// Nothing but the ingress port changes.
    Quiet,
    /// Everything is drawn.
    Random(Box<Traffic>),
    /// What the hart showed with each step.
    Program(Receiver<CtrCycle>),
}

/// A cycle in which nothing is shown and nothing counts.
fn idle() -> CtrCycle {
    CtrCycle { cycle: false, ..CtrCycle::default() }
}

impl Records {
    /// Those of a hart of `build`, if it has any; `hart` tells what it draws from what others do.
    pub fn new(build: &Build, pins: &Pins, source: RecordSource, hart: u64) -> Option<Records> {
        let unit = Unit::new(build, pins.clone())?;
        let source = match source {
            RecordSource::Quiet | RecordSource::Programs(_) => Source::Quiet,
            RecordSource::Random(seed) => {
                Source::Random(Box::new(Traffic::new(build, unit.model.features(), seed ^ hart << 32)))
            }
            RecordSource::Program(cycles) => Source::Program(cycles),
        };
        let (has_privilege, has_reset) = (build.encoder.context, build.ingress.reset);
        let locked = build.bus.lock.then_some([true; 2]);
        Some(Records { unit, source, has_privilege, has_reset, cycle: idle(), locked })
    }

    /// The next step is at the port.
    pub fn next(&mut self) {
        if let Source::Program(cycles) = &self.source {
            self.cycle = cycles.recv().unwrap_or_else(|_| idle());
        }
    }

    /// Shows a cycle in which the ingress port shows `port`. Where the steps do not flow, there is no access.
    pub fn show(&mut self, model: &mut Model, port: &Ingress, flows: bool) {
        match &mut self.source {
            Source::Random(traffic) => {
                traffic.draw();
                let privilege = if self.has_privilege { port.privilege } else { traffic.cycle.ingress.privilege };
                self.cycle = CtrCycle { ingress: Ingress { privilege, ..*port }, locked: false, ..traffic.cycle };
            }
            Source::Quiet | Source::Program(_) => self.cycle.ingress = *port,
        }
        let shown = if flows { self.cycle } else { CtrCycle { ingress: self.cycle.ingress, ..idle() } };
        self.unit.pins.show(model, &shown, None);
    }

    /// Compares the cycle, in which the hart was stalled or not: then no block is recorded, nor of a hart in reset.
    /// `access` is what their window is shown, `lock` what `debug_locked` is.
    pub fn compare(
        &mut self,
        model: &Model,
        flows: bool,
        stalled: bool,
        access: Option<&Inside>,
        lock: bool,
    ) -> Result<(), CtrMismatch> {
        let mut cycle = if flows { self.cycle } else { CtrCycle { ingress: self.cycle.ingress, ..idle() } };
        if stalled || self.has_reset && cycle.ingress.reset {
            cycle.ingress.blocks = [Block::default(); tracewright_messages::MAX_BLOCKS];
        }
        if let Some(stages) = &mut self.locked {
            cycle.locked = stages[0];
            *stages = [stages[1], lock];
        }
        let access = access.map(|inside| match inside.write {
            true => DebugAccess::Write(inside.offset, inside.data),
            false => DebugAccess::Read(inside.offset),
        });
        self.unit.compare(model, &cycle, access)?;
        if flows {
            (self.cycle.access, self.cycle.cycle) = (None, false);
        }
        Ok(())
    }
}
