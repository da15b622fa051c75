// SPDX-License-Identifier: Apache-2.0
//! Implicit return (N-Trace 9.2).

use super::settings::Settings;
use std::collections::VecDeque;
use tracewright_config::ImplicitReturn;
use tracewright_messages::{itype, Block};

/// The return stack.
#[derive(Clone, Debug)]
pub(super) struct Returns {
    mode: ImplicitReturn,
    depth: usize,
    /// Bits of an address that are kept and compared.
    mask: u64,
    /// Return addresses, newest last, in the bits that are kept.
    stack: VecDeque<u64>,
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
        Returns { mode, depth: encoder.return_stack_depth as usize, mask, stack: VecDeque::new() }
    }

    /// Takes over other settings.
    pub(super) fn program(&mut self, settings: &Settings) {
        let stack = std::mem::take(&mut self.stack);
        *self = Returns::new(settings);
        if self.mode != ImplicitReturn::None {
            self.stack = stack;
        }
    }

    pub(super) fn clear(&mut self) {
        self.stack.clear();
    }

    /// Moves the stack as the call, return or co-routine swap that ends `block` does. `next` is the address behind it.
    /// What a return or swap predicts.
    pub(super) fn step(&mut self, block: &Block, next: u64) -> Option<Prediction> {
        if self.mode == ImplicitReturn::None {
            return None;
        }
        let pops = matches!(block.itype, itype::RETURN | itype::CO_ROUTINE_SWAP);
        let pushes = matches!(block.itype, itype::UNINFERABLE_CALL | itype::INFERABLE_CALL | itype::CO_ROUTINE_SWAP);
        let popped = if pops { self.stack.pop_back() } else { None };
        if pushes {
            if self.stack.len() == self.depth {
                self.stack.pop_front();
            }
            self.stack.push_back(next & self.mask);
        }
        popped.map(|address| Prediction { address, mask: self.mask })
    }
}
