// SPDX-License-Identifier: Apache-2.0
//! The side of the ATB that has the encoder's clock.

use super::ports::{lanes, AtbSource, Crossing, EntryOut};
use super::AtbRest;
use crate::gather::unit_bytes;
use crate::{Gather, GatherPlan};
use tracewright_prim::*;
use tracewright_regmap::*;

/// Makes entries of trace while it may, and answers what the ATB asks.
///
/// # Flush
/// First the joiner sends what it holds, then a beat that has begun is completed, then a mark is an entry. A beat that
/// has begun is also completed without a flush: with a drained source (its joiner is emptied first), without atbEnable,
/// and after a unit that is not full.
///
/// # Active
/// `level` follows atbActive, but rises only when the other side has seen it low: so nothing old is left there. A reset
/// of the other side alone is seen as such a time.
///
/// # What is cut
/// A source that is not active has at most an end of a message left, taken even without atbEnable. Where nothing can be
/// sent it is thrown away. Then, and where the other side has dropped something, a unit of idle bytes goes before the
/// next one: it ends the message that the ATB has a part of. The rest of that message follows as idle bytes.
///
/// # Empty
/// When all entries have left a toggle asks the other side; it answers when it holds no beat.
#[synchronous(build: Build)]
pub struct AtbControl<const IN: usize> {
    /// Trace, and what goes with it.
    pub source: AtbSource<IN>,
    /// Entries.
    pub entry: EntryOut,
    /// All entries were taken on the other side.
    pub entries_gone: Signal<In, Bit>,
    /// The sink is not active, here or on the ATB's side: entries are dropped.
    pub clear: Signal<Out, Bit>,
    /// atbId, for the other side.
    pub id: Signal<Out, Bits<7>>,
    /// The other side shows atbId.
    pub settled: Signal<In, Bit>,
    /// What crosses to the ATB's side and back.
    pub crossing: Crossing,
    rest: AtbRest<IN>,
    #[new(Gather::new(&GatherPlan { reset: build.reset, word_bytes: lanes(build), counts: true }))]
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
    /// The unit that goes to the gatherer is not full.
    is_part: Signal<Local, Bit>,
    #[value(unit_bytes(IN).to_bits())]
    unit_length: Constant<Bits<4>>,
    #[value(!Bits::default())]
    idle: Constant<Bits<IN>>,
}

impl<const IN: usize> Logic for AtbControl<IN> {
    #[kernel]
    fn update(&mut self) {
        // Active: there and back.
        let wanted = self.source.control.val().get_bit(ATB_CONTROL_ATB_ACTIVE);
        connect!(followed_sync: d = crossing.followed, q = source.atb_active);
        if !self.followed_sync.q.val() {
            self.asked_level.d.next = true;
        }
        if !wanted {
            self.asked_level.d.next = false;
        }
        self.crossing.level.next = self.asked_level.q.val();
        let live = wanted & self.asked_level.q.val() & self.followed_sync.q.val();
        self.clear.next = !live;

        // Trace: it leaves with the ID that was set when it was taken, or a later one.
        let atb_id = self.source.control.val().get_bits::<7>(ATB_CONTROL_ATB_ID);
        self.id.next = atb_id;
        let enable =
            (self.source.control.val().get_bit(ATB_CONTROL_ATB_ENABLE) | self.source.inactive.val()) & atb_id.any();
        let throws = self.source.inactive.val() & (!live | !atb_id.any());
        let open = live & enable & self.settled.val() & !self.fills.q.val();
        self.gather.clear.next = !live;
        self.gather.unit.valid.next = self.source.unit.valid.val() & open;
        connect!(rest: source.unit.{unit_data = data, unit_bytes = bytes}, sent_data = gather.unit.data);
        self.gather.unit.bytes.next = self.source.unit.bytes.val();
        self.is_part.next = (IN > 8) & (self.source.unit.bytes.val() != self.unit_length.val());
        if self.owes_end.q.val() {
            self.gather.unit.data.next = self.idle.val();
            self.gather.unit.bytes.next = self.unit_length.val();
            self.is_part.next = false;
        }
        let ready = throws | (self.gather.unit.ready.val() & open & !self.owes_end.q.val());
        self.source.unit.ready.next = ready;
        self.rest.taken.next = self.source.unit.valid.val() & ready;
        let takes = self.source.unit.valid.val() & self.gather.unit.ready.val() & open;
        if takes {
            self.owes_end.d.next = false;
        }
        let drops = (self.busy.q.val() & !live) | (throws & self.source.unit.valid.val());
        self.rest.drops.next = drops;
        if drops {
            self.owes_end.d.next = true;
        }

        // Flushes.
        self.flush_sync.d.next = self.crossing.flush_asked.val();
        let flushes = live & (self.flush_sync.q.val() != self.marked.q.val()) & !self.joined.q.val();
        self.source.flush_joiner.next = flushes & enable;
        self.gather.flush.next = self.fills.q.val();
        if self.gather.empty.val() {
            self.fills.d.next = takes & self.is_part.val();
        } else if self.source.flush.val() | !enable | (takes & self.is_part.val()) {
            self.fills.d.next = true;
        }
        if flushes & (self.source.joiner_empty.val() | !enable) {
            self.joined.d.next = true;
            self.fills.d.next = true;
        }
        let marks = self.joined.q.val() & !self.fills.q.val();
        if marks & self.entry.ready.val() {
            self.joined.d.next = false;
            self.marked.d.next = !self.marked.q.val();
        }
        if !live {
            self.fills.d.next = false;
            self.joined.d.next = false;
            self.marked.d.next = false;
        }

        // Entries.
        self.entry.valid.next = (self.gather.word_valid.val() & live) | marks;
        self.gather.word_ready.next = self.entry.ready.val() & !marks;
        self.entry.tail.next =
            ((self.gather.word_bytes.val() - bits::<5>(1)) << bits::<5>(1)) | bit_cast::<5, 1>(marks.into());
        for i in 0..self.entry.data.len() {
            self.entry.data[i].next = self.gather.word_data[i].val();
        }

        // Empty: what is taken after a question needs another one.
        connect!(self.crossing: answer = answer_sync.d, question = question_at.q);
        let same = self.answer_sync.q.val() == self.question_at.q.val();
        if takes {
            self.busy.d.next = true;
            self.asked.d.next = false;
        } else if self.busy.q.val() & same {
            if self.asked.q.val() {
                self.busy.d.next = false;
                self.asked.d.next = false;
            } else if self.entries_gone.val() & self.gather.empty.val() {
                self.question_at.d.next = !self.question_at.q.val();
                self.asked.d.next = true;
            }
        }
        self.source.atb_empty.next = !self.busy.q.val();

        // SYNCREQ.
        connect!(sync_sync: d = crossing.sync_asked, q = sync_at.d);
        self.crossing.sync_seen.next = self.sync_at.q.val();
        self.source.sync_request.next = live & (self.sync_sync.q.val() != self.sync_at.q.val());
    }
}
