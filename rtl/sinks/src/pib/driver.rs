// SPDX-License-Identifier: Apache-2.0
//! The side of the PIB that has the pins' clock.

use super::{Kind, PibBuffer, PibFramer, PibPins};
use rust_hdl_core::prelude::*;
use tracewright_config::Build;
use tracewright_prim::{clock, dff_setup, Module, Reg, Synchronizer};

/// Keeps messages until they are whole, and sends them.
///
/// `level` and `question` belong to the encoder's clock and pass a synchroniser each; `settings` changes as a whole, in
/// this clock.
#[derive(Module)]
pub struct PibDriver {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// There is an entry.
    pub in_valid: Signal<In, Bit>,
    /// It is taken.
    pub in_ready: Signal<Out, Bit>,
    /// The entry: a byte, or two of a message, first lowest.
    pub in_data: Signal<In, Bits<16>>,
    /// No entry is about to come.
    pub in_empty: Signal<In, Bit>,
    /// Drop entries.
    pub in_clear: Signal<Out, Bit>,
    /// What pibControl asks for.
    pub settings: Signal<In, Bits<26>>,
    /// The block is active.
    pub level: Signal<In, Bit>,
    /// `level` as it has arrived here.
    pub followed: Signal<Out, Bit>,
    /// Changes to ask whether all is on the pins.
    pub question: Signal<In, Bit>,
    /// Equal to `question` when it is.
    pub answer: Signal<Out, Bit>,
    /// The pins' reference clock.
    pub tref: Vec<Signal<Out, Bit>>,
    /// The pins' data.
    pub tdata: Signal<Out, Bits<16>>,
    level_sync: Synchronizer,
    question_sync: Synchronizer,
    buffer: PibBuffer,
    framer: PibFramer,
    pins: PibPins,
    answered: Reg<Bit>,
    clear: Signal<Local, Bit>,
    quiet: Signal<Local, Bit>,
    _pairs: usize,
    _tref: usize,
}

impl PibDriver {
    /// That of `build`.
    pub fn new(build: &Build) -> Self {
        let Kind { pairs, tref, .. } = Kind::of(build);
        PibDriver {
            clock: Default::default(),
            rst_n: Default::default(),
            in_valid: Default::default(),
            in_ready: Default::default(),
            in_data: Default::default(),
            in_empty: Default::default(),
            in_clear: Default::default(),
            settings: Default::default(),
            level: Default::default(),
            followed: Default::default(),
            question: Default::default(),
            answer: Default::default(),
            tref: vec![Default::default(); tref],
            tdata: Default::default(),
            level_sync: Synchronizer::new(build.reset),
            question_sync: Synchronizer::new(build.reset),
            buffer: PibBuffer::new(build),
            framer: PibFramer::new(build),
            pins: PibPins::new(build),
            answered: Reg::new(build.reset),
            clear: Default::default(),
            quiet: Default::default(),
            _pairs: pairs,
            _tref: tref,
        }
    }
}

impl Logic for PibDriver {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, answered);
        clock!(self, clock, level_sync, question_sync, buffer, framer, pins);

        self.level_sync.d.next = self.level.val();
        self.clear.next = !self.level_sync.q.val();
        self.followed.next = self.level_sync.q.val();
        self.in_clear.next = self.clear.val();

        self.buffer.clear.next = self.clear.val();
        self.buffer.in_valid.next = self.in_valid.val();
        self.buffer.in_data.next = self.in_data.val();
        self.in_ready.next = self.buffer.in_ready.val();

        self.framer.clear.next = self.clear.val();
        self.framer.entry_valid.next = self.buffer.out_valid.val();
        self.framer.entry_data.next = self.buffer.out_data.val();
        self.framer.whole.next = self.buffer.whole.val();
        self.buffer.out_ready.next = self.framer.entry_ready.val();
        self.buffer.ended.next = self.framer.ended.val();
        self.framer.modes.next = self.pins.modes.val();
        self.framer.calibrate.next = self.pins.calibrate.val();
        self.framer.hold.next = self.pins.hold.val();

        self.pins.clear.next = self.clear.val();
        self.pins.settings.next = self.settings.val();
        self.pins.between.next = self.framer.between.val();
        self.pins.word_valid.next = self.framer.word_valid.val();
        self.pins.word_data.next = self.framer.word_data.val();
        self.pins.word_count.next = self.framer.word_count.val();
        self.pins.word_stop.next = self.framer.word_stop.val();
        self.framer.word_ready.next = self.pins.word_ready.val();
        for i in 0..self._pairs {
            self.pins.word_high[i].next = self.framer.word_high[i].val();
        }
        for i in 0..self._tref {
            self.tref[i].next = self.pins.tref[i].val();
        }
        self.tdata.next = self.pins.tdata.val();

        // An answer when there is nothing on its way.
        self.question_sync.d.next = self.question.val();
        self.quiet.next = self.in_empty.val()
            & !self.buffer.out_valid.val()
            & (self.pins.calibrate.val() | (!self.framer.word_valid.val() & !self.pins.sending.val()));
        if self.quiet.val() {
            self.answered.d.next = self.question_sync.q.val();
        }
        if self.clear.val() {
            self.answered.d.next = false;
        }
        self.answer.next = self.answered.q.val();
    }
}
