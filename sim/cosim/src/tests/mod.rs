// SPDX-License-Identifier: Apache-2.0
//! Runs of the real hardware.

mod faults;
mod hardware;
mod memories;
mod random;
mod runs;
mod sinks;

use crate::{Design, SourceError};
use hardware::{plain, preset, verilog};
use tracewright_config::Build;
use tracewright_messages::Ingress;
use tracewright_model::stimulus::{Knobs, Stimulus};
use verilator_sys::{Effort, Settings, Wave};

fn design(build: &Build, wave: Option<Wave>) -> Design {
    let settings = Settings { wave, effort: Effort::Quick, ..Settings::default() };
    Design::new(build, verilog(build), &settings).unwrap_or_else(|error| panic!("{error}"))
}

/// The first `count` steps of a hart that is never halted, with branches, jumps and traps, one block in nearly every
/// cycle.
fn plain_blocks(build: &Build, count: usize) -> impl Iterator<Item = Result<Ingress, SourceError>> {
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
        calls: 0.1,
        returns: 0.1,
        loops: 0.0,
        starts_halted: 0.0,
        halts: 0.0,
        resets: 0.0,
        low_powers: 0.0,
        trigger_on: 0.0,
        trigger_off: 0.0,
        notifies: 0.0,
        external_triggers: 0.0,
        switches: 0.0,
        ..Knobs::draw(1, build)
    };
    Stimulus::with_knobs(1, build, knobs).take(count).map(|step| Ok(step.ingress))
}
