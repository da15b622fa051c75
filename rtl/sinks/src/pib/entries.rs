// SPDX-License-Identifier: Apache-2.0
//! From chunks to what the FIFO of the PIB holds.

use rust_hdl_core::prelude::*;
use tracewright_config::Build;
use tracewright_prim::{dff_setup, Module, Reg};

use super::Kind;

/// Cuts chunks into entries: a byte each, or two of a message where the pins take two at once.
///
/// An odd last byte has 0xFF above it: nobody takes that for trace, because MSEO of the byte says that the message
/// ends. Idle bytes, which are 0xFF where a message would begin, are left out (N-Trace 3.4, Trace Control 12.1).
#[derive(Module)]
pub struct PibEntries<const IN: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// Forgets what is held, and throws the rest of a message of which a part was taken away.
    pub clear: Signal<In, Bit>,
    /// The source is not active: what it still has, if no part of it was taken and messages may not begin, is thrown
    /// away.
    pub inactive: Signal<In, Bit>,
    /// Messages may begin.
    pub open: Signal<In, Bit>,
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
    /// There is an entry.
    pub entry_valid: Signal<Out, Bit>,
    /// It is taken, if there is one.
    pub entry_ready: Signal<In, Bit>,
    /// The entry, first byte lowest.
    pub entry_data: Signal<Out, Bits<16>>,
    /// Something of a chunk is used up in this cycle.
    pub takes: Signal<Out, Bit>,
    /// A byte waits for the other one of its entry.
    pub holds: Signal<Out, Bit>,
    in_message: Reg<Bit>,
    /// What comes of the message at the input is thrown away.
    drops: Reg<Bit>,
    position: Vec<Reg<Bits<4>>>,
    held: Vec<Reg<Bits<8>>>,
    holding: Vec<Reg<Bit>>,
    begins: Signal<Local, Bit>,
    throws: Signal<Local, Bit>,
    takes_on: Signal<Local, Bit>,
    last: Signal<Local, Bit>,
    goes: Signal<Local, Bit>,
    idle: Signal<Local, Bit>,
    two: Signal<Local, Bit>,
    used_up: Signal<Local, Bit>,
    ends: Signal<Local, Bit>,
    rest: Signal<Local, Bits<IN>>,
    first: Signal<Local, Bits<8>>,
    by: Vec<Signal<Local, Bits<7>>>,
    left: Vec<Signal<Local, Bits<4>>>,
    _chunks: usize,
    _bytes: usize,
    _pairs: usize,
    _single: usize,
    _pairs_of_chunks: usize,
    _one_by_one: usize,
}

impl<const IN: usize> PibEntries<IN> {
    /// Those of `build`.
    pub fn new(build: &Build) -> Self {
        let chunks = usize::from(IN > 8);
        let pairs = Kind::of(build).pairs;
        PibEntries {
            clock: Default::default(),
            rst_n: Default::default(),
            clear: Default::default(),
            inactive: Default::default(),
            open: Default::default(),
            in_valid: Default::default(),
            in_ready: Default::default(),
            in_data: Default::default(),
            in_bytes: vec![Default::default(); chunks],
            in_last: vec![Default::default(); chunks],
            entry_valid: Default::default(),
            entry_ready: Default::default(),
            entry_data: Default::default(),
            takes: Default::default(),
            holds: Default::default(),
            in_message: Reg::new(build.reset),
            drops: Reg::new(build.reset),
            position: (0..chunks).map(|_| Reg::new(build.reset)).collect(),
            held: (0..pairs).map(|_| Reg::new(build.reset)).collect(),
            holding: (0..pairs).map(|_| Reg::new(build.reset)).collect(),
            begins: Default::default(),
            throws: Default::default(),
            takes_on: Default::default(),
            last: Default::default(),
            goes: Default::default(),
            idle: Default::default(),
            two: Default::default(),
            used_up: Default::default(),
            ends: Default::default(),
            rest: Default::default(),
            first: Default::default(),
            by: vec![Default::default(); chunks],
            left: vec![Default::default(); chunks],
            _chunks: chunks,
            _bytes: 1 - chunks,
            _pairs: pairs,
            _single: 1 - pairs,
            _pairs_of_chunks: pairs * chunks,
            _one_by_one: 1 - pairs * chunks,
        }
    }
}

