// SPDX-License-Identifier: Apache-2.0
//! Random programs, and harts that wander through them.

use crate::shared::*;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use tracewright_hart::{Error, Event, Stream};
use tracewright_image::{Image, Segment};
use tracewright_messages::isa::{Flow, Instruction, Xlen};
use tracewright_messages::privilege;

/// A random program, and where its instructions are.
pub struct Program {
    pub image: Image,
    addresses: Vec<u64>,
    /// The register that auipc loads and some jumps go through.
    register: u8,
}

/// auipc `register`, 0
fn auipc(register: u8) -> u32 {
    0x17 | u32::from(register) << 7
}

/// jalr x0, `offset`(`register`)
fn jump_through(register: u8, offset: i64) -> u32 {
    0x67 | u32::from(register) << 15 | (offset as u32) << 20
}

impl Program {
    /// Where `orderly`, no jump to a loaded address looks like a return (through x5).
    pub fn new(xlen: Xlen, orderly: bool, rng: &mut SmallRng) -> Program {
        let register = if orderly || rng.random() { 6 } else { 5 };
        let base = if xlen == Xlen::Rv64 && rng.random() { 0xFFFF_FFFF_8000_0000 } else { 0x8000_0000 };
        let count = rng.random_range(2..100);
        // Of instructions: two half-words, or one.
        let short = rng.random_bool(0.5);
        let kinds: Vec<u32> = (0..count).map(|_| rng.random_range(0..20)).collect();
        let is_short = |kind: u32| kind < 4 || short && kind < 8;
        let mut addresses = vec![base];
        for &kind in &kinds {
            addresses.push(addresses[addresses.len() - 1] + if is_short(kind) { 2 } else { 4 });
        }
        let mut code = Vec::new();
        for (index, &kind) in kinds.iter().enumerate() {
            let target = addresses[rng.random_range(0..addresses.len())];
            let offset = (target as i64 - addresses[index] as i64) as i32;
            let behind_auipc = code.last() == Some(&auipc(register));
            code.push(match kind {
                _ if is_short(kind) => C_ADD,
                0..8 if behind_auipc => jump_through(register, i64::from(offset) + 4),
                0..8 => ADD,
                8..11 => branch(offset),
                11 | 12 => jump(rng.random_range(0..2), offset),
                13 => JUMP_REGISTER,
                14 | 15 => RET,
                16 => ECALL,
                17 => MRET,
                _ => auipc(register),
            });
        }
        code.push(JUMP_REGISTER);
        let image = Image::from_segments(xlen, base, vec![Segment::code(base, assemble(&code))]).unwrap();
        Program { image, addresses, register }
    }
}

/// A hart that jumps and branches at random in a program, returns to where it was called from now and then, and takes
/// traps.
pub struct Hart<'a> {
    program: &'a Program,
    rng: SmallRng,
    pc: u64,
    /// How often branches are taken, traps come, and returns go to where the call came from.
    taken: f64,
    traps: f64,
    returns: f64,
    calls: Vec<u64>,
    /// What the program's register holds, and the address after the instruction that put it there.
    loaded: Option<(u64, u64)>,
    /// An ecall retired, and its exception follows.
    called: bool,
    /// Privilege mode now, and in which the latest event happened.
    mode: u8,
    latest_mode: u8,
}

impl<'a> Hart<'a> {
    /// Where `orderly`, every return goes to where the call came from.
    pub fn new(program: &'a Program, orderly: bool, rng: &mut SmallRng) -> Hart<'a> {
        let taken = [0.05, 0.5, 0.95][rng.random_range(0..3)];
        let traps = [0.0, 0.02, 0.3][rng.random_range(0..3)];
        let returns = if orderly { 1.0 } else { [0.0, 0.8, 1.0][rng.random_range(0..3)] };
        let pc = program.addresses[0];
        let rng = SmallRng::from_rng(rng);
        Hart {
            program,
            pc,
            taken,
            traps,
            returns,
            calls: Vec::new(),
            loaded: None,
            called: false,
            mode: privilege::M,
            latest_mode: privilege::M,
            rng,
        }
    }

    /// The same hart, without any trap but those of ecall.
    pub fn without_traps(self) -> Hart<'a> {
        Hart { traps: 0.0, ..self }
    }

    fn anywhere(&mut self) -> u64 {
        let addresses = &self.program.addresses;
        addresses[self.rng.random_range(0..addresses.len())]
    }

    /// Where a jump through registers goes, and what it leaves of the calls.
    fn jump(&mut self, rd: u8, rs1: u8, next: u64) -> u64 {
        let link = |register| register == 1 || register == 5;
        let called_from = if link(rs1) && rd != rs1 { self.calls.pop() } else { None };
        if link(rd) {
            self.calls.push(next);
        }
        let offset = i64::from(self.program.image.fetch(self.pc).unwrap() as i32 >> 20);
        match (self.loaded, called_from) {
            (Some((value, link)), _) if rs1 == self.program.register && link == self.pc => {
                value.wrapping_add_signed(offset)
            }
            (_, Some(address)) if self.rng.random_bool(self.returns) => address,
            _ => self.anywhere(),
        }
    }

    fn follow(&mut self, instruction: Instruction, taken: bool) -> u64 {
        let pc = self.pc;
        let next = pc.wrapping_add(instruction.bytes());
        match instruction.flow {
            Flow::Branch { offset } if taken => pc.wrapping_add_signed(offset.into()),
            Flow::Jump { rd, offset } => {
                if rd == 1 {
                    self.calls.push(next);
                }
                pc.wrapping_add_signed(offset.into())
            }
            Flow::JumpRegister { rd, rs1 } => self.jump(rd, rs1, next),
            Flow::TrapReturn => {
                self.mode = [privilege::U, privilege::S, privilege::VU][self.rng.random_range(0..3)];
                self.anywhere()
            }
            _ => next,
        }
    }
}

impl Stream for Hart<'_> {
    fn next(&mut self) -> Result<Option<Event>, Error> {
        let pc = self.pc;
        self.latest_mode = self.mode;
        if self.called || self.rng.random_bool(self.traps) {
            self.pc = self.anywhere();
            self.mode = privilege::M;
            self.loaded = None;
            let exception = std::mem::take(&mut self.called) || self.rng.random();
            return Ok(Some(if exception { Event::Exception { pc } } else { Event::Interrupt { pc } }));
        }
        let instruction = self.program.image.instruction(pc).unwrap();
        let taken = matches!(instruction.flow, Flow::Branch { .. }) && self.rng.random_bool(self.taken);
        self.pc = self.follow(instruction, taken);
        self.loaded =
            matches!(instruction.flow, Flow::Upper { .. }).then(|| (pc, pc.wrapping_add(instruction.bytes())));
        self.called = instruction.flow == Flow::Ecall;
        Ok(Some(Event::Retired { pc, instruction, taken }))
    }

    fn privilege(&self) -> u8 {
        self.latest_mode
    }
}
