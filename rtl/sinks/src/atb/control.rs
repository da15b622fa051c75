// SPDX-License-Identifier: Apache-2.0
//! The side of the ATB that has the encoder's clock.

use super::AtbRest;
use crate::Gather;
use rust_hdl_core::prelude::*;
use tracewright_config::Build;
use tracewright_prim::{clock, dff_setup, many, Module, Reg, Synchronizer};
use tracewright_regmap::*;

/// Makes entries of trace while it may, and answers what the ATB asks.
///
/// # Flush
/// First the joiner sends what it holds, then a beat that has begun is completed, then a mark is an entry. The last two are
/// done also without a mark: by a drained source, without atbEnable, and behind a unit that is not full.
///
/// # Active
/// `level` follows atbActive, but rises only when the other side has seen it low: so nothing old is left there. A reset of the
/// other side alone is seen as such a time.
///
/// # What is cut
/// A source that is not active has at most an end of a message left: that is taken even without atbEnable. Where nothing
/// can be sent it is thrown away. Then, and where the other side has dropped something, a unit of idle bytes goes ahead of
/// the next one: it ends the message that the ATB has a part of. What is left of that message follows as idle bytes.
///
/// # Empty
/// When all entries have left a toggle asks the other side; it answers when it holds no beat.
#[derive(Module)]
pub struct AtbControl<const IN: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// There is a unit.
    pub unit_valid: Signal<In, Bit>,
    /// It is taken.
    pub unit_ready: Signal<Out, Bit>,
    /// Its bytes, first lowest.
    pub unit_data: Signal<In, Bits<IN>>,
    /// How many there are; of one without this.
    pub unit_bytes: Vec<Signal<In, Bits<4>>>,
    /// The source and the joiner are drained.
    pub flush: Signal<In, Bit>,
    /// The joiner is to send what it holds, and to take nothing.
    pub flush_joiner: Signal<Out, Bit>,
    /// It holds nothing.
    pub joiner_empty: Signal<In, Bit>,
    /// The source is not active.
    pub inactive: Signal<In, Bit>,
    /// atbControl as stored.
    pub control: Signal<In, Bits<32>>,
    /// atbActive as it reads.
    pub atb_active: Signal<Out, Bit>,
    /// atbEmpty.
    pub atb_empty: Signal<Out, Bit>,
    /// SYNCREQ has risen: a pulse.
    pub sync_request: Signal<Out, Bit>,
    /// There is an entry.
    pub entry_valid: Signal<Out, Bit>,
    /// It is taken.
    pub entry_ready: Signal<In, Bit>,
    /// Its bytes, first lowest.
    pub entry_data: Vec<Signal<Out, Bits<8>>>,
    /// In bit 0: it is a mark. Above: how many bytes are trace, minus one.
    pub entry_tail: Signal<Out, Bits<5>>,
    /// All entries were taken on the other side.
    pub entries_gone: Signal<In, Bit>,
    /// Drop entries.
    pub clear: Signal<Out, Bit>,
    /// atbId, for the other side.
    pub id: Signal<Out, Bits<7>>,
    /// The other side shows it.
    pub settled: Signal<In, Bit>,
    /// For the other side: it is active.
    pub level: Signal<Out, Bit>,
    /// From the other side: `level` as it has arrived.
    pub followed: Signal<In, Bit>,
    /// For the other side: changes to ask whether a beat is held.
    pub question: Signal<Out, Bit>,
    /// From the other side: equal to `question` when none is.
    pub answer: Signal<In, Bit>,
    /// From the other side: changes to ask for a flush.
    pub flush_asked: Signal<In, Bit>,
    /// From the other side: changes when SYNCREQ has risen.
    pub sync_asked: Signal<In, Bit>,
    /// For the other side: `sync_asked` as it was seen.
    pub sync_seen: Signal<Out, Bit>,
    rest: AtbRest<IN>,
    gather: Gather<IN>,
    followed_sync: Synchronizer,
    answer_sync: Synchronizer,
    flush_sync: Synchronizer,
    sync_sync: Synchronizer,
    asked_level: Reg<Bit>,
    busy: Reg<Bit>,
    asked: Reg<Bit>,
    question_at: Reg<Bit>,
    /// The flush that has got its mark.
    marked: Reg<Bit>,
    /// The joiner's part of a flush is done.
    joined: Reg<Bit>,
    /// A beat that has begun is completed.
    fills: Reg<Bit>,
    sync_at: Reg<Bit>,
    /// The ATB may have a part of a message that nothing follows.
    owes_end: Reg<Bit>,
    wanted: Signal<Local, Bit>,
    live: Signal<Local, Bit>,
    atb_id: Signal<Local, Bits<7>>,
    enable: Signal<Local, Bit>,
    throws: Signal<Local, Bit>,
    open: Signal<Local, Bit>,
    ready: Signal<Local, Bit>,
    drops: Signal<Local, Bit>,
    takes: Signal<Local, Bit>,
    is_part: Signal<Local, Bit>,
    flushes: Signal<Local, Bit>,
    marks: Signal<Local, Bit>,
    same: Signal<Local, Bit>,
    unit_length: Constant<Bits<4>>,
    idle: Constant<Bits<IN>>,
    _units: usize,
    _lanes: usize,
}

