// SPDX-License-Identifier: Apache-2.0
//! Random interleavings of resets, enables, disables, locks and flushes, with trace that flows.

mod arrived;
mod atb;
mod session;
mod software;

use crate::error::{Error, SinkError};
use crate::options::Options;
use crate::probes::{compared_at, ComparedAt};
use crate::run::simulate;
use crate::{Design, Random};
use arrived::Arrived;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use session::Session;
use software::Software;
use tracewright_config::{Build, PibMode, Run, RunPibMode, RunSink, SinkKind};
use tracewright_model::stimulus::{Knobs, Pressure};

/// What was done, and what came of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Interleavings {
    /// Interleavings, each of up to ten actions.
    pub interleavings: u64,
    /// Actions.
    pub actions: u64,
    /// Components that became inactive, those of which `debug_locked` made it so included.
    pub resets: u64,
    /// Messages that arrived downstream of the sink; of a sink alone whose bytes are compared as they leave the
    /// encoder, messages that entered the queue.
    pub messages: u64,
    /// Those of them of which a part was lost.
    pub damaged: u64,
}

/// Probability of an error of the bus of system memory, where there are some.
const BUS_ERRORS: f64 = 0.1;

/// What a run may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Encoders are reset, enabled and disabled, and no sink or funnel is: what was begun by others arrives.
    Encoders,
    /// Encoders, funnels and their inputs are enabled and disabled, and nothing is reset: messages are missing as a
    /// whole, and no other way.
    Inputs,
    /// Everything.
    All,
}

/// Draws so many interleavings. After each the driver finds all alive: either everything can be disabled in its order
/// and is drained, or what Trace Control ch. 14 resets can be enabled again; then all harts go on.
///
/// All that [`crate::run`] compares is compared. Downstream of the sink arrives nothing but whole messages, and of each
/// component that was reset a part of one.
pub fn interleavings(design: &Design, seed: u64, count: u64) -> Result<Interleavings, Error> {
    let build = &design.build;
    let mut rng = SmallRng::seed_from_u64(seed ^ 0x1E4F);
    let kind = match rng.random_range(0..6) {
        0..3 => Kind::All,
        3 if build.system.harts > 1 => Kind::Inputs,
        _ => Kind::Encoders,
    };
    let run = draw_run(build, seed, &mut rng);
    // Pins of these modes are on before the receiver is: it takes their mode off and on for trace.
    let is_serial = run.sink_of(build) == SinkKind::Pib && !run.pib_mode_of(build).is_parallel();
    // A sink of the only encoder is set up with it, and may be another one until it is.
    let is_apart = build.system.harts > 1 || build.sink.kind.count() == 1;
    let is_exact = kind == Kind::Encoders && is_apart;
    let keeps_sink =
        kind != Kind::All && is_apart && (is_serial || run.sink_of(build) == SinkKind::Sba && build.system.harts > 1);
    let hart = |hart: u32| Random::new(seed ^ u64::from(hart) << 32, &build.hart(hart), u64::MAX);
    let pressure = Some(Pressure::new(seed, &Knobs::draw(seed, &build.hart(0))));
    // What a bus answers with an error is not in memory.
    let bus_errors = if kind == Kind::All && rng.random() { BUS_ERRORS } else { 0.0 };
    let options = Options { jitter: Some(seed), pressure, bus_errors, ..Options::default() };
    let (mut done, mut arrived) =
        (Interleavings { interleavings: count, ..Interleavings::default() }, Arrived::default());
    let summary = simulate(
        design,
        &run,
        (0..build.system.harts).map(hart).collect(),
        options,
        |_| (),
        |bench, _| {
            let software = Software::new(bench, build, &run);
            Session::new(software, build, rng, kind, keeps_sink, &mut done).run()
        },
        |build, sent, received| {
            arrived = arrived::compare(build, sent, &received.bytes);
            Ok(received.bytes)
        },
    )?;
    // A sink that is reset may have the beginning of one message and the end of another.
    let is_told = match run.sink_of(build) {
        SinkKind::Sram => false,
        SinkKind::Sba => keeps_sink,
        SinkKind::Pib => keeps_sink || !is_serial,
        SinkKind::Atb | SinkKind::Stream | SinkKind::Funnel => true,
    };
    let Arrived { messages, damaged, missing, torn, glued } = arrived;
    let resets = done.resets;
    // Pins that are switched off within a message do not say so.
    let is_torn = torn > 0 && run.sink_of(build) != SinkKind::Pib;
    if is_told && (damaged > resets || is_torn || glued > 0 || is_exact && missing > resets) {
        return Err(SinkError::Interleaved { messages, damaged, missing, resets, torn, glued }.into());
    }
    let is_compared_before = compared_at(build) != ComparedAt::Chunks;
    done.messages = if is_compared_before { summary.messages.iter().map(|(_, count)| count).sum() } else { messages };
    done.damaged = damaged;
    Ok(done)
}

/// Settings, with a sink that the build has.
fn draw_run(build: &Build, seed: u64, rng: &mut SmallRng) -> Run {
    let drawn = Knobs::draw_run(seed, &build.hart(0));
    let kinds: Vec<SinkKind> = build.sink.kind.iter().collect();
    let modes: Vec<PibMode> = build.sink.pib_modes.iter().collect();
    let mode = modes[rng.random_range(0..modes.len())];
    Run {
        sink: RunSink::Kind(kinds[rng.random_range(0..kinds.len())]),
        sba_base: 0x8000_0000,
        sba_bytes: 1 << 22,
        pib_mode: RunPibMode::Mode(mode),
        pib_divider: 0,
        atb_id: rng.random_range(1..0x70),
        inhibit_src: false,
        stop_on_wrap: false,
        ..drawn
    }
}
