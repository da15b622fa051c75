// SPDX-License-Identifier: Apache-2.0
//! The Verilog of a preset, for tests and measurements.

use tracewright_config::{Build, Loader, Preset};
use tracewright_verilog::VerilogFile;

/// The build of a preset.
pub fn preset(name: &str) -> Build {
    let preset = Preset::named(name).expect("a preset");
    Loader::preset(preset).finish().expect("a valid preset").build
}

/// Name and text of each Verilog file of `build`.
pub fn verilog(build: &Build) -> Vec<(String, String)> {
    let files = tracewright_rtl::verilog(build, "").expect("the hardware can be written as Verilog").files;
    files.iter().map(VerilogFile::source).collect()
}
