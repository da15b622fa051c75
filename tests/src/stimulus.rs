// SPDX-License-Identifier: Apache-2.0
//! Random runs that look closely at one thing.

use tracewright_config::{Build, Mode, Run, SyncMode};
use tracewright_model::stimulus::Knobs;

/// What such a run draws from its seed: what the ingress is like, and how the registers are set.
pub type Draw = fn(u64, &Build) -> (Knobs, Run);

/// All of them.
pub const CLOSE: [Draw; 7] = [short_periods, losses, calls, repeats, told, periods, starts];

/// A synchronising message after every 16 messages or half-words and for hardly any other reason, with all that makes
/// messages of a block: what each block counts then decides where the next one is.
pub fn short_periods(seed: u64, build: &Build) -> (Knobs, Run) {
    let knobs = Knobs {
        branches: 1.0,
        jumps: 1.0,
        exceptions: 0.2,
        interrupts: 0.2,
        fill: 0.8,
        holes: 0.3,
        idle: 0.1,
        halts: 0.0,
        resets: 0.0,
        low_powers: 0.0,
        privilege_changes: 1.0,
        context_changes: 0.2,
        ctypes: [0, 1, 2, 3],
        trigger_on: 0.0,
        trigger_off: 0.0,
        notifies: 0.0,
        external_triggers: 0.0,
        switches: 0.0,
        straight_runs: 0.0,
        ..Knobs::draw(seed, build)
    };
    let sync_mode = if seed % 2 == 0 { SyncMode::Messages } else { SyncMode::HalfWords };
    let run = Run { sync_mode, sync_max: 0, context: true, stop_on_wrap: false, ..Knobs::draw_run(seed, build) };
    (knobs, run.on(build))
}

/// The sink is mostly busy and the hart is not stalled: entries of every kind are lost, in every place of a cycle.
pub fn losses(seed: u64, build: &Build) -> (Knobs, Run) {
    let knobs = Knobs {
        fill: 1.0,
        holes: 0.0,
        idle: 0.0,
        halts: 0.0,
        resets: 0.0,
        low_powers: 0.0,
        context_changes: 0.2,
        loops: 0.1,
        loop_blocks: 100,
        busy: 0.5,
        busy_cycles: 100,
        trigger_off: 0.0,
        switches: 0.0,
        ..Knobs::draw(seed, build)
    };
    let run = Run {
        stall: false,
        context: true,
        repeated_history: true,
        stop_on_wrap: false,
        ..Knobs::draw_run(seed, build)
    };
    (knobs, run.on(build))
}

/// Calls and returns in every place of a cycle, with taken branches and interrupts between them, traced all the time or
/// switched on and off.
pub fn calls(seed: u64, build: &Build) -> (Knobs, Run) {
    let switched = seed % 4 < 2;
    let knobs = Knobs {
        plain: 0.3,
        branches: 0.5,
        taken: 0.7,
        jumps: 0.05,
        inferable_jumps: 0.05,
        calls: 1.0,
        returns: 1.0,
        swaps: 0.1,
        right_returns: 0.95,
        exceptions: 0.0,
        interrupts: 0.1,
        empty_traps: 1.0,
        reserved: 0.0,
        fill: 0.9,
        holes: 0.1,
        idle: 0.0,
        halts: 0.0,
        resets: 0.0,
        low_powers: 0.0,
        context_changes: 0.0,
        privilege_changes: 0.0,
        trigger_on: if switched { 0.05 } else { 0.0 },
        trigger_off: if switched { 0.02 } else { 0.0 },
        notifies: 0.0,
        external_triggers: 0.0,
        straight_runs: 0.0,
        branch_runs: 0.0,
        loops: 0.0,
        ..Knobs::draw(seed, build)
    };
    let run = Run {
        mode: if seed % 2 == 0 { Mode::Btm } else { Mode::Htm },
        stall: true,
        triggers: true,
        implicit_return: true,
        sync_mode: SyncMode::Off,
        stop_on_wrap: false,
        ..Knobs::draw_run(seed, build)
    };
    (knobs, run.on(build))
}

/// Branches alone, hardly any of which goes another way than the one before: histories that repeat after their oldest
/// branches.
pub fn repeats(seed: u64, build: &Build) -> (Knobs, Run) {
    let (_, run) = calls(seed, build);
    let knobs = Knobs {
        plain: 0.0,
        branches: 1.0,
        taken: [0.03, 0.97, 0.3, 0.9][seed as usize % 4],
        jumps: 0.0,
        inferable_jumps: 0.0,
        calls: 0.0,
        returns: 0.0,
        swaps: 0.0,
        back_to_back: 0.0,
        exceptions: 0.0,
        interrupts: 0.0,
        reserved: 0.0,
        idle: 0.0,
        halts: 0.0,
        resets: 0.0,
        low_powers: 0.0,
        context_changes: 0.0,
        trigger_off: 0.0,
        notifies: 0.0,
        external_triggers: 0.0,
        switches: 0.0,
        straight_runs: 0.0,
        loops: 0.01,
        loop_blocks: 100,
        loop_jumps: 0.0,
        ..Knobs::draw(seed, build)
    };
    (knobs, Run { mode: Mode::Htm, repeated_history: true, ..run }.on(build))
}

/// Calls that no message tells of but a full HIST, alone or with what it repeats, and returns that are implied after
/// it.
pub fn told(seed: u64, build: &Build) -> (Knobs, Run) {
    let (knobs, run) = repeats(seed, build);
    let repeats = seed % 2 == 0;
    let knobs = Knobs {
        branches: [1.0, 8.0][seed as usize / 2 % 2],
        taken: [0.3, 0.97][seed as usize / 4 % 2],
        calls: 0.2,
        direct_calls: 1.0,
        returns: 0.2,
        right_returns: 0.99,
        branch_runs: if repeats { 0.0 } else { 0.1 },
        loops: if repeats { 0.03 } else { 0.0 },
        loop_calls: 0.2,
        ..knobs
    };
    (knobs, Run { repeated_history: repeats, ..run }.on(build))
}

/// Loops of every length that begin soon after a message, so that few branches of HIST are older than the loop.
pub fn periods(seed: u64, build: &Build) -> (Knobs, Run) {
    let (knobs, run) = repeats(seed, build);
    (Knobs { jumps: 1.0, taken: 0.5, loops: 0.5, loop_blocks: 100, loop_calls: 0.0, ..knobs }, run)
}

/// Traces that start and stop all the time, at blocks with and without an address in every place of a cycle.
pub fn starts(seed: u64, build: &Build) -> (Knobs, Run) {
    let (knobs, run) = calls(seed, build);
    let knobs = Knobs {
        exceptions: 0.3,
        interrupts: 0.6,
        empty_traps: 0.8,
        fill: 0.7,
        holes: 0.4,
        trigger_on: 0.3,
        trigger_off: 0.3,
        ..knobs
    };
    (knobs, run)
}
