// SPDX-License-Identifier: Apache-2.0
//! What kind of ingress a seed stands for.

use super::pick;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use std::fmt;
use tracewright_config::{Build, Each, Mode, Run, SinkKind, SyncMode, TriggerAction, TriggerEvent};

/// Probability that a trace memory that is the only sink stops where it is full.
const STOPS: f64 = 0.2;

/// How often each thing happens. Weights compare with `plain`; probabilities are 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Knobs {
    /// Weight of blocks that nothing special ends.
    pub plain: f64,
    /// Weight of blocks that end in a branch.
    pub branches: f64,
    /// Probability that a branch is taken.
    pub taken: f64,
    /// Weight of blocks that end in an uninferable jump or a trap return.
    pub jumps: f64,
    /// Probability that such a jump, or a call or return, is sequentially inferable.
    pub sijumps: f64,
    /// Weight of blocks that end in a call.
    pub calls: f64,
    /// Probability that a call is inferable, so that no message tells of it.
    pub direct_calls: f64,
    /// Weight of blocks that end in a return.
    pub returns: f64,
    /// Weight of blocks that end in a co-routine swap.
    pub swaps: f64,
    /// Probability that a return leads after its call; else it leads near it, or anywhere.
    pub right_returns: f64,
    /// Weight of blocks that end in an inferable jump.
    pub inferable_jumps: f64,
    /// Probability that the target of an uninferable jump is another one.
    pub back_to_back: f64,
    /// Weight of exceptions.
    pub exceptions: f64,
    /// Weight of interrupts.
    pub interrupts: f64,
    /// Probability that nothing retires with a trap.
    pub empty_traps: f64,
    /// Weight of reserved codes of `itype`.
    pub reserved: f64,
    /// Probability that an instruction is compressed.
    pub compressed: f64,
    /// Most instructions in a block.
    pub instructions: u32,
    /// Address around which code lies.
    pub base: u64,
    /// Low bits of an address in which targets differ.
    pub address_bits: u32,
    /// Probability that a target is anywhere in the address space.
    pub far: f64,
    /// Bits of such an address; those above are copies of the last one. 39, 48 and 57 make canonical addresses.
    pub canonical_bits: u32,
    /// Probability of a cycle without a block.
    pub idle: f64,
    /// Probability that a cycle that is not full has another block.
    pub fill: f64,
    /// Probability that a place for a block is left empty.
    pub holes: f64,
    /// Probability that the hart is halted at first.
    pub starts_halted: f64,
    /// Probability, in a cycle, that the hart halts.
    pub halts: f64,
    /// Probability, in a cycle, that the hart is reset.
    pub resets: f64,
    /// Probability, in a cycle, that the hart enters a low-power mode.
    pub low_powers: f64,
    /// Probability that a trap or trap return leads into a privilege mode drawn anew.
    pub privilege_changes: f64,
    /// Probability, in a cycle, that a context is drawn anew.
    pub context_changes: f64,
    /// `ctype` is one of these.
    pub ctypes: [u8; 4],
    /// Probability, in a cycle, of a trace-on trigger.
    pub trigger_on: f64,
    /// Probability, in a cycle, of a trace-off trigger.
    pub trigger_off: f64,
    /// Probability of a trace-notify trigger, at a block.
    pub notifies: f64,
    /// Probability, in a cycle, that an external trigger input fires.
    pub external_triggers: f64,
    /// Probability, in a cycle, that tracing is switched.
    pub switches: f64,
    /// Probability, at a block, that a run without branches and uninferable jumps begins, long enough to fill I-CNT
    /// where its width is in reach.
    pub straight_runs: f64,
    /// Probability, at a block, that a run of branches begins, long enough to fill HIST.
    pub branch_runs: f64,
    /// Probability, at a block, that a loop begins, whose branches then repeat.
    pub loops: f64,
    /// Most blocks for which a loop repeats.
    pub loop_blocks: u32,
    /// Probability that a block of a loop ends in an uninferable jump.
    pub loop_jumps: f64,
    /// Probability that a block of the body of a loop ends in an inferable call, which returns in the body.
    pub loop_calls: f64,
    /// Probability, in a cycle, that the sink gets busy.
    pub busy: f64,
    /// Most cycles for which the sink is then busy.
    pub busy_cycles: u32,
}

