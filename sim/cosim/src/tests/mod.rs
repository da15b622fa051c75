// SPDX-License-Identifier: Apache-2.0
//! Runs of the real hardware.

mod faults;
mod random;
mod runs;

use crate::{Design, SourceError};
use rust_hdl_core::prelude::Block;
use tracewright_config::{Build, Loader, Preset};
use tracewright_messages::Block as Retired;
use tracewright_model::stimulus::{Knobs, Stimulus};
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

/// The first `count` steps of a hart that is never halted, with branches, jumps and traps, one block in nearly every cycle.
fn plain_blocks(build: &Build, count: usize) -> impl Iterator<Item = Result<Retired, SourceError>> {
    let knobs = Knobs {
        plain: 1.0,
        branches: 1.0,
        taken: 0.5,
        jumps: 0.3,
        inferable_jumps: 0.2,
        exceptions: 0.02,
        interrupts: 0.02,
        empty_traps: 0.5,
        idle: 0.1,
        starts_halted: 0.0,
        halts: 0.0,
        switches: 0.0,
        ..Knobs::draw(1, build)
    };
    Stimulus::with_knobs(1, build, knobs).take(count).map(|step| Ok(step.block))
}
