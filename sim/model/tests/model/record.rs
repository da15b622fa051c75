// SPDX-License-Identifier: Apache-2.0
//! A recorded run of the encoder with random inputs.

use proptest::prelude::*;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use tracewright_config::{
    Build, IcntFull, ImplicitReturn, IngressForm, Mode, Modes, RestartRoom, Run, SyncMode, TimestampSource,
    TriggerAction,
};
use tracewright_messages::{Block, Ingress};
use tracewright_model::stimulus::{Knobs, Pressure, Request, Step, Stimulus};
use tracewright_model::{Cycle, Encoder, Entry, Message, Outcome};

/// Cycles of a run.
const CYCLES: usize = 1500;

/// Cycles after it, with tracing off and a sink that is not busy.
const CYCLES_AFTER: usize = 60;

/// A run: every cycle and what it brought.
pub struct Record {
    pub build: Build,
    pub run: Run,
    pub cycles: Vec<(Cycle, Outcome)>,
}

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

/// Builds of every form without options, with widths that are soon full.
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

/// Builds of every form, each option there or not.
pub fn any_build_with_options() -> impl Strategy<Value = Build> {
    (any_build(), any::<u64>()).prop_map(|(build, seed)| with_options(build, &mut SmallRng::seed_from_u64(seed)))
}

fn with_options(mut build: Build, rng: &mut SmallRng) -> Build {
    build.ingress.blocks = 1 << rng.random_range(0..3);
    build.ingress.triggers = rng.random();
    build.ingress.reset = rng.random();
    build.ingress.low_power = rng.random();
    let encoder = &mut build.encoder;
    // I-CNT holds what the blocks of two cycles retire.
    encoder.icnt_width = encoder.icnt_width.max(11);
    encoder.modes = [Modes::Htm, Modes::Btm, Modes::Both][rng.random_range(0..3)];
    encoder.context = rng.random();
    if encoder.context {
        encoder.scontext_width = rng.random_range(0..=32);
        encoder.hcontext_width = rng.random_range(0..=32);
    }
    encoder.src_bits = rng.random_range(0..=12);
    encoder.src_id = rng.random_range(0..1 << encoder.src_bits);
    encoder.external_triggers = rng.random_range(0..=8);
    let modes = [ImplicitReturn::None, ImplicitReturn::Count, ImplicitReturn::Partial, ImplicitReturn::Full];
    encoder.implicit_return = modes[rng.random_range(0..4)];
    encoder.return_stack_depth = rng.random_range(1..=8);
    encoder.return_address_bits = rng.random_range(4..=20);
    encoder.sequential_jump = rng.random();
    encoder.all_jumps = rng.random();
    encoder.repeated_history = rng.random();
    encoder.repeat_branch = rng.random();
    encoder.extended_address = rng.random();
    encoder.restart_room =
        [RestartRoom::Two, RestartRoom::Quarter, RestartRoom::Half, RestartRoom::All][rng.random_range(0..4)];
    build.timestamp.source = if rng.random() { TimestampSource::External } else { TimestampSource::None };
    build.timestamp.width = rng.random_range(16..=64);
    build
}

/// A run in which nothing is lost.
pub fn lossless(build: impl Strategy<Value = Build>) -> impl Strategy<Value = Record> {
    (build, any::<u64>()).prop_map(|(build, seed)| record(build, seed, usize::MAX, false))
}

/// A run with a small queue and a sink that may be busy.
pub fn lossy(build: impl Strategy<Value = Build>) -> impl Strategy<Value = Record> {
    (build, any::<u64>(), 2..5u32).prop_map(|(mut build, seed, power)| {
        build.encoder.queue_depth = 1 << power;
        record(build, seed, 1 << power, false)
    })
}

/// As [`lossy`], but that the encoder stalls the hart, and that the queue is just deep enough for that.
pub fn stalled(build: impl Strategy<Value = Build>) -> impl Strategy<Value = Record> {
    (build, any::<u64>()).prop_map(|(build, seed)| {
        let depth = room_to_go_on(&build);
        record(build, seed, depth as usize, true)
    })
}

