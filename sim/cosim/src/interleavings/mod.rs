// SPDX-License-Identifier: Apache-2.0
//! Random interleavings of resets, enables, disables, locks and flushes, with trace that flows.

mod arrived;
mod software;

use crate::bench::{Bench, Ended};
use crate::error::{Error, SinkError};
use crate::observed::{Item, Readout};
use crate::run::{settle, simulate, Options};
use crate::{Design, Random};
use arrived::Arrived;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use software::Software;
use tracewright_config::{Build, PibMode, Run, RunPibMode, RunSink, SinkKind};
use tracewright_model::stimulus::{Knobs, Pressure};
use tracewright_regmap::*;

/// Most cycles from one action to the next.
const LONGEST_PAUSE: u32 = 120;
/// Most actions of an interleaving.
const MOST_ACTIONS: u32 = 10;
/// Cycles of trace after an interleaving, at least and at most.
const AFTER: std::ops::Range<u32> = 50..500;
/// Cycles for which `debug_locked` is high, at most.
const LONGEST_LOCK: u32 = 60;
/// A hart is not stalled for longer: a sink at the slowest pace, and what is ahead in all queues.
const LONGEST_STALL: u32 = 30_000;

/// What was done, and what came of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Interleavings {
    /// Interleavings, each of up to ten actions.
    pub interleavings: u64,
    /// Actions.
    pub actions: u64,
    /// Components that became inactive, those of which `debug_locked` made it so included.
    pub resets: u64,
    /// Messages that arrived downstream of the sink.
    pub messages: u64,
    /// Those of them of which a part was lost.
    pub damaged: u64,
}

