// SPDX-License-Identifier: Apache-2.0
//! What the bench does: how it programs a run, how much of the program each hart executes, and what is to come out.

use crate::bench::ingress::{lines, Line};
use crate::bench::Error;
use std::iter::{once, repeat_n};
use tracewright_config::{Adapter, Build, Each, Run, RunSink, SinkKind, SyncMode, TimestampSource};
use tracewright_messages::Ingress;
use tracewright_model::codec::{self, Framing};
use tracewright_model::{Cycle, Encoder, Message, Outcome};

/// Most lines of ingress of all harts together.
const LINES: u32 = 600;
/// Fewest and most instructions of a hart, where trace fits.
const INSTRUCTIONS: [u32; 2] = [24, 260];
/// Largest pibDivider: simulation is slow.
const SLOWEST_PINS: u32 = 3;
/// Units of time of half a cycle of `pib_clk`.
pub(crate) const PIB_HALF: u32 = 4;
/// Units of time of half a cycle of `clk`.
pub(crate) const CLK_HALF: u32 = 5;
/// Units of time of half a cycle of `bus_clk`, where the bus has a clock of its own. Nearly all cycles of a bench are
/// accesses, so it is fast.
pub(crate) const BUS_HALF: u32 = 3;
/// Reads of a register that waits for what takes no time to speak of.
const READS: u64 = 500;
/// Most clock cycles of all harts together that trace and the gaps after lines take: a simulator does some ten thousand
/// in a second.
const EFFORT: u64 = 800_000;
/// Accesses to the registers of a component at most, but for those that wait.
const ACCESSES: u64 = 100;
/// Cycles of an access at most, whatever the clock of the bus.
const CYCLES_AN_ACCESS: u64 = 30;
/// The time that a port shows; it stands still, so that no message depends on cycles.
const TIME: u64 = 0x0012_3456_789A_BCDE;
/// Cycles after which a period that is over is due, in a build that decides late.
const DUE_AFTER: u32 = 2;

/// A message that is to arrive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Expected {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Its name and fields.
    pub text: String,
}

/// What a hart does, and what is to come out.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// What its ingress port shows, a line a cycle.
    pub lines: Vec<Line>,
    /// Its messages at the first sink.
    pub expected: Vec<Expected>,
    /// Those of them that are others at each later sink, with their places: an encoder stays active from sink to sink,
    /// and so a message that does not synchronise has the time since the last one of the run before.
    pub later: Vec<(usize, Expected)>,
}

/// What the bench does.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// How the registers are programmed, but for the sink.
    pub run: Run,
    /// The harts.
    pub parts: Vec<Part>,
}

impl Plan {
    /// That of a build. `run` says what is programmed, as far as bytes then do not depend on clock cycles.
    pub fn new(build: &Build, run: &Run) -> Result<Plan, Error> {
        let mut run = bench_run(build, run);
        let sram = build.sink.has(SinkKind::Sram).then_some(build.sink.sram_bytes);
        // What a last word is filled with, and what a word more may hold.
        let room = sram.map_or(usize::MAX, |bytes| (bytes - 2 * build.sink.sram_width / 8) as usize);
        let harts = build.system.harts;
        let mut instructions = (LINES / harts).clamp(INSTRUCTIONS[0], INSTRUCTIONS[1]);
        let mut running = harts;
        let parts = loop {
            let more = |hart| if hart < running { instructions + 8 * hart } else { 0 };
            let part = |hart| Part::new(build, &run, (hart, running), more(hart));
            let parts = (0..harts).map(part).collect::<Result<Vec<_>, _>>()?;
            let is_least = instructions == INSTRUCTIONS[0] && running == 1;
            let is_long = effort(build, &run, &parts) > EFFORT;
            if bytes(&parts) <= room && !is_long || is_least && run.pib_divider == 0 {
                break parts;
            }
            match instructions {
                _ if is_long && run.pib_divider > 0 => run.pib_divider -= 1,
                n if n > INSTRUCTIONS[0] => instructions = (n * 3 / 4).max(INSTRUCTIONS[0]),
                _ => running = (running / 2).max(1),
            }
        };
        let plan = Plan { run: run.clone(), parts };
        run.sba_bytes = plan.memory_bytes(build);
        run.sba_base &= !(run.sba_bytes - 1);
        Ok(Plan { run, ..plan })
    }

