// SPDX-License-Identifier: Apache-2.0
//! The PIB in Verilator with two clocks, whose synchronisers see old or new bits of what changes as they sample it.
//!
//! Time is a sequence of *instants*, at each of which one clock rises or both do; a synchroniser whose input changed in
//! the instant in which its clock rises takes the old bit or the new one.

use crate::chunks::Chunks;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use rust_hdl_core::prelude::Block;
use std::cell::Cell;
use tracewright_config::{Build, Choice, Packer, PibMode};
use tracewright_peers::pins::Pins;
use tracewright_regmap::*;
use tracewright_sinks::PibSink;
use tracewright_verilog::{emit, Options, Output as Verilog};
use verilator_sys::text::{wrong, Fault};
use verilator_sys::{Design, Input, Library, Model, Output, Port, Settings};

const SYNCHRONIZER: &str = "module tw_synchronizer (input wire clk, input wire rst_n, input wire d, output wire q);
  reg earlier, first_q, second_q;
  always @(posedge bench.instant) earlier <= d;
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      first_q <= 1'b0;
      second_q <= 1'b0;
    end else begin
      first_q <= earlier != d ? ($urandom & 1) != 0 : d;
      second_q <= first_q;
    end
  end
  assign q = second_q;
endmodule
";

thread_local! {
    /// A mistake to make in what this thread builds.
    pub static MISTAKE: Cell<Option<Fault>> = const { Cell::new(None) };
}

/// A PIB to build: its modes, and the bits of a chunk.
#[derive(Clone, Copy, Debug)]
pub struct Kind<'a> {
    pub modes: &'a [PibMode],
    pub chunk: usize,
}

/// Every mode.
pub const ALL: &[PibMode] = PibMode::ALL;
/// Every mode whose entries are single bytes.
pub const EIGHT: &[PibMode] = &[
    PibMode::Manchester,
    PibMode::Uart,
    PibMode::Parallel1,
    PibMode::Parallel2,
    PibMode::Parallel4,
    PibMode::Parallel8,
];

impl Kind<'_> {
    pub fn build(&self) -> Build {
        let mut build = Build::default();
        build.sink.pib_modes = self.modes.iter().copied().collect();
        build.sink.pib_divider_bits = 16;
        build.encoder.packer = match self.chunk {
            8 => Packer::Byte,
            32 => Packer::Word,
            _ => Packer::Double,
        };
        build
    }

    fn emit<const IN: usize>(&self) -> Verilog {
        let mut sink = PibSink::<IN>::new(&self.build());
        sink.connect_all();
        let options = Options { prefix: "tw_", constants: ALL_CONSTANTS, ..Options::default() };
        emit(&sink, "tw_pib_sink", &options).expect("it has Verilog")
    }

    /// Its Verilog.
    pub fn verilog(&self) -> Verilog {
        match self.chunk {
            8 => self.emit::<8>(),
            32 => self.emit::<32>(),
            64 => self.emit::<64>(),
            other => panic!("no test has chunks of {other} bits"),
        }
    }

    /// The PIB, Verilated.
    pub fn library(&self) -> Library {
        let verilog = self.verilog();
        let mut ports = vec![Port::input("instant", 1)];
        let (mut header, mut connections) = (String::from("input wire instant"), vec![]);
        for port in &verilog.ports {
            let (direction, side) = match port.input {
                true => ("input", Port::input(&port.name, port.width as u32)),
                false => ("output", Port::output(&port.name, port.width as u32)),
            };
            ports.push(side);
            header += &format!(", {direction} wire [{}:0] {}", port.width - 1, port.name);
            connections.push(format!(".{0}({0})", port.name));
        }
        let text = format!("module bench ({header});\n  tw_pib_sink dut ({});\nendmodule\n", connections.join(", "));
        let mut sources = vec![("bench.v".to_string(), text)];
        for file in &verilog.files {
            let (name, mut text) = file.source();
            if let Some((_, net, from, to)) = MISTAKE.get().filter(|(module, ..)| *module == file.name) {
                text = wrong(&text, net, from, to).unwrap_or_else(|missing| panic!("{name}: {missing}"));
            }
            sources.push((name, if file.name == "tw_synchronizer" { SYNCHRONIZER.into() } else { text }));
        }
        let design =
            Design { top: "bench".into(), clock: "instant".into(), sources, ports, probes: vec![], flags: vec![] };
        let settings = if MISTAKE.get().is_some() { Settings::quick() } else { Settings::tested() };
        verilator_sys::build(&design, &settings).expect("Verilator builds the PIB")
    }
}

