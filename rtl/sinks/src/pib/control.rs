// SPDX-License-Identifier: Apache-2.0
//! The side of the PIB that has the encoder's clock.

use super::ports::*;
use super::PibEntries;
use crate::TraceIn;
use tracewright_prim::*;
use tracewright_regmap::*;

/// Takes trace while pibEnable is 1 and the pins have the settings; makes pibActive and pibEmpty (Trace Control 12.1).
///
/// # Settings
/// `settings` is what crosses, as the [module](super) says: with pibEnable 0, too, so that tref runs and the pins show
/// the mode's idle state. No message is taken before the pins' side has them, so that it goes out with them.
///
/// # Active
/// `level` is pibActive, but rises only once seen low by the pins' side: nothing old is left. Its echo is what is read.
///
/// # Empty
/// When everything has left for the other side a toggle asks it; it answers when all is on the pins.
#[synchronous(build: Build)]
pub struct PibControl<const IN: usize> {
    /// Trace.
    pub source: TraceIn<IN>,
    /// The source is not active.
    pub inactive: Signal<In, Bit>,
    /// pibControl as stored: a value that the build does not have was not taken.
    pub control: Signal<In, Bits<32>>,
    /// pibActive as it reads.
    pub pib_active: Signal<Out, Bit>,
    /// Nothing that was taken is still on its way to the pins.
    pub pib_empty: Signal<Out, Bit>,
    /// Entries.
    pub entry: EntryOut,
    /// All entries were taken by the pins' side.
    pub entries_gone: Signal<In, Bit>,
    /// The PIB is not active, here or on the pins' side: entries are dropped.
    pub clear: Signal<Out, Bit>,
    /// For the pins' side, what pibControl makes of it.
    pub settings: Signal<Out, Bits<26>>,
    /// The pins' side shows `settings`.
    pub settled: Signal<In, Bit>,
    /// What crosses to the pins' side and back.
    pub crossing: Crossing,
    entries: PibEntries<IN>,
    followed_sync: Synchronizer,
    answer_sync: Synchronizer,
    asked_level: Reg<Bit>,
    busy: Reg<Bit>,
    asked: Reg<Bit>,
    question_at: Reg<Bit>,
    modes: Signal<Local, Bits<7>>,
    #[value(settings(build).to_bits())]
    built: Constant<Bits<26>>,
    #[value((settings(build) >> DIVIDER).to_bits())]
    built_divider: Constant<Bits<16>>,
}

impl<const IN: usize> Logic for PibControl<IN> {
    #[kernel]
    fn update(&mut self) {
        // What the pins' side is to do.
        let mode = self.control.val().get_bits::<4>(PIB_CONTROL_PIB_MODE);
        self.modes.next = bits::<7>(0);
        if mode == PIB_MODE_MANCHESTER.to_bits::<4>() {
            self.modes.next = bits::<7>(0x01);
        } else if mode == PIB_MODE_UART.to_bits::<4>() {
            self.modes.next = bits::<7>(0x02);
        } else if mode == PIB_MODE_PARALLEL_1.to_bits::<4>() {
            self.modes.next = bits::<7>(0x04);
        } else if mode == PIB_MODE_PARALLEL_2.to_bits::<4>() {
            self.modes.next = bits::<7>(0x08);
        } else if mode == PIB_MODE_PARALLEL_4.to_bits::<4>() {
            self.modes.next = bits::<7>(0x10);
        } else if mode == PIB_MODE_PARALLEL_8.to_bits::<4>() {
            self.modes.next = bits::<7>(0x20);
        } else if mode == PIB_MODE_PARALLEL_16.to_bits::<4>() {
            self.modes.next = bits::<7>(0x40);
        }
        let parallel = self.modes.val().get_bits::<5>(2).any();
        let center = self.control.val().get_bit(PIB_CONTROL_PIB_REF_CENTER) & parallel;
        let enable = self.control.val().get_bit(PIB_CONTROL_PIB_ENABLE);
        let calibrate = self.control.val().get_bit(PIB_CONTROL_PIB_CALIBRATE) & enable;
        let divider = self.control.val().get_bits::<16>(PIB_CONTROL_PIB_DIVIDER) & self.built_divider.val();
        let undivided = !divider.any();
        let shown = (bit_cast::<26, 7>(self.modes.val())
            | (bit_cast::<26, 1>(center.into()) << bits::<5>(7))
            | (bit_cast::<26, 1>(calibrate.into()) << bits::<5>(8))
            | (bit_cast::<26, 1>(undivided.into()) << bits::<5>(9))
            | (bit_cast::<26, 16>(divider) << bits::<5>(10)))
            & self.built.val();
        self.settings.next = shown;

        // Active: there and back.
        let wanted = self.control.val().get_bit(PIB_CONTROL_PIB_ACTIVE);
        connect!(followed_sync: q = pib_active, d = crossing.followed);
        if !self.followed_sync.q.val() & self.settled.val() {
            self.asked_level.d.next = true;
        }
        if !wanted {
            self.asked_level.d.next = false;
        }
        self.crossing.level.next = self.asked_level.q.val();
        let live = wanted & self.asked_level.q.val() & self.followed_sync.q.val();
        self.clear.next = !live;

        // Trace.
        self.entries.clear.next = !live;
        self.entries.open.next =
            self.settled.val() & enable & shown.get_bits::<7>(MANCHESTER).any() & !shown.get_bit(CALIBRATE);
        connect!(entries: inactive, source, entry);

        // Empty: what is taken after a question needs another one.
        connect!(self.crossing: answer = answer_sync.d, question = question_at.q);
        let same = self.answer_sync.q.val() == self.question_at.q.val();
        if self.entries.takes.val() {
            self.busy.d.next = true;
            self.asked.d.next = false;
        } else if self.busy.q.val() & same {
            if self.asked.q.val() {
                self.busy.d.next = false;
                self.asked.d.next = false;
            } else if self.entries_gone.val() & !self.entries.holds.val() {
                self.question_at.d.next = !self.question_at.q.val();
                self.asked.d.next = true;
            }
        }
        if !live {
            self.busy.d.next = false;
            self.asked.d.next = false;
            self.question_at.d.next = false;
        }
        self.pib_empty.next = !self.busy.q.val();
    }
}
