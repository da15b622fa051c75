// SPDX-License-Identifier: Apache-2.0
//! Whole messages.

use super::field::Field;
use crate::encoder::built::many;
use crate::prim::{clock, dff_setup, Module, Reg};
use rust_hdl_core::prelude::*;
use tracewright_config::{Build, TimestampSource};

/// Makes a whole message, a message a cycle, in three steps: fields are held; measured; and put together to a *head* (TCODE,
/// first, address) and a *tail* (HIST, TSTAMP). What is shown is the tail behind the head.
#[derive(Module)]
pub struct Joiner<const ADDR: usize, const FIRST: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// Forgets everything.
    pub clear: Signal<In, Bit>,
    /// There is a message.
    pub message_valid: Signal<In, Bit>,
    /// The message is taken.
    pub message_ready: Signal<Out, Bit>,
    /// Its TCODE.
    pub tcode: Signal<In, Bits<6>>,
    /// SRC, fixed-length fields and the first variable-length field.
    pub first: Signal<In, Bits<FIRST>>,
    /// Bytes of them beyond one that are sent whatever their value.
    pub least: Signal<In, Bits<2>>,
    /// There is an address.
    pub has_addr: Signal<In, Bit>,
    /// The address.
    pub addr: Signal<In, Bits<ADDR>>,
    /// It is extended.
    pub extends: Vec<Signal<In, Bit>>,
    /// There is HIST.
    pub has_hist: Signal<In, Bit>,
    /// HIST.
    pub hist: Signal<In, Bits<32>>,
    /// There is TSTAMP.
    pub has_stamp: Vec<Signal<In, Bit>>,
    /// TSTAMP.
    pub stamp: Vec<Signal<In, Bits<64>>>,
    /// There is a whole message.
    pub whole_valid: Signal<Out, Bit>,
    /// The whole message is taken.
    pub whole_ready: Signal<In, Bit>,
    /// Its bytes, the first one lowest, zeros above.
    pub whole_data: Signal<Out, Bits<304>>,
    /// How many there are.
    pub whole_count: Signal<Out, Bits<6>>,
    /// Nothing is held.
    pub empty: Signal<Out, Bit>,
    first_field: Field<66, 88>,
    addr_field: Field<66, 88>,
    hist_field: Field<36, 48>,
    stamp_field: Vec<Field<66, 88>>,
    held: Reg<Bit>,
    held_tcode: Reg<Bits<6>>,
    measured: Reg<Bit>,
    measured_tcode: Reg<Bits<6>>,
    joined: Reg<Bit>,
    head: Reg<Bits<184>>,
    head_count: Reg<Bits<5>>,
    tail: Reg<Bits<136>>,
    tail_count: Reg<Bits<5>>,
    hold: Signal<Local, Bit>,
    measure: Signal<Local, Bit>,
    join: Signal<Local, Bit>,
    addr_is_last: Signal<Local, Bit>,
    first_is_last: Signal<Local, Bit>,
    hist_is_last: Signal<Local, Bit>,
    first_bytes: Signal<Local, Bits<88>>,
    first_count: Signal<Local, Bits<4>>,
    addr_bytes: Signal<Local, Bits<88>>,
    addr_count: Signal<Local, Bits<4>>,
    hist_bytes: Signal<Local, Bits<48>>,
    hist_count: Signal<Local, Bits<4>>,
    _extend: usize,
    _time: usize,
}

impl<const ADDR: usize, const FIRST: usize> Joiner<ADDR, FIRST> {
    /// What makes the messages of `build` whole.
    pub fn new(build: &Build) -> Self {
        let extend = usize::from(build.encoder.extended_address);
        let time = usize::from(build.timestamp.source != TimestampSource::None);
        Joiner {
            clock: Default::default(),
            rst_n: Default::default(),
            clear: Default::default(),
            message_valid: Default::default(),
            message_ready: Default::default(),
            tcode: Default::default(),
            first: Default::default(),
            least: Default::default(),
            has_addr: Default::default(),
            addr: Default::default(),
            extends: many(extend),
            has_hist: Default::default(),
            hist: Default::default(),
            has_stamp: many(time),
            stamp: many(time),
            whole_valid: Default::default(),
            whole_ready: Default::default(),
            whole_data: Default::default(),
            whole_count: Default::default(),
            empty: Default::default(),
            first_field: Field::new(build, true, false),
            addr_field: Field::new(build, false, extend > 0),
            hist_field: Field::new(build, false, false),
            stamp_field: (0..time).map(|_| Field::new(build, false, false)).collect(),
            held: Reg::new(build.reset),
            held_tcode: Reg::new(build.reset),
            measured: Reg::new(build.reset),
            measured_tcode: Reg::new(build.reset),
            joined: Reg::new(build.reset),
            head: Reg::new(build.reset),
            head_count: Reg::new(build.reset),
            tail: Reg::new(build.reset),
            tail_count: Reg::new(build.reset),
            hold: Default::default(),
            measure: Default::default(),
            join: Default::default(),
            addr_is_last: Default::default(),
            first_is_last: Default::default(),
            hist_is_last: Default::default(),
            first_bytes: Default::default(),
            first_count: Default::default(),
            addr_bytes: Default::default(),
            addr_count: Default::default(),
            hist_bytes: Default::default(),
            hist_count: Default::default(),
            _extend: extend,
            _time: time,
        }
    }
}

