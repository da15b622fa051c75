// SPDX-License-Identifier: Apache-2.0
//! Implicit return (N-Trace 9.2): a return that goes where it was predicted to has no message (`flow` of step.rs).

use super::history::Added;
use super::settings::Settings;
use std::collections::VecDeque;
use tracewright_config::{ImplicitReturn, ReturnCalls};
use tracewright_messages::{itype, Block};

/// The return stack. A call on a full one (`depth`, 32 at most) drops the oldest; an empty one predicts nothing.
#[derive(Clone, Debug)]
pub(super) struct Returns {
    mode: ImplicitReturn,
    depth: usize,
    /// Bits of an address that are kept and compared: all (full), low ones (partial), none (calls are only counted).
    mask: u64,
    /// Return addresses, newest last, in the bits that are kept.
    stack: VecDeque<u64>,
    told: Told,
    /// Returns may be implied by calls that no message has told (`return_calls = "any"`).
    any: bool,
}

/// Whether a message has told the newest calls: only then is a return inferable (N-Trace 9.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Told {
    /// All calls.
    #[default]
    All,
    /// Not the newest one, and there was no branch since.
    New,
    /// Not the newest one, and HIST holds a branch since.
    InHist,
    /// Not the newest one, and there is a branch since in what is kept back.
    InRepetition,
}

/// Where a return is expected to lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Prediction {
    address: u64,
    mask: u64,
}

impl Prediction {
    /// Whether a return to `target` is as predicted.
    pub(super) const fn holds(self, target: u64) -> bool {
        target & self.mask == self.address
    }
}

impl Returns {
    pub(super) fn new(settings: &Settings) -> Self {
        let encoder = &settings.build.encoder;
        let mode = settings.implicit_return();
        let mask = match mode {
            ImplicitReturn::None | ImplicitReturn::Count => 0,
            // Bit 0 is always 0 and not counted.
            ImplicitReturn::Partial => ((1u128 << (encoder.return_address_bits + 1)) - 1) as u64,
            ImplicitReturn::Full => u64::MAX,
        };
        let mask = mask & settings.address_mask();
        Returns {
            mode,
            depth: encoder.return_stack_depth as usize,
            mask,
            stack: VecDeque::new(),
            told: Told::All,
            any: encoder.return_calls == ReturnCalls::Any,
        }
    }

    /// Takes over other settings.
    pub(super) fn program(&mut self, settings: &Settings) {
        let (stack, told) = (std::mem::take(&mut self.stack), self.told);
        *self = Returns::new(settings);
        if self.mode != ImplicitReturn::None {
            (self.stack, self.told) = (stack, told);
        }
    }

    /// No call is known any more: a message with SYNC is sent, or the trace ends.
    pub(super) fn clear(&mut self) {
        self.stack.clear();
        self.told = Told::All;
    }

    /// A main message with an I-CNT field is sent or counted: it tells all calls so far.
    pub(super) fn tell(&mut self) {
        self.told = Told::All;
    }

    /// Whether the return or swap that ends `block` can be predicted once what is kept back has been sent.
    pub(super) fn asks(&self, block: &Block) -> bool {
        let pops = matches!(block.itype, itype::RETURN | itype::CO_ROUTINE_SWAP);
        self.mode != ImplicitReturn::None && !self.any && self.told == Told::InRepetition && pops
    }

    /// After [`Returns::step`]: the block's own branch, which did this to HIST. From now on the newest call, if no
    /// message has told it, waits in HIST, or in what is kept back.
    pub(super) fn branch(&mut self, added: &Added) {
        if self.told == Told::New {
            self.told = Told::InHist;
        }
        if self.told == Told::InHist && added.repeats {
            self.told = Told::InRepetition;
        }
    }

    /// Branches before a block are sent by its own branch.
    pub(super) fn branches_sent(&mut self, added: &Added) {
        match self.told {
            Told::InHist if added.ends_hist => self.told = Told::All,
            Told::InRepetition if added.ends_repetition => self.told = Told::All,
            _ => {}
        }
    }

    /// Moves the stack as the call, return or co-routine swap that ends `block` does. `next` is the address after it.
    /// What a return or swap predicts.
    pub(super) fn step(&mut self, block: &Block, next: u64) -> Option<Prediction> {
        if self.mode == ImplicitReturn::None {
            return None;
        }
        let pops = matches!(block.itype, itype::RETURN | itype::CO_ROUTINE_SWAP);
        let pushes = matches!(block.itype, itype::UNINFERABLE_CALL | itype::INFERABLE_CALL | itype::CO_ROUTINE_SWAP);
        let popped = if pops { self.stack.pop_back().filter(|_| self.any || self.told == Told::All) } else { None };
        if pushes {
            if self.stack.len() == self.depth {
                self.stack.pop_front();
            }
            self.stack.push_back(next & self.mask);
            self.told = Told::New;
        }
        popped.map(|address| Prediction { address, mask: self.mask })
    }
}