impl<const IN: usize> AtbControl<IN> {
    /// That of `build`.
    pub fn new(build: &Build) -> Self {
        let (reset, lanes) = (build.reset, build.sink.atb_width as usize / 8);
        let units = usize::from(IN > 8);
        AtbControl {
            clock: Default::default(),
            rst_n: Default::default(),
            unit_valid: Default::default(),
            unit_ready: Default::default(),
            unit_data: Default::default(),
            unit_bytes: many(units),
            flush: Default::default(),
            flush_joiner: Default::default(),
            joiner_empty: Default::default(),
            inactive: Default::default(),
            control: Default::default(),
            atb_active: Default::default(),
            atb_empty: Default::default(),
            sync_request: Default::default(),
            entry_valid: Default::default(),
            entry_ready: Default::default(),
            entry_data: many(lanes),
            entry_tail: Default::default(),
            entries_gone: Default::default(),
            clear: Default::default(),
            id: Default::default(),
            settled: Default::default(),
            level: Default::default(),
            followed: Default::default(),
            question: Default::default(),
            answer: Default::default(),
            flush_asked: Default::default(),
            sync_asked: Default::default(),
            sync_seen: Default::default(),
            rest: AtbRest::new(build),
            gather: Gather::new(reset, IN / 8, lanes),
            followed_sync: Synchronizer::new(reset),
            answer_sync: Synchronizer::new(reset),
            flush_sync: Synchronizer::new(reset),
            sync_sync: Synchronizer::new(reset),
            asked_level: Reg::new(reset),
            busy: Reg::new(reset),
            asked: Reg::new(reset),
            question_at: Reg::new(reset),
            marked: Reg::new(reset),
            joined: Reg::new(reset),
            fills: Reg::new(reset),
            sync_at: Reg::new(reset),
            owes_end: Reg::new(reset),
            wanted: Default::default(),
            live: Default::default(),
            atb_id: Default::default(),
            enable: Default::default(),
            throws: Default::default(),
            open: Default::default(),
            ready: Default::default(),
            drops: Default::default(),
            takes: Default::default(),
            is_part: Default::default(),
            flushes: Default::default(),
            marks: Default::default(),
            same: Default::default(),
            unit_length: Constant::new((IN / 8).to_bits()),
            idle: Constant::new(!Bits::default()),
            _units: units,
            _lanes: lanes,
        }
    }
}

