// SPDX-License-Identifier: Apache-2.0
//! One field of a message that is made whole.

use crate::encoder::built::many;
use crate::prim::*;
use rust_hdl_core::prelude::*;
use tracewright_config::Build;
use tracewright_messages::mseo;

/// A field of up to `MDO` bits, and then its bytes, in two steps: first the value is held, then its length is known.
///
/// `MDO` is a multiple of 6, `BYTES` 8 bits for each 6 of it.
#[derive(Module)]
pub struct Field<const MDO: usize, const BYTES: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// The first step takes what comes in.
    pub take: Signal<In, Bit>,
    /// The message has the field.
    pub present: Signal<In, Bit>,
    /// Its value.
    pub value: Signal<In, Bits<MDO>>,
    /// Bytes of it beyond one that are sent whatever its value.
    pub least: Vec<Signal<In, Bits<2>>>,
    /// It ends where its most significant bit sent stands for all above.
    pub extends: Vec<Signal<In, Bit>>,
    /// It is the message's last.
    pub last: Signal<In, Bit>,
    /// The second step takes what the first one holds.
    pub measure: Signal<In, Bit>,
    /// How many bytes it has.
    pub count: Signal<Out, Bits<4>>,
    /// Its bytes, the first one lowest, zeros above.
    pub bytes: Signal<Out, Bits<BYTES>>,
    held: Reg<Bits<MDO>>,
    held_present: Reg<Bit>,
    held_least: Vec<Reg<Bits<2>>>,
    held_extends: Vec<Reg<Bit>>,
    held_last: Reg<Bit>,
    /// Has no bits set beyond the field's bytes.
    shape: Signal<Local, Bits<MDO>>,
    above: Vec<Signal<Local, Bit>>,
    reaches: Vec<Signal<Local, Bit>>,
    length: Signal<Local, Bits<4>>,
    measured: Reg<Bits<MDO>>,
    measured_last: Reg<Bit>,
    measured_count: Reg<Bits<4>>,
    exists: Vec<Reg<Bit>>,
    end: Signal<Local, Bits<2>>,
    mdo: Vec<Signal<Local, Bits<6>>>,
    byte: Vec<Signal<Local, Bits<8>>>,
    joined: Vec<Signal<Local, Bits<BYTES>>>,
    addr_mask: Vec<Constant<Bits<MDO>>>,
    end_of_field: Constant<Bits<2>>,
    end_of_message: Constant<Bits<2>>,
    _least: usize,
    _extends: usize,
    _units: usize,
    _last: usize,
}

impl<const MDO: usize, const BYTES: usize> Field<MDO, BYTES> {
    /// A field of `build`; `least` says whether it is one with fixed-length parts, `extends` whether it can be extended.
    pub fn new(build: &Build, least: bool, extends: bool) -> Self {
        let units = MDO / 6;
        let (least, extends) = (usize::from(least), usize::from(extends));
        let addr = (1u64 << (build.xlen - 1)) - 1;
        Field {
            clock: Default::default(),
            rst_n: Default::default(),
            take: Default::default(),
            present: Default::default(),
            value: Default::default(),
            least: many(least),
            extends: many(extends),
            last: Default::default(),
            measure: Default::default(),
            count: Default::default(),
            bytes: Default::default(),
            held: Reg::new(build.reset),
            held_present: Reg::new(build.reset),
            held_least: (0..least).map(|_| Reg::new(build.reset)).collect(),
            held_extends: (0..extends).map(|_| Reg::new(build.reset)).collect(),
            held_last: Reg::new(build.reset),
            shape: Default::default(),
            above: many(units),
            reaches: many(units),
            length: Default::default(),
            measured: Reg::new(build.reset),
            measured_last: Reg::new(build.reset),
            measured_count: Reg::new(build.reset),
            exists: (0..units).map(|_| Reg::new(build.reset)).collect(),
            end: Default::default(),
            mdo: many(units),
            byte: many(units),
            joined: many(units),
            addr_mask: (0..extends).map(|_| Constant::new(addr.to_bits())).collect(),
            end_of_field: Constant::new(u64::from(mseo::END_OF_FIELD).to_bits()),
            end_of_message: Constant::new(u64::from(mseo::END_OF_MESSAGE).to_bits()),
            _least: least,
            _extends: extends,
            _units: units,
            _last: units - 1,
        }
    }
}

