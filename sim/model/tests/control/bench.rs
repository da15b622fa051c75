// SPDX-License-Identifier: Apache-2.0
//! An encoder with its control interface, programmed by accesses of the bus.

use tracewright_config::{Build, ImplicitReturn, Modes, TimestampSource};
use tracewright_messages::{Block, Ingress};
use tracewright_model::control::{BusAccess, Control, Done, Inputs, Read, Signals};
use tracewright_model::{Cycle, Encoder, Message};
use tracewright_regmap::*;

/// All bytes of a write.
const ALL: u8 = 0xF;

/// With every option, so that every register of the encoder exists, and 64 words of SRAM.
pub fn full() -> Build {
    let mut build = Build::default();
    build.sink.sram_bytes = 256;
    build.ingress.triggers = true;
    build.timestamp.source = TimestampSource::Core;
    let encoder = &mut build.encoder;
    encoder.modes = Modes::Both;
    encoder.context = true;
    encoder.src_bits = 10;
    encoder.src_id = 0x2A5;
    encoder.external_triggers = 3;
    encoder.trigger_outputs = 2;
    encoder.implicit_return = ImplicitReturn::Partial;
    encoder.sequential_jump = true;
    encoder.all_jumps = true;
    encoder.repeated_history = true;
    encoder.repeat_branch = true;
    encoder.extended_address = true;
    build
}

/// A bit of a register.
pub const fn bit(position: usize) -> u32 {
    1 << position
}

/// The encoder and its control interface.
pub struct Bench {
    pub control: Control,
    encoder: Encoder,
    /// What lasts for many cycles.
    pub inputs: Inputs<'static>,
    /// The ingress port.
    pub port: Ingress,
    ingress: Ingress,
    messages: Vec<String>,
    /// Cycles until the queue has decided on what a cycle completes.
    late: usize,
    /// What the interface showed, cycle by cycle.
    pub shown: Vec<Signals>,
}

impl Bench {
    /// After reset, and after the lock that this leaves, if there is one.
    pub fn new(build: &Build) -> Self {
        let mut bench = Bench::in_reset(build);
        bench.idle(if build.bus.lock { 2 } else { 0 }).shown.clear();
        bench
    }

    /// In the first cycle after reset.
    pub fn in_reset(build: &Build) -> Self {
        let control = Control::new(build);
        Bench {
            encoder: Encoder::new(build, &control.programmed().run),
            control,
            inputs: Inputs { empty: true, ..Inputs::default() },
            port: Ingress::default(),
            ingress: Ingress::default(),
            messages: Vec::new(),
            late: build.cycles_late() as usize,
            shown: Vec::new(),
        }
    }

    /// With teActive set.
    pub fn active(build: &Build) -> Self {
        let mut bench = Self::new(build);
        bench.set(TE_CONTROL, bit(TE_CONTROL_TE_ACTIVE));
        bench
    }

    /// With teActive, teEnable and teInstTracing set.
    pub fn tracing(build: &Build) -> Self {
        let mut bench = Self::active(build);
        bench.set(TE_CONTROL, bit(TE_CONTROL_TE_ENABLE) | bit(TE_CONTROL_TE_INST_TRACING));
        bench
    }

    /// A cycle.
    pub fn cycle(&mut self, access: Option<BusAccess>, bytes: &[u8]) -> Done {
        let signals = self.control.signals();
        self.shown.push(signals);
        let outcome = self.encoder.cycle(&Cycle {
            ingress: self.ingress,
            active: signals.active,
            enable: signals.enable,
            tracing: signals.tracing,
            time: signals.time,
            ..Cycle::default()
        });
        self.messages.extend(outcome.messages().map(Message::to_string));
        let error = self.inputs.error || outcome.messages().any(Message::is_error);
        let done = self.control.cycle(&Inputs { access, tracing: outcome.tracing, error, bytes, ..self.inputs });
        if done.reprogrammed {
            self.encoder.program(&self.control.programmed().run);
        }
        let Ingress { halted, .. } = self.port;
        let taken = Ingress { external_triggers: signals.external_triggers, ..self.port };
        self.ingress = if self.inputs.stall { Ingress { halted, ..Ingress::default() } } else { taken };
        done
    }

    /// Cycles without an access.
    pub fn idle(&mut self, cycles: usize) -> &mut Self {
        for _ in 0..cycles {
            self.cycle(None, &[]);
        }
        self
    }

    /// A cycle in which the port shows something more.
    pub fn pulse(&mut self, change: impl FnOnce(&mut Ingress)) -> &mut Self {
        let before = self.port;
        change(&mut self.port);
        self.idle(1).port = before;
        self
    }

    /// A cycle with a block of two half-words.
    pub fn block(&mut self, iaddr: u64) -> &mut Self {
        self.pulse(|port| port.blocks[0] = Block { iaddr, iretire: 2, ..Block::default() })
    }

    /// A write of the bytes that the strobe names: its four cycles.
    pub fn write_bytes(&mut self, offset: usize, data: u32, strobe: u8) -> &mut Self {
        self.idle(1).cycle(Some(BusAccess::Write { offset: offset as u32, data, strobe }), &[]);
        self.idle(2)
    }

    /// A write.
    pub fn write(&mut self, offset: usize, data: u32) -> &mut Self {
        self.write_bytes(offset, data, ALL)
    }

    /// A read.
    pub fn answer(&mut self, offset: usize) -> Read {
        let read = self.idle(2).cycle(Some(BusAccess::Read { offset: offset as u32 }), &[]).read;
        self.idle(1);
        read
    }

    /// A read of something that is defined.
    pub fn read(&mut self, offset: usize) -> u32 {
        match self.answer(offset) {
            Read::Data(data) => data,
            other => panic!("{offset:#x} reads {other:?}"),
        }
    }

    /// Sets bits of a register and keeps the others.
    pub fn set(&mut self, offset: usize, bits: u32) -> &mut Self {
        let value = self.read(offset) | bits;
        self.write(offset, value)
    }

    /// Clears bits of a register and keeps the others.
    pub fn clear(&mut self, offset: usize, bits: u32) -> &mut Self {
        let value = self.read(offset) & !bits;
        self.write(offset, value)
    }

    /// Writes a field and keeps the others; what it reads then.
    pub fn field(&mut self, register: &str, field: &str, value: u32) -> u32 {
        let register = REGISTERS.iter().find(|r| r.name == register).unwrap();
        let field = register.field(field).unwrap();
        let word = self.read(register.offset);
        self.write(register.offset, field.set(word, value));
        field.get(self.read(register.offset))
    }

    /// What a field reads.
    pub fn get(&mut self, register: &str, field: &str) -> u32 {
        let register = REGISTERS.iter().find(|r| r.name == register).unwrap();
        register.field(field).unwrap().get(self.read(register.offset))
    }

    /// The messages since this was last asked, once the queue has decided on them.
    pub fn messages(&mut self) -> Vec<String> {
        std::mem::take(&mut self.idle(self.late).messages)
    }
}
