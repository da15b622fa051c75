// SPDX-License-Identifier: Apache-2.0
//! The Verilog of a preset, for tests and measurements.

use rust_hdl_core::prelude::Block;
use tracewright_config::{Build, Loader, Preset};
use tracewright_rtl::{with_top, Visitor};

struct Emit;

impl Visitor for Emit {
    type Output = Vec<(String, String)>;

    fn visit<B: Block>(self, top: &mut B) -> Self::Output {
        top.connect_all();
        let constants = tracewright_rtl::codes::all();
        let options = tracewright_verilog::Options { prefix: "tw_", banner: "", constants: &constants };
        let output =
            tracewright_verilog::emit(top, "tw_top", &options).expect("the hardware can be written as Verilog");
        output.files.into_iter().map(|file| (format!("{}.v", file.name), file.text)).collect()
    }
}

/// The build of a preset.
pub fn preset(name: &str) -> Build {
    let preset = Preset::named(name).expect("a preset");
    Loader::preset(preset).finish().expect("a valid preset").build
}

/// Name and text of each Verilog file of `build`.
pub fn verilog(build: &Build) -> Vec<(String, String)> {
    with_top(build, Emit)
}
