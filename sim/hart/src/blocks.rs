// SPDX-License-Identifier: Apache-2.0
//! From retirement to the blocks of the ingress port (E-Trace ch. 4, N-Trace Table 2).

mod limits;

use crate::{Error, Event, Stream};
use limits::{BlockLimits, Open, Retired};
use tracewright_config::{Ingress, IngressForm};
use tracewright_messages::isa::{itype, transfer_type, Flow, Instruction, ItypeWidth};
use tracewright_messages::itype::{EXCEPTION, INTERRUPT, NONE};
use tracewright_messages::{Block, Ingress as Port, MAX_BLOCKS};

/// Most instructions in a block, unless [`Blocks::max_instructions`] says otherwise.
pub const DEFAULT_MAX_INSTRUCTIONS: u32 = 4;

/// What the ingress port shows, cycle by cycle, made of the events of a [`Stream`].
///
/// A block ends where the flow may leave the consecutive addresses, and where it is full. A trap ends the block of the
/// instructions before it if that has no itype yet; otherwise it is a block of its own with iretire 0, and `iaddr` says
/// which instruction caused an exception, or would have run next without the interrupt. A jump is sequentially
/// inferable (`sijump`) right after the lui, c.lui or auipc that sets its register.
///
/// A cycle has as many blocks as the port, lowest first; fewer at the end, and where a trap came or the privilege mode
/// changes.
///
/// Of a gap in the stream a cycle without a block tells; no other cycle is without.
///
/// The stream ends in `None`; after an error, too, there is nothing more.
pub struct Blocks<S, F = fn(u64)> {
    stream: S,
    observe: Option<F>,
    limits: BlockLimits,
    open: Option<Open>,
    ready: Option<Retired>,
    /// The block that the cycle before had no place for.
    waiting: Option<Retired>,
    /// The register that an instruction set to a value that the code tells, and where the jump is that it makes
    /// sequentially inferable: at this address, with so many instructions left.
    upper: Option<(u8, u64, u64)>,
    remaining: u64,
    /// A gap comes before the next block.
    gap: bool,
    ended: bool,
}

impl<S: Stream> Blocks<S> {
    /// Blocks as `ingress` can carry them.
    pub fn new(stream: S, ingress: &Ingress) -> Self {
        let itype_width = if ingress.itype_width == 3 { ItypeWidth::Three } else { ItypeWidth::Four };
        let limits = BlockLimits {
            blocks: (ingress.blocks as usize).min(MAX_BLOCKS),
            form: ingress.form,
            itype_width,
            max_half_words: ingress.max_half_words(),
            longest: ingress.max_half_words().min(2),
            max_instructions: match ingress.form {
                IngressForm::Block => DEFAULT_MAX_INSTRUCTIONS,
                IngressForm::Single => 1,
            },
            for_records: false,
        };
        Blocks {
            stream,
            observe: None,
            limits,
            open: None,
            ready: None,
            waiting: None,
            upper: None,
            remaining: u64::MAX,
            gap: false,
            ended: false,
        }
    }
}

impl<S: Stream, F: FnMut(u64)> Blocks<S, F> {
    /// Puts at most `instructions` into a block, at least one. The single form has one in any case.
    pub fn max_instructions(mut self, instructions: u32) -> Self {
        if self.limits.form == IngressForm::Block {
            self.limits.max_instructions = instructions.max(1);
        }
        self
    }

    /// Shows what Control Transfer Records need besides (docs/ctr.md, "Hook-up"): an exception of an instruction that
    /// has not retired is a block of its own, whose `iaddr` is what xepc gets, and jumps without linkage have their
    /// itype.
    pub fn for_records(mut self) -> Self {
        self.limits.for_records = true;
        self
    }

    /// Ends after `instructions` have retired.
    pub fn limit(mut self, instructions: u64) -> Self {
        self.remaining = instructions;
        self
    }

    /// Calls `observe` with the address of each instruction that retires, before the cycle that holds it is returned.
    pub fn observe<G: FnMut(u64)>(self, observe: G) -> Blocks<S, G> {
        let Blocks { stream, limits, open, ready, waiting, upper, remaining, gap, ended, .. } = self;
        let observe = Some(observe);
        Blocks { stream, observe, limits, open, ready, waiting, upper, remaining, gap, ended }
    }

    /// The stream that the blocks are made of.
    pub fn stream(&self) -> &S {
        &self.stream
    }

    /// As [`Blocks::stream`], to give it more.
    pub(crate) fn stream_mut(&mut self) -> &mut S {
        &mut self.stream
    }

    /// Goes on after the end, where the stream has more by now.
    pub(crate) fn resume(&mut self) {
        self.ended = false;
    }

    /// The blocks of the next cycle. Inline for the same reason as `next`.
    #[inline(always)]
    fn cycle(&mut self) -> Option<Result<Port, Error>> {
        let first = match self.waiting.take() {
            Some(waiting) => waiting,
            None => match self.block() {
                Ok(Some(block)) => block,
                Ok(None) => return std::mem::take(&mut self.gap).then(|| Ok(Port::default())),
                Err(error) => return Some(Err(error)),
            },
        };
        // A port with one block is made only where it is returned: it would wait for parts that were just written.
        if self.limits.blocks == 1 {
            Some(Ok(first.port()))
        } else {
            Some(self.join(first))
        }
    }

