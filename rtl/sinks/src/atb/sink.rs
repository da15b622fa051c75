// SPDX-License-Identifier: Apache-2.0
//! The ATB as a sink.

use super::ports::{AtbPort, AtbSource};
use super::{AtbControl, AtbFifo, AtbMaster};
use rust_hdl_core::prelude::*;
use tracewright_config::Build;
use tracewright_prim::{kernel, Handoff, Join, Link, Module};

/// Sends trace as beats of an ATB that has its own clock. It has no registers of its own.
#[derive(Module)]
#[module(build: Build)]
pub struct AtbSink<const IN: usize> {
    /// The encoder's clock; rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// Trace, and what goes with it.
    pub source: AtbSource<IN>,
    /// The ATB.
    pub bus: AtbPort,
    control_side: AtbControl<IN>,
    ids: Handoff<7>,
    entries: AtbFifo,
    master: AtbMaster,
}

impl<const IN: usize> Logic for AtbSink<IN> {
    #[kernel]
    fn update(&mut self) {
        self.source.link(&mut self.control_side.source);
        self.bus.pins.link(&mut self.master.pins);
        self.master.clock.next = self.bus.at_clock.val();
        self.master.rst_n.next = self.bus.at_rst_n.val();
        self.control_side.crossing.join(&mut self.master.crossed);

        self.ids.in_clock.next = self.clock.val();
        self.ids.in_rst_n.next = self.rst_n.val();
        self.ids.in_value.next = self.control_side.id.val();
        self.control_side.settled.next = self.ids.in_settled.val();
        self.ids.out_clock.next = self.bus.at_clock.val();
        self.ids.out_rst_n.next = self.bus.at_rst_n.val();
        self.master.id.next = self.ids.out_value.val();

        self.entries.passage.in_clock.next = self.clock.val();
        self.entries.passage.in_rst_n.next = self.rst_n.val();
        self.entries.passage.in_clear.next = self.control_side.clear.val();
        self.control_side.entries_gone.next = self.entries.passage.in_empty.val();
        self.control_side.entry.join(&mut self.entries.passage.entry_in);
        self.entries.passage.out_clock.next = self.bus.at_clock.val();
        self.entries.passage.out_rst_n.next = self.bus.at_rst_n.val();
        self.entries.passage.entry_out.join(&mut self.master.entry);
    }
}
