// SPDX-License-Identifier: Apache-2.0
//! The PIB as a sink.

use super::ports::{has_pairs, PibPort};
use super::{PibControl, PibDriver};
use crate::TraceIn;
use rust_hdl_core::prelude::*;
use tracewright_config::Build;
use tracewright_prim::{kernel, AsyncFifo, Handoff, Join, Link, Module, Optional};

/// Sends trace over pins that have their own clock. It has no registers of its own.
#[derive(Module)]
#[module(build: Build)]
pub struct PibSink<const IN: usize> {
    /// The encoder's clock; rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// Trace.
    pub source: TraceIn<IN>,
    /// The source is not active: what is left of its message can be thrown away if it has not begun.
    pub inactive: Signal<In, Bit>,
    /// pibControl as stored.
    pub control: Signal<In, Bits<32>>,
    /// pibActive as it reads.
    pub pib_active: Signal<Out, Bit>,
    /// pibEmpty.
    pub pib_empty: Signal<Out, Bit>,
    /// The pins, and their clock.
    pub port: PibPort,
    control_side: PibControl<IN>,
    settings: Handoff<26>,
    #[built(!has_pairs(build))]
    bytes: Optional<AsyncFifo<4, 8>>,
    #[built(has_pairs(build))]
    pairs: Optional<AsyncFifo<4, 16>>,
    driver: PibDriver,
}

impl<const IN: usize> Logic for PibSink<IN> {
    #[kernel]
    fn update(&mut self) {
        self.source.link(&mut self.control_side.source);
        self.control_side.inactive.next = self.inactive.val();
        self.control_side.control.next = self.control.val();
        self.pib_active.next = self.control_side.pib_active.val();
        self.pib_empty.next = self.control_side.pib_empty.val();
        self.entries();

        self.settings.in_clock.next = self.clock.val();
        self.settings.in_rst_n.next = self.rst_n.val();
        self.settings.in_value.next = self.control_side.settings.val();
        self.control_side.settled.next = self.settings.in_settled.val();
        self.settings.out_clock.next = self.port.pib_clock.val();
        self.settings.out_rst_n.next = self.port.pib_rst_n.val();

        self.driver.clock.next = self.port.pib_clock.val();
        self.driver.rst_n.next = self.port.pib_rst_n.val();
        self.driver.settings.next = self.settings.out_value.val();
        self.control_side.crossing.join(&mut self.driver.crossed);
        self.port.pins.link(&mut self.driver.out);
    }
}

impl<const IN: usize> PibSink<IN> {
    /// Entries, from clock to clock: of a byte each, or of two.
    #[kernel]
    fn entries(&mut self) {
        if self.bytes.is_built() {
            self.bytes.in_clock.next = self.clock.val();
            self.bytes.in_rst_n.next = self.rst_n.val();
            self.bytes.in_clear.next = self.control_side.clear.val();
            self.bytes.in_valid.next = self.control_side.entry.valid.val();
            self.bytes.in_data.next = self.control_side.entry.data.val().get_bits::<8>(0);
            self.control_side.entry.ready.next = self.bytes.in_ready.val();
            self.control_side.entries_gone.next = self.bytes.in_empty.val();
            self.bytes.out_clock.next = self.port.pib_clock.val();
            self.bytes.out_rst_n.next = self.port.pib_rst_n.val();
            self.bytes.out_clear.next = self.driver.in_clear.val();
            self.bytes.out_ready.next = self.driver.in_ready.val();
            self.driver.in_valid.next = self.bytes.out_valid.val();
            self.driver.in_data.next = self.bytes.out_data.val().get_bits::<16>(0);
            self.driver.in_empty.next = self.bytes.out_empty.val();
        } else {
            self.pairs.in_clock.next = self.clock.val();
            self.pairs.in_rst_n.next = self.rst_n.val();
            self.pairs.in_clear.next = self.control_side.clear.val();
            self.pairs.in_valid.next = self.control_side.entry.valid.val();
            self.pairs.in_data.next = self.control_side.entry.data.val();
            self.control_side.entry.ready.next = self.pairs.in_ready.val();
            self.control_side.entries_gone.next = self.pairs.in_empty.val();
            self.pairs.out_clock.next = self.port.pib_clock.val();
            self.pairs.out_rst_n.next = self.port.pib_rst_n.val();
            self.pairs.out_clear.next = self.driver.in_clear.val();
            self.pairs.out_ready.next = self.driver.in_ready.val();
            self.driver.in_valid.next = self.pairs.out_valid.val();
            self.driver.in_data.next = self.pairs.out_data.val();
            self.driver.in_empty.next = self.pairs.out_empty.val();
        }
    }
}
