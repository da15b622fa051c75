// SPDX-License-Identifier: Apache-2.0
//! A program on the embedded hart, whose instructions and traps the hardware counts, and whose CSR instructions it
//! answers.

use super::{PmuBench, PmuDesign, PmuMismatch, LATENCY};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tracewright_hart::{CsrUnit, UnitError};
use tracewright_messages::privilege::DEBUG;
use tracewright_messages::Ingress;
use tracewright_model::ctr::CtrCycle;
use tracewright_model::pmu::{Access, Answer, Operation, PmuCycle};
use tracewright_regmap::csr::pmu::PmuFeatures;
use verilator_sys::Error;

/// The hardware of performance counters beside a hart, compared with the model in every cycle.
#[derive(Clone)]
pub struct PmuHardware {
    beside: Arc<Mutex<Beside>>,
    features: PmuFeatures,
}

struct Beside {
    bench: PmuBench,
    retired: u32,
    /// An overflow interrupt was asked for.
    overflowed: bool,
    /// The hart is not told: a profiler takes what is asked for.
    is_sampled: bool,
    summary: PmuSummary,
}

/// What a run without a difference was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct PmuSummary {
    /// Clock cycles.
    pub cycles: u64,
    /// Accesses of CSR instructions, and of what answers SBI calls.
    pub accesses: u64,
    /// Those that raised an exception.
    pub exceptions: u64,
    /// Overflow interrupts that were asked for.
    pub overflows: u64,
}

impl PmuHardware {
    /// After reset.
    ///
    /// # Errors
    /// If the hardware is not as the model.
    ///
    /// # Panics
    /// If the build has no performance counters.
    pub fn new(design: &PmuDesign) -> Result<PmuHardware, PmuMismatch> {
        let features = design.config().pmu_features().expect("a build with performance counters");
        let bench = PmuBench::ready(design)?;
        let summary = PmuSummary::default();
        let beside = Beside { bench, retired: 0, overflowed: false, is_sampled: false, summary };
        Ok(PmuHardware { beside: Arc::new(Mutex::new(beside)), features })
    }

    fn beside(&self) -> MutexGuard<'_, Beside> {
        self.beside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps overflow interrupts from the hart: [`PmuHardware::take_overflow`] has them.
    pub fn sample(&self) {
        self.beside().is_sampled = true;
    }

    /// Whether an overflow interrupt was asked for since this was last called.
    pub fn take_overflow(&self) -> bool {
        std::mem::take(&mut self.beside().overflowed)
    }

    /// Writes a CSR from debug mode, in which nothing is counted.
    ///
    /// # Errors
    /// If the hardware is not as the model.
    pub fn write(&self, csr: u16, data: u64) -> Result<(), PmuMismatch> {
        self.access(csr, Operation::Write, data).map(|_| ())
    }

    /// Reads a CSR from debug mode; nothing if it is not there.
    ///
    /// # Errors
    /// If the hardware is not as the model.
    pub fn read(&self, csr: u16) -> Result<Option<u64>, PmuMismatch> {
        Ok(match self.access(csr, Operation::Read, 0)? {
            Answer::Value(value) => Some(value),
            _ => None,
        })
    }

    fn access(&self, csr: u16, operation: Operation, data: u64) -> Result<Answer, PmuMismatch> {
        let beside = &mut *self.beside();
        let ingress = Ingress { privilege: DEBUG, halted: true, ..Ingress::default() };
        let idle = PmuCycle { ingress, ..PmuCycle::default() };
        let (answer, overflowed) = beside.bench.access(Access { csr, operation, data, privilege: DEBUG }, &idle)?;
        beside.overflowed |= overflowed;
        Ok(answer)
    }

    /// Starts a waveform file.
    ///
    /// # Errors
    /// The file can't be written, or the design was built without.
    pub fn open_wave(&self, path: &Path) -> Result<(), Error> {
        self.beside().bench.hardware.open_wave(path)
    }

    /// Ends the waveform file, if one was started.
    ///
    /// # Errors
    /// The file could not be written.
    pub fn close_wave(&self) -> Result<(), Error> {
        self.beside().bench.hardware.close_wave()
    }

    /// Reads all counters, where the hart has ended, and says what the run was.
    ///
    /// # Errors
    /// If the hardware is not as the model.
    pub fn finish(&self) -> Result<PmuSummary, PmuMismatch> {
        let features = self.features;
        for (csr, _) in (0..0x1000).filter_map(|number| Some((number, features.csr(number)?))) {
            self.read(csr)?;
        }
        let beside = self.beside();
        Ok(PmuSummary { cycles: beside.bench.cycles(), ..beside.summary })
    }
}

impl CsrUnit for PmuHardware {
    fn cycle(&mut self, cycle: &CtrCycle) -> Result<Option<Answer>, UnitError> {
        let beside = &mut *self.beside();
        let retired = std::mem::take(&mut beside.retired);
        let cycle = PmuCycle { ingress: cycle.ingress, retired, access: cycle.access, ..PmuCycle::default() };
        let (shown, _) = beside.bench.step(&cycle)?;
        let summary = &mut beside.summary;
        summary.accesses += u64::from(shown.answer.is_some());
        summary.exceptions += u64::from(matches!(shown.answer, Some(Answer::Illegal | Answer::Virtual)));
        summary.overflows += u64::from(shown.lcofi);
        beside.overflowed |= shown.lcofi;
        Ok(shown.answer)
    }

    fn latency(&self) -> usize {
        LATENCY
    }

    fn replaces(&self, csr: u16) -> bool {
        self.features.csr(csr).is_some()
    }

    fn is_prompt(&self) -> bool {
        true
    }

    fn retires(&mut self, instructions: u32) {
        self.beside().retired = instructions;
    }

    fn overflowed(&mut self) -> bool {
        let beside = &mut *self.beside();
        !beside.is_sampled && std::mem::take(&mut beside.overflowed)
    }
}
