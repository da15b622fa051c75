// SPDX-License-Identifier: Apache-2.0
//! How Verilog is built for simulation.

use crate::failure::Failure;
use std::path::Path;
use verilator_sys::{Settings, Wave};

/// Environment variable: if it is 1, simulations are compiled without optimisation, for short runs of many builds.
const QUICK_VARIABLE: &str = "TRACEWRIGHT_QUICK";

/// Settings of a build of which this waveform will be written, if any.
pub fn settings(wave: Option<&Path>) -> Result<Settings, Failure> {
    let wave = wave.map(Wave::of_path).transpose()?;
    let quick = std::env::var_os(QUICK_VARIABLE).is_some_and(|value| value == "1");
    Ok(Settings { wave, quick, ..Settings::default() })
}