/// What a run may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Encoders are reset, enabled and disabled, and no sink or funnel is: what was begun by others arrives.
    Encoders,
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
    let kind = if rng.random() { Kind::Encoders } else { Kind::All };
    let run = draw_run(build, seed, &mut rng);
    // Pins of these modes are on before the receiver is: it takes their mode off and on for trace.
    let is_serial = run.sink_of(build) == SinkKind::Pib && !run.pib_mode_of(build).is_parallel();
    // A sink of the only encoder is set up with it, and may be another one until it is.
    let is_apart = build.system.harts > 1 || build.sink.kind.count() == 1;
    let is_exact = kind == Kind::Encoders && is_apart;
    let keeps_sink = is_exact && (is_serial || run.sink_of(build) == SinkKind::Sba && build.system.harts > 1);
    let hart = |hart: u32| Random::new(seed ^ u64::from(hart) << 32, &build.hart(hart), u64::MAX);
    let pressure = Some(Pressure::new(seed, &Knobs::draw(seed, &build.hart(0))));
    let options = Options { jitter: Some(seed), pressure, ..Options::default() };
    let (mut done, mut arrived) =
        (Interleavings { interleavings: count, ..Interleavings::default() }, Arrived::default());
    simulate(
        design,
        &run,
        (0..build.system.harts).map(hart).collect(),
        options,
        |_| (),
        |bench, _| {
            Session {
                software: Software::new(bench, build, &run),
                build,
                rng,
                kind,
                keeps_sink,
                set_up: vec![false; build.system.harts as usize],
                open: true,
                done: &mut done,
            }
            .run()
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
    (done.messages, done.damaged) = (arrived.messages, arrived.damaged);
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

/// The software of a run.
struct Session<'a, 'b> {
    software: Software<'b>,
    build: &'a Build,
    rng: SmallRng,
    kind: Kind,
    /// The sink stays as it was set up.
    keeps_sink: bool,
    /// The encoders that were set up since they were reset.
    set_up: Vec<bool>,
    /// Nothing has been done that keeps a sink or a funnel from taking trace.
    open: bool,
    done: &'a mut Interleavings,
}

impl<'b> Session<'_, 'b> {
    fn run(mut self) -> Result<Ended, Error> {
        self.bench().longest_stall(LONGEST_STALL);
        self.begin()?;
        self.bench().listen()?;
        self.bench().flow();
        self.bench().watch();
        for _ in 0..self.done.interleavings {
            for _ in 0..self.rng.random_range(1..=MOST_ACTIONS) {
                let pause = self.rng.random_range(0..LONGEST_PAUSE);
                self.clock(pause)?;
                self.act()?;
                self.done.actions += 1;
            }
            self.recover()?;
            let cycles = self.rng.random_range(AFTER);
            self.clock(cycles)?;
        }
        self.software.disable()?;
        settle(self.bench())?;
        self.done.resets = self.bench().resets();
        let harts = self.build.system.harts;
        let pointer = self.software.pointer()?;
        let last = Readout { memory: None, pointer };
        let ends = (0..harts).map(|hart| Item::End(if hart == 0 { last.clone() } else { Readout::default() }));
        let ends = ends.collect();
        Ok(self.software.into_bench().finish(ends)?)
    }

    fn bench(&mut self) -> &mut Bench<'b> {
        self.software.bench()
    }

    fn clock(&mut self, cycles: u32) -> Result<(), Error> {
        for _ in 0..cycles {
            self.bench().clock()?;
        }
        Ok(())
    }

    /// One of the harts.
    fn hart(&mut self) -> u32 {
        self.rng.random_range(0..self.build.system.harts)
    }

    /// One action.
    fn act(&mut self) -> Result<(), Error> {
        let hart = self.hart();
        match self.rng.random_range(0..if self.kind == Kind::All { 20 } else { 10 }) {
            0..3 => {
                self.set_up[hart as usize] = false;
                self.software.write(hart, TE_CONTROL, 0)
            }
            // With the only encoder the sinks are reset.
            3 if self.kind == Kind::Encoders && self.build.system.harts == 1 => Ok(()),
            3 => {
                self.set_up[hart as usize] = false;
                self.open &= self.build.system.harts > 1;
                self.software.discover_encoder(hart)
            }
            4..7 if self.open => self.enable(hart),
            4..7 => Ok(()),
            7..10 if !self.set_up[hart as usize] && self.build.sink.has(SinkKind::Sba) => Ok(()),
            7..10 => self.toggle(hart, TE_CONTROL, &[TE_CONTROL_TE_ENABLE, TE_CONTROL_TE_INST_TRACING]),
            10..14 if self.build.system.harts > 1 => self.act_on_funnel(),
            14..17 if self.build.sink.has(SinkKind::Atb) && self.rng.random() => {
                self.open = false;
                let bits = [ATB_CONTROL_ATB_ENABLE, ATB_CONTROL_ATB_ACTIVE];
                self.toggle(self.build.sink_component(), ATB_CONTROL, &bits)
            }
            14..17 if self.build.sink.has(SinkKind::Pib) => {
                self.open = false;
                let bits = [PIB_CONTROL_PIB_ENABLE, PIB_CONTROL_PIB_ACTIVE];
                self.toggle(self.build.sink_component(), PIB_CONTROL, &bits)
            }
            17 if self.build.bus.lock => self.lock(),
            18 => {
                (self.open, self.set_up) = (false, vec![false; self.set_up.len()]);
                self.software.discover()
            }
            _ => self.software.write(hart, TE_CONTROL, 1 << TE_CONTROL_TE_ACTIVE),
        }
    }

    /// An encoder goes on, or begins anew.
    fn enable(&mut self, hart: u32) -> Result<(), Error> {
        self.set_up[hart as usize] = true;
        if !self.keeps_sink || self.build.system.harts > 1 {
            return self.software.enable_encoder(hart);
        }
        self.software.write(hart, TE_CONTROL, 1 << TE_CONTROL_TE_ACTIVE)?;
        let word = self.software.read(hart, TE_CONTROL)?;
        let bits = 1 << TE_CONTROL_TE_ENABLE | 1 << TE_CONTROL_TE_INST_TRACING;
        self.software.write(hart, TE_CONTROL, word | bits)
    }

    /// Other values of these bits.
    fn toggle(&mut self, component: u32, register: usize, bits: &[usize]) -> Result<(), Error> {
        let word = self.software.read(component, register)?;
        let mask = bits.iter().filter(|_| self.rng.random()).fold(0, |mask, bit| mask | 1 << bit);
        self.software.write(component, register, word ^ mask)
    }

    fn act_on_funnel(&mut self) -> Result<(), Error> {
        self.open = false;
        let (harts, funnels) = (self.build.system.harts, self.build.funnels().len() as u32);
        let funnel = harts + self.rng.random_range(0..funnels);
        match self.rng.random_range(0..4) {
            0 => self.software.write(funnel, TF_CONTROL, 0),
            1 => {
                let inputs = self.rng.random();
                self.software.write(funnel, TF_DIS_INPUT, inputs)
            }
            _ => self.toggle(funnel, TF_CONTROL, &[TF_CONTROL_TF_ACTIVE, TF_CONTROL_TF_ENABLE]),
        }
    }

    /// Everything is locked for a while, which resets all of it.
    fn lock(&mut self) -> Result<(), Error> {
        (self.open, self.set_up) = (false, vec![false; self.set_up.len()]);
        self.bench().lock(true);
        let cycles = self.rng.random_range(1..LONGEST_LOCK);
        self.clock(cycles)?;
        self.bench().lock(false);
        // The synchroniser.
        self.clock(4)
    }

    /// Everything goes on.
    fn recover(&mut self) -> Result<(), Error> {
        if self.open && !self.keeps_sink && self.rng.random() {
            self.software.disable()?;
            return self.software.enable();
        }
        if self.kind == Kind::Encoders && self.open {
            return (0..self.build.system.harts).try_for_each(|hart| self.enable(hart));
        }
        self.begin()
    }

    /// Ch. 14 and 15, from whatever there is.
    fn begin(&mut self) -> Result<(), Error> {
        (self.open, self.set_up) = (true, vec![true; self.set_up.len()]);
        self.software.discover()?;
        self.software.enable()
    }
}