impl<const MDO: usize, const BYTES: usize> Logic for Field<MDO, BYTES> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, held, held_present, held_last, measured, measured_last, measured_count);
        for i in 0..self._least {
            self.held_least[i].clock.next = self.clock.val();
            self.held_least[i].rst_n.next = self.rst_n.val();
            self.held_least[i].d.next = self.held_least[i].q.val();
            if self.take.val() {
                self.held_least[i].d.next = self.least[i].val();
            }
        }
        for i in 0..self._extends {
            self.held_extends[i].clock.next = self.clock.val();
            self.held_extends[i].rst_n.next = self.rst_n.val();
            self.held_extends[i].d.next = self.held_extends[i].q.val();
            if self.take.val() {
                self.held_extends[i].d.next = self.extends[i].val();
            }
        }
        if self.take.val() {
            self.held.d.next = self.value.val();
            self.held_present.d.next = self.present.val();
            self.held_last.d.next = self.last.val();
        }

        // How far it reaches.
        self.shape.next = self.held.q.val();
        for i in 0..self._extends {
            if self.held_extends[i].q.val() {
                self.shape.next = (self.held.q.val() ^ (self.held.q.val() << bits::<4>(1))) & self.addr_mask[i].val();
            }
        }
        for i in 0..self._units {
            self.above[i].next = (self.shape.val() >> (i * 6).to_bits::<8>()).any();
            self.reaches[i].next = self.held_present.q.val() & self.above[i].val();
        }
        self.reaches[0].next = self.held_present.q.val();
        for _i in 0..self._least {
            self.reaches[1].next = self.held_present.q.val() & (self.above[1].val() | self.held_least[0].q.val().any());
            self.reaches[2].next =
                self.held_present.q.val() & (self.above[2].val() | self.held_least[0].q.val().get_bit(1));
            self.reaches[3].next = self.held_present.q.val() & (self.above[3].val() | self.held_least[0].q.val().all());
        }
        self.length.next = bits::<4>(0);
        for i in 0..self._units {
            if self.reaches[i].val() {
                self.length.next = (i + 1).to_bits::<4>();
            }
            self.exists[i].clock.next = self.clock.val();
            self.exists[i].rst_n.next = self.rst_n.val();
            self.exists[i].d.next = self.exists[i].q.val();
            if self.measure.val() {
                self.exists[i].d.next = self.reaches[i].val();
            }
        }
        if self.measure.val() {
            self.measured.d.next = self.held.q.val();
            self.measured_last.d.next = self.held_last.q.val();
            self.measured_count.d.next = self.length.val();
        }
        self.count.next = self.measured_count.q.val();

        // Its bytes.
        self.end.next = self.end_of_field.val();
        if self.measured_last.q.val() {
            self.end.next = self.end_of_message.val();
        }
        for i in 0..self._units {
            self.mdo[i].next = self.measured.q.val().get_bits::<6>(i * 6);
            self.byte[i].next = bits::<8>(0);
            if self.exists[i].q.val() {
                self.byte[i].next =
                    (self.mdo[i].val().get_bits::<8>(0) << bits::<4>(2)) | bit_cast::<8, 2>(self.end.val());
            }
        }
        for i in 0..self._last {
            if self.exists[i + 1].q.val() {
                self.byte[i].next = self.mdo[i].val().get_bits::<8>(0) << bits::<4>(2);
            }
        }
        self.joined[0].next = self.byte[0].val().get_bits::<BYTES>(0);
        for i in 0..self._last {
            self.joined[i + 1].next =
                self.joined[i].val() | (self.byte[i + 1].val().get_bits::<BYTES>(0) << (i * 8 + 8).to_bits::<8>());
            self.bytes.next = self.joined[i + 1].val();
        }
    }
}