    /// A port with `first`, and what comes in the same cycle.
    #[inline(never)]
    fn join(&mut self, first: Retired) -> Result<Port, Error> {
        let mut port = first.port();
        for place in 1..self.limits.blocks {
            if matches!(port.blocks[place - 1].itype, EXCEPTION | INTERRUPT) {
                break;
            }
            let Some(next) = self.further()? else { break };
            if next.privilege != port.privilege {
                self.waiting = Some(next);
                break;
            }
            port.blocks[place] = next.block;
        }
        Ok(port)
    }

    /// As [`Blocks::block`], whose many instructions are there a second time.
    #[inline(never)]
    fn further(&mut self) -> Result<Option<Retired>, Error> {
        self.block()
    }

    /// The next block; none at the end, and before a gap.
    #[inline(always)]
    fn block(&mut self) -> Result<Option<Retired>, Error> {
        if self.ready.is_some() {
            return Ok(self.ready.take());
        }
        if self.gap || self.ended {
            return Ok(None);
        }
        while self.remaining != 0 {
            let Blocks { stream, observe, limits, open, remaining, .. } = self;
            let event = stream.next_unless_taken(|pc, half_words, privilege| {
                let fits = u32::from(half_words) <= limits.longest;
                let joins = open.as_ref().is_none_or(|open| limits.joins(open, pc, half_words.into()));
                // The last instruction before the limit goes through `retire`, after which the blocks end.
                let takes = fits && joins && *remaining > 1;
                if takes {
                    observe.iter_mut().for_each(|observe| observe(pc));
                    *remaining -= 1;
                    open.get_or_insert_with(|| Open::at(pc, privilege)).add(half_words);
                }
                takes
            })?;
            let done = match event {
                None => break,
                Some(Event::Retired { pc, instruction, taken }) => self.retire(pc, &instruction, taken)?,
                Some(Event::Exception { pc }) => Some(self.trap(EXCEPTION, pc)),
                Some(Event::Interrupt { pc }) => Some(self.trap(INTERRUPT, pc)),
                Some(Event::Gap) => {
                    (self.gap, self.upper) = (true, None);
                    return Ok(self.open.take().map(|open| self.limits.close(&open, NONE)));
                }
            };
            if done.is_some() {
                return Ok(done);
            }
        }
        self.ended = true;
        Ok(self.open.take().map(|open| self.limits.close(&open, NONE)))
    }

    /// Adds an instruction; returns the block that it completes or does not fit into.
    #[inline(always)]
    fn retire(&mut self, pc: u64, instruction: &Instruction, taken: bool) -> Result<Option<Retired>, Error> {
        let half_words = u32::from(instruction.half_words);
        if half_words > self.limits.longest {
            return Err(Error::InstructionTooLong { pc, half_words: instruction.half_words });
        }
        if let Some(observe) = &mut self.observe {
            observe(pc);
        }
        self.remaining -= 1;
        let joins = self.open.as_ref().is_some_and(|open| self.limits.joins(open, pc, half_words));
        let before = if joins { None } else { self.open.take().map(|open| self.limits.close(&open, NONE)) };
        let stream = &self.stream;
        let open = self.open.get_or_insert_with(|| Open::at(pc, stream.privilege()));
        open.add(instruction.half_words);
        let code = match instruction.flow {
            // Most instructions; what follows takes time.
            Flow::Linear => return Ok(before),
            Flow::Upper { rd, .. } => {
                self.upper = Some((rd, open.end, self.remaining.wrapping_sub(1)));
                return Ok(before);
            }
            // Their itype comes with the exception, if there is one.
            Flow::Ecall | Flow::Ebreak => return Ok(before),
            flow => {
                let here = |rs1| Some((rs1, pc, self.remaining));
                open.sijump = matches!(flow, Flow::JumpRegister { rs1, .. } if self.upper == here(rs1));
                open.left = matches!(flow, Flow::Jump { .. });
                match self.limits.itype_width {
                    ItypeWidth::Four if self.limits.for_records => transfer_type(instruction, taken),
                    width => itype(instruction, taken, width),
                }
            }
        };
        if code == NONE {
            return Ok(before);
        }
        let closed = self.limits.close(open, code);
        self.open = None;
        if before.is_none() {
            return Ok(Some(closed));
        }
        self.ready = Some(closed);
        Ok(before)
    }

    fn trap(&mut self, code: u8, pc: u64) -> Retired {
        self.upper = None;
        let alone =
            Retired { block: Block { itype: code, iaddr: pc, ..Block::default() }, privilege: self.stream.privilege() };
        match self.open.take() {
            Some(open) if self.limits.for_records && code == EXCEPTION && open.last() != pc => {
                self.ready = Some(alone);
                self.limits.close(&open, NONE)
            }
            Some(open) => self.limits.close(&open, code),
            None => alone,
        }
    }
}

impl<S: Stream, F: FnMut(u64)> Iterator for Blocks<S, F> {
    type Item = Result<Port, Error>;

    // Where all of this is one function with what takes the port, the port need not go through memory.
    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        let item = self.cycle();
        if let Some(Err(_)) = item {
            self.ended = true;
            (self.open, self.ready, self.waiting) = (None, None, None);
        }
        item
    }
}
