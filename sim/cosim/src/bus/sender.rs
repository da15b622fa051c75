// SPDX-License-Identifier: Apache-2.0
//! The master's end of a channel with valid and ready.

use std::collections::VecDeque;
use verilator_sys::{Input, Model, Output};

/// What is to be sent, in order, each after some cycles of waiting.
#[derive(Clone, Debug)]
pub(super) struct Sender<T> {
    valid: Input,
    ready: Output,
    queue: VecDeque<(u32, T)>,
    is_shown: bool,
}

impl<T: Copy> Sender<T> {
    pub fn new(valid: Input, ready: Output) -> Sender<T> {
        Sender { valid, ready, queue: VecDeque::new(), is_shown: false }
    }

    /// Sends `item`, `wait` cycles after the one before it has left.
    pub fn push(&mut self, wait: u32, item: T) {
        self.queue.push_back((wait, item));
    }

    /// Shows the next item when its time has come; what is shown stays until it is taken. Returns what begins to be
    /// shown.
    pub fn drive(&mut self, model: &mut Model) -> Option<T> {
        match self.queue.front_mut() {
            Some((0, item)) if !self.is_shown => {
                self.is_shown = true;
                model.set(self.valid, 1);
                Some(*item)
            }
            Some((wait @ 1.., _)) => {
                *wait -= 1;
                model.set(self.valid, 0);
                None
            }
            Some(_) => None,
            None => {
                model.set(self.valid, 0);
                None
            }
        }
    }

    /// Whether nothing is shown, so that the payload does not count.
    pub fn is_quiet(&self) -> bool {
        !self.is_shown
    }

    /// What is taken in this cycle.
    pub fn taken(&mut self, model: &Model) -> Option<T> {
        if !self.is_shown || model.get(self.ready) == 0 {
            return None;
        }
        self.is_shown = false;
        self.queue.pop_front().map(|(_, item)| item)
    }
}
