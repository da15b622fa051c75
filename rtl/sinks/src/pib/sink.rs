// SPDX-License-Identifier: Apache-2.0
//! The PIB as a sink.

use super::{Kind, PibControl, PibDriver};
use rust_hdl_core::prelude::*;
use tracewright_config::Build;
use tracewright_prim::{AsyncFifo, Handoff, Module};

/// Sends trace over pins that have their own clock. It has no registers of its own.
#[derive(Module)]
pub struct PibSink<const IN: usize> {
    /// The encoder's clock; rising edge.
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
    /// The source is not active: what is left of its message can be thrown away if it has not begun.
    pub inactive: Signal<In, Bit>,
    /// pibControl as stored.
    pub control: Signal<In, Bits<32>>,
    /// pibActive as it reads.
    pub pib_active: Signal<Out, Bit>,
    /// pibEmpty.
    pub pib_empty: Signal<Out, Bit>,
    /// The pins' clock; rising edge.
    pub pib_clock: Signal<In, Clock>,
    /// Active low; released with the pins' clock.
    pub pib_rst_n: Signal<In, Bit>,
    /// The pins' reference clock, where there is a parallel mode.
    pub tref: Vec<Signal<Out, Bit>>,
    /// The pins' data; those above the widest mode are 0.
    pub tdata: Signal<Out, Bits<16>>,
    control_side: PibControl<IN>,
    settings: Handoff<26>,
    bytes: Vec<AsyncFifo<4, 8>>,
    pairs: Vec<AsyncFifo<4, 16>>,
    driver: PibDriver,
    _chunks: usize,
    _bytes: usize,
    _pairs: usize,
    _tref: usize,
}

impl<const IN: usize> PibSink<IN> {
    /// The PIB of `build`.
    pub fn new(build: &Build) -> Self {
        let chunks = usize::from(IN > 8);
        let Kind { pairs, tref, .. } = Kind::of(build);
        PibSink {
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
            pib_clock: Default::default(),
            pib_rst_n: Default::default(),
            tref: vec![Default::default(); tref],
            tdata: Default::default(),
            control_side: PibControl::new(build),
            settings: Handoff::new(build.reset),
            bytes: (pairs..1).map(|_| AsyncFifo::new(build.reset)).collect(),
            pairs: (0..pairs).map(|_| AsyncFifo::new(build.reset)).collect(),
            driver: PibDriver::new(build),
            _chunks: chunks,
            _bytes: 1 - pairs,
            _pairs: pairs,
            _tref: tref,
        }
    }
}

impl<const IN: usize> Logic for PibSink<IN> {
    #[hdl_gen]
    fn update(&mut self) {
        self.control_side.clock.next = self.clock.val();
        self.control_side.rst_n.next = self.rst_n.val();
        self.control_side.in_valid.next = self.in_valid.val();
        self.in_ready.next = self.control_side.in_ready.val();
        self.control_side.in_data.next = self.in_data.val();
        for i in 0..self._chunks {
            self.control_side.in_bytes[i].next = self.in_bytes[i].val();
            self.control_side.in_last[i].next = self.in_last[i].val();
        }
        self.control_side.inactive.next = self.inactive.val();
        self.control_side.control.next = self.control.val();
        self.pib_active.next = self.control_side.pib_active.val();
        self.pib_empty.next = self.control_side.pib_empty.val();

        for i in 0..self._bytes {
            self.bytes[i].in_clock.next = self.clock.val();
            self.bytes[i].in_rst_n.next = self.rst_n.val();
            self.bytes[i].in_clear.next = self.control_side.clear.val();
            self.bytes[i].in_valid.next = self.control_side.entry_valid.val();
            self.bytes[i].in_data.next = self.control_side.entry_data.val().get_bits::<8>(0);
            self.control_side.entry_ready.next = self.bytes[i].in_ready.val();
            self.control_side.entries_gone.next = self.bytes[i].in_empty.val();
            self.bytes[i].out_clock.next = self.pib_clock.val();
            self.bytes[i].out_rst_n.next = self.pib_rst_n.val();
            self.bytes[i].out_clear.next = self.driver.in_clear.val();
            self.bytes[i].out_ready.next = self.driver.in_ready.val();
            self.driver.in_valid.next = self.bytes[i].out_valid.val();
            self.driver.in_data.next = self.bytes[i].out_data.val().get_bits::<16>(0);
            self.driver.in_empty.next = self.bytes[i].out_empty.val();
        }
        for i in 0..self._pairs {
            self.pairs[i].in_clock.next = self.clock.val();
            self.pairs[i].in_rst_n.next = self.rst_n.val();
            self.pairs[i].in_clear.next = self.control_side.clear.val();
            self.pairs[i].in_valid.next = self.control_side.entry_valid.val();
            self.pairs[i].in_data.next = self.control_side.entry_data.val();
            self.control_side.entry_ready.next = self.pairs[i].in_ready.val();
            self.control_side.entries_gone.next = self.pairs[i].in_empty.val();
            self.pairs[i].out_clock.next = self.pib_clock.val();
            self.pairs[i].out_rst_n.next = self.pib_rst_n.val();
            self.pairs[i].out_clear.next = self.driver.in_clear.val();
            self.pairs[i].out_ready.next = self.driver.in_ready.val();
            self.driver.in_valid.next = self.pairs[i].out_valid.val();
            self.driver.in_data.next = self.pairs[i].out_data.val();
            self.driver.in_empty.next = self.pairs[i].out_empty.val();
        }

        self.settings.in_clock.next = self.clock.val();
        self.settings.in_rst_n.next = self.rst_n.val();
        self.settings.in_value.next = self.control_side.settings.val();
        self.control_side.settled.next = self.settings.in_settled.val();
        self.settings.out_clock.next = self.pib_clock.val();
        self.settings.out_rst_n.next = self.pib_rst_n.val();

        self.driver.clock.next = self.pib_clock.val();
        self.driver.rst_n.next = self.pib_rst_n.val();
        self.driver.settings.next = self.settings.out_value.val();
        self.driver.level.next = self.control_side.level.val();
        self.control_side.followed.next = self.driver.followed.val();
        self.driver.question.next = self.control_side.question.val();
        self.control_side.answer.next = self.driver.answer.val();
        for i in 0..self._tref {
            self.tref[i].next = self.driver.tref[i].val();
        }
        self.tdata.next = self.driver.tdata.val();
    }
}
