// SPDX-License-Identifier: Apache-2.0
//! Runs of the real hardware.

mod random;

use crate::Design;
use rust_hdl_core::prelude::Block;
use tracewright_config::{Build, Loader, Preset};
use tracewright_rtl::{with_top, Visitor};
use verilator_sys::{Settings, Wave};

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

fn preset(name: &str) -> Build {
    let preset = Preset::named(name).expect("a preset");
    Loader::preset(preset).finish().expect("a valid preset").build
}

fn design(build: &Build, wave: Option<Wave>) -> Design {
    let sources = with_top(build, Emit);
    let settings = Settings { wave, ..Settings::default() };
    Design::new(build, sources, &settings).unwrap_or_else(|error| panic!("{error}"))
}