impl<const IN: usize> Logic for AtbControl<IN> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, asked_level, busy, asked, question_at, marked, joined, fills, sync_at, owes_end);
        clock!(self, clock, rest, gather, followed_sync, answer_sync, flush_sync, sync_sync);

        // Active: there and back.
        self.wanted.next = self.control.val().get_bit(ATB_CONTROL_ATB_ACTIVE);
        self.followed_sync.d.next = self.followed.val();
        if !self.followed_sync.q.val() {
            self.asked_level.d.next = true;
        }
        if !self.wanted.val() {
            self.asked_level.d.next = false;
        }
        self.level.next = self.asked_level.q.val();
        self.live.next = self.wanted.val() & self.asked_level.q.val() & self.followed_sync.q.val();
        self.atb_active.next = self.followed_sync.q.val();
        self.clear.next = !self.live.val();

        // Trace: it leaves with the ID that was set when it was taken, or a later one.
        self.atb_id.next = self.control.val().get_bits::<7>(ATB_CONTROL_ATB_ID);
        self.id.next = self.atb_id.val();
        self.enable.next =
            (self.control.val().get_bit(ATB_CONTROL_ATB_ENABLE) | self.inactive.val()) & self.atb_id.val().any();
        self.throws.next = self.inactive.val() & (!self.live.val() | !self.atb_id.val().any());
        self.open.next = self.live.val() & self.enable.val() & self.settled.val() & !self.fills.q.val();
        self.gather.clear.next = !self.live.val();
        self.gather.unit_valid.next = self.unit_valid.val() & self.open.val();
        self.rest.unit_data.next = self.unit_data.val();
        self.gather.unit_data.next = self.rest.sent_data.val();
        if self.owes_end.q.val() {
            self.gather.unit_data.next = self.idle.val();
        }
        self.ready.next = self.throws.val() | (self.gather.unit_ready.val() & self.open.val() & !self.owes_end.q.val());
        self.unit_ready.next = self.ready.val();
        self.rest.taken.next = self.unit_valid.val() & self.ready.val();
        self.takes.next = self.unit_valid.val() & self.gather.unit_ready.val() & self.open.val();
        self.is_part.next = false;
        for i in 0..self._units {
            self.rest.unit_bytes.next = self.unit_bytes[i].val();
            self.gather.unit_bytes[i].next = self.unit_bytes[i].val();
            self.is_part.next = self.unit_bytes[i].val() != self.unit_length.val();
            if self.owes_end.q.val() {
                self.gather.unit_bytes[i].next = self.unit_length.val();
                self.is_part.next = false;
            }
        }
        if self.takes.val() {
            self.owes_end.d.next = false;
        }
        self.drops.next = (self.busy.q.val() & !self.live.val()) | (self.throws.val() & self.unit_valid.val());
        self.rest.drops.next = self.drops.val();
        if self.drops.val() {
            self.owes_end.d.next = true;
        }

        // Flushes.
        self.flush_sync.d.next = self.flush_asked.val();
        self.flushes.next = self.live.val() & (self.flush_sync.q.val() != self.marked.q.val()) & !self.joined.q.val();
        self.flush_joiner.next = self.flushes.val() & self.enable.val();
        self.gather.flush.next = self.fills.q.val();
        if self.gather.empty.val() {
            self.fills.d.next = self.takes.val() & self.is_part.val();
        } else if self.flush.val() | !self.enable.val() | (self.takes.val() & self.is_part.val()) {
            self.fills.d.next = true;
        }
        if self.flushes.val() & (self.joiner_empty.val() | !self.enable.val()) {
            self.joined.d.next = true;
            self.fills.d.next = true;
        }
        self.marks.next = self.joined.q.val() & !self.fills.q.val();
        if self.marks.val() & self.entry_ready.val() {
            self.joined.d.next = false;
            self.marked.d.next = !self.marked.q.val();
        }
        if !self.live.val() {
            self.fills.d.next = false;
            self.joined.d.next = false;
            self.marked.d.next = false;
        }

        // Entries.
        self.entry_valid.next = (self.gather.word_valid.val() & self.live.val()) | self.marks.val();
        self.gather.word_ready.next = self.entry_ready.val() & !self.marks.val();
        self.entry_tail.next =
            ((self.gather.word_bytes.val() - bits::<5>(1)) << bits::<5>(1)) | bit_cast::<5, 1>(self.marks.val().into());
        for i in 0..self._lanes {
            self.entry_data[i].next = self.gather.word_data[i].val();
        }

        // Empty: what is taken after a question needs another one.
        self.answer_sync.d.next = self.answer.val();
        self.same.next = self.answer_sync.q.val() == self.question_at.q.val();
        if self.takes.val() {
            self.busy.d.next = true;
            self.asked.d.next = false;
        } else if self.busy.q.val() & self.same.val() {
            if self.asked.q.val() {
                self.busy.d.next = false;
                self.asked.d.next = false;
            } else if self.entries_gone.val() & self.gather.empty.val() {
                self.question_at.d.next = !self.question_at.q.val();
                self.asked.d.next = true;
            }
        }
        self.atb_empty.next = !self.busy.q.val();
        self.question.next = self.question_at.q.val();

        // SYNCREQ.
        self.sync_sync.d.next = self.sync_asked.val();
        self.sync_at.d.next = self.sync_sync.q.val();
        self.sync_seen.next = self.sync_at.q.val();
        self.sync_request.next = self.live.val() & (self.sync_sync.q.val() != self.sync_at.q.val());
    }
}
