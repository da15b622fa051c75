// SPDX-License-Identifier: Apache-2.0
//! From retirement to the blocks of the ingress port (E-Trace 2.0 ch. 4, N-Trace Table 2).

use crate::{Error, Event, Stream};
use tracewright_config::{Ingress, IngressForm};
use tracewright_isa::{itype, Flow, Instruction, ItypeWidth};
use tracewright_messages::itype::{EXCEPTION, INTERRUPT, NONE};
use tracewright_messages::Block;

/// Most instructions in a block, unless [`Blocks::max_instructions`] says otherwise.
pub const DEFAULT_MAX_INSTRUCTIONS: u32 = 4;

/// Blocks of the ingress port, made of the events of a [`Stream`].
///
/// A block ends where the flow may leave the consecutive addresses, and where it is full. A trap ends the block of the
/// instructions before it if that has no itype yet; otherwise it is a block of its own with iretire 0.
///
/// The stream ends in `None`; after an error, too, there is nothing more.
pub struct Blocks<S, F = fn(u64)> {
    stream: S,
    observe: F,
    shape: Shape,
    open: Option<Open>,
    ready: Option<Block>,
    remaining: u64,
    ended: bool,
}

/// What fits into a block.
#[derive(Clone, Copy)]
struct Shape {
    form: IngressForm,
    itype_width: ItypeWidth,
    max_half_words: u32,
    max_instructions: u32,
}

/// A block that may still grow, or take the itype of a trap.
#[derive(Clone, Copy)]
struct Open {
    start: u64,
    /// Address after the last instruction, where a further one must lie to join.
    end: u64,
    instructions: u32,
    half_words: u32,
    last_half_words: u8,
    /// Whether the last instruction leads elsewhere (a direct jump that has no itype of its own).
    left: bool,
}

impl<S: Stream> Blocks<S> {
    /// Blocks as `ingress` can carry them.
    pub fn new(stream: S, ingress: &Ingress) -> Self {
        let itype_width = if ingress.itype_width == 3 { ItypeWidth::Three } else { ItypeWidth::Four };
        let shape = Shape {
            form: ingress.form,
            itype_width,
            max_half_words: ingress.max_half_words(),
            max_instructions: match ingress.form {
                IngressForm::Block => DEFAULT_MAX_INSTRUCTIONS,
                IngressForm::Single => 1,
            },
        };
        let observe: fn(u64) = |_| ();
        Blocks { stream, observe, shape, open: None, ready: None, remaining: u64::MAX, ended: false }
    }
}

impl<S: Stream, F: FnMut(u64)> Blocks<S, F> {
    /// Puts at most `instructions` into a block, at least one. The single form has one in any case.
    pub fn max_instructions(mut self, instructions: u32) -> Self {
        if self.shape.form == IngressForm::Block {
            self.shape.max_instructions = instructions.max(1);
        }
        self
    }

    /// Ends after `instructions` have retired.
    pub fn limit(mut self, instructions: u64) -> Self {
        self.remaining = instructions;
        self
    }

    /// Calls `observe` with the address of each instruction that retires, before the block that holds it is returned.
    pub fn observe<G: FnMut(u64)>(self, observe: G) -> Blocks<S, G> {
        let Blocks { stream, shape, open, ready, remaining, ended, .. } = self;
        Blocks { stream, observe, shape, open, ready, remaining, ended }
    }

    /// The stream that the blocks are made of.
    pub fn stream(&self) -> &S {
        &self.stream
    }

    fn advance(&mut self) -> Result<Option<Block>, Error> {
        loop {
            if let Some(block) = self.ready.take() {
                return Ok(Some(block));
            }
            if self.ended {
                return Ok(self.open.take().map(|open| self.shape.close(&open, NONE)));
            }
            if self.remaining == 0 {
                self.ended = true;
                continue;
            }
            let done = match self.stream.next()? {
                None => {
                    self.ended = true;
                    continue;
                }
                Some(Event::Retired { pc, instruction, taken }) => self.retire(pc, &instruction, taken)?,
                Some(Event::Exception { pc }) => Some(self.trap(EXCEPTION, pc)),
                Some(Event::Interrupt) => Some(self.trap(INTERRUPT, 0)),
            };
            if done.is_some() {
                return Ok(done);
            }
        }
    }

    /// Adds an instruction; returns the block that it completes or does not fit into.
    fn retire(&mut self, pc: u64, instruction: &Instruction, taken: bool) -> Result<Option<Block>, Error> {
        let half_words = u32::from(instruction.half_words);
        if half_words > 2 || half_words > self.shape.max_half_words {
            return Err(Error::InstructionTooLong { pc, half_words: instruction.half_words });
        }
        (self.observe)(pc);
        self.remaining -= 1;
        let before = match self.open {
            Some(open) if !self.shape.joins(&open, pc, half_words) => {
                self.open = None;
                Some(self.shape.close(&open, NONE))
            }
            _ => None,
        };
        let open = self.open.get_or_insert(Open {
            start: pc,
            end: pc,
            instructions: 0,
            half_words: 0,
            last_half_words: 0,
            left: false,
        });
        open.instructions += 1;
        open.half_words += half_words;
        open.last_half_words = instruction.half_words;
        open.end = pc.wrapping_add(instruction.bytes());
        open.left = matches!(instruction.flow, Flow::Jump { .. });
        // Their itype comes with the exception, if there is one.
        let code = match instruction.flow {
            Flow::Ecall | Flow::Ebreak => NONE,
            _ => itype(instruction, taken, self.shape.itype_width),
        };
        if code == NONE {
            return Ok(before);
        }
        let closed = self.shape.close(open, code);
        self.open = None;
        if before.is_none() {
            return Ok(Some(closed));
        }
        self.ready = Some(closed);
        Ok(before)
    }

    fn trap(&mut self, code: u8, pc: u64) -> Block {
        match self.open.take() {
            Some(open) => self.shape.close(&open, code),
            None => Block { itype: code, iaddr: pc, iretire: 0, ilastsize: 0 },
        }
    }
}

impl Shape {
    fn joins(&self, open: &Open, pc: u64, half_words: u32) -> bool {
        !open.left
            && open.end == pc
            && open.instructions < self.max_instructions
            && open.half_words + half_words <= self.max_half_words
    }

    fn close(&self, open: &Open, itype: u8) -> Block {
        let iretire = match self.form {
            IngressForm::Block => open.half_words,
            IngressForm::Single => open.instructions,
        };
        Block { itype, iaddr: open.start, iretire, ilastsize: open.last_half_words - 1 }
    }
}

impl<S: Stream, F: FnMut(u64)> Iterator for Blocks<S, F> {
    type Item = Result<Block, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let item = self.advance().transpose();
        if let Some(Err(_)) = item {
            self.ended = true;
            self.open = None;
        }
        item
    }
}
