// SPDX-License-Identifier: Apache-2.0
//! Entries of the width that the build has.

use super::AtbEntries;
use rust_hdl_core::prelude::*;
use tracewright_config::Reset;
use tracewright_prim::{many, Module};

/// An [`AtbEntries`] for beats of 8 to 128 bits.
#[derive(Module)]
pub struct AtbFifo {
    /// The encoder's clock; rising edge.
    pub in_clock: Signal<In, Clock>,
    /// Active low.
    pub in_rst_n: Signal<In, Bit>,
    /// Drops all entries.
    pub in_clear: Signal<In, Bit>,
    /// There is an entry.
    pub in_valid: Signal<In, Bit>,
    /// It is taken.
    pub in_ready: Signal<Out, Bit>,
    /// Its bytes.
    pub in_data: Vec<Signal<In, Bits<8>>>,
    /// In bit 0: it is a mark. Above: how many bytes are trace, minus one.
    pub in_tail: Signal<In, Bits<5>>,
    /// All entries were taken on the other side.
    pub in_empty: Signal<Out, Bit>,
    /// The ATB's clock; rising edge.
    pub out_clock: Signal<In, Clock>,
    /// Active low.
    pub out_rst_n: Signal<In, Bit>,
    /// There is an entry.
    pub out_valid: Signal<Out, Bit>,
    /// It is taken.
    pub out_ready: Signal<In, Bit>,
    /// Its bytes.
    pub out_data: Vec<Signal<Out, Bits<8>>>,
    /// As `in_tail`.
    pub out_tail: Signal<Out, Bits<5>>,
    beats_8: Vec<AtbEntries<9>>,
    beats_16: Vec<AtbEntries<18>>,
    beats_32: Vec<AtbEntries<35>>,
    beats_64: Vec<AtbEntries<68>>,
    beats_128: Vec<AtbEntries<133>>,
    _lanes: usize,
    _8: usize,
    _16: usize,
    _32: usize,
    _64: usize,
    _128: usize,
}

impl AtbFifo {
    /// For beats of so many bytes: a power of two up to 16.
    pub fn new(reset: Reset, lanes: usize) -> Self {
        assert!(lanes.is_power_of_two() && lanes <= 16, "beats of {lanes} bytes");
        let of = |width: usize| usize::from(width == 8 * lanes);
        AtbFifo {
            in_clock: Default::default(),
            in_rst_n: Default::default(),
            in_clear: Default::default(),
            in_valid: Default::default(),
            in_ready: Default::default(),
            in_data: many(lanes),
            in_tail: Default::default(),
            in_empty: Default::default(),
            out_clock: Default::default(),
            out_rst_n: Default::default(),
            out_valid: Default::default(),
            out_ready: Default::default(),
            out_data: many(lanes),
            out_tail: Default::default(),
            beats_8: (0..of(8)).map(|_| AtbEntries::new(reset, lanes)).collect(),
            beats_16: (0..of(16)).map(|_| AtbEntries::new(reset, lanes)).collect(),
            beats_32: (0..of(32)).map(|_| AtbEntries::new(reset, lanes)).collect(),
            beats_64: (0..of(64)).map(|_| AtbEntries::new(reset, lanes)).collect(),
            beats_128: (0..of(128)).map(|_| AtbEntries::new(reset, lanes)).collect(),
            _lanes: lanes,
            _8: of(8),
            _16: of(16),
            _32: of(32),
            _64: of(64),
            _128: of(128),
        }
    }
}