impl<const ADDR: usize, const FIRST: usize> Logic for Joiner<ADDR, FIRST> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, held, held_tcode, measured, measured_tcode, joined, head, head_count, tail, tail_count);
        clock!(self, clock, first_field, addr_field, hist_field);

        // A step goes on when the next one does, or is free.
        self.join.next = !self.joined.q.val() | self.whole_ready.val();
        self.measure.next = !self.measured.q.val() | self.join.val();
        self.hold.next = !self.held.q.val() | self.measure.val();
        self.message_ready.next = self.hold.val();
        self.empty.next = !self.held.q.val() & !self.measured.q.val() & !self.joined.q.val();

        // The fields.
        self.first_is_last.next = !self.has_addr.val() & !self.has_hist.val();
        self.addr_is_last.next = !self.has_hist.val();
        self.hist_is_last.next = true;
        for i in 0..self._time {
            if self.has_stamp[i].val() {
                self.first_is_last.next = false;
                self.addr_is_last.next = false;
                self.hist_is_last.next = false;
            }
        }
        self.first_field.take.next = self.hold.val();
        self.first_field.present.next = true;
        self.first_field.value.next = bit_cast::<66, FIRST>(self.first.val());
        self.first_field.least[0].next = self.least.val();
        self.first_field.last.next = self.first_is_last.val();
        self.first_field.measure.next = self.measure.val();
        self.addr_field.take.next = self.hold.val();
        self.addr_field.present.next = self.has_addr.val();
        self.addr_field.value.next = bit_cast::<66, ADDR>(self.addr.val());
        self.addr_field.last.next = self.addr_is_last.val();
        self.addr_field.measure.next = self.measure.val();
        for i in 0..self._extend {
            self.addr_field.extends[i].next = self.extends[i].val();
        }
        self.hist_field.take.next = self.hold.val();
        self.hist_field.present.next = self.has_hist.val();
        self.hist_field.value.next = bit_cast::<36, 32>(self.hist.val());
        self.hist_field.last.next = self.hist_is_last.val();
        self.hist_field.measure.next = self.measure.val();
        if self.hold.val() {
            self.held.d.next = self.message_valid.val();
            self.held_tcode.d.next = self.tcode.val();
        }
        if self.measure.val() {
            self.measured.d.next = self.held.q.val();
            self.measured_tcode.d.next = self.held_tcode.q.val();
        }

        // Head and tail.
        self.first_bytes.next = self.first_field.bytes.val();
        self.first_count.next = self.first_field.count.val();
        self.addr_bytes.next = self.addr_field.bytes.val();
        self.addr_count.next = self.addr_field.count.val();
        self.hist_bytes.next = self.hist_field.bytes.val();
        self.hist_count.next = self.hist_field.count.val();
        if self.join.val() {
            self.joined.d.next = self.measured.q.val();
            self.head.d.next = (bit_cast::<184, 6>(self.measured_tcode.q.val()) << bits::<8>(2))
                | (bit_cast::<184, 88>(self.first_bytes.val()) << bits::<8>(8))
                | ((bit_cast::<184, 88>(self.addr_bytes.val()) << bits::<8>(8))
                    << (bit_cast::<8, 4>(self.first_count.val()) << bits::<8>(3)));
            self.head_count.d.next =
                bit_cast::<5, 4>(self.first_count.val()) + bit_cast::<5, 4>(self.addr_count.val()) + bits::<5>(1);
            self.tail.d.next = bit_cast::<136, 48>(self.hist_bytes.val());
            self.tail_count.d.next = bit_cast::<5, 4>(self.hist_count.val());
        }
        for i in 0..self._time {
            self.stamp_field[i].clock.next = self.clock.val();
            self.stamp_field[i].rst_n.next = self.rst_n.val();
            self.stamp_field[i].take.next = self.hold.val();
            self.stamp_field[i].present.next = self.has_stamp[i].val();
            self.stamp_field[i].value.next = self.stamp[i].val().get_bits::<66>(0);
            self.stamp_field[i].last.next = true;
            self.stamp_field[i].measure.next = self.measure.val();
            if self.join.val() {
                self.tail.d.next = bit_cast::<136, 48>(self.hist_bytes.val())
                    | (self.stamp_field[i].bytes.val().get_bits::<136>(0)
                        << (bit_cast::<8, 4>(self.hist_count.val()) << bits::<8>(3)));
                self.tail_count.d.next =
                    bit_cast::<5, 4>(self.hist_count.val()) + self.stamp_field[i].count.val().get_bits::<5>(0);
            }
        }

        self.whole_valid.next = self.joined.q.val();
        self.whole_data.next = bit_cast::<304, 184>(self.head.q.val())
            | (bit_cast::<304, 136>(self.tail.q.val()) << (bit_cast::<9, 5>(self.head_count.q.val()) << bits::<9>(3)));
        self.whole_count.next = bit_cast::<6, 5>(self.head_count.q.val()) + bit_cast::<6, 5>(self.tail_count.q.val());
        if self.clear.val() {
            self.held.d.next = false;
            self.measured.d.next = false;
            self.joined.d.next = false;
        }
    }
}
