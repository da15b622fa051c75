// SPDX-License-Identifier: Apache-2.0
//! Time of a clock cycle of the model: the co-simulation runs it for every cycle of the hardware.

use std::hint::black_box;
use std::time::Instant;
use tracewright_config::{Build, Run};
use tracewright_model::codec::{self, Framing};
use tracewright_model::control::{BusAccess, Control, Inputs};
use tracewright_model::stimulus::{Knobs, Stimulus};
use tracewright_model::{Cycle, Encoder};

const CYCLES: usize = 1 << 16;
const ROUNDS: usize = 64;

fn main() {
    let build = Build::default();
    let cycle = Cycle { active: true, enable: true, tracing: true, ..Cycle::default() };
    let idle = vec![cycle; CYCLES];
    // Three blocks in four cycles, a message in five blocks or so.
    let knobs = Knobs { idle: 0.25, jumps: 0.3, branches: 1.0, plain: 1.0, halts: 0.0, ..Knobs::draw(0, &build) };
    let knobs = Knobs { back_to_back: 0.0, exceptions: 0.01, interrupts: 0.01, starts_halted: 0.0, ..knobs };
    let busy: Vec<_> = Stimulus::with_knobs(0, &build, knobs)
        .take(CYCLES)
        .map(|step| Cycle { ingress: step.ingress, ..cycle })
        .collect();
    time("no block", &build, &idle);
    time("blocks and messages", &build, &busy);
    time_control("the control interface", &build);
}

/// Cycles of the control interface alone, a register written in each 64th.
fn time_control(name: &str, build: &Build) {
    let mut control = Control::new(build);
    let mut active = 0u64;
    let start = Instant::now();
    let count = CYCLES * ROUNDS;
    for cycle in 0..count {
        let access = (cycle % 64 == 0).then_some(BusAccess::Write { offset: 0, data: 7, strobe: 0xF });
        active += u64::from(black_box(control.signals()).active);
        control.cycle(black_box(&Inputs { access, ..Inputs::default() }));
    }
    let nanoseconds = start.elapsed().as_nanos() as f64 / count as f64;
    println!("{name}: {nanoseconds:.1} ns a cycle, {active} of {count} active");
}

fn time(name: &str, build: &Build, cycles: &[Cycle]) {
    let mut encoder = Encoder::new(build, &Run::default());
    let mut messages = 0;
    let mut bytes = 0;
    let start = Instant::now();
    for _ in 0..ROUNDS {
        for cycle in cycles {
            for message in encoder.cycle(black_box(cycle)).messages() {
                messages += 1;
                bytes += codec::encode(message, &Framing::default()).len();
            }
        }
    }
    let count = cycles.len() * ROUNDS;
    let nanoseconds = start.elapsed().as_nanos() as f64 / count as f64;
    println!("{name}: {nanoseconds:.1} ns a cycle, {messages} messages, {bytes} bytes in {count} cycles");
}
