// SPDX-License-Identifier: Apache-2.0
//! The hardware of a configuration, ready to run.

use tracewright_config::{Build, Config, Loader, Preset};
use tracewright_cosim::Design;
use tracewright_verilog::VerilogFile;

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
    Design::new(build, sources, &verilator_sys::Settings::default()).unwrap()
}
