// SPDX-License-Identifier: Apache-2.0
//! A program on the embedded hart, whose CSR instructions go to the hardware and are answered by it.

use super::{CtrBench, CtrDesign, CtrMismatch};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tracewright_hart::{CsrUnit, UnitError};
use tracewright_messages::privilege::DEBUG;
use tracewright_messages::Ingress;
use tracewright_model::ctr::{Answer, CtrCycle, DebugAccess, DEBUG_ENTRIES, DEBUG_HIGH, DEBUG_LOW, DEBUG_SELECT};
use verilator_sys::Error;

/// The hardware of Control Transfer Records beside a hart, compared with the model in every cycle.
#[derive(Clone)]
pub struct CtrHardware(Arc<Mutex<Beside>>);

struct Beside {
    bench: CtrBench,
    accesses: u64,
    exceptions: u64,
}

/// What a run without a difference was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct CtrSummary {
    /// Clock cycles.
    pub cycles: u64,
    /// Accesses of CSR instructions.
    pub accesses: u64,
    /// Those that raised an exception.
    pub exceptions: u64,
    /// Entries that hold a record at the end.
    pub records: u32,
}

impl CtrHardware {
    /// After reset.
    pub fn new(design: &CtrDesign) -> CtrHardware {
        let bench = CtrBench::new(design);
        CtrHardware(Arc::new(Mutex::new(Beside { bench, accesses: 0, exceptions: 0 })))
    }

    fn beside(&self) -> MutexGuard<'_, Beside> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
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

    /// Reads all entries through the debug port, where the hart has ended, and says what the run was.
    ///
    /// # Errors
    /// If the hardware is not as the model.
    pub fn finish(&self) -> Result<CtrSummary, CtrMismatch> {
        let beside = &mut *self.beside();
        let ingress = Ingress { privilege: DEBUG, ..Ingress::default() };
        let idle = CtrCycle { ingress, next_privilege: DEBUG, ..CtrCycle::default() };
        let mut records = 0;
        for entry in 0..beside.bench.model().depth() {
            for register in 0..3 {
                let select = DEBUG_ENTRIES + 4 * entry + register;
                beside.bench.debug(DebugAccess::Write(DEBUG_SELECT, select), &idle)?;
                let low = beside.bench.debug(DebugAccess::Read(DEBUG_LOW), &idle)?;
                beside.bench.debug(DebugAccess::Read(DEBUG_HIGH), &idle)?;
                records += u32::from(register == 0 && low & 1 != 0);
            }
        }
        let Beside { accesses, exceptions, .. } = *beside;
        Ok(CtrSummary { cycles: beside.bench.unit.cycles, accesses, exceptions, records })
    }
}

impl CsrUnit for CtrHardware {
    fn cycle(&mut self, cycle: &CtrCycle) -> Result<Option<Answer>, UnitError> {
        let beside = &mut *self.beside();
        let answer = beside.bench.step(cycle, None)?.answer;
        beside.accesses += u64::from(answer.is_some());
        beside.exceptions += u64::from(matches!(answer, Some(Answer::Illegal | Answer::Virtual)));
        Ok(answer)
    }
}
