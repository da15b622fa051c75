// SPDX-License-Identifier: Apache-2.0
//! The side of the ATB that has its clock.

use super::ports::{lanes, AtbPins, Crossed, EntryIn};
use tracewright_prim::*;

/// Holds the beat that is offered, and the answer to a flush. What is on the pins changes in cycles with ATCLKEN only.
///
/// A mark is taken when no beat is left ahead of it; AFREADY follows. While `level` is low entries are not looked at, a
/// beat stays until it is taken, and AFREADY answers AFVALID as soon as none is held.
#[synchronous(build: Build)]
pub struct AtbMaster {
    /// Entries.
    pub entry: EntryIn,
    /// atbId, for ATID; not 0 while there are entries, because no trace is taken with 0.
    pub id: Signal<In, Bits<7>>,
    /// What crosses to the encoder's side and back.
    pub crossed: Crossed,
    /// The pins.
    pub pins: AtbPins,
    level_sync: Synchronizer,
    question_sync: Synchronizer,
    seen_sync: Synchronizer,
    valid: Reg<Bit>,
    #[count(lanes(build))]
    data: Vec<Reg<Bits<8>>>,
    #[built(lanes(build) > 1)]
    bytes: Optional<Reg<Bits<4>>>,
    own_id: Reg<Bits<7>>,
    /// AFREADY.
    flushed: Reg<Bit>,
    /// A mark is on its way.
    flushes: Reg<Bit>,
    /// AFVALID has fallen since the mark was asked for: it answers nothing.
    stale: Reg<Bit>,
    flush_at: Reg<Bit>,
    answer_at: Reg<Bit>,
    was_sync: Reg<Bit>,
    /// SYNCREQ has risen, and the other side does not know yet.
    owes_sync: Reg<Bit>,
    sync_at: Reg<Bit>,
}

impl Logic for AtbMaster {
    #[kernel]
    fn update(&mut self) {
        connect!(level_sync: crossed.{d = level, q = followed});
        let active = self.level_sync.q.val();

        // Beats. After one with another ID there is a cycle without any: ATID changes only then.
        let free = self.pins.atclken.val() & (!self.valid.q.val() | self.pins.atready.val());
        let is_mark = self.entry.tail.val().get_bit(0);
        let loads = free
            & active
            & self.entry.valid.val()
            & !is_mark
            & (!self.valid.q.val() | (self.own_id.q.val() == self.id.val()));
        let ends = free & active & self.entry.valid.val() & is_mark;
        self.entry.ready.next = loads | ends;
        if free {
            self.valid.d.next = loads;
        }
        if free & !self.valid.q.val() {
            self.own_id.d.next = self.id.val();
        }
        if loads {
            self.bytes.d.next = self.entry.tail.val().get_bits::<4>(1);
        }
        let mut beat: Bits<128> = 0.into();
        for i in 0..self.data.len() {
            if loads {
                self.data[i].d.next = self.entry.data[i].val();
            }
            beat = beat | (self.data[i].q.val().get_bits::<128>(0) << (i * 8).to_bits::<7>());
        }
        self.pins.atdata.next = beat;
        connect!(self.pins: atvalid = valid.q, atbytes = bytes.q, atid = own_id.q);

        // Flushes. One is complete in the cycle with AFVALID and AFREADY; AFVALID that stays asks for another one.
        if self.pins.atclken.val() & self.pins.afvalid.val() & active & !self.flushes.q.val() & !self.flushed.q.val() {
            self.flushes.d.next = true;
            self.flush_at.d.next = !self.flush_at.q.val();
        }
        if ends {
            self.flushes.d.next = false;
            self.flushed.d.next = !self.stale.q.val();
            self.stale.d.next = false;
        } else if self.pins.atclken.val() & !self.pins.afvalid.val() & self.flushes.q.val() {
            self.stale.d.next = true;
        }
        if !active {
            self.flushes.d.next = false;
            self.stale.d.next = false;
            self.flush_at.d.next = false;
            if free {
                self.flushed.d.next = true;
            }
        }
        if self.pins.atclken.val() & (!self.pins.afvalid.val() | self.flushed.q.val()) {
            self.flushed.d.next = false;
        }
        self.crossed.flush_asked.next = self.flush_at.q.val();
        self.pins.afready.next = self.flushed.q.val();

        // No beat is held.
        connect!(self.crossed: question = question_sync.d, answer = answer_at.q);
        if !self.valid.q.val() {
            self.answer_at.d.next = self.question_sync.q.val();
        }

        // SYNCREQ: one that rises while another is on its way follows it.
        connect!(self.crossed: sync_seen = seen_sync.d, sync_asked = sync_at.q);
        if self.owes_sync.q.val() & (self.seen_sync.q.val() == self.sync_at.q.val()) {
            self.owes_sync.d.next = false;
            self.sync_at.d.next = !self.sync_at.q.val();
        }
        if self.pins.atclken.val() {
            self.was_sync.d.next = self.pins.syncreq.val();
            if self.pins.syncreq.val() & !self.was_sync.q.val() {
                self.owes_sync.d.next = true;
            }
        }
        if !active {
            self.owes_sync.d.next = false;
        }
    }
}
