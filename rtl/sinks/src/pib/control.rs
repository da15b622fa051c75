// SPDX-License-Identifier: Apache-2.0
//! The side of the PIB that has the encoder's clock.

use super::{Kind, PibEntries};
use rust_hdl_core::prelude::*;
use tracewright_config::Build;
use tracewright_prim::{clock, dff_setup, Module, Reg, Synchronizer};
use tracewright_regmap::*;

/// Takes trace while it may, and keeps track of what the pins have followed.
///
/// # Settings
/// `settings` is what crosses, as the [module](super) says. No message is taken before the pins' side shows them, so
/// trace that is taken after a change goes out with it.
///
/// # Active
/// `level` follows pibActive, but rises only when the other side has seen it low: so nothing old is left there.
///
/// # Empty
/// When everything has left for the other side a toggle asks it; it answers when all is on the pins.
#[derive(Module)]
pub struct PibControl<const IN: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// There is a chunk.
    pub in_valid: Signal<In, Bit>,
    /// It is taken.
    pub in_ready: Signal<Out, Bit>,
    /// Its bytes, first lowest.
    pub in_data: Signal<In, Bits<IN>>,
    /// How many there are; of one without this.
    pub in_bytes: Vec<Signal<In, Bits<4>>>,
    /// They end a message; without this MSEO says so.
    pub in_last: Vec<Signal<In, Bit>>,
    /// The source is not active.
    pub inactive: Signal<In, Bit>,
    /// pibControl as stored.
    pub control: Signal<In, Bits<32>>,
    /// pibActive as it reads.
    pub pib_active: Signal<Out, Bit>,
    /// Nothing that was taken is still on its way to the pins.
    pub pib_empty: Signal<Out, Bit>,
    /// There is an entry.
    pub entry_valid: Signal<Out, Bit>,
    /// It is taken.
    pub entry_ready: Signal<In, Bit>,
    /// The entry.
    pub entry_data: Signal<Out, Bits<16>>,
    /// All entries have left.
    pub entries_gone: Signal<In, Bit>,
    /// Drop entries.
    pub clear: Signal<Out, Bit>,
    /// For the pins' side, what pibControl makes of it.
    pub settings: Signal<Out, Bits<26>>,
    /// The pins' side shows them.
    pub settled: Signal<In, Bit>,
    /// For the pins' side: it is active.
    pub level: Signal<Out, Bit>,
    /// From the pins' side: `level` as it has arrived.
    pub followed: Signal<In, Bit>,
    /// For the pins' side: changes to ask whether all is on the pins.
    pub question: Signal<Out, Bit>,
    /// From the pins' side: equal to `question` when it is.
    pub answer: Signal<In, Bit>,
    entries: PibEntries<IN>,
    followed_sync: Synchronizer,
    answer_sync: Synchronizer,
    asked_level: Reg<Bit>,
    busy: Reg<Bit>,
    asked: Reg<Bit>,
    question_at: Reg<Bit>,
    wanted: Signal<Local, Bit>,
    live: Signal<Local, Bit>,
    same: Signal<Local, Bit>,
    mode: Signal<Local, Bits<4>>,
    modes: Signal<Local, Bits<7>>,
    enable: Signal<Local, Bit>,
    parallel: Signal<Local, Bit>,
    center: Signal<Local, Bit>,
    calibrate: Signal<Local, Bit>,
    divider: Signal<Local, Bits<16>>,
    undivided: Signal<Local, Bit>,
    value: Signal<Local, Bits<26>>,
    built: Constant<Bits<26>>,
    built_divider: Constant<Bits<16>>,
    _chunks: usize,
}

impl<const IN: usize> PibControl<IN> {
    /// That of `build`.
    pub fn new(build: &Build) -> Self {
        let chunks = usize::from(IN > 8);
        let kind = Kind::of(build);
        PibControl {
            clock: Default::default(),
            rst_n: Default::default(),
            in_valid: Default::default(),
            in_ready: Default::default(),
            in_data: Default::default(),
            in_bytes: vec![Default::default(); chunks],
            in_last: vec![Default::default(); chunks],
            inactive: Default::default(),
            control: Default::default(),
            pib_active: Default::default(),
            pib_empty: Default::default(),
            entry_valid: Default::default(),
            entry_ready: Default::default(),
            entry_data: Default::default(),
            entries_gone: Default::default(),
            clear: Default::default(),
            settings: Default::default(),
            settled: Default::default(),
            level: Default::default(),
            followed: Default::default(),
            question: Default::default(),
            answer: Default::default(),
            entries: PibEntries::new(build),
            followed_sync: Synchronizer::new(build.reset),
            answer_sync: Synchronizer::new(build.reset),
            asked_level: Reg::new(build.reset),
            busy: Reg::new(build.reset),
            asked: Reg::new(build.reset),
            question_at: Reg::new(build.reset),
            wanted: Default::default(),
            live: Default::default(),
            same: Default::default(),
            mode: Default::default(),
            modes: Default::default(),
            enable: Default::default(),
            parallel: Default::default(),
            center: Default::default(),
            calibrate: Default::default(),
            divider: Default::default(),
            undivided: Default::default(),
            value: Default::default(),
            built: Constant::new(kind.settings.to_bits()),
            built_divider: Constant::new((kind.settings >> 10).to_bits()),
            _chunks: chunks,
        }
    }
}

