// SPDX-License-Identifier: Apache-2.0
//! What the hart shows cycle by cycle, and what the golden model answers.

use super::program;
use crate::bench::Error;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use tracewright_config::Build;
use tracewright_hart::{CsrUnit, Stream, UnitError};
use tracewright_messages::itype::BRANCH_TAKEN;
use tracewright_messages::Ingress;
use tracewright_model::ctr::{self, Answer, Ctr, CtrCycle, DebugAccess, DEBUG_ENTRIES, DEBUG_LOW, DEBUG_SELECT};
use tracewright_model::pmu::{Pmu, PmuCycle};
use tracewright_regmap::csr::pmu::MAX_BUS_EVENTS;

/// Cycles from an access to the counters to its answer.
const PMU_LATENCY: usize = 2;
/// Cycles from a count of mcycle to `cycle`.
const COUNT_LATENCY: usize = 1;
/// Cycles from the request of an overflow interrupt to `lcofi`.
const OVERFLOW_LATENCY: usize = 2;
/// Cycles with nothing at the ports, after which a debugger's access is done at once.
const QUIET: usize = 8;

/// A cycle.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    /// The ports, but for those that follow.
    pub shown: CtrCycle,
    /// How many instructions retired.
    pub retired: u32,
    /// How often each event of the bus was.
    pub events: [u8; MAX_BUS_EVENTS],
    /// An access of the debug port, in each cycle from its first to its last.
    pub debug: Option<DebugAccess>,
    /// What the block answers in this cycle.
    pub expected: Expected,
}

/// What the outputs show in a cycle.
#[derive(Clone, Debug, Default)]
pub(super) struct Expected {
    /// The answer of the CSR port.
    pub answer: Option<Answer>,
    /// The access of a debugger ends; what it reads, if it reads.
    pub debug: Option<Option<u32>>,
    /// An overflow interrupt is asked for.
    pub lcofi: bool,
    /// mcycle has counted.
    pub cycle: bool,
}

/// A run of the bench's program.
pub(super) struct Play {
    /// Its cycles.
    pub lines: Vec<Line>,
}

/// The model that answers.
enum Model {
    Ctr(Box<Ctr>),
    Pmu(Box<Pmu>),
}

impl Model {
    fn new(build: &Build) -> Option<Model> {
        let ctr = Ctr::new(build).map(|ctr| Model::Ctr(Box::new(ctr)));
        ctr.or_else(|| Pmu::new(build).map(|pmu| Model::Pmu(Box::new(pmu))))
    }

    fn latency(&self) -> usize {
        match self {
            Model::Ctr(_) => ctr::LATENCY,
            Model::Pmu(_) => PMU_LATENCY,
        }
    }
}

/// The model beside the hart, with all that went by.
struct Recorder {
    model: Model,
    lines: Vec<Line>,
    /// What this cycle and those after it are to answer.
    coming: VecDeque<Expected>,
    retired: u32,
    /// Largest value of each event of the bus.
    most: Vec<u8>,
    /// Accesses to the block so far.
    accesses: usize,
}

impl Recorder {
    fn new(build: &Build) -> Option<Recorder> {
        let most = build.pmu.bus.0.iter().map(|event| ((1_u32 << event.bits) - 1) as u8).collect();
        let model = Model::new(build)?;
        let coming = vec![Expected::default(); model.latency() + 1].into();
        Some(Recorder { model, lines: Vec::new(), coming, retired: 0, most, accesses: 0 })
    }

