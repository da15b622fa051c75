// SPDX-License-Identifier: Apache-2.0
//! The hardware of a configuration, ready to run.

use tracewright_config::{Build, Config, Loader, Preset};
use tracewright_cosim::Design;
use tracewright_verilog::VerilogFile;

/// What a build needs for every option, in the widths that a small system would have.
pub const EVERY_OPTION: &[&str] = &[
    "modes=both",
    "queue_depth=16",
    "build.ingress.triggers=true",
    "build.ingress.reset=true",
    "build.ingress.low_power=true",
    "build.encoder.context=true",
    "build.encoder.scontext_width=8",
    "build.encoder.hcontext_width=4",
    "build.encoder.src_bits=4",
    "build.encoder.src_id=9",
    "build.encoder.external_triggers=2",
    "build.encoder.implicit_return=full",
    "build.encoder.sequential_jump=true",
    "build.encoder.all_jumps=true",
    "build.encoder.repeated_history=true",
    "build.encoder.repeat_branch=true",
    "build.encoder.extended_address=true",
    "build.timestamp.source=core",
];

/// A preset with changes, each `key=value`.
///
/// # Panics
/// If there is no such preset, or a change is refused.
pub fn config<S: AsRef<str>>(preset: &str, changes: &[S]) -> Config {
    let mut loader = Loader::preset(Preset::named(preset).unwrap());
    for change in changes {
        loader.set(change.as_ref()).unwrap();
    }
    loader.finish().unwrap()
}

/// Neither return stack nor repeated history, whatever the preset has.
pub const PLAIN: &[&str] = &["build.encoder.implicit_return=none", "build.encoder.repeated_history=false"];

/// Name and text of each Verilog file of `build`.
///
/// # Panics
/// If it can't be written as Verilog.
pub fn sources(build: &Build) -> Vec<(String, String)> {
    tracewright_rtl::verilog(build, "").unwrap().files.iter().map(VerilogFile::source).collect()
}

/// These files, which are the Verilog of `build`, in Verilator.
///
/// # Panics
/// If Verilator is missing or refuses them.
pub fn design(build: &Build, sources: Vec<(String, String)>) -> Design {
    Design::new(build, sources, &verilator_sys::Settings::tested()).unwrap()
}

/// As [`design`], built in a fraction of the time, for short runs.
///
/// # Panics
/// If Verilator is missing or refuses them.
pub fn quick_design(build: &Build, sources: Vec<(String, String)>) -> Design {
    Design::new(build, sources, &verilator_sys::Settings::quick()).unwrap()
}

/// How often more than usual random tests are to run: what `TRACEWRIGHT_SOAK` says, else once.
pub fn soak() -> u64 {
    std::env::var("TRACEWRIGHT_SOAK").ok().and_then(|times| times.parse().ok()).unwrap_or(1)
}