impl Knobs {
    /// The knobs of `seed`. Each is drawn on its own, none at all and very often included.
    pub fn draw(seed: u64, build: &Build) -> Self {
        let rng = &mut SmallRng::seed_from_u64(seed);
        let anywhere = rng.random();
        let (trigger_on, trigger_off) = pick(rng, &[(0.0, 0.0), (0.01, 0.0), (0.01, 0.001), (0.1, 0.02), (0.3, 0.3)]);
        Knobs {
            plain: pick(rng, &[0.1, 1.0, 1.0, 4.0]),
            branches: pick(rng, &[0.0, 0.3, 1.0, 1.0, 8.0]),
            taken: pick(rng, &[0.0, 0.1, 0.5, 0.5, 0.9, 1.0]),
            jumps: pick(rng, &[0.0, 0.05, 0.3, 1.0, 4.0]),
            sijumps: pick(rng, &[0.0, 0.2, 0.8]),
            calls: pick(rng, &[0.0, 0.1, 0.5, 2.0]),
            returns: pick(rng, &[0.0, 0.1, 0.5, 2.0]),
            swaps: pick(rng, &[0.0, 0.0, 0.2]),
            right_returns: pick(rng, &[0.5, 0.95, 1.0]),
            inferable_jumps: pick(rng, &[0.0, 0.2, 1.0]),
            back_to_back: pick(rng, &[0.0, 0.1, 0.8]),
            exceptions: pick(rng, &[0.0, 0.02, 0.3]),
            interrupts: pick(rng, &[0.0, 0.02, 0.3]),
            empty_traps: pick(rng, &[0.0, 0.5, 0.5, 1.0]),
            reserved: pick(rng, &[0.0, 0.0, 0.0, 0.3]),
            compressed: pick(rng, &[0.0, 0.3, 0.5, 1.0]),
            instructions: pick(rng, &[1, 2, 4, 32]),
            base: pick(rng, &[0, 0x8000_0000, u64::MAX << 31, u64::MAX << 38, 1 << 47, anywhere]),
            address_bits: rng.random_range(2..=build.xlen),
            far: pick(rng, &[0.0, 0.0, 0.05, 0.5]),
            canonical_bits: pick(rng, &[39, 48, 57, 64]),
            idle: pick(rng, &[0.0, 0.1, 0.5, 0.9]),
            fill: pick(rng, &[0.3, 0.8, 1.0]),
            holes: pick(rng, &[0.0, 0.0, 0.3]),
            starts_halted: pick(rng, &[0.0, 1.0]),
            halts: pick(rng, &[0.0, 0.0, 0.001, 0.02]),
            resets: pick(rng, &[0.0, 0.0, 0.001, 0.02]),
            low_powers: pick(rng, &[0.0, 0.0, 0.001, 0.02]),
            privilege_changes: pick(rng, &[0.0, 0.3, 1.0]),
            context_changes: pick(rng, &[0.0, 0.001, 0.02, 0.2]),
            ctypes: pick(rng, &[[0; 4], [2; 4], [0, 1, 2, 3], [1, 2, 2, 3], [0, 0, 1, 1]]),
            trigger_on,
            trigger_off,
            notifies: pick(rng, &[0.0, 0.001, 0.05]),
            external_triggers: pick(rng, &[0.0, 0.001, 0.05]),
            switches: pick(rng, &[0.0, 0.0, 0.001, 0.01]),
            straight_runs: pick(rng, &[0.0, 0.0, 0.0002, 0.001]),
            branch_runs: pick(rng, &[0.0, 0.0, 0.002, 0.02]),
            loops: pick(rng, &[0.0, 0.001, 0.01, 0.1]),
            loop_blocks: pick(rng, &[3, 100, 100, 1000]),
            loop_jumps: pick(rng, &[0.0, 0.0, 0.2]),
            busy: pick(rng, &[0.0, 0.0, 0.01, 0.1, 0.5]),
            busy_cycles: pick(rng, &[1, 8, 100]),
            direct_calls: pick(rng, &[0.5, 0.5, 1.0]),
            loop_calls: pick(rng, &[0.0, 0.0, 0.2]),
        }
    }

    /// Register values for a run with `seed`, of those that `build` has: mostly with what it can do switched on, every
    /// way of periodic synchronisation, mostly with short periods. A trace memory that is the only sink stops now and
    /// then where it is full.
    pub fn draw_run(seed: u64, build: &Build) -> Run {
        let rng = &mut SmallRng::seed_from_u64(!seed);
        let modes = [SyncMode::Off, SyncMode::Messages, SyncMode::Cycles, SyncMode::HalfWords];
        let actions = [TriggerAction::None, TriggerAction::Start, TriggerAction::Stop, TriggerAction::Notify];
        let events = [TriggerEvent::None, TriggerEvent::Start, TriggerEvent::Stop, TriggerEvent::Both];
        let mut mostly = || rng.random_bool(0.8);
        let run = Run {
            context: mostly(),
            inhibit_src: !mostly(),
            triggers: mostly(),
            implicit_return: mostly(),
            sequential_jump: mostly(),
            repeated_history: mostly(),
            extended_address: mostly(),
            timestamp: mostly(),
            all_jumps: rng.random(),
            stall: rng.random(),
            sync_mode: pick(rng, &modes),
            sync_max: pick(rng, &[0, 0, 1, 2, 4, 8, 15]),
            mode: pick(rng, &[Mode::Htm, Mode::Btm]),
            external_triggers: Each(std::array::from_fn(|_| pick(rng, &actions))),
            trigger_outputs: Each(std::array::from_fn(|_| pick(rng, &events))),
            timestamp_prescale: pick(rng, &[1, 4, 16, 64]),
            timestamp_debug: rng.random(),
            ..Run::default()
        };
        let is_memory_alone = build.sink.kind.count() == 1 && build.sink.has(SinkKind::Sram);
        let stop_on_wrap = is_memory_alone && rng.random_bool(STOPS);
        Run { stop_on_wrap, ..run }.on(build)
    }
}

impl fmt::Display for Knobs {
    /// One line, `name=value` each.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{self:?}");
        let list = text.trim_start_matches("Knobs { ").trim_end_matches(" }");
        f.write_str(&list.replace(": ", "=").replace(", ", " "))
    }
}