/// pibControl that selects a mode.
pub fn setting(mode: PibMode, divider: u32, center: bool) -> u32 {
    mode.code() << PIB_CONTROL_PIB_MODE
        | divider << PIB_CONTROL_PIB_DIVIDER
        | u32::from(center) << PIB_CONTROL_PIB_REF_CENTER
}

pub const ACTIVE: u32 = 1 << PIB_CONTROL_PIB_ACTIVE;
pub const ENABLE: u32 = 1 << PIB_CONTROL_PIB_ENABLE;
pub const CALIBRATE: u32 = 1 << PIB_CONTROL_PIB_CALIBRATE;

struct Signals {
    clocks: [Input; 2],
    resets: [Input; 2],
    valid: Input,
    data: Input,
    bytes: Option<Input>,
    last: Option<Input>,
    inactive: Input,
    control: Input,
    ready: Output,
    active: Output,
    empty: Output,
    tref: Option<Output>,
    tdata: Output,
}

/// A PIB, its clocks, and what comes in.
pub struct Bench {
    model: Model,
    signals: Signals,
    pub random: SmallRng,
    /// What is to be taken.
    pub chunks: Chunks,
    /// The source is not active.
    pub inactive: bool,
    /// pibControl as stored.
    pub control: u32,
    /// Periods of the encoder's clock and of the pins'; 0 stands still.
    pub period: [u64; 2],
    next: [u64; 2],
    now: u64,
    /// Cycles of the pins' clock.
    pub cycles: u64,
    /// What the pins show.
    pub pins: Pins,
    /// pibActive and pibEmpty as they read.
    pub active: bool,
    pub empty: bool,
    /// Whether the encoder's clock rose in the last instant, and whether the pins' did.
    pub rose: [bool; 2],
}

impl Bench {
    /// One out of reset, not active.
    pub fn new(library: &Library, chunk: usize, period: [u64; 2], seed: u64) -> Bench {
        let input = |name| library.input(name).expect("an input");
        let output = |name| library.output(name).expect("an output");
        let signals = Signals {
            clocks: [input("clk"), input("pib_clk")],
            resets: [input("rst_n"), input("pib_rst_n")],
            valid: input("source_valid"),
            data: input("source_data"),
            bytes: library.input("source_bytes").ok(),
            last: library.input("source_last").ok(),
            inactive: input("inactive"),
            control: input("control"),
            ready: output("source_ready"),
            active: output("pib_active"),
            empty: output("pib_empty"),
            tref: library.output("tref").ok(),
            tdata: output("tdata"),
        };
        assert_eq!(chunk > 8, signals.bytes.is_some() && signals.last.is_some());
        let mut random = SmallRng::seed_from_u64(seed);
        let next = period.map(|period| random.random_range(0..=period));
        let mut bench = Bench {
            model: library.model(),
            signals,
            random,
            chunks: Chunks::new(chunk / 8),
            inactive: false,
            control: 0,
            period,
            next,
            now: 0,
            cycles: 0,
            pins: Pins::default(),
            active: false,
            empty: true,
            rose: [false; 2],
        };
        bench.resets([true; 2]);
        bench.run(20);
        bench.resets([false; 2]);
        bench.run(20);
        bench
    }

