// SPDX-License-Identifier: Apache-2.0
//! Whether a message has told the newest calls (N-Trace 9.2).

use crate::codes::*;
use crate::encoder::built::{many, Built};
use crate::prim::*;
use rust_hdl_core::prelude::*;
use tracewright_config::Build;

/// Follows the newest calls until a message tells them (docs/encoder.md, "Implicit return"). There is no register in it.
#[derive(Module, Default)]
pub struct Told {
    /// Whether the newest calls are told, or where branches behind them are.
    pub state: Signal<In, Bits<2>>,
    /// That after this block.
    pub next_state: Signal<Out, Bits<2>>,
    /// The block's main message has I-CNT.
    pub message: Signal<In, Bit>,
    /// The block ends in a call, or a co-routine swap.
    pub call: Signal<In, Bit>,
    /// The block adds a branch to HIST.
    pub branch: Vec<Signal<In, Bit>>,
    /// Its message has all branches of HIST before it.
    pub ends_hist: Vec<Signal<In, Bit>>,
    /// What repeats ends with it.
    pub ends_repetition: Vec<Signal<In, Bit>>,
    /// The branches of HIST belong to what repeats, with it.
    pub repeats: Vec<Signal<In, Bit>>,
    /// All calls before this block are told.
    pub all: Signal<Out, Bit>,
    known: Signal<Local, Bits<2>>,
    _htm: usize,
    _history: usize,
}

impl Told {
    /// The calls of `build`.
    pub fn new(build: &Build) -> Self {
        let Built { htm, history, .. } = Built::of(build);
        Told {
            branch: many(htm),
            ends_hist: many(htm),
            ends_repetition: many(history),
            repeats: many(history),
            _htm: htm,
            _history: history,
            ..Told::default()
        }
    }
}

impl Logic for Told {
    #[hdl_gen]
    fn update(&mut self) {
        self.known.next = self.state.val();
        for i in 0..self._htm {
            if self.ends_hist[i].val() & (self.state.val() == TOLD_BUT_IN_HIST.to_bits::<2>()) {
                self.known.next = TOLD_ALL.to_bits::<2>();
            }
        }
        for i in 0..self._history {
            if self.ends_repetition[i].val() & (self.state.val() == TOLD_BUT_IN_REPETITION.to_bits::<2>()) {
                self.known.next = TOLD_ALL.to_bits::<2>();
            }
        }
        if self.message.val() {
            self.known.next = TOLD_ALL.to_bits::<2>();
        }
        self.all.next = self.known.val() == TOLD_ALL.to_bits::<2>();

        self.next_state.next = self.known.val();
        if self.call.val() {
            self.next_state.next = TOLD_BUT_NEW.to_bits::<2>();
        }
        for i in 0..self._htm {
            if self.branch[i].val() & (self.call.val() | (self.known.val() == TOLD_BUT_NEW.to_bits::<2>())) {
                self.next_state.next = TOLD_BUT_IN_HIST.to_bits::<2>();
            }
        }
        for i in 0..self._history {
            if self.repeats[i].val() & (self.call.val() | !self.all.val()) {
                self.next_state.next = TOLD_BUT_IN_REPETITION.to_bits::<2>();
            }
        }
    }
}