impl Logic for AtbFifo {
    #[hdl_gen]
    fn update(&mut self) {
        for k in 0..self._8 {
            self.beats_8[k].in_clock.next = self.in_clock.val();
            self.beats_8[k].in_rst_n.next = self.in_rst_n.val();
            self.beats_8[k].in_clear.next = self.in_clear.val();
            self.beats_8[k].in_valid.next = self.in_valid.val();
            self.in_ready.next = self.beats_8[k].in_ready.val();
            self.beats_8[k].in_tail.next = self.in_tail.val();
            self.in_empty.next = self.beats_8[k].in_empty.val();
            self.beats_8[k].out_clock.next = self.out_clock.val();
            self.beats_8[k].out_rst_n.next = self.out_rst_n.val();
            self.out_valid.next = self.beats_8[k].out_valid.val();
            self.beats_8[k].out_ready.next = self.out_ready.val();
            self.out_tail.next = self.beats_8[k].out_tail.val();
            for i in 0..self._lanes {
                self.beats_8[k].in_data[i].next = self.in_data[i].val();
                self.out_data[i].next = self.beats_8[k].out_data[i].val();
            }
        }
        for k in 0..self._16 {
            self.beats_16[k].in_clock.next = self.in_clock.val();
            self.beats_16[k].in_rst_n.next = self.in_rst_n.val();
            self.beats_16[k].in_clear.next = self.in_clear.val();
            self.beats_16[k].in_valid.next = self.in_valid.val();
            self.in_ready.next = self.beats_16[k].in_ready.val();
            self.beats_16[k].in_tail.next = self.in_tail.val();
            self.in_empty.next = self.beats_16[k].in_empty.val();
            self.beats_16[k].out_clock.next = self.out_clock.val();
            self.beats_16[k].out_rst_n.next = self.out_rst_n.val();
            self.out_valid.next = self.beats_16[k].out_valid.val();
            self.beats_16[k].out_ready.next = self.out_ready.val();
            self.out_tail.next = self.beats_16[k].out_tail.val();
            for i in 0..self._lanes {
                self.beats_16[k].in_data[i].next = self.in_data[i].val();
                self.out_data[i].next = self.beats_16[k].out_data[i].val();
            }
        }
        for k in 0..self._32 {
            self.beats_32[k].in_clock.next = self.in_clock.val();
            self.beats_32[k].in_rst_n.next = self.in_rst_n.val();
            self.beats_32[k].in_clear.next = self.in_clear.val();
            self.beats_32[k].in_valid.next = self.in_valid.val();
            self.in_ready.next = self.beats_32[k].in_ready.val();
            self.beats_32[k].in_tail.next = self.in_tail.val();
            self.in_empty.next = self.beats_32[k].in_empty.val();
            self.beats_32[k].out_clock.next = self.out_clock.val();
            self.beats_32[k].out_rst_n.next = self.out_rst_n.val();
            self.out_valid.next = self.beats_32[k].out_valid.val();
            self.beats_32[k].out_ready.next = self.out_ready.val();
            self.out_tail.next = self.beats_32[k].out_tail.val();
            for i in 0..self._lanes {
                self.beats_32[k].in_data[i].next = self.in_data[i].val();
                self.out_data[i].next = self.beats_32[k].out_data[i].val();
            }
        }
        for k in 0..self._64 {
            self.beats_64[k].in_clock.next = self.in_clock.val();
            self.beats_64[k].in_rst_n.next = self.in_rst_n.val();
            self.beats_64[k].in_clear.next = self.in_clear.val();
            self.beats_64[k].in_valid.next = self.in_valid.val();
            self.in_ready.next = self.beats_64[k].in_ready.val();
            self.beats_64[k].in_tail.next = self.in_tail.val();
            self.in_empty.next = self.beats_64[k].in_empty.val();
            self.beats_64[k].out_clock.next = self.out_clock.val();
            self.beats_64[k].out_rst_n.next = self.out_rst_n.val();
            self.out_valid.next = self.beats_64[k].out_valid.val();
            self.beats_64[k].out_ready.next = self.out_ready.val();
            self.out_tail.next = self.beats_64[k].out_tail.val();
            for i in 0..self._lanes {
                self.beats_64[k].in_data[i].next = self.in_data[i].val();
                self.out_data[i].next = self.beats_64[k].out_data[i].val();
            }
        }
        for k in 0..self._128 {
            self.beats_128[k].in_clock.next = self.in_clock.val();
            self.beats_128[k].in_rst_n.next = self.in_rst_n.val();
            self.beats_128[k].in_clear.next = self.in_clear.val();
            self.beats_128[k].in_valid.next = self.in_valid.val();
            self.in_ready.next = self.beats_128[k].in_ready.val();
            self.beats_128[k].in_tail.next = self.in_tail.val();
            self.in_empty.next = self.beats_128[k].in_empty.val();
            self.beats_128[k].out_clock.next = self.out_clock.val();
            self.beats_128[k].out_rst_n.next = self.out_rst_n.val();
            self.out_valid.next = self.beats_128[k].out_valid.val();
            self.beats_128[k].out_ready.next = self.out_ready.val();
            self.out_tail.next = self.beats_128[k].out_tail.val();
            for i in 0..self._lanes {
                self.beats_128[k].in_data[i].next = self.in_data[i].val();
                self.out_data[i].next = self.beats_128[k].out_data[i].val();
            }
        }
    }
}