    /// Bytes of trace.
    pub fn bytes(&self) -> usize {
        bytes(&self.parts)
    }

    /// Bytes that a receiver has room for.
    pub fn receiver_bytes(&self) -> usize {
        self.bytes().next_power_of_two() * 2
    }

    /// Size of the buffer in system memory: some words more than trace takes.
    fn memory_bytes(&self, build: &Build) -> u64 {
        (self.bytes() as u64 + u64::from(build.sink.sba_width)).next_power_of_two()
    }

    /// The run with this sink.
    pub fn run_to(&self, sink: SinkKind) -> Run {
        Run { sink: RunSink::Kind(sink), ..self.run.clone() }
    }

    /// Whether a hart's messages at a later sink are others than at the first.
    pub fn differs_later(&self) -> bool {
        self.parts.iter().any(|part| !part.later.is_empty())
    }

    /// The longest gap that the ingress needs after a cycle.
    pub fn longest_gap(&self) -> u32 {
        self.parts.iter().flat_map(|part| &part.lines).map(|line| line.gap).max().unwrap_or(0)
    }

    /// Clock cycles in which all trace leaves through the slowest sink.
    fn trace_cycles(&self, build: &Build) -> u64 {
        u64::from(cycles_a_byte(build, &self.run)) * self.bytes() as u64
    }

    /// Clock cycles after which the bench gives up on a register that waits for the hardware.
    pub fn most_cycles(&self, build: &Build) -> u64 {
        let before_access = u64::from(build.power.delay) + u64::from(build.scrubbed_words());
        READS * CYCLES_AN_ACCESS + before_access + self.trace_cycles(build)
    }

    /// The same in cycles of the clock that the bus has.
    pub fn most_bus_cycles(&self, build: &Build) -> u64 {
        let half = if build.bus.own_clock { BUS_HALF } else { CLK_HALF };
        (self.most_cycles(build) * u64::from(CLK_HALF)).div_ceil(u64::from(half))
    }

    /// Clock cycles after which the bench gives up on all sinks: more than they take, and more than reading a register
    /// in vain.
    pub fn patience(&self, build: &Build) -> u64 {
        let accesses = ACCESSES * build.components().len() as u64 + self.bytes() as u64;
        let a_sink = gaps(&self.parts) + self.trace_cycles(build) + CYCLES_AN_ACCESS * accesses;
        u64::from(build.sinks().count()) * a_sink + self.most_cycles(build)
    }
}

impl Part {
    /// That of a hart, of so many that run, with so many instructions.
    fn new(build: &Build, run: &Run, (hart, running): (u32, u32), instructions: u32) -> Result<Part, Error> {
        let mut lines = lines(build, run, hart, instructions)?;
        let mut of_run = Run { sink: RunSink::Default, ..run.clone() };
        if build.system.harts == 1 {
            of_run.sink = run.sink;
        }
        let one = build.hart(hart);
        let mut encoder = Encoder::new(&one, &of_run);
        let framing = Framing::new(&one, &of_run);
        // Which block a period meets must not depend on how long the one before it was stalled.
        let rest = if one.cycles_late() > 0 && run.sync_mode != SyncMode::Off { DUE_AFTER } else { 0 };
        let sent = |outcome: &Outcome| -> Vec<Expected> {
            let expected = |message: &Message| Expected {
                bytes: codec::encode(message, &framing).to_vec(),
                text: describe(message),
            };
            outcome.messages().map(expected).collect()
        };
        // What the encoder sends of the lines, from enabling to disabling, and its bytes after each line.
        let mut at_a_sink = |lines: &[Line]| {
            let mut cycle = Cycle { active: true, enable: true, tracing: true, time: time(build), ..Cycle::default() };
            let (mut expected, mut bytes) = (Vec::new(), Vec::new());
            let mut take = |messages: Vec<Expected>| {
                bytes.push(messages.iter().map(|message| message.bytes.len() as u32).sum::<u32>());
                expected.extend(messages);
            };
            for line in lines {
                let nothing = Ingress { blocks: Ingress::default().blocks, ..line.port };
                let mut messages = Vec::new();
                for port in once(line.port).chain(repeat_n(nothing, rest as usize)) {
                    cycle.ingress = port;
                    let outcome = encoder.cycle(&cycle);
                    messages.extend(sent(&outcome));
                    cycle.tracing = outcome.tracing.unwrap_or(cycle.tracing);
                }
                take(messages);
            }
            // What a cycle completes is sent so many cycles later.
            let late = one.cycles_late() as usize;
            let stopped = Cycle { ingress: Ingress::default(), tracing: false, ..cycle };
            (0..=late).for_each(|_| take(sent(&encoder.cycle(&stopped))));
            encoder.cycle(&Cycle { enable: false, ..stopped });
            (expected, bytes.split_off(late.saturating_sub(rest as usize)))
        };
        let (expected, bytes) = at_a_sink(&lines);
        let (again, _) = at_a_sink(&lines);
        for (line, bytes) in lines.iter_mut().zip(bytes) {
            // Without stall, a hart has to be slow enough for its messages to leave, with those of the others.
            let leaves = if run.stall { 0 } else { bytes * cycles_a_byte(build, run) * running };
            line.gap = leaves.clamp(rest, 0xFFFF);
        }
        let later = again.into_iter().enumerate().filter(|(n, message)| expected.get(*n) != Some(message)).collect();
        Ok(Part { lines, expected, later })
    }
}