    /// Puts either side into reset or takes it out.
    pub fn resets(&mut self, reset: [bool; 2]) {
        for (signal, reset) in self.signals.resets.into_iter().zip(reset) {
            self.model.set(signal, u64::from(!reset));
        }
    }

    /// So many instants.
    pub fn run(&mut self, instants: u64) {
        (0..instants).for_each(|_| self.step());
    }

    /// So many cycles of the pins' clock, looking at each instant.
    pub fn run_with(&mut self, cycles: u64, mut look: impl FnMut(&mut Bench)) {
        let end = self.cycles + cycles;
        while self.cycles < end {
            self.step();
            look(self);
        }
    }

    /// Until it is so; gives how many instants that took.
    ///
    /// # Panics
    /// If it takes more than `most` instants.
    pub fn until(&mut self, most: u64, what: &str, mut done: impl FnMut(&mut Bench) -> bool) -> u64 {
        for instants in 0..most {
            if done(self) {
                return instants;
            }
            self.step();
        }
        panic!("not within {most} instants: {what}");
    }

    /// An instant, and what follows from it.
    pub fn step(&mut self) {
        let running = |side: usize| if self.period[side] == 0 { u64::MAX } else { self.next[side] };
        let due = [running(0), running(1)];
        let now = due[0].min(due[1]);
        self.now = now;
        self.rose = due.map(|due| due == now);
        for side in 0..2 {
            if self.rose[side] {
                // Up to a quarter early or late, and often with the other one.
                let quarter = self.period[side] / 4;
                self.next[side] = now + self.period[side] - quarter + self.random.random_range(0..=2 * quarter);
                let other = self.next[1 - side];
                if other > now && other.abs_diff(self.next[side]) <= quarter && self.random.random() {
                    self.next[side] = other;
                }
            }
        }

        let Bench { model, signals, .. } = self;
        signals.clocks.iter().for_each(|clock| model.set(*clock, 0));
        model.set(signals.inactive, self.inactive.into());
        model.set(signals.control, self.control.into());
        let chunk = self.chunks.offered();
        model.set(signals.valid, u64::from(chunk.is_some()));
        if let Some(chunk) = chunk {
            model.set(signals.data, chunk.data);
            signals.bytes.iter().for_each(|bytes| model.set(*bytes, chunk.bytes));
            signals.last.iter().for_each(|last| model.set(*last, u64::from(chunk.last)));
        }
        model.cycle();
        let ready = model.get(signals.ready) != 0;
        let pib_first = self.random.random();
        for side in if pib_first { [1, 0] } else { [0, 1] } {
            if self.rose[side] {
                model.set(signals.clocks[side], 1);
                model.settle();
            }
        }
        if self.rose[0] {
            self.chunks.cycle(ready, &mut self.random);
        }
        self.cycles += u64::from(self.rose[1]);
        self.pins.tref = signals.tref.is_some_and(|tref| model.get(tref) != 0);
        self.pins.tdata = model.get(signals.tdata) as u16;
        self.active = model.get(signals.active) != 0;
        self.empty = model.get(signals.empty) != 0;
    }

    /// The source becomes inactive until nothing of it waits, and is active again.
    pub fn cut(&mut self) {
        self.chunks.cut();
        self.inactive = true;
        self.until(100_000, "what is left of the source is gone", |bench| bench.chunks.is_empty());
        self.inactive = false;
        self.chunks.taken.clear();
    }

    /// Lets a clock that stood still go on from now.
    pub fn restart(&mut self) {
        self.next = self.next.map(|next| next.max(self.now));
    }

    /// A cycle of the pins' clock.
    pub fn pib_cycle(&mut self) {
        self.step();
        while !self.rose[1] {
            self.step();
        }
    }

    /// 12.1: releases it and sets its mode; does not enable it.
    pub fn start(&mut self, settings: u32) {
        self.control = ACTIVE;
        self.until(20_000, "pibActive 1", |bench| bench.active);
        self.control = ACTIVE | settings;
    }
}
