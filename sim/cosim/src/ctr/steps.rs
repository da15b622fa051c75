// SPDX-License-Identifier: Apache-2.0
//! A program whose hart has an encoder and Control Transfer Records on one port: steps made of what the records see.

use crate::SourceError;
use std::collections::VecDeque;
use std::sync::mpsc::{channel, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use tracewright_config::Build;
use tracewright_hart::{CsrUnit, CtrUnit, UnitError};
use tracewright_model::ctr::{Answer, CtrCycle};
use tracewright_model::stimulus::Step;

type Cycles = Arc<Mutex<VecDeque<CtrCycle>>>;

/// Records beside the hart of a program: the model answers, and what it was shown becomes steps. The hardware is
/// compared with a model of its own, which the same cycles are shown.
pub struct SharedRecords {
    unit: CtrUnit,
    cycles: Cycles,
    /// Whether mcycle counts: where the hart can be stalled, other cycles than these count too.
    counts: bool,
}

/// What such records were shown.
pub struct SharedCycles(Cycles);

/// The steps of such a program.
pub struct SharedSteps<F> {
    cycles: Cycles,
    sender: Sender<CtrCycle>,
    advance: F,
    ended: bool,
}

impl SharedRecords {
    /// Those of `build`, if it has any; where the hart can be stalled mcycle does not count.
    pub fn new(build: &Build, stalls: bool) -> Option<(SharedRecords, SharedCycles)> {
        let cycles = Cycles::default();
        let records = SharedRecords { unit: CtrUnit::new(build)?, cycles: Arc::clone(&cycles), counts: !stalls };
        Some((records, SharedCycles(cycles)))
    }
}

impl SharedCycles {
    /// The steps of the program, and what [`crate::RecordSource::Program`] has of them. `advance` lets the program go
    /// on by one event. Where it has ended it shows the unit all that has happened, and says so with `false`.
    pub fn steps<F, E>(self, advance: F) -> (SharedSteps<F>, Receiver<CtrCycle>)
    where
        F: FnMut() -> Result<bool, E>,
    {
        let (sender, receiver) = channel();
        (SharedSteps { cycles: self.0, sender, advance, ended: false }, receiver)
    }
}

impl CsrUnit for SharedRecords {
    fn cycle(&mut self, cycle: &CtrCycle) -> Result<Option<Answer>, UnitError> {
        let cycle = CtrCycle { cycle: cycle.cycle && self.counts, ..*cycle };
        self.cycles.lock().unwrap_or_else(PoisonError::into_inner).push_back(cycle);
        self.unit.cycle(&cycle)
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
                return Some(Ok(Step { ingress: cycle.ingress, request: None }));
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
