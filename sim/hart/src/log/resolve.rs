// SPDX-License-Identifier: Apache-2.0
//! What retired, of what a log lists.
//!
//! An instruction is held until the next line that tells what became of it: the next instruction, or a trap.
//!
//! - Where the log has trap lines: an exception at the address of the instruction that was listed last means that it
//!   did not retire, unless it is ecall. Any other trap comes after it.
//! - Where it has commit lines, they say what retired. ecall has none, and retires all the same.
//! - Where it has no trap lines, an address that can't follow the instruction before means a trap: an exception if that
//!   instruction is ecall (which retires), ebreak or an encoding defined to be illegal (which do not), else an
//!   interrupt after it. A commit log does not show the ecall or ebreak: the program says where one comes next. After a
//!   conditional branch such an interrupt leaves open where the branch led; it is then not taken. After an indirect
//!   jump it can't be told from the target.
//! - QEMU: an instruction that follows itself, though it is no jump to itself, was started anew: it counts once.
//!
//! A hart can't have made everything. An address that can't follow needs a trap, which a log with trap lines shows, and
//! which can only lead to a handler; a trap is where the instruction before is, or may lead. What contradicts this is
//! [`Impossible`].

mod follows;
mod inference;

use super::vectors::Handlers;
use super::Line;
use crate::Event;
use std::collections::VecDeque;
use tracewright_image::Image;
use tracewright_messages::isa::{Flow, Instruction};

/// What a log consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Spike's `-l`: listed instructions and traps.
    SpikeListing,
    /// Spike's `--log-commits`: retired instructions.
    SpikeCommits,
    /// Spike's two together.
    SpikeBoth,
    /// QEMU's: listed instructions, and traps if they were asked for.
    Qemu,
}

/// An instruction whose fate is open.
#[derive(Clone, Copy)]
struct Held {
    pc: u64,
    /// Its line.
    line: u64,
    instruction: Instruction,
    committed: bool,
}

#[derive(Clone, Copy)]
struct Trap {
    interrupt: bool,
    epc: u64,
    line: u64,
}

/// What no hart can have done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Impossible {
    /// The line that shows it.
    pub line: u64,
    /// The address there.
    pub to: u64,
    /// The instruction before, and its line.
    pub from: (u64, u64),
    /// What could have been there, in words.
    pub expected: String,
}

/// Turns lines into events.
pub(super) struct Resolver<'a> {
    kind: Kind,
    image: &'a Image,
    held: Option<Held>,
    /// How often the held instruction executed, and the line that says so, if one does.
    repeated: Option<(u64, u64)>,
    /// The traps since the held instruction.
    traps: Vec<Trap>,
    /// The instruction that was listed, but did not execute.
    withdrawn: Option<u64>,
    /// Events that are due, and how often.
    due: VecDeque<(Event, u64)>,
    /// Where traps can lead.
    handlers: Handlers,
    /// Whether the log has lines for traps.
    shows_traps: bool,
    /// The first trap that was told by addresses alone, which is impossible if the log turns out to have lines for
    /// them.
    inferred: Option<Impossible>,
}

