// SPDX-License-Identifier: Apache-2.0
//! The ATB as a sink.

use super::{AtbControl, AtbFifo, AtbMaster};
use rust_hdl_core::prelude::*;
use tracewright_config::Build;
use tracewright_prim::{many, Handoff, Module};

/// Sends trace as beats of an ATB that has its own clock. It has no registers of its own.
#[derive(Module)]
pub struct AtbSink<const IN: usize> {
    /// The encoder's clock; rising edge.
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
    /// The joiner holds nothing, or nothing that is for this sink.
    pub joiner_empty: Signal<In, Bit>,
    /// The source is not active: what is left of its message is taken, or thrown away.
    pub inactive: Signal<In, Bit>,
    /// atbControl as stored.
    pub control: Signal<In, Bits<32>>,
    /// atbActive as it reads.
    pub atb_active: Signal<Out, Bit>,
    /// atbEmpty.
    pub atb_empty: Signal<Out, Bit>,
    /// SYNCREQ has risen: a pulse.
    pub sync_request: Signal<Out, Bit>,
    /// ATCLK; rising edge.
    pub at_clock: Signal<In, Clock>,
    /// ATRESETn; released with ATCLK.
    pub at_rst_n: Signal<In, Bit>,
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
    control_side: AtbControl<IN>,
    ids: Handoff<7>,
    entries: AtbFifo,
    master: AtbMaster,
    _units: usize,
    _lanes: usize,
}

impl<const IN: usize> AtbSink<IN> {
    /// The ATB of `build`.
    pub fn new(build: &Build) -> Self {
        let lanes = build.sink.atb_width as usize / 8;
        let units = usize::from(IN > 8);
        AtbSink {
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
            at_clock: Default::default(),
            at_rst_n: Default::default(),
            atclken: Default::default(),
            atvalid: Default::default(),
            atready: Default::default(),
            atdata: many(lanes),
            atbytes: Default::default(),
            atid: Default::default(),
            afvalid: Default::default(),
            afready: Default::default(),
            syncreq: Default::default(),
            control_side: AtbControl::new(build),
            ids: Handoff::new(build.reset),
            entries: AtbFifo::new(build.reset, lanes),
            master: AtbMaster::new(build),
            _units: units,
            _lanes: lanes,
        }
    }
}

impl<const IN: usize> Logic for AtbSink<IN> {
    #[hdl_gen]
    fn update(&mut self) {
        self.control_side.clock.next = self.clock.val();
        self.control_side.rst_n.next = self.rst_n.val();
        self.control_side.unit_valid.next = self.unit_valid.val();
        self.unit_ready.next = self.control_side.unit_ready.val();
        self.control_side.unit_data.next = self.unit_data.val();
        for i in 0..self._units {
            self.control_side.unit_bytes[i].next = self.unit_bytes[i].val();
        }
        self.control_side.flush.next = self.flush.val();
        self.flush_joiner.next = self.control_side.flush_joiner.val();
        self.control_side.joiner_empty.next = self.joiner_empty.val();
        self.control_side.inactive.next = self.inactive.val();
        self.control_side.control.next = self.control.val();
        self.atb_active.next = self.control_side.atb_active.val();
        self.atb_empty.next = self.control_side.atb_empty.val();
        self.sync_request.next = self.control_side.sync_request.val();

        self.ids.in_clock.next = self.clock.val();
        self.ids.in_rst_n.next = self.rst_n.val();
        self.ids.in_value.next = self.control_side.id.val();
        self.control_side.settled.next = self.ids.in_settled.val();
        self.ids.out_clock.next = self.at_clock.val();
        self.ids.out_rst_n.next = self.at_rst_n.val();

        self.entries.in_clock.next = self.clock.val();
        self.entries.in_rst_n.next = self.rst_n.val();
        self.entries.in_clear.next = self.control_side.clear.val();
        self.entries.in_valid.next = self.control_side.entry_valid.val();
        self.control_side.entry_ready.next = self.entries.in_ready.val();
        self.entries.in_tail.next = self.control_side.entry_tail.val();
        self.control_side.entries_gone.next = self.entries.in_empty.val();
        self.entries.out_clock.next = self.at_clock.val();
        self.entries.out_rst_n.next = self.at_rst_n.val();
        self.entries.out_ready.next = self.master.entry_ready.val();

        self.master.clock.next = self.at_clock.val();
        self.master.rst_n.next = self.at_rst_n.val();
        self.master.entry_valid.next = self.entries.out_valid.val();
        self.master.entry_tail.next = self.entries.out_tail.val();
        self.master.id.next = self.ids.out_value.val();
        self.master.level.next = self.control_side.level.val();
        self.control_side.followed.next = self.master.followed.val();
        self.master.question.next = self.control_side.question.val();
        self.control_side.answer.next = self.master.answer.val();
        self.control_side.flush_asked.next = self.master.flush_asked.val();
        self.control_side.sync_asked.next = self.master.sync_asked.val();
        self.master.sync_seen.next = self.control_side.sync_seen.val();

        self.master.atclken.next = self.atclken.val();
        self.atvalid.next = self.master.atvalid.val();
        self.master.atready.next = self.atready.val();
        self.atbytes.next = self.master.atbytes.val();
        self.atid.next = self.master.atid.val();
        self.master.afvalid.next = self.afvalid.val();
        self.afready.next = self.master.afready.val();
        self.master.syncreq.next = self.syncreq.val();
        for i in 0..self._lanes {
            self.entries.in_data[i].next = self.control_side.entry_data[i].val();
            self.master.entry_data[i].next = self.entries.out_data[i].val();
            self.atdata[i].next = self.master.atdata[i].val();
        }
    }
}
