// SPDX-License-Identifier: Apache-2.0
//! The side of the PIB that has the pins' clock.

use super::ports::{Crossed, Pins};
use super::{PibBuffer, PibFramer, PibPins};
use rust_hdl_core::prelude::*;
use tracewright_config::Build;
use tracewright_prim::{kernel, Join, Link, Module, Reg, Synchronizer};

/// Keeps messages until they are whole, and sends them.
///
/// `level` and `question` belong to the encoder's clock and pass a synchroniser each; `settings` changes as a whole, in
/// this clock.
#[derive(Module)]
#[module(build: Build)]
pub struct PibDriver {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// There is an entry.
    pub in_valid: Signal<In, Bit>,
    /// The entry is taken.
    pub in_ready: Signal<Out, Bit>,
    /// The entry: a byte, or two of a message, first lowest.
    pub in_data: Signal<In, Bits<16>>,
    /// No entry is about to come.
    pub in_empty: Signal<In, Bit>,
    /// Drop entries.
    pub in_clear: Signal<Out, Bit>,
    /// What pibControl asks for.
    pub settings: Signal<In, Bits<26>>,
    /// What crosses to the encoder's side and back.
    pub crossed: Crossed,
    /// The pins.
    pub out: Pins,
    level_sync: Synchronizer,
    question_sync: Synchronizer,
    buffer: PibBuffer,
    framer: PibFramer,
    pins: PibPins,
    answered: Reg<Bit>,
}

impl Logic for PibDriver {
    #[kernel]
    fn update(&mut self) {
        self.level_sync.d.next = self.crossed.level.val();
        let clear = !self.level_sync.q.val();
        self.crossed.followed.next = self.level_sync.q.val();
        self.in_clear.next = clear;

        self.buffer.clear.next = clear;
        self.buffer.in_valid.next = self.in_valid.val();
        self.buffer.in_data.next = self.in_data.val();
        self.in_ready.next = self.buffer.in_ready.val();

        self.framer.clear.next = clear;
        self.framer.entry_valid.next = self.buffer.out_valid.val();
        self.framer.entry_data.next = self.buffer.out_data.val();
        self.framer.whole.next = self.buffer.whole.val();
        self.buffer.out_ready.next = self.framer.entry_ready.val();
        self.buffer.ended.next = self.framer.ended.val();
        self.framer.modes.next = self.pins.modes.val();
        self.framer.calibrate.next = self.pins.calibrate.val();
        self.framer.hold.next = self.pins.hold.val();

        self.pins.clear.next = clear;
        self.pins.settings.next = self.settings.val();
        self.pins.between.next = self.framer.between.val();
        self.framer.word.join(&mut self.pins.word);
        self.out.link(&mut self.pins.out);

        // An answer when there is nothing on its way.
        self.question_sync.d.next = self.crossed.question.val();
        let quiet = self.in_empty.val()
            & !self.buffer.out_valid.val()
            & (self.pins.calibrate.val() | (!self.framer.word.valid.val() & !self.pins.sending.val()));
        if quiet {
            self.answered.d.next = self.question_sync.q.val();
        }
        if clear {
            self.answered.d.next = false;
        }
        self.crossed.answer.next = self.answered.q.val();
    }
}
