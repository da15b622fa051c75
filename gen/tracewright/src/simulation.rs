// SPDX-License-Identifier: Apache-2.0
//! How Verilog is built for simulation.

use crate::failure::Failure;
use std::ffi::OsString;
use std::path::Path;
use verilator_sys::{Effort, Settings, Wave};

/// Environment variable: if it is 1, simulations are compiled without optimisation, for short runs of many builds.
const QUICK_VARIABLE: &str = "TRACEWRIGHT_QUICK";

/// Settings of a build of which this waveform will be written, if any.
pub fn settings(wave: Option<&Path>) -> Result<Settings, Failure> {
    let wave = wave.map(Wave::of_path).transpose()?;
    let effort = match is_quick(std::env::var_os(QUICK_VARIABLE))? {
        true => Effort::Quick,
        false => Effort::Full,
    };
    Ok(Settings { wave, effort, ..Settings::default() })
}

/// Whether this value of [`QUICK_VARIABLE`] asks for quick builds.
fn is_quick(value: Option<OsString>) -> Result<bool, Failure> {
    let value = value.unwrap_or_default();
    match value.to_str() {
        Some("1") => Ok(true),
        Some("" | "0") => Ok(false),
        _ => Err(Failure::usage(format!("{QUICK_VARIABLE} is {value:?}, which is neither 1 nor 0"))),
    }
}

#[test]
fn quick_builds_are_asked_for_by_1_alone() {
    let asked = |value: &str| is_quick(Some(value.into()));
    assert!(asked("1").unwrap());
    assert!(!asked("0").unwrap() && !asked("").unwrap() && !is_quick(None).unwrap());
    let said = asked("yes").unwrap_err().to_string();
    assert!(said.contains("TRACEWRIGHT_QUICK is \"yes\", which is neither 1 nor 0"), "{said}");
}
