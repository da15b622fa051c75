// SPDX-License-Identifier: Apache-2.0
//! The side of the ATB that has its clock.

use rust_hdl_core::prelude::*;
use tracewright_config::Build;
use tracewright_prim::{clock, dff_setup, many, Module, Reg, Synchronizer};

/// Holds the beat that is offered, and the answer to a flush. What is on the pins changes in cycles with ATCLKEN only.
///
/// A mark is taken when no beat is left ahead of it; AFREADY follows. While `level` is low entries are not looked at, a beat
/// stays until it is taken, and AFREADY answers AFVALID as soon as none is held.
#[derive(Module)]
pub struct AtbMaster {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// There is an entry.
    pub entry_valid: Signal<In, Bit>,
    /// It is taken.
    pub entry_ready: Signal<Out, Bit>,
    /// Its bytes, first lowest.
    pub entry_data: Vec<Signal<In, Bits<8>>>,
    /// In bit 0: it is a mark. Above: how many bytes are trace, minus one.
    pub entry_tail: Signal<In, Bits<5>>,
    /// atbId; not 0 while there are entries.
    pub id: Signal<In, Bits<7>>,
    /// From the other side: it is active.
    pub level: Signal<In, Bit>,
    /// For the other side: `level` as it has arrived.
    pub followed: Signal<Out, Bit>,
    /// From the other side: changes to ask whether a beat is held.
    pub question: Signal<In, Bit>,
    /// For the other side: equal to `question` when none is.
    pub answer: Signal<Out, Bit>,
    /// For the other side: changes to ask for a flush.
    pub flush_asked: Signal<Out, Bit>,
    /// For the other side: changes when SYNCREQ has risen.
    pub sync_asked: Signal<Out, Bit>,
    /// From the other side: `sync_asked` as it was seen.
    pub sync_seen: Signal<In, Bit>,
    /// ATCLKEN.
    pub atclken: Signal<In, Bit>,
    /// ATVALID.
    pub atvalid: Signal<Out, Bit>,
    /// ATREADY.
    pub atready: Signal<In, Bit>,
    /// ATDATA, first byte lowest.
    pub atdata: Vec<Signal<Out, Bits<8>>>,
    /// ATBYTES: valid bytes minus one.
    pub atbytes: Signal<Out, Bits<4>>,
    /// ATID.
    pub atid: Signal<Out, Bits<7>>,
    /// AFVALID.
    pub afvalid: Signal<In, Bit>,
    /// AFREADY.
    pub afready: Signal<Out, Bit>,
    /// SYNCREQ.
    pub syncreq: Signal<In, Bit>,
    level_sync: Synchronizer,
    question_sync: Synchronizer,
    seen_sync: Synchronizer,
    valid: Reg<Bit>,
    data: Vec<Reg<Bits<8>>>,
    bytes: Reg<Bits<4>>,
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
    active: Signal<Local, Bit>,
    free: Signal<Local, Bit>,
    is_mark: Signal<Local, Bit>,
    loads: Signal<Local, Bit>,
    ends: Signal<Local, Bit>,
    _lanes: usize,
}

impl AtbMaster {
    /// That of `build`.
    pub fn new(build: &Build) -> Self {
        let (reset, lanes) = (build.reset, build.sink.atb_width as usize / 8);
        AtbMaster {
            clock: Default::default(),
            rst_n: Default::default(),
            entry_valid: Default::default(),
            entry_ready: Default::default(),
            entry_data: many(lanes),
            entry_tail: Default::default(),
            id: Default::default(),
            level: Default::default(),
            followed: Default::default(),
            question: Default::default(),
            answer: Default::default(),
            flush_asked: Default::default(),
            sync_asked: Default::default(),
            sync_seen: Default::default(),
            atclken: Default::default(),
            atvalid: Default::default(),
            atready: Default::default(),
            atdata: many(lanes),
            atbytes: Default::default(),
            atid: Default::default(),
            afvalid: Default::default(),
            afready: Default::default(),
            syncreq: Default::default(),
            level_sync: Synchronizer::new(reset),
            question_sync: Synchronizer::new(reset),
            seen_sync: Synchronizer::new(reset),
            valid: Reg::new(reset),
            data: (0..lanes).map(|_| Reg::new(reset)).collect(),
            bytes: Reg::new(reset),
            own_id: Reg::new(reset),
            flushed: Reg::new(reset),
            flushes: Reg::new(reset),
            stale: Reg::new(reset),
            flush_at: Reg::new(reset),
            answer_at: Reg::new(reset),
            was_sync: Reg::new(reset),
            owes_sync: Reg::new(reset),
            sync_at: Reg::new(reset),
            active: Default::default(),
            free: Default::default(),
            is_mark: Default::default(),
            loads: Default::default(),
            ends: Default::default(),
            _lanes: lanes,
        }
    }
}