/// Room below which the hart is stalled, in entries.
fn room_to_go_on(build: &Build) -> u32 {
    2 * build.ingress.blocks + 1
}

fn record(build: Build, seed: u64, depth: usize, stall: bool) -> Record {
    let run = Knobs::draw_run(seed, &build);
    let stimulus = Stimulus::new(seed, &build);
    let mut pressure = Pressure::new(seed, stimulus.knobs());
    let mut queue = Queue { depth, held: 0 };
    let mut encoder = Encoder::new(&build, &run);
    let mut control = Request { enable: true, tracing: true, hold: false };
    let mut taken = true;
    let mut time = seed >> 20;
    let stop =
        Step { ingress: Ingress::default(), request: Some(Request { enable: true, tracing: false, hold: false }) };
    let steps = stimulus.take(CYCLES).map(|step| (step, pressure.is_busy()));
    let steps = steps.chain(std::iter::repeat_n((stop, false), CYCLES_AFTER));
    let cycles = steps.map(|(Step { mut ingress, request }, busy)| {
        control = request.unwrap_or(control);
        if !taken {
            let Ingress { halted, reset, low_power, .. } = ingress;
            ingress = Ingress { halted, reset, low_power, ..Ingress::default() };
        }
        time += seed >> (time % 40) & 7;
        let Request { enable, tracing, .. } = control;
        let cycle = Cycle { ingress, active: true, enable, tracing, room: queue.room(), time, ..Cycle::default() };
        let under_way = encoder.under_way();
        let outcome = encoder.cycle(&cycle);
        taken = !stall || cycle.room >= room_to_go_on(&build) + under_way;
        control.tracing = outcome.tracing.unwrap_or(tracing);
        queue.step(busy, &outcome);
        (cycle, outcome)
    });
    Record { cycles: cycles.collect(), build, run }
}

impl Record {
    /// What entered the queue, in order.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.cycles.iter().flat_map(|(_, outcome)| &outcome.sent)
    }

    /// The messages that entered the queue, in order.
    pub fn messages(&self) -> impl Iterator<Item = &Message> {
        self.entries().flat_map(|entry| &entry.messages)
    }

    /// Half-words that `block` retired.
    pub fn half_words(&self, block: &Block) -> u64 {
        match self.build.ingress.form {
            IngressForm::Block => block.iretire.into(),
            IngressForm::Single => u64::from(block.iretire) << block.ilastsize,
        }
    }

    /// The blocks that are traced.
    pub fn traced(&self) -> impl Iterator<Item = &Block> {
        let on = self.cycles.iter().filter(|(cycle, _)| self.is_on(cycle));
        on.flat_map(|(cycle, _)| cycle.ingress.blocks.iter().filter(|block| block.is_valid()))
    }

    /// Whether the cycle's blocks are traced.
    pub fn is_on(&self, cycle: &Cycle) -> bool {
        let port = &cycle.ingress;
        let external = (0..8).any(|input| {
            port.external_triggers >> input & 1 != 0 && self.run.external_triggers.0[input] == TriggerAction::Start
        });
        let on = port.trigger_on && self.run.triggers || external;
        cycle.active && cycle.enable && (cycle.tracing || on) && !port.halted && !port.low_power
    }

    /// Whether `block` ends in what is reported as a branch.
    pub fn is_branch(&self, block: &Block) -> bool {
        matches!(block.itype, 4 | 5) || self.run.all_jumps && matches!(block.itype, 7 | 9 | 11 | 15)
    }

    /// Whether it is branch trace.
    pub fn is_btm(&self) -> bool {
        self.run.mode == Mode::Btm
    }

    /// Half-words after which synchronisation is due, if it is they that count.
    pub fn period_in_half_words(&self) -> Option<u64> {
        (self.run.sync_mode == SyncMode::HalfWords).then(|| 1 << (self.run.sync_max + 4))
    }
}

impl std::fmt::Debug for Record {
    /// What reproduces the run.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} {:?}", self.build, self.run)
    }
}
