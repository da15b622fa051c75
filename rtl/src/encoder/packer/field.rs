// SPDX-License-Identifier: Apache-2.0
//! One field of a message that is made whole.

use super::MDO as UNIT;
use crate::codes::*;
use crate::prim::*;

/// What a field is made for.
pub struct FieldOf {
    build: Build,
    is_first: bool,
    can_extend: bool,
}

impl FieldOf {
    /// A variable-length field.
    pub fn plain(build: &Build) -> FieldOf {
        FieldOf { build: build.clone(), is_first: false, can_extend: false }
    }

    /// The first field, with fixed-length ones in it.
    pub fn first(build: &Build) -> FieldOf {
        FieldOf { is_first: true, ..FieldOf::plain(build) }
    }

    /// The address.
    pub fn addr(build: &Build) -> FieldOf {
        FieldOf { can_extend: build.encoder.extended_address, ..FieldOf::plain(build) }
    }
}

impl Resets for FieldOf {
    fn reset(&self) -> Reset {
        self.build.reset
    }
}

/// A field of up to `MDO` bits, and then its bytes, in two steps: first the value is held, then its length is known.
///
/// `MDO` is a multiple of 6, `BYTES` 8 bits for each 6 of it.
#[synchronous(of: FieldOf)]
pub struct Field<const MDO: usize, const BYTES: usize> {
    /// The first step takes what comes in.
    pub take: Signal<In, Bit>,
    /// The message has the field.
    pub present: Signal<In, Bit>,
    /// The field's value.
    pub value: Signal<In, Bits<MDO>>,
    /// Bit i: byte i + 1 of the field is sent whatever its value.
    #[built(of.is_first)]
    pub least: Optional<Signal<In, Bits<3>>>,
    /// The field ends where its most significant bit sent stands for all above (N-Trace 8.2; teInstExtendAddrMSB is 1).
    #[built(of.can_extend)]
    pub extends: Optional<Signal<In, Bit>>,
    /// The field is the message's last.
    pub last: Signal<In, Bit>,
    /// The second step takes what the first one holds.
    pub measure: Signal<In, Bit>,
    /// How many bytes the field has.
    pub count: Signal<Out, Bits<4>>,
    /// The field's bytes, the first one lowest, zeros above.
    pub bytes: Signal<Out, Bits<BYTES>>,
    held: Reg<Bits<MDO>>,
    held_present: Reg<Bit>,
    #[built(of.is_first)]
    held_least: Optional<Reg<Bits<3>>>,
    #[built(of.can_extend)]
    held_extends: Optional<Reg<Bit>>,
    held_last: Reg<Bit>,
    /// The value; of an extended address, 1 where a bit differs from the one below it: from the highest 1 up all bits
    /// of the address are equal. The byte with that 1 is the field's last; its upper bit stands for all above.
    shape: Signal<Local, Bits<MDO>>,
    #[count(MDO / UNIT)]
    above: Vec<Signal<Local, Bit>>,
    #[count(MDO / UNIT)]
    reaches: Vec<Signal<Local, Bit>>,
    measured: Reg<Bits<MDO>>,
    measured_last: Reg<Bit>,
    measured_count: Reg<Bits<4>>,
    #[count(MDO / UNIT)]
    exists: Vec<Reg<Bit>>,
    end: Signal<Local, Bits<2>>,
    #[count(MDO / UNIT)]
    byte: Vec<Signal<Local, Bits<8>>>,
    #[value(((1_u64 << (of.build.xlen - 1)) - 1).to_bits())]
    addr_mask: Constant<Bits<MDO>>,
    #[new(of.is_first.into())]
    _first: usize,
}

impl<const MDO: usize, const BYTES: usize> Logic for Field<MDO, BYTES> {
    #[kernel]
    fn update(&mut self) {
        if self.take.val() {
            connect!(self: value = held.d, present = held_present.d, least = held_least.d, extends = held_extends.d,
                last = held_last.d);
        }
        // How far the field reaches: byte i is sent if `shape` has a 1 from it on, or the field needs it anyway.
        self.shape.next = self.held.q.val();
        if self.held_extends.q.val() {
            self.shape.next = (self.held.q.val() ^ (self.held.q.val() << bits::<4>(1))) & self.addr_mask.val();
        }
        self.above[0].next = true;
        for i in 1..self.above.len() {
            self.above[i].next = (self.shape.val() >> (i * 6).to_bits::<8>()).any();
        }
        if self._first > 0 {
            for i in 1..4 {
                self.above[i].next = self.above[i].val() | self.held_least.q.val().get_bit(i - 1);
            }
        }
        if self.measure.val() {
            self.measured.d.next = self.held.q.val();
            self.measured_last.d.next = self.held_last.q.val();
            self.measured_count.d.next = bits::<4>(0);
        }
        for i in 0..self.reaches.len() {
            self.reaches[i].next = self.held_present.q.val() & self.above[i].val();
            if self.measure.val() {
                self.exists[i].d.next = self.reaches[i].val();
                if self.reaches[i].val() {
                    self.measured_count.d.next = (i + 1).to_bits::<4>();
                }
            }
        }
        self.count.next = self.measured_count.q.val();

        // The field's bytes: MSEO is 00, in the last one `end`.
        self.end.next = if self.measured_last.q.val() {
            MSEO_END_OF_MESSAGE.to_bits::<2>()
        } else {
            MSEO_END_OF_FIELD.to_bits::<2>()
        };
        for i in 0..self.byte.len() {
            self.byte[i].next = bits::<8>(0);
            if self.exists[i].q.val() {
                self.byte[i].next = (bit_cast::<8, 6>(self.measured.q.val().get_bits::<6>(i * 6)) << bits::<4>(2))
                    | bit_cast::<8, 2>(self.end.val());
            }
        }
        for i in 1..self.byte.len() {
            if self.exists[i].q.val() {
                self.byte[i - 1].next =
                    bit_cast::<8, 6>(self.measured.q.val().get_bits::<6>(i * 6 - 6)) << bits::<4>(2);
            }
        }
        let mut bytes: Bits<BYTES> = 0.into();
        for i in 0..self.byte.len() {
            bytes = bytes | (self.byte[i].val().get_bits::<BYTES>(0) << (i * 8).to_bits::<8>());
        }
        self.bytes.next = bytes;
    }
}
