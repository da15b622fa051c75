// SPDX-License-Identifier: Apache-2.0
//! The side of the PIB that has the pins' clock.

use super::ports::{Crossed, Pins};
use super::{PibBuffer, PibFramer, PibPins};
use tracewright_prim::*;

/// Keeps messages until they are whole, and sends them.
///
/// `level` and `question`, of the encoder's clock, pass synchronisers; `settings` changes as a whole, in this clock.
#[synchronous(build: Build)]
pub struct PibDriver {
    /// There is an entry.
    pub in_valid: Signal<In, Bit>,
    /// The entry is taken.
    pub in_ready: Signal<Out, Bit>,
    /// The entry: a byte, or two of a message, first lowest.
    pub in_data: Signal<In, Bits<16>>,
    /// No entry is about to come.
    pub in_empty: Signal<In, Bit>,
    /// pibActive is 0, as this clock sees it: entries are dropped.
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
        connect!(level_sync: crossed.{d = level, q = followed});
        let clear = !self.level_sync.q.val();
        self.in_clear.next = clear;

        self.buffer.clear.next = clear;
        connect!(buffer: in_valid, in_data, in_ready);

        self.framer.clear.next = clear;
        connect!(framer: buffer.{entry_valid = out_valid, entry_data = out_data, whole, entry_ready = out_ready, ended},
            pins.{modes, calibrate, hold});

        self.pins.clear.next = clear;
        connect!(pins: settings, out, framer.{between, word});

        // An answer when there is nothing on its way.
        connect!(self.crossed: question = question_sync.d, answer = answered.q);
        let quiet = self.in_empty.val()
            & !self.buffer.out_valid.val()
            & (self.pins.calibrate.val() | (!self.framer.word.valid.val() & !self.pins.sending.val()));
        if quiet {
            self.answered.d.next = self.question_sync.q.val();
        }
        if clear {
            self.answered.d.next = false;
        }
    }
}