impl<const IN: usize> Logic for PibControl<IN> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, asked_level, busy, asked, question_at);
        clock!(self, clock, entries, followed_sync, answer_sync);

        // What the pins' side is to do.
        self.modes.next = bits::<7>(0);
        if self.mode.val() == PIB_MODE_MANCHESTER.to_bits::<4>() {
            self.modes.next = bits::<7>(0x01);
        } else if self.mode.val() == PIB_MODE_UART.to_bits::<4>() {
            self.modes.next = bits::<7>(0x02);
        } else if self.mode.val() == PIB_MODE_PARALLEL_1.to_bits::<4>() {
            self.modes.next = bits::<7>(0x04);
        } else if self.mode.val() == PIB_MODE_PARALLEL_2.to_bits::<4>() {
            self.modes.next = bits::<7>(0x08);
        } else if self.mode.val() == PIB_MODE_PARALLEL_4.to_bits::<4>() {
            self.modes.next = bits::<7>(0x10);
        } else if self.mode.val() == PIB_MODE_PARALLEL_8.to_bits::<4>() {
            self.modes.next = bits::<7>(0x20);
        } else if self.mode.val() == PIB_MODE_PARALLEL_16.to_bits::<4>() {
            self.modes.next = bits::<7>(0x40);
        }
        self.mode.next = self.control.val().get_bits::<4>(PIB_CONTROL_PIB_MODE);
        self.parallel.next = self.modes.val().get_bits::<5>(2).any();
        self.center.next = self.control.val().get_bit(PIB_CONTROL_PIB_REF_CENTER) & self.parallel.val();
        self.enable.next = self.control.val().get_bit(PIB_CONTROL_PIB_ENABLE);
        self.calibrate.next = self.control.val().get_bit(PIB_CONTROL_PIB_CALIBRATE) & self.enable.val();
        self.divider.next = self.control.val().get_bits::<16>(PIB_CONTROL_PIB_DIVIDER) & self.built_divider.val();
        self.undivided.next = !self.divider.val().any();
        self.value.next = (bit_cast::<26, 7>(self.modes.val())
            | (bit_cast::<26, 1>(self.center.val().into()) << bits::<26>(7))
            | (bit_cast::<26, 1>(self.calibrate.val().into()) << bits::<26>(8))
            | (bit_cast::<26, 1>(self.undivided.val().into()) << bits::<26>(9))
            | (bit_cast::<26, 16>(self.divider.val()) << bits::<26>(10)))
            & self.built.val();
        self.settings.next = self.value.val();

        // Active: there and back.
        self.wanted.next = self.control.val().get_bit(PIB_CONTROL_PIB_ACTIVE);
        self.followed_sync.d.next = self.followed.val();
        if !self.followed_sync.q.val() & self.settled.val() {
            self.asked_level.d.next = true;
        }
        if !self.wanted.val() {
            self.asked_level.d.next = false;
        }
        self.level.next = self.asked_level.q.val();
        self.live.next = self.wanted.val() & self.asked_level.q.val() & self.followed_sync.q.val();
        self.pib_active.next = self.followed_sync.q.val();
        self.clear.next = !self.live.val();

        // Trace.
        self.entries.clear.next = !self.live.val();
        self.entries.open.next = self.settled.val()
            & self.enable.val()
            & self.value.val().get_bits::<7>(0).any()
            & !self.value.val().get_bit(8);
        self.entries.inactive.next = self.inactive.val();
        self.entries.in_valid.next = self.in_valid.val();
        self.entries.in_data.next = self.in_data.val();
        for i in 0..self._chunks {
            self.entries.in_bytes[i].next = self.in_bytes[i].val();
            self.entries.in_last[i].next = self.in_last[i].val();
        }
        self.in_ready.next = self.entries.in_ready.val();
        self.entry_valid.next = self.entries.entry_valid.val();
        self.entry_data.next = self.entries.entry_data.val();
        self.entries.entry_ready.next = self.entry_ready.val();

        // Empty: what is taken after a question needs another one.
        self.answer_sync.d.next = self.answer.val();
        self.same.next = self.answer_sync.q.val() == self.question_at.q.val();
        if self.entries.takes.val() {
            self.busy.d.next = true;
            self.asked.d.next = false;
        } else if self.busy.q.val() & self.same.val() {
            if self.asked.q.val() {
                self.busy.d.next = false;
                self.asked.d.next = false;
            } else if self.entries_gone.val() & !self.entries.holds.val() {
                self.question_at.d.next = !self.question_at.q.val();
                self.asked.d.next = true;
            }
        }
        if !self.live.val() {
            self.busy.d.next = false;
            self.asked.d.next = false;
            self.question_at.d.next = false;
        }
        self.pib_empty.next = !self.busy.q.val();
        self.question.next = self.question_at.q.val();
    }
}
