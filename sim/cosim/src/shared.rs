// SPDX-License-Identifier: Apache-2.0
//! A program whose hart has an encoder and units with CSRs on one port: steps made of what the units see.

use crate::{pmu, SourceError};
use std::collections::VecDeque;
use std::sync::mpsc::{channel, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use tracewright_config::Build;
use tracewright_hart::{CsrUnit, UnitError};
use tracewright_messages::{privilege::M, Ingress};
use tracewright_model::ctr::{self, Access, Answer, Ctr, CtrCycle, Operation};
use tracewright_model::pmu::{Pmu, PmuCycle};
use tracewright_model::stimulus::Step;
use tracewright_regmap::csr::pmu::MCYCLE;

/// A cycle of what is beside the encoder of a hart that executes a program.
#[derive(Clone, Copy, Debug)]
pub struct UnitCycle {
    /// What the hart shows.
    pub shown: CtrCycle,
    /// Instructions that retired.
    pub retired: u32,
    /// What the program is answered to the access of the cycle, if it is the program's.
    pub answer: Option<Answer>,
}

type Cycles = Arc<Mutex<VecDeque<UnitCycle>>>;

/// Control Transfer Records and performance counters beside the hart of a program: their models answer, and what they
/// were shown becomes steps. The hardware is compared with models of its own, which the same cycles are shown, and with
/// what the program was answered.
pub struct SharedUnits {
    records: Option<Ctr>,
    counters: Option<Pmu>,
    cycles: Cycles,
    /// Whether mcycle counts where there are no counters: where the hart can be stalled, other cycles than these count
    /// too.
    counts: bool,
    /// The answers to the accesses of the last cycles, the oldest first.
    answers: VecDeque<Option<Answer>>,
    /// Overflow interrupts that the counters have asked for in the last cycles, the oldest first.
    asked: VecDeque<bool>,
    /// One is asked for at the port.
    overflowed: bool,
    /// mcycle counted the cycle before.
    counted: bool,
    retired: u32,
}

/// What such units were shown.
pub struct SharedCycles(Cycles);

/// The steps of such a program.
pub struct SharedSteps<F> {
    cycles: Cycles,
    sender: Sender<UnitCycle>,
    advance: F,
    ended: bool,
}

impl SharedUnits {
    /// Those of `build`, if it has any; where the hart can be stalled mcycle does not count for the records.
    ///
    /// Counters count from reset on, and how long ago that was nobody knows: before the program mcycle becomes 0.
    pub fn new(build: &Build, stalls: bool) -> Option<(SharedUnits, SharedCycles)> {
        let (records, counters) = (Ctr::new(build), Pmu::new(build));
        let latency = match (&records, &counters) {
            (None, None) => return None,
            (Some(_), _) => ctr::LATENCY,
            _ => pmu::LATENCY,
        };
        let cycles = Cycles::default();
        let mut units = SharedUnits {
            records,
            counters,
            cycles: Arc::clone(&cycles),
            counts: !stalls,
            answers: vec![None; latency].into(),
            asked: vec![false; pmu::LATENCY].into(),
            overflowed: false,
            counted: false,
            retired: 0,
        };
        if units.counters.is_some() {
            units.clear_cycles();
        }
        Some((units, SharedCycles(cycles)))
    }

    fn clear_cycles(&mut self) {
        let ingress = Ingress { privilege: M, ..Ingress::default() };
        let idle = CtrCycle { ingress, next_privilege: M, ..CtrCycle::default() };
        (0..pmu::QUIET).for_each(|_| _ = self.step(&idle));
        let access = Access { csr: MCYCLE, operation: Operation::Write, data: 0, privilege: M };
        self.step(&CtrCycle { access: Some(access), ..idle });
        // What it was, the program does not learn.
        if let Some(cycle) = self.cycles.lock().unwrap_or_else(PoisonError::into_inner).back_mut() {
            cycle.answer = None;
        }
        (0..=ctr::LATENCY).for_each(|_| _ = self.step(&idle));
    }

    /// A cycle; returns the answer that it shows.
    fn step(&mut self, cycle: &CtrCycle) -> Option<Answer> {
        let retired = std::mem::take(&mut self.retired);
        let counts = if self.counters.is_some() { self.counted } else { cycle.cycle && self.counts };
        let shown = CtrCycle { cycle: counts, ..*cycle };
        let (mut answer, mut access) = (None, cycle.access);
        if let Some(counters) = &mut self.counters {
            let of_counters = PmuCycle { ingress: cycle.ingress, retired, access, ..PmuCycle::default() };
            let outcome = counters.cycle(&of_counters);
            (answer, self.counted) = (outcome.answer, outcome.cycle);
            self.asked.push_back(outcome.lcofi);
            self.overflowed |= self.asked.pop_front().unwrap_or_default();
            access = access.filter(|access| !owns(counters, access));
        }
        if let Some(records) = &mut self.records {
            answer = records.cycle(&CtrCycle { access, ..shown }).answer.or(answer);
        }
        let cycle = UnitCycle { shown, retired, answer };
        self.cycles.lock().unwrap_or_else(PoisonError::into_inner).push_back(cycle);
        self.answers.push_back(answer);
        self.answers.pop_front().flatten()
    }
}

/// Whether an access is to a CSR of the counters.
pub(crate) fn owns(counters: &Pmu, access: &Access) -> bool {
    access.operation != Operation::ClearRecords && counters.features().csr(access.csr).is_some()
}

impl SharedCycles {
    /// The steps of the program, and what [`crate::UnitSource::Program`] has of them. `advance` lets the program go
    /// on by one event. Where it has ended it shows the units all that has happened, and says so with `false`.
    pub fn steps<F, E>(self, advance: F) -> (SharedSteps<F>, Receiver<UnitCycle>)
    where
        F: FnMut() -> Result<bool, E>,
    {
        let (sender, receiver) = channel();
        (SharedSteps { cycles: self.0, sender, advance, ended: false }, receiver)
    }
}

impl CsrUnit for SharedUnits {
    fn cycle(&mut self, cycle: &CtrCycle) -> Result<Option<Answer>, UnitError> {
        Ok(self.step(cycle))
    }

    fn latency(&self) -> usize {
        self.answers.len()
    }

    fn replaces(&self, csr: u16) -> bool {
        self.counters.as_ref().is_some_and(|counters| counters.features().csr(csr).is_some())
    }

    fn is_prompt(&self) -> bool {
        self.counters.is_some()
    }

    fn retires(&mut self, instructions: u32) {
        self.retired = instructions;
    }

    fn overflowed(&mut self) -> bool {
        std::mem::take(&mut self.overflowed)
    }
}

impl<F, E> Iterator for SharedSteps<F>
where
    F: FnMut() -> Result<bool, E>,
    E: Into<SourceError>,
{
    type Item = Result<Step, SourceError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let cycle = self.cycles.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
            if let Some(cycle) = cycle {
                // Who does not take it any more has ended with a difference.
                let _ = self.sender.send(cycle);
                return Some(Ok(Step { ingress: cycle.shown.ingress, request: None }));
            }
            if self.ended {
                return None;
            }
            match (self.advance)() {
                Ok(goes_on) => self.ended = !goes_on,
                Err(error) => {
                    self.ended = true;
                    return Some(Err(error.into()));
                }
            }
        }
    }
}
