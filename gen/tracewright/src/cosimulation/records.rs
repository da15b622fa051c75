// SPDX-License-Identifier: Apache-2.0
//! Control Transfer Records: the generated Verilog against the golden model, beside a hart whose CSR instructions go to
//! it.

use crate::failure::Failure;
use crate::progress::Progress;
use crate::report::grouped;
use crate::simulation::settings;
use serde::Serialize;
use std::fmt;
use std::path::Path;
use tracewright_config::Build;
use tracewright_cosim::ctr::{random_ctr, CtrDesign, CtrHardware};

/// What the records did in a run without a difference.
#[derive(Clone, Debug, Serialize)]
pub struct Records {
    /// Clock cycles.
    pub cycles: u64,
    /// Accesses of CSR instructions.
    pub accesses: u64,
    /// Those that raised an exception.
    pub exceptions: u64,
    /// Entries that hold a record at the end.
    pub records: u32,
}

/// The hardware of a build that has Control Transfer Records, with a waveform if there is to be one.
pub fn hardware(build: &Build, wave: Option<&Path>) -> Result<CtrHardware, Failure> {
    let hardware = CtrHardware::new(&design(build, wave)?);
    wave.map_or(Ok(()), |wave| hardware.open_wave(wave))?;
    Ok(hardware)
}

/// Random traffic at all ports.
pub fn random(build: &Build, seed: u64, blocks: u64) -> Result<(), Failure> {
    let design = design(build, None)?;
    let _progress = Progress::spinner("simulating");
    random_ctr(&design, seed, blocks).map_err(|difference| Failure::found(difference.to_string()))
}

fn design(build: &Build, wave: Option<&Path>) -> Result<CtrDesign, Failure> {
    let _progress = Progress::spinner("building the Verilog of Control Transfer Records with Verilator");
    Ok(CtrDesign::new(build, &settings(wave)?)?)
}

impl Records {
    /// Ends a run: reads all entries.
    pub fn finish(hardware: &CtrHardware) -> Result<Records, Failure> {
        let summary = hardware.finish().map_err(|difference| Failure::found(difference.to_string()))?;
        let tracewright_cosim::ctr::CtrSummary { cycles, accesses, exceptions, records } = summary;
        Ok(Records { cycles, accesses, exceptions, records })
    }
}

impl fmt::Display for Records {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "CTR cycles        {:>14}", grouped(self.cycles))?;
        writeln!(f, "CSR accesses      {:>14}", grouped(self.accesses))?;
        writeln!(f, "  exceptions      {:>14}", grouped(self.exceptions))?;
        writeln!(f, "records           {:>14}", grouped(self.records.into()))?;
        writeln!(f, "records of hardware and model agree in every answer and entry")
    }
}
