// SPDX-License-Identifier: Apache-2.0
//! The records of the hardware and those of the model, side by side, whatever is around them.

use super::pins::Pins;
use super::{CtrMismatch, Shown};
use std::collections::VecDeque;
use tracewright_config::Build;
use tracewright_model::ctr::{Answer, Ctr, CtrCycle, CtrOutcome, DebugAccess, LATENCY};
use verilator_sys::Model;

/// The model, and the ports at which the hardware is compared with it.
pub(crate) struct Unit {
    pub model: Ctr,
    pub pins: Pins,
    pub cycles: u64,
    /// What the model answered in the last cycles, the oldest first.
    outcomes: VecDeque<CtrOutcome>,
    /// Cycles since the last access of the CSR port, and since the last of the debug port was taken.
    since_access: usize,
    since_debug: usize,
}

impl Unit {
    /// After reset. Nothing if the build has no Control Transfer Records.
    pub fn new(build: &Build, pins: Pins) -> Option<Unit> {
        let outcomes = VecDeque::from([CtrOutcome::default(); LATENCY]);
        let model = Ctr::new(build)?;
        Some(Unit { model, pins, cycles: 0, outcomes, since_access: LATENCY, since_debug: LATENCY })
    }

    /// What the model says of a cycle, in which an access waits at the debug port or does not.
    pub fn expect(&mut self, cycle: &CtrCycle, request: Option<DebugAccess>) -> Shown {
        let is_free = cycle.access.is_none() && self.since_access >= LATENCY && self.since_debug >= LATENCY;
        let debug = request.filter(|_| is_free);
        let after = |since: usize, now: bool| if now { 0 } else { (since + 1).min(LATENCY) };
        self.since_access = after(self.since_access, cycle.access.is_some());
        self.since_debug = after(self.since_debug, debug.is_some());
        self.outcomes.push_back(self.model.cycle(&CtrCycle { debug, ..*cycle }));
        let due = self.outcomes.pop_front().unwrap_or_default();
        let is_write = matches!(request, Some(DebugAccess::Write(..)));
        self.cycles += 1;
        Shown { answer: due.answer, debug: due.debug.map(|read| if is_write { 0 } else { read }) }
    }

    /// What the model answers to the access of the last cycle.
    pub fn latest(&self) -> Option<Answer> {
        self.outcomes.back().and_then(|outcome| outcome.answer)
    }

    /// What the hardware showed in the cycle that is over, if that is as the model says. `is_write`: the access that
    /// waits at the debug port is a write.
    ///
    /// # Errors
    /// If the hardware is not as the model.
    pub fn compare(
        &mut self,
        hardware: &Model,
        cycle: &CtrCycle,
        request: Option<DebugAccess>,
    ) -> Result<Shown, CtrMismatch> {
        let model = self.expect(cycle, request);
        let shown = self.pins.shown(hardware, matches!(request, Some(DebugAccess::Write(..))));
        match model == shown {
            true => Ok(shown),
            false => Err(CtrMismatch { cycle: self.cycles - 1, model, hardware: shown }),
        }
    }
}
