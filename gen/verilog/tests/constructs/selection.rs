// SPDX-License-Identifier: Apache-2.0
//! Bits of signals and expressions, and shifts.

use crate::block;
use rust_hdl_core::prelude::*;
use tracewright_verilog::Module;
use verilator_sys::differential::Batch;

pub fn add(batch: &mut Batch) {
    batch.add("bit_at_an_index", BitAt::default(), |x, r| {
        x.a.next = r.bits();
        x.at.next = r.bits();
        x.wide.next = r.below(16).into();
    });
    batch.add("bits_at_an_offset", BitsAt::default(), |x, r| {
        x.a.next = r.bits();
        x.at.next = r.below(21).into();
        x.near.next = r.bits();
    });
    batch.add("bits_above_the_top_are_zero", BitsAbove::default(), |x, r| x.a.next = r.bits());
    batch.add("bits_of_an_expression", BitsOfExpression::default(), |x, r| {
        x.a.next = r.bits();
        x.b.next = r.bits();
        x.at.next = r.below(17).into();
    });
    batch.add("replaced_bit", Replaced::default(), |x, r| {
        x.a.next = r.bits();
        x.at.next = r.below(12).into();
        x.bit.next = r.bit();
    });
    batch.add("shift_by_a_constant", ShiftByConstant::default(), |x, r| x.a.next = r.bits());
    batch.add("shift_by_a_signal", ShiftBySignal::default(), |x, r| {
        x.a.next = r.bits();
        x.wide.next = r.bits();
        x.by.next = r.below(60).into();
        x.far.next = r.bits();
    });
    batch.add("joined_parts", Joined::default(), |x, r| {
        x.a.next = r.bits();
        x.b.next = r.bits();
        x.c.next = r.bit();
    });
    batch.add("one_bit_vectors", OneBit::default(), |x, r| {
        x.a.next = r.bits();
        x.b.next = r.bit();
    });
}

block! { BitAt { a: Bits<16>, at: Bits<4>, wide: Bits<9> => y: Bit, z: Bit, fixed: Bit }
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.a.val().get_bit(self.at.val().index());
        self.z.next = self.a.val().get_bit(self.wide.val().index());
        self.fixed.next = self.a.val().get_bit(7);
    }
}

block! { BitsAt { a: Bits<20>, at: Bits<5>, near: Bits<2> => y: Bits<6>, z: Bits<3>, one: Bits<1> }
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.a.val().get_bits::<6>(self.at.val().index());
        self.z.next = self.a.val().get_bits::<3>(self.near.val().index());
        self.one.next = self.a.val().get_bits::<1>(self.at.val().index());
    }
}

block! { BitsAbove { a: Bits<8> => y: Bits<6>, z: Bits<4> }
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.a.val().get_bits::<6>(5);
        self.z.next = self.a.val().get_bits::<4>(8);
    }
}

block! { BitsOfExpression { a: Bits<16>, b: Bits<16>, at: Bits<5> => y: Bits<4>, z: Bits<5>, bit: Bit }
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = (self.a.val() + self.b.val()).get_bits::<4>(9);
        self.z.next = (self.a.val() - self.b.val()).get_bits::<5>(self.at.val().index());
        self.bit.next = (self.a.val() + self.b.val()).get_bit(15);
    }
}

block! { Replaced { a: Bits<12>, at: Bits<4>, bit: Bit => y: Bits<12>, low: Bits<12>, high: Bits<12> }
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.a.val().replace_bit(self.at.val().index(), self.bit.val());
        self.low.next = self.a.val().replace_bit(0, self.bit.val());
        self.high.next = (self.a.val() + 1).replace_bit(11, self.bit.val());
    }
}

block! { ShiftByConstant { a: Bits<10> => left: Bits<10>, right: Bits<10>, out: Bits<10>, sum: Bits<10> }
    #[hdl_gen]
    fn update(&mut self) {
        self.left.next = self.a.val() << bits::<4>(3);
        self.right.next = self.a.val() >> 3;
        self.out.next = (self.a.val() << bits::<4>(10)) | (self.a.val() >> bits::<4>(12));
        self.sum.next = (self.a.val() + self.a.val()) >> bits::<4>(2);
    }
}

block! {
    ShiftBySignal { a: Bits<10>, wide: Bits<50>, by: Bits<6>, far: Bits<4> =>
        left: Bits<10>, right: Bits<10>, wide_left: Bits<50>, wide_right: Bits<50>, any: Bit }
    #[hdl_gen]
    fn update(&mut self) {
        self.left.next = self.a.val() << self.far.val();
        self.right.next = self.a.val() >> self.far.val();
        self.wide_left.next = self.wide.val() << self.by.val();
        self.wide_right.next = self.wide.val() >> self.by.val();
        self.any.next = (self.a.val() >> (self.far.val() + bits::<4>(2))).any();
    }
}

block! { Joined { a: Bits<5>, b: Bits<7>, c: Bit => y: Bits<16>, overlap: Bits<16> }
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = bit_cast::<16, 5>(self.a.val())
            | (bit_cast::<16, 7>(self.b.val()) << bits::<16>(6))
            | (bit_cast::<16, 1>(self.c.val().into()) << bits::<16>(15))
            | bits::<16>(0x2000);
        self.overlap.next = bit_cast::<16, 5>(self.a.val()) | (bit_cast::<16, 7>(self.b.val()) << bits::<16>(3));
    }
}

block! { OneBit { a: Bits<1>, b: Bit => y: Bits<1>, z: Bit, same: Bit }
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = (self.a.val() + 1) & bit_cast::<1, 1>(self.b.val().into());
        self.z.next = self.a.val().get_bit(0) ^ self.a.val().any();
        self.same.next = self.a.val() == self.b.val();
    }
}
