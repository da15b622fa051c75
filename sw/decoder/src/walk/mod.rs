// SPDX-License-Identifier: Apache-2.0
//! Following the program by HIST (N-Trace 8.3) and I-CNT (N-Trace 8.4), as N-Trace 11.1 says.

mod returns;
mod sequential;

use crate::{ErrorKind, Item, Mode, Settings};
use returns::Returns;
use sequential::Sequential;
use tracewright_image::Image;
use tracewright_messages::isa::{Flow, Instruction, Xlen};

/// One more than the largest I-CNT (N-Trace Table 10).
pub(crate) const COUNT_LIMIT: i64 = 1 << 22;

/// Why following stopped, and where.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) address: u64,
    pub(crate) kind: ErrorKind,
}

/// Where I-CNT ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arrival {
    /// Before the instruction at the walker's address.
    Here,
    /// As `Here`, after a branch that is taken to this address if a message says so (BTM, N-Trace 8.4.1).
    Branch(u64),
    /// After a jump or trap whose target a message gives, or one that is expected to lead to this address: then there
    /// need not be such a message.
    Away(Option<u64>),
    /// After ecall, which traps; in a core that has made something else of it, before this address.
    Ecall(u64),
}

/// A place in the program, and how much of it is known to have been executed.
#[derive(Clone, Debug)]
pub(crate) struct Walker<'a> {
    image: &'a Image,
    xlen: Xlen,
    mode: Mode,
    /// Direct jumps are reported like taken branches.
    all_jumps: bool,
    returns: Returns,
    sequential: Sequential,
    /// The code where the walker was last: the address of its first half-word, and an instruction a half-word.
    code: (u64, &'a [Option<Instruction>]),
    /// Address of the next instruction.
    pub(crate) pc: u64,
    /// Address of the last instruction.
    pub(crate) last: u64,
    /// Half-words that I-CNT fields have reported and that are not yet followed. Negative when HIST has led further
    /// than I-CNT has reported so far: a full HIST is sent without I-CNT (N-Trace 8.3.1).
    count: i64,
    /// Instructions, and repeated traps without any, that may still be followed.
    left: u64,
    /// Instructions that may be followed in all.
    limit: u64,
}

impl<'a> Walker<'a> {
    pub(crate) fn new(image: &'a Image, settings: &Settings) -> Walker<'a> {
        Walker {
            image,
            xlen: image.xlen(),
            mode: settings.mode,
            all_jumps: settings.all_jumps,
            returns: Returns::new(settings.implicit_return),
            sequential: Sequential::new(settings.sequential_jump),
            code: (0, &[]),
            pc: 0,
            last: 0,
            count: 0,
            left: settings.limit,
            limit: settings.limit,
        }
    }

    /// Starts afresh at `address`: all that was counted before is reported (N-Trace 8.4.3).
    pub(crate) fn restart(&mut self, address: u64) {
        self.pc = address;
        self.last = address;
        self.count = 0;
        self.sequential.restart();
    }

    /// The program.
    pub(crate) fn image(&self) -> &'a Image {
        self.image
    }

    /// Forgets the calls.
    pub(crate) fn forget_calls(&mut self) {
        self.returns.clear();
    }

    /// Adds a reported I-CNT: a message's, or one of ResourceFull before it (N-Trace 8.4.4).
    pub(crate) fn add_count(&mut self, icnt: u32) {
        self.sequential.add_count(icnt, self.count);
        self.count += i64::from(icnt);
    }

    fn fault(&self, kind: ErrorKind) -> Fault {
        Fault { address: self.pc, kind }
    }

    /// The instruction at the current address, which is never odd: no message and no instruction leads to such a one.
    /// Code that modifies itself is not followed: the image holds what was there when the program started
    /// (N-Trace 11.4).
    fn fetch(&mut self) -> Result<Instruction, Fault> {
        let (start, code) = self.code;
        let distance = self.pc.wrapping_sub(start);
        match code.get((distance / 2) as usize) {
            Some(&Some(instruction)) => Ok(instruction),
            _ => self.fetch_elsewhere(),
        }
    }

    fn fetch_elsewhere(&mut self) -> Result<Instruction, Fault> {
        self.code = self.image.instructions_around(self.pc).ok_or_else(|| self.fault(ErrorKind::NoCode))?;
        self.image.instruction(self.pc).ok_or_else(|| self.fault(ErrorKind::NoCode))
    }

    fn relative(&self, offset: i64) -> u64 {
        self.xlen.wrap(self.pc.wrapping_add_signed(offset))
    }

    /// Where `instruction`, which is at the current address and no branch that is taken, leads; None if the program
    /// does not say. The count is what it is before the instruction.
    fn next(&mut self, instruction: Instruction) -> Option<u64> {
        let next = self.relative(instruction.bytes() as i64);
        match instruction.flow {
            Flow::Linear | Flow::Upper { .. } | Flow::Ebreak | Flow::Branch { .. } => Some(next),
            Flow::Jump { rd, offset } => {
                self.returns.jump(rd, next);
                Some(self.relative(offset.into()))
            }
            Flow::JumpRegister { rd, rs1 } => {
                let returned = self.returns.jump_register(rd, rs1, next);
                self.sequential.target(self.image, self.last, self.pc, rs1, self.count).or(returned)
            }
            Flow::Ecall | Flow::TrapReturn => None,
        }
    }