/// The time that is in every message.
pub(crate) fn time(build: &Build) -> u64 {
    match build.timestamp.source {
        TimestampSource::None | TimestampSource::Core => 0,
        TimestampSource::External | TimestampSource::Slave => TIME & u64::MAX >> (64 - build.timestamp.width),
    }
}

/// `run` as far as trace then is the same whatever the clocks do.
fn bench_run(build: &Build, run: &Run) -> Run {
    let mut run = run.on(build);
    // The example of a traced core stalls or not; harts that show blocks do where they can.
    run.stall = build.encoder.stall && (run.stall || build.ingress.adapter == Adapter::None);
    run.stop_on_wrap = false;
    if run.sync_mode == SyncMode::Cycles {
        run.sync_mode = SyncMode::HalfWords;
    }
    run.external_triggers = Each::default();
    run.pib_divider = run.pib_divider.min(SLOWEST_PINS);
    // Messages of several harts are told apart by SRC.
    run.inhibit_src &= build.system.harts == 1;
    run
}

/// Cycles of `clk` that a byte takes to leave through the slowest sink.
fn cycles_a_byte(build: &Build, run: &Run) -> u32 {
    match build.sink.has(SinkKind::Pib) {
        true => 20 * (run.pib_divider + 1) * PIB_HALF / CLK_HALF + 4,
        false => 6,
    }
}

/// Units of time of a bit at the pins.
pub(crate) fn pib_bit(build: &Build, run: &Run) -> u32 {
    2 * PIB_HALF * (run.pib_divider + 1) * run.pib_bit_ticks(build)
}

/// Clock cycles of all harts together that trace takes to leave, and the gaps after lines, with each sink.
fn effort(build: &Build, run: &Run, parts: &[Part]) -> u64 {
    let trace = u64::from(cycles_a_byte(build, run)) * bytes(parts) as u64;
    u64::from(build.system.harts) * (trace + u64::from(build.sinks().count()) * gaps(parts))
}

/// Cycles of the gaps of that hart which has the longest.
fn gaps(parts: &[Part]) -> u64 {
    let of_part = |part: &Part| part.lines.iter().map(|line| u64::from(line.gap)).sum();
    parts.iter().map(of_part).max().unwrap_or(0)
}

fn bytes(parts: &[Part]) -> usize {
    parts.iter().flat_map(|part| &part.expected).map(|message| message.bytes.len()).sum()
}

fn describe(message: &Message) -> String {
    let field = |(field, value): (tracewright_messages::Field, u64)| match value {
        0..=9 => format!(" {}={value}", field.name()),
        _ => format!(" {}=0x{value:x}", field.name()),
    };
    let fields: String = message.fields().map(field).collect();
    format!("{}{fields}", message.tcode().name())
}
