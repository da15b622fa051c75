// SPDX-License-Identifier: Apache-2.0
//! The Verilog of a preset, for tests and measurements.

use tracewright_config::{Build, ImplicitReturn, Loader, Preset};
use tracewright_verilog::VerilogFile;

/// The build of a preset.
pub fn preset(name: &str) -> Build {
    let preset = Preset::named(name).expect("a preset");
    Loader::preset(preset).finish().expect("a valid preset").build
}

/// The same without return stack and repeated history.
pub fn plain(name: &str) -> Build {
    let mut build = preset(name);
    (build.encoder.implicit_return, build.encoder.repeated_history) = (ImplicitReturn::None, false);
    build
}

/// Name and text of each Verilog file of `build`.
pub fn verilog(build: &Build) -> Vec<(String, String)> {
    let files = tracewright_rtl::verilog(build, "").expect("the hardware can be written as Verilog").files;
    files.iter().map(VerilogFile::source).collect()
}