    /// Whether `instruction` has a bit of HIST, or if it jumps a message of its own.
    fn is_reported(&self, instruction: Instruction) -> bool {
        match instruction.flow {
            Flow::Branch { .. } => true,
            Flow::Jump { .. } => self.all_jumps,
            _ => false,
        }
    }

    /// Takes one from what may still be followed.
    pub(crate) fn count_down(&mut self) -> Result<(), Fault> {
        self.left = self.left.checked_sub(1).ok_or_else(|| self.fault(ErrorKind::Limit(self.limit)))?;
        Ok(())
    }

    fn retire(&mut self, next: u64, emit: &mut impl FnMut(Item)) -> Result<(), Fault> {
        self.count_down()?;
        emit(Item::Instruction { pc: self.pc });
        self.last = self.pc;
        self.pc = next;
        Ok(())
    }

    /// Follows the branches that `hist` reports, to where the last of them leads. No instruction is followed that takes
    /// the count below `floor`. `hist` is not 0.
    fn branches(&mut self, hist: u64, floor: i64, emit: &mut impl FnMut(Item)) -> Result<(), Fault> {
        for bit in (0..hist.ilog2()).rev() {
            let taken = hist >> bit & 1 != 0;
            loop {
                let instruction = self.fetch()?;
                let count = self.count - i64::from(instruction.half_words);
                if count < floor {
                    return Err(self.fault(ErrorKind::HistoryBeyondCount));
                }
                match instruction.flow {
                    Flow::Branch { offset } => {
                        let distance = if taken { offset.into() } else { instruction.bytes() as i64 };
                        self.count = count;
                        self.retire(self.relative(distance), emit)?;
                        break;
                    }
                    Flow::Jump { .. } if self.all_jumps && !taken => return Err(self.fault(ErrorKind::JumpNotTaken)),
                    flow => {
                        let next = self.next(instruction).ok_or_else(|| self.fault(ErrorKind::UnknownTarget))?;
                        self.count = count;
                        self.retire(next, emit)?;
                        if self.all_jumps && matches!(flow, Flow::Jump { .. }) {
                            break;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Follows a full HIST, `times` times (N-Trace 8.3.1 and 9.3). I-CNT comes later; that it holds no more than 22
    /// bits limits how far to go.
    pub(crate) fn full_history(&mut self, hist: u64, times: u64, emit: &mut impl FnMut(Item)) -> Result<(), Fault> {
        if hist == 1 {
            return Ok(());
        }
        for _ in 0..times {
            self.branches(hist, -COUNT_LIMIT, emit)?;
        }
        Ok(())
    }

    /// Follows all that is reported: the branches of `hist`, then what remains of the count (N-Trace 8.4.2).
    pub(crate) fn finish(&mut self, hist: u64, emit: &mut impl FnMut(Item)) -> Result<Arrival, Fault> {
        if self.count < 0 {
            return Err(self.fault(ErrorKind::HistoryBeyondCount));
        }
        self.branches(hist, 0, emit)?;
        while self.count > 0 {
            let instruction = self.fetch()?;
            let count = self.count - i64::from(instruction.half_words);
            if count < 0 {
                return Err(self.fault(ErrorKind::MidInstruction));
            }
            if self.is_reported(instruction) {
                match (self.mode, instruction.flow) {
                    (Mode::History, _) => return Err(self.fault(ErrorKind::NoHistory)),
                    (Mode::Branch, Flow::Jump { .. }) if count > 0 => {
                        return Err(self.fault(ErrorKind::UnreportedJump));
                    }
                    (Mode::Branch, _) => {}
                }
            }
            let next = self.next(instruction);
            if count == 0 {
                self.count = 0;
                let arrival = match instruction.flow {
                    Flow::Branch { offset } => Arrival::Branch(self.relative(offset.into())),
                    Flow::JumpRegister { .. } | Flow::TrapReturn => Arrival::Away(next),
                    Flow::Ecall => Arrival::Ecall(self.relative(instruction.bytes() as i64)),
                    _ => Arrival::Here,
                };
                self.retire(next.unwrap_or(self.pc), emit)?;
                return Ok(arrival);
            }
            let next = next.ok_or_else(|| self.fault(ErrorKind::UnknownTarget))?;
            self.count = count;
            self.retire(next, emit)?;
        }
        Ok(Arrival::Here)
    }

    /// Whether HIST is still to come for a branch among the instructions that are reported.
    pub(crate) fn lacks_history(&self) -> bool {
        matches!(self.clone().finish(1, &mut |_| ()), Err(Fault { kind: ErrorKind::NoHistory, .. }))
    }

    /// Whether the last instruction may be reported as a jump though it is none that is known here (N-Trace 10.1): one
    /// of the custom opcodes, or of Zcmp and Zcmt.
    pub(crate) fn last_may_jump(&self) -> bool {
        let custom = |bits: u32| matches!(bits & 0x7F, 0x0B | 0x2B | 0x5B | 0x7B);
        let table_or_pop = |bits: u32| bits & 0xE003 == 0xA002;
        self.image.fetch(self.last).is_some_and(|bits| custom(bits) || table_or_pop(bits))
    }

    /// Whether the last instruction is a direct jump, which is reported as a taken branch if the encoder is told to.
    pub(crate) fn last_is_direct_jump(&self) -> bool {
        self.image.instruction(self.last).is_some_and(|i| matches!(i.flow, Flow::Jump { .. }))
    }
}
