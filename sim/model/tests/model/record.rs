// SPDX-License-Identifier: Apache-2.0
//! A recorded run of the encoder with random inputs.

use proptest::prelude::*;
use tracewright_config::{Build, IcntFull, IngressForm, Run, SyncMode};
use tracewright_messages::{Block, Ingress};
use tracewright_model::stimulus::{Knobs, Pressure, Request, Step, Stimulus};
use tracewright_model::{Cycle, Encoder, Outcome};

/// Cycles of a run.
const CYCLES: usize = 1500;

/// A run: every cycle and what it brought.
pub struct Record {
    pub build: Build,
    pub run: Run,
    pub cycles: Vec<(Cycle, Outcome)>,
}

/// Cycles after it, with tracing off and a sink that is not busy.
const CYCLES_AFTER: usize = 40;

/// A queue that gives up an entry in every cycle in which the sink is not busy.
struct Queue {
    depth: usize,
    held: usize,
}

impl Queue {
    fn room(&self) -> u32 {
        (self.depth - self.held).min(u32::MAX as usize) as u32
    }

    fn step(&mut self, busy: bool, outcome: &Outcome) {
        if self.held > 0 && !busy {
            self.held -= 1;
        }
        self.held += outcome.sent.len();
    }
}

/// Builds of every form, with widths that are soon full.
pub fn any_build() -> impl Strategy<Value = Build> {
    (0..2u32, 3..=4u32, 2..=6u32, 0..2u32, 9..=14u32, 8..=32u32, any::<bool>()).prop_map(
        |(form, itype_width, iretire_width, wide, icnt_width, hist_width, resource)| {
            let mut build = Build { xlen: 32 << wide, ..Build::default() };
            build.ingress.form = if form == 0 { IngressForm::Block } else { IngressForm::Single };
            build.ingress.itype_width = itype_width;
            build.ingress.iretire_width = iretire_width;
            build.encoder.icnt_width = icnt_width;
            build.encoder.hist_width = hist_width;
            build.encoder.icnt_full = if resource { IcntFull::Resource } else { IcntFull::Sync };
            build
        },
    )
}

/// A run in which no message is lost.
pub fn lossless() -> impl Strategy<Value = Record> {
    (any_build(), any::<u64>()).prop_map(|(build, seed)| record(build, seed, usize::MAX))
}

/// A run with a small queue and a sink that may be busy.
pub fn lossy() -> impl Strategy<Value = Record> {
    (any_build(), any::<u64>(), 2..8usize).prop_map(|(build, seed, depth)| record(build, seed, depth))
}

fn record(build: Build, seed: u64, depth: usize) -> Record {
    let run = Knobs::draw_run(seed, &build);
    let stimulus = Stimulus::new(seed, &build);
    let mut pressure = Pressure::new(seed, stimulus.knobs());
    let mut queue = Queue { depth, held: 0 };
    let mut encoder = Encoder::new(&build, &run);
    let mut control = Request { enable: true, tracing: true };
    let stop = Step { ingress: Ingress::default(), request: Some(Request { enable: true, tracing: false }) };
    let steps = stimulus.take(CYCLES).map(|step| (step, pressure.is_busy()));
    let cycles = steps.chain(std::iter::repeat_n((stop, false), CYCLES_AFTER));
    let cycles = cycles.map(|(Step { ingress, request }, busy)| {
        control = request.unwrap_or(control);
        let Request { enable, tracing } = control;
        let cycle = Cycle { ingress, active: true, enable, tracing, room: queue.room(), time: 0 };
        let outcome = encoder.cycle(&cycle);
        queue.step(busy, &outcome);
        (cycle, outcome)
    });
    Record { cycles: cycles.collect(), build, run }
}

impl Record {
    /// Half-words that `block` retired.
    pub fn half_words(&self, block: &Block) -> u64 {
        match self.build.ingress.form {
            IngressForm::Block => block.iretire.into(),
            IngressForm::Single => u64::from(block.iretire) << block.ilastsize,
        }
    }

    /// The blocks that are traced.
    pub fn traced(&self) -> impl Iterator<Item = &Block> {
        let on = self.cycles.iter().filter(|(cycle, _)| is_on(cycle));
        on.flat_map(|(cycle, _)| cycle.ingress.blocks.iter().filter(|block| block.is_valid()))
    }

    /// Half-words after which synchronisation is due, if it is they that count.
    pub fn period_in_half_words(&self) -> Option<u64> {
        (self.run.sync_mode == SyncMode::HalfWords).then(|| 1 << (self.run.sync_max + 4))
    }
}

/// Whether the cycle's blocks are traced, where there are no triggers.
pub fn is_on(cycle: &Cycle) -> bool {
    cycle.active && cycle.enable && cycle.tracing && !cycle.ingress.halted && !cycle.ingress.low_power
}

impl std::fmt::Debug for Record {
    /// What reproduces the run.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} {:?}", self.build, self.run)
    }
}