impl Logic for AtbMaster {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self, clock, valid, bytes, own_id, flushed, flushes, stale, flush_at, answer_at, was_sync, owes_sync,
            sync_at
        );
        clock!(self, clock, level_sync, question_sync, seen_sync);
        self.level_sync.d.next = self.level.val();
        self.active.next = self.level_sync.q.val();
        self.followed.next = self.level_sync.q.val();

        // Beats. Behind one with another ID there is a cycle without any.
        self.free.next = self.atclken.val() & (!self.valid.q.val() | self.atready.val());
        self.is_mark.next = self.entry_tail.val().get_bit(0);
        self.loads.next = self.free.val()
            & self.active.val()
            & self.entry_valid.val()
            & !self.is_mark.val()
            & (!self.valid.q.val() | (self.own_id.q.val() == self.id.val()));
        self.ends.next = self.free.val() & self.active.val() & self.entry_valid.val() & self.is_mark.val();
        self.entry_ready.next = self.loads.val() | self.ends.val();
        if self.free.val() {
            self.valid.d.next = self.loads.val();
        }
        if self.free.val() & !self.valid.q.val() {
            self.own_id.d.next = self.id.val();
        }
        if self.loads.val() {
            self.bytes.d.next = self.entry_tail.val().get_bits::<4>(1);
        }
        for i in 0..self._lanes {
            self.data[i].clock.next = self.clock.val();
            self.data[i].rst_n.next = self.rst_n.val();
            self.data[i].d.next = self.data[i].q.val();
            if self.loads.val() {
                self.data[i].d.next = self.entry_data[i].val();
            }
            self.atdata[i].next = self.data[i].q.val();
        }
        self.atvalid.next = self.valid.q.val();
        self.atbytes.next = self.bytes.q.val();
        self.atid.next = self.own_id.q.val();

        // Flushes. One is complete in the cycle with AFVALID and AFREADY; AFVALID that stays asks for another one.
        if self.atclken.val() & self.afvalid.val() & self.active.val() & !self.flushes.q.val() & !self.flushed.q.val() {
            self.flushes.d.next = true;
            self.flush_at.d.next = !self.flush_at.q.val();
        }
        if self.ends.val() {
            self.flushes.d.next = false;
            self.flushed.d.next = !self.stale.q.val();
            self.stale.d.next = false;
        } else if self.atclken.val() & !self.afvalid.val() & self.flushes.q.val() {
            self.stale.d.next = true;
        }
        if !self.active.val() {
            self.flushes.d.next = false;
            self.stale.d.next = false;
            self.flush_at.d.next = false;
            if self.free.val() {
                self.flushed.d.next = true;
            }
        }
        if self.atclken.val() & (!self.afvalid.val() | self.flushed.q.val()) {
            self.flushed.d.next = false;
        }
        self.flush_asked.next = self.flush_at.q.val();
        self.afready.next = self.flushed.q.val();

        // No beat is held.
        self.question_sync.d.next = self.question.val();
        if !self.valid.q.val() {
            self.answer_at.d.next = self.question_sync.q.val();
        }
        self.answer.next = self.answer_at.q.val();

        // SYNCREQ: one that rises while another is on its way follows it.
        self.seen_sync.d.next = self.sync_seen.val();
        if self.owes_sync.q.val() & (self.seen_sync.q.val() == self.sync_at.q.val()) {
            self.owes_sync.d.next = false;
            self.sync_at.d.next = !self.sync_at.q.val();
        }
        if self.atclken.val() {
            self.was_sync.d.next = self.syncreq.val();
            if self.syncreq.val() & !self.was_sync.q.val() {
                self.owes_sync.d.next = true;
            }
        }
        if !self.active.val() {
            self.owes_sync.d.next = false;
        }
        self.sync_asked.next = self.sync_at.q.val();
    }
}
