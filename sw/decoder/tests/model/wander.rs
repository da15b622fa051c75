// SPDX-License-Identifier: Apache-2.0
//! Random programs, and harts that wander through them.

use crate::common::*;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use tracewright_config::{Build, Config, IcntFull, IngressForm, Run, SyncMode, TrapBtype};
use tracewright_decoder::{Mode, Settings};
use tracewright_hart::{Blocks, Error, Event, Stream};
use tracewright_image::{Image, Segment};
use tracewright_isa::{Flow, Xlen};
use tracewright_messages::Block;

const BASE: u64 = 0x8000_0000;

/// A random program, and where its instructions are.
pub struct Program {
    pub image: Image,
    addresses: Vec<u64>,
}

impl Program {
    pub fn new(rng: &mut SmallRng) -> Program {
        let count = rng.random_range(2..100);
        // Of instructions: two half-words, or one.
        let short = rng.random_bool(0.5);
        let kinds: Vec<u32> = (0..count).map(|_| rng.random_range(0..16)).collect();
        let is_short = |kind: u32| kind < 4 || short && kind < 8;
        let mut addresses = vec![BASE];
        for &kind in &kinds {
            addresses.push(addresses[addresses.len() - 1] + if is_short(kind) { 2 } else { 4 });
        }
        let mut code = Vec::new();
        for (index, &kind) in kinds.iter().enumerate() {
            let target = addresses[rng.random_range(0..addresses.len())];
            let offset = (target as i64 - addresses[index] as i64) as i32;
            code.push(match kind {
                _ if is_short(kind) => C_ADD,
                0..8 => ADD,
                8..11 => branch(offset),
                11 => jump(rng.random_range(0..2), offset),
                12 => JUMP_REGISTER,
                13 => RET,
                14 => ECALL,
                _ => MRET,
            });
        }
        code.push(JUMP_REGISTER);
        let xlen = if rng.random() { Xlen::Rv32 } else { Xlen::Rv64 };
        let image = Image::from_segments(xlen, BASE, vec![Segment::code(BASE, assemble(&code))]).unwrap();
        Program { image, addresses }
    }
}

/// A hart that jumps and branches at random in a program, and takes traps now and then.
pub struct Hart<'a> {
    program: &'a Program,
    rng: SmallRng,
    pc: u64,
    taken: f64,
    traps: f64,
    /// An ecall retired, and its exception follows.
    called: bool,
}

impl<'a> Hart<'a> {
    pub fn new(program: &'a Program, rng: &mut SmallRng) -> Hart<'a> {
        let taken = [0.05, 0.5, 0.95][rng.random_range(0..3)];
        let traps = [0.0, 0.02, 0.3][rng.random_range(0..3)];
        Hart { program, pc: BASE, taken, traps, called: false, rng: SmallRng::from_rng(rng) }
    }

    fn anywhere(&mut self) -> u64 {
        let addresses = &self.program.addresses;
        addresses[self.rng.random_range(0..addresses.len())]
    }
}

impl Stream for Hart<'_> {
    fn next(&mut self) -> Result<Option<Event>, Error> {
        let pc = self.pc;
        if self.called || self.rng.random_bool(self.traps) {
            self.pc = self.anywhere();
            let exception = std::mem::take(&mut self.called) || self.rng.random();
            return Ok(Some(if exception { Event::Exception { pc } } else { Event::Interrupt }));
        }
        let instruction = self.program.image.instruction(pc).unwrap();
        let taken = self.rng.random_bool(self.taken);
        let next = pc + instruction.bytes();
        self.pc = match instruction.flow {
            Flow::Branch { offset } if taken => pc.wrapping_add_signed(offset.into()),
            Flow::Jump { offset, .. } => pc.wrapping_add_signed(offset.into()),
            Flow::JumpRegister { .. } | Flow::TrapReturn => self.anywhere(),
            _ => next,
        };
        self.called = instruction.flow == Flow::Ecall;
        let taken = taken && matches!(instruction.flow, Flow::Branch { .. });
        Ok(Some(Event::Retired { pc, instruction, taken }))
    }
}

/// A run of a random program under a random configuration.
pub struct Wander {
    pub program: Program,
    pub config: Config,
    pub blocks: Vec<Block>,
    pub executed: Vec<u64>,
}

impl Wander {
    /// `instructions` instructions, by `seed`.
    pub fn new(seed: u64, instructions: u64) -> Wander {
        let mut rng = SmallRng::seed_from_u64(seed);
        let program = Program::new(&mut rng);
        let config = configuration(&mut rng, &program.image);
        let mut executed = Vec::new();
        let blocks = Blocks::new(Hart::new(&program, &mut rng), &config.build.ingress)
            .max_instructions(rng.random_range(1..9))
            .limit(instructions)
            .observe(|pc| executed.push(pc))
            .map(Result::unwrap)
            .collect();
        Wander { program, config, blocks, executed }
    }

    /// The trace from an encoder that never loses anything, message by message.
    pub fn trace(&self) -> Vec<Vec<u8>> {
        let mut trace = Vec::new();
        let blocks = self.blocks.iter().copied();
        tracewright_model::encode(&self.config.build, &self.config.run, blocks, |bytes| trace.push(bytes.to_vec()));
        trace
    }

    /// What `trace` decodes to.
    pub fn decode(&self, trace: &[u8]) -> Decoded {
        decode_with(trace, &self.program.image, Settings { mode: Mode::History, ..Settings::default() })
    }
}

fn configuration(rng: &mut SmallRng, image: &Image) -> Config {
    let mut build = Build { xlen: image.xlen().bits(), ..Build::default() };
    build.ingress.form = if rng.random() { IngressForm::Block } else { IngressForm::Single };
    build.ingress.itype_width = rng.random_range(3..=4);
    build.ingress.iretire_width = rng.random_range(2..=6);
    build.encoder.icnt_width = rng.random_range(9..=22);
    build.encoder.hist_width = rng.random_range(8..=32);
    build.encoder.trap_btype = if rng.random() { TrapBtype::Distinct } else { TrapBtype::Single };
    build.encoder.icnt_full = if rng.random() { IcntFull::Resource } else { IcntFull::Sync };
    let modes = [SyncMode::Off, SyncMode::Messages, SyncMode::Cycles, SyncMode::HalfWords];
    let run = Run { sync_mode: modes[rng.random_range(0..4)], sync_max: rng.random_range(0..6), ..Run::default() };
    Config { build, run }
}