impl<'a> Resolver<'a> {
    pub(super) fn new(kind: Kind, image: &'a Image) -> Resolver<'a> {
        Resolver {
            kind,
            image,
            held: None,
            repeated: None,
            traps: Vec::new(),
            withdrawn: None,
            due: VecDeque::new(),
            handlers: Handlers::of(image),
            shows_traps: matches!(kind, Kind::SpikeListing | Kind::SpikeBoth),
            inferred: None,
        }
    }

    /// The next event that is certain.
    pub(super) fn pop(&mut self) -> Option<Event> {
        let (event, times) = self.due.front_mut()?;
        let event = *event;
        if *times > 1 {
            *times -= 1;
        } else {
            self.due.pop_front();
        }
        Some(event)
    }

    /// An instruction at `pc` is listed in `line`, or `committed`.
    pub(super) fn instruction(
        &mut self,
        (line, pc): (u64, u64),
        instruction: Instruction,
        committed: bool,
    ) -> Result<(), Impossible> {
        if committed && self.traps.is_empty() {
            if let Some(held) = &mut self.held {
                if held.pc == pc && !held.committed {
                    held.committed = true;
                    return Ok(());
                }
            }
        }
        let settled = self.settle(Some((line, pc)));
        self.held = Some(Held { pc, line, instruction, committed });
        settled
    }

    /// A line that is no instruction.
    pub(super) fn note(&mut self, number: u64, line: Line) -> Result<(), Impossible> {
        match line {
            Line::Trapped { interrupt, epc } => {
                self.traps.push(Trap { interrupt, epc: self.image.xlen().wrap(epc), line: number });
                self.shows_traps = true;
                return self.inferred.take().map_or(Ok(()), Err);
            }
            Line::Repeated { times } if self.kind == Kind::SpikeListing => {
                let before = self.repeated.replace((times, number));
                let (Some(held), Some(_)) = (self.held, before) else { return Ok(()) };
                let expected = "another instruction".to_string();
                return Err(Impossible { line: number, to: held.pc, from: (held.pc, held.line), expected });
            }
            Line::Withdrawn { pc } => {
                let pc = self.image.xlen().wrap(pc);
                if self.held.is_some_and(|held| held.pc == pc) {
                    self.held = None;
                    self.withdrawn = Some(pc);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The log has ended.
    pub(super) fn finish(&mut self) -> Result<(), Impossible> {
        self.settle(None)
    }

    /// The hart goes on at an address that the program does not have.
    pub(super) fn leave(&mut self, next: (u64, u64)) -> Result<(), Impossible> {
        self.settle(Some(next))
    }

    /// What comes next does not follow from what came before.
    pub(super) fn gap(&mut self) {
        if self.due.back().is_none_or(|(event, _)| *event != Event::Gap) {
            self.push(Event::Gap);
        }
    }

    /// Decides on the held instruction; `next` is the one after it, and after the traps.
    fn settle(&mut self, next: Option<(u64, u64)>) -> Result<(), Impossible> {
        let possible = match self.held {
            Some(held) => self.check(&held, next),
            None => Ok(()),
        };
        let withdrawn = self.withdrawn.take();
        let times = self.repeated.take().map_or(1, |(times, _)| times);
        let address = next.map(|(_, pc)| pc);
        if possible.is_err() {
            self.traps.clear();
            if let Some(held) = self.held.take() {
                self.retire(&held, None);
            }
            return possible;
        }
        match (self.held.take(), self.traps.first(), address) {
            (Some(held), None, Some(next)) if matches!(self.kind, Kind::Qemu | Kind::SpikeCommits) => {
                self.infer(&held, next);
            }
            (Some(held), ..) => self.conclude(&held, times, address),
            (None, None, Some(next)) => {
                if let Some(pc) = withdrawn.filter(|&pc| pc != next) {
                    self.push(Event::Interrupt { pc });
                }
            }
            _ => {}
        }
        for trap in std::mem::take(&mut self.traps) {
            let pc = trap.epc;
            self.push(if trap.interrupt { Event::Interrupt { pc } } else { Event::Exception { pc } });
        }
        Ok(())
    }

    /// `held` executed `times` times, and the traps are as the log has them.
    fn conclude(&mut self, held: &Held, times: u64, next: Option<u64>) {
        let own = self.own_exceptions(held);
        let retired = match (self.kind, held.instruction.flow) {
            (_, Flow::Ecall) => own,
            (Kind::SpikeBoth, _) => u64::from(held.committed),
            (_, Flow::Ebreak) if next.is_none() => 0,
            _ => times.saturating_sub(own),
        };
        if retired > 1 {
            let event = self.retirement(held, Some(held.pc));
            self.due.push_back((event, retired - 1));
        }
        if retired > 0 {
            self.retire(held, self.traps.first().map(|trap| trap.epc).or(next));
        }
    }

    /// How often `held` did not retire, or was an ecall.
    fn own_exceptions(&self, held: &Held) -> u64 {
        self.traps.iter().filter(|trap| !trap.interrupt && trap.epc == held.pc).count() as u64
    }

    fn retire(&mut self, held: &Held, next: Option<u64>) {
        let event = self.retirement(held, next);
        self.push(event);
    }

    fn retirement(&self, held: &Held, next: Option<u64>) -> Event {
        let taken = match held.instruction.flow {
            // A branch to the next instruction may as well not be taken.
            Flow::Branch { offset } if i64::from(offset) != held.instruction.bytes() as i64 => {
                next == Some(self.target(held.pc, offset))
            }
            _ => false,
        };
        Event::Retired { pc: held.pc, instruction: held.instruction, taken }
    }

    fn push(&mut self, event: Event) {
        self.due.push_back((event, 1));
    }

    /// The addresses that may follow; `None` if any may.
    fn successors(&self, held: &Held) -> Option<[u64; 2]> {
        let after = self.image.xlen().wrap(held.pc.wrapping_add(held.instruction.bytes()));
        match held.instruction.flow {
            Flow::Linear | Flow::Upper { .. } | Flow::Ecall | Flow::Ebreak => Some([after; 2]),
            Flow::Branch { offset } => Some([after, self.target(held.pc, offset)]),
            Flow::Jump { offset, .. } => Some([self.target(held.pc, offset); 2]),
            Flow::JumpRegister { .. } | Flow::TrapReturn => None,
        }
    }

    fn target(&self, pc: u64, offset: i32) -> u64 {
        self.image.xlen().wrap(pc.wrapping_add_signed(i64::from(offset)))
    }
}