impl<const IN: usize> Logic for PibEntries<IN> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, in_message, drops);
        self.begins.next = self.open.val() & !self.clear.val();
        self.throws.next = self.drops.q.val() | (self.inactive.val() & !self.in_message.q.val() & !self.begins.val());
        self.takes_on.next = self.entry_ready.val()
            & (self.begins.val() | (self.in_message.q.val() & !self.clear.val()))
            & !self.throws.val();
        self.goes.next = self.in_valid.val() & self.takes_on.val();
        self.idle.next = !self.in_message.q.val() & self.first.val().all();
        self.first.next = self.rest.val().get_bits::<8>(0);

        // Whether two bytes of the chunk are used now; this comes before what reads it.
        for _i in 0..self._one_by_one {
            self.two.next = false;
        }
        for i in 0..self._pairs_of_chunks {
            self.two.next = !self.holding[i].q.val() & !self.idle.val() & (self.left[i].val() != bits::<4>(1));
        }

        // Where in the chunk: its next byte, and whether that is all.
        for i in 0..self._bytes {
            self.rest.next = self.in_data.val();
            self.used_up.next = true;
            self.last.next = self.in_data.val().get_bits::<2>(i) == bits::<2>(3);
            self.ends.next = self.last.val();
        }
        for i in 0..self._chunks {
            self.last.next = self.in_last[i].val();
            self.position[i].clock.next = self.clock.val();
            self.position[i].rst_n.next = self.rst_n.val();
            self.position[i].d.next = self.position[i].q.val();
            self.rest.next = self.in_data.val() >> self.by[i].val();
            self.by[i].next = self.position[i].q.val().get_bits::<7>(0) << bits::<7>(3);
            self.left[i].next = self.in_bytes[i].val() - self.position[i].q.val();
            self.used_up.next = self.left[i].val() == bits::<4>(1);
            if self.two.val() {
                self.used_up.next = self.left[i].val() == bits::<4>(2);
            }
            self.ends.next = self.used_up.val() & self.in_last[i].val();
            if self.goes.val() {
                self.position[i].d.next = self.position[i].q.val() + bits::<4>(1);
                if self.two.val() {
                    self.position[i].d.next = self.position[i].q.val() + bits::<4>(2);
                }
                if self.used_up.val() {
                    self.position[i].d.next = bits::<4>(0);
                }
            }
            if self.clear.val() {
                self.position[i].d.next = bits::<4>(0);
            }
        }

        // What makes an entry.
        for i in 0..self._single {
            self.entry_data.next = self.first.val().get_bits::<16>(i);
            self.entry_valid.next = self.goes.val() & !self.idle.val();
            self.holds.next = false;
        }
        for i in 0..self._pairs {
            self.held[i].clock.next = self.clock.val();
            self.held[i].rst_n.next = self.rst_n.val();
            self.held[i].d.next = self.held[i].q.val();
            self.holding[i].clock.next = self.clock.val();
            self.holding[i].rst_n.next = self.rst_n.val();
            self.holding[i].d.next = self.holding[i].q.val();
            self.holds.next = self.holding[i].q.val();
            if self.holding[i].q.val() {
                self.entry_data.next =
                    self.held[i].q.val().get_bits::<16>(0) | (bit_cast::<16, 8>(self.first.val()) << bits::<16>(8));
                self.entry_valid.next = self.goes.val();
                if self.goes.val() {
                    self.holding[i].d.next = false;
                }
            } else if self.two.val() {
                self.entry_data.next = self.rest.val().get_bits::<16>(0);
                self.entry_valid.next = self.goes.val();
            } else {
                self.entry_data.next = bit_cast::<16, 8>(self.first.val()) | bits::<16>(0xFF00);
                self.entry_valid.next = self.goes.val() & !self.idle.val() & self.ends.val();
                if self.goes.val() & !self.idle.val() & !self.ends.val() {
                    self.holding[i].d.next = true;
                    self.held[i].d.next = self.first.val();
                }
            }
            if self.clear.val() {
                self.holding[i].d.next = false;
            }
        }

        if self.goes.val() & !self.idle.val() {
            self.in_message.d.next = !self.ends.val();
        }
        if self.throws.val() & self.in_valid.val() {
            self.drops.d.next = !self.last.val();
        }
        if self.clear.val() {
            self.in_message.d.next = false;
            if self.in_message.q.val() {
                self.drops.d.next = true;
            }
        }
        self.takes.next = self.goes.val();
        self.in_ready.next = self.throws.val() | (self.takes_on.val() & self.used_up.val());
    }
}