    /// A cycle; returns the answer that it shows.
    fn cycle(&mut self, cycle: &CtrCycle, request: Option<DebugAccess>) -> Option<Answer> {
        let mut shown = *cycle;
        // The hart predicts that no branch is taken.
        for (mispredict, block) in shown.mispredict.iter_mut().zip(&shown.ingress.blocks) {
            *mispredict = block.itype == BRANCH_TAKEN;
        }
        let mut events = [0; MAX_BUS_EVENTS];
        for (number, (event, most)) in events.iter_mut().zip(&self.most).enumerate() {
            *event = ((self.lines.len() + number) % (usize::from(*most) + 1)) as u8;
        }
        let retired = std::mem::take(&mut self.retired);
        let latency = self.model.latency();
        match &mut self.model {
            Model::Ctr(ctr) => {
                let outcome = ctr.cycle(&shown);
                self.coming[latency].answer = outcome.answer;
                let is_read = matches!(shown.debug, Some(DebugAccess::Read(_)));
                self.coming[latency].debug = outcome.debug.map(|value| is_read.then_some(value));
            }
            Model::Pmu(pmu) => {
                let outcome = pmu.cycle(&PmuCycle { ingress: shown.ingress, retired, events, access: shown.access });
                self.coming[latency].answer = outcome.answer;
                self.coming[OVERFLOW_LATENCY].lcofi = outcome.lcofi;
                self.coming[COUNT_LATENCY].cycle = outcome.cycle;
            }
        }
        self.accesses += usize::from(shown.access.is_some());
        self.coming.push_back(Expected::default());
        let expected = self.coming.pop_front().unwrap_or_default();
        let answer = expected.answer;
        self.lines.push(Line { shown, retired, events, debug: request, expected });
        answer
    }

    /// A debugger reads ctrsource, ctrtarget and ctrdata of the newest entry.
    fn debug(&mut self) {
        let idle = self.lines.last().map_or_else(CtrCycle::default, |line| CtrCycle {
            access: None,
            ingress: Ingress { privilege: line.shown.next_privilege, ..Ingress::default() },
            next_privilege: line.shown.next_privilege,
            ..CtrCycle::default()
        });
        (0..QUIET).for_each(|_| _ = self.cycle(&idle, None));
        for register in 0..3 {
            for access in [DebugAccess::Write(DEBUG_SELECT, DEBUG_ENTRIES + register), DebugAccess::Read(DEBUG_LOW)] {
                self.cycle(&CtrCycle { debug: Some(access), ..idle }, Some(access));
                (0..ctr::LATENCY).for_each(|_| _ = self.cycle(&idle, Some(access)));
                self.cycle(&idle, None);
            }
        }
    }
}

/// The recorder, as the hart has it.
struct Beside(Arc<Mutex<Recorder>>);

impl Beside {
    fn with<T>(&self, what: impl FnOnce(&mut Recorder) -> T) -> T {
        what(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl CsrUnit for Beside {
    fn cycle(&mut self, cycle: &CtrCycle) -> Result<Option<Answer>, UnitError> {
        Ok(self.with(|recorder| recorder.cycle(cycle, None)))
    }

    fn latency(&self) -> usize {
        self.with(|recorder| recorder.model.latency())
    }

    fn replaces(&self, csr: u16) -> bool {
        self.with(|recorder| match &recorder.model {
            Model::Ctr(_) => false,
            Model::Pmu(pmu) => pmu.features().csr(csr).is_some(),
        })
    }

    fn is_prompt(&self) -> bool {
        self.with(|recorder| matches!(recorder.model, Model::Pmu(_)))
    }

    fn retires(&mut self, instructions: u32) {
        self.with(|recorder| recorder.retired = instructions);
    }
}

impl Play {
    /// That of a build; nothing if it is no block at a CSR port.
    pub fn new(build: &Build) -> Result<Option<Play>, Error> {
        let Some(mut recorder) = Recorder::new(build) else { return Ok(None) };
        // A hart that is halted does nothing, however long: the first line is shown from reset on.
        let halted = CtrCycle { ingress: Ingress { halted: true, ..Ingress::default() }, ..CtrCycle::default() };
        recorder.cycle(&halted, None);
        let recorder = Beside(Arc::new(Mutex::new(recorder)));
        let (hart, accesses) = program::hart(build)?;
        let beside = Box::new(Beside(recorder.0.clone()));
        let mut hart = hart.with_unit(beside, &build.ingress);
        while recorder.with(|recorder| recorder.accesses) < accesses {
            hart.next()?;
        }
        Ok(Some(recorder.with(|recorder| {
            if matches!(recorder.model, Model::Ctr(_)) {
                recorder.debug();
            }
            (0..QUIET).for_each(|_| _ = recorder.cycle(&CtrCycle::default(), None));
            Play { lines: std::mem::take(&mut recorder.lines) }
        })))
    }
}
