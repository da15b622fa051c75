// SPDX-License-Identifier: Apache-2.0
//! Runs of random programs under random configurations.

use crate::program::{Hart, Program};
use crate::shared::*;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use tracewright_config::*;
use tracewright_decoder::Settings;
use tracewright_hart::Blocks;
use tracewright_messages::isa::Xlen;
use tracewright_messages::Ingress as Port;

/// A run of a random program under a random configuration.
pub struct Wander {
    pub program: Program,
    pub config: Config,
    /// What the port shows, cycle by cycle.
    pub port: Vec<Port>,
    pub executed: Vec<u64>,
}

impl Wander {
    /// `instructions` instructions, by `seed`.
    pub fn new(seed: u64, instructions: u64) -> Wander {
        let mut rng = SmallRng::seed_from_u64(seed);
        let xlen = if rng.random() { Xlen::Rv32 } else { Xlen::Rv64 };
        let config = configuration(&mut rng, xlen.bits());
        let orderly = config.build.encoder.implicit_return == ImplicitReturn::Count;
        let program = Program::new(xlen, orderly, &mut rng);
        let mut executed = Vec::new();
        let mut port: Vec<Port> = Blocks::new(Hart::new(&program, orderly, &mut rng), &config.build.ingress)
            .max_instructions(rng.random_range(1..9))
            .limit(instructions)
            .observe(|pc| executed.push(pc))
            .map(Result::unwrap)
            .collect();
        disturb(&mut port, &config.build, &mut rng);
        Wander { program, config, port, executed }
    }

    /// The trace from an encoder that never loses anything, message by message.
    pub fn trace(&self) -> Vec<Vec<u8>> {
        let mut trace = Vec::new();
        let port = self.port.iter().copied();
        tracewright_model::encode(&self.config.build, &self.config.run, port, |bytes| trace.push(bytes.to_vec()));
        trace
    }

    pub fn settings(&self) -> Settings {
        Settings::from(&self.config)
    }

    /// What `trace` decodes to.
    pub fn decode(&self, trace: &[u8]) -> Decoded {
        decode_with(trace, &self.program.image, self.settings())
    }
}

/// Adds to the port what is no execution: contexts, events, resets.
fn disturb(port: &mut Vec<Port>, build: &Build, rng: &mut SmallRng) {
    let (often, rarely) = (rng.random_bool(0.3), rng.random_bool(0.3));
    let mut context = 0;
    for cycle in port.iter_mut() {
        if often && rng.random_bool(0.05) {
            context = rng.random_range(0..u64::MAX);
        }
        cycle.context = context & mask(build.encoder.scontext_width + build.encoder.hcontext_width);
        cycle.ctype = rng.random_range(0..4);
        if rarely && rng.random_bool(0.01) {
            cycle.external_triggers = (mask(build.encoder.external_triggers) & rng.random::<u64>()) as u8;
            cycle.blocks.iter_mut().for_each(|block| block.notify = build.ingress.triggers && rng.random());
        }
    }
    if build.ingress.reset && rarely {
        let at = rng.random_range(0..=port.len());
        port.insert(at, Port { reset: true, ..Port::default() });
    }
}

fn mask(bits: u32) -> u64 {
    u64::MAX.checked_shr(64 - bits).unwrap_or(0)
}

fn one_of<T: Copy>(rng: &mut SmallRng, choices: &[T]) -> T {
    choices[rng.random_range(0..choices.len())]
}

fn configuration(rng: &mut SmallRng, xlen: u32) -> Config {
    let mut build = Build { xlen, ..Build::default() };
    let itype_width = rng.random_range(3..=4);
    build.ingress = Ingress {
        form: one_of(rng, &[IngressForm::Block, IngressForm::Single]),
        itype_width,
        iretire_width: rng.random_range(2..=6),
        blocks: one_of(rng, &[1, 1, 2, 4]),
        triggers: rng.random(),
        reset: rng.random(),
        low_power: rng.random(),
        interrupt_address: rng.random(),
        ..Ingress::default()
    };
    let context = rng.random();
    let src_bits = if rng.random() { rng.random_range(0..=12) } else { 0 };
    build.encoder = Encoder {
        icnt_width: rng.random_range(9..=22),
        hist_width: rng.random_range(8..=32),
        trap_btype: one_of(rng, &[TrapBtype::Distinct, TrapBtype::Single]),
        icnt_full: one_of(rng, &[IcntFull::Resource, IcntFull::Sync]),
        modes: one_of(rng, &[Modes::Htm, Modes::Btm, Modes::Both]),
        context,
        scontext_width: if context { rng.random_range(0..=32) } else { 0 },
        hcontext_width: if context { rng.random_range(0..=32) } else { 0 },
        src_bits,
        src_id: rng.random_range(0..1 << src_bits),
        external_triggers: rng.random_range(0..=8),
        implicit_return: match itype_width {
            3 => ImplicitReturn::None,
            _ => one_of(
                rng,
                &[ImplicitReturn::None, ImplicitReturn::Count, ImplicitReturn::Partial, ImplicitReturn::Full],
            ),
        },
        return_calls: one_of(rng, &[ReturnCalls::Reported, ReturnCalls::Any]),
        return_stack_depth: rng.random_range(1..=32),
        // So many that they tell the addresses of a program apart.
        return_address_bits: rng.random_range(9..xlen),
        sequential_jump: rng.random(),
        all_jumps: itype_width == 4 && rng.random(),
        repeated_history: rng.random(),
        repeat_branch: rng.random(),
        extended_address: rng.random(),
        ..Encoder::default()
    };
    build.timestamp = Timestamp {
        source: one_of(rng, &[TimestampSource::None, TimestampSource::Core]),
        width: 40,
        ..Timestamp::default()
    };
    let sync_modes = [SyncMode::Off, SyncMode::Messages, SyncMode::Cycles, SyncMode::HalfWords];
    let run = Run {
        sync_mode: one_of(rng, &sync_modes),
        sync_max: rng.random_range(0..6),
        mode: one_of(rng, &[Mode::Htm, Mode::Btm]),
        external_triggers: TriggerAction::Notify.into(),
        inhibit_src: src_bits > 0 && rng.random(),
        all_jumps: true,
        ..Run::default()
    };
    Config { build, run }
}
