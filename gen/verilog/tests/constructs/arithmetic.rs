// SPDX-License-Identifier: Apache-2.0
//! Operators, and the widths that they calculate in.

use crate::block;
use rust_hdl_core::prelude::*;
use tracewright_verilog::Module;
use verilator_sys::differential::{Batch, Random};

pub fn add(batch: &mut Batch) {
    fn two<const N: usize>(a: &mut Signal<In, Bits<N>>, b: &mut Signal<In, Bits<N>>, random: &mut Random) {
        a.next = random.bits();
        b.next = if random.below(4) == 0 { a.next } else { random.bits() };
    }
    batch.add("and_before_compare", AndBeforeCompare::default(), |x, r| two(&mut x.a, &mut x.b, r));
    batch.add("sum_wraps_before_compare", SumWraps::default(), |x, r| {
        two(&mut x.a, &mut x.b, r);
        if r.bit() {
            x.b.next = x.a.next + 1;
        }
    });
    batch.add("difference_wraps_before_compare", DifferenceWraps::default(), |x, r| two(&mut x.a, &mut x.b, r));
    batch.add("widened_sum_has_no_carry", WidenedSum::default(), |x, r| two(&mut x.a, &mut x.b, r));
    batch.add("widened_inverse_has_zeros", WidenedInverse::default(), |x, r| x.a.next = r.bits());
    batch.add("narrowed_expressions", Narrowed::default(), |x, r| {
        two(&mut x.a, &mut x.b, r);
        x.s.next = r.bits();
    });
    batch.add("literals_on_either_side", Literals::default(), |x, r| x.a.next = r.bits());
    batch.add("comparisons", Comparisons::default(), |x, r| two(&mut x.a, &mut x.b, r));
    batch.add("wide_arithmetic", Wide::default(), |x, r| two(&mut x.a, &mut x.b, r));
    batch.add("grouping", Grouping::default(), |x, r| (x.a.next, x.b.next, x.c.next) = (r.bits(), r.bits(), r.bits()));
    batch.add("product", Product::default(), |x, r| two(&mut x.a, &mut x.b, r));
    batch.add("sum_with_a_bit", SumWithBit::default(), |x, r| {
        x.a.next = r.bits();
        x.carry.next = r.bit();
    });
    batch.add("reductions", Reductions::default(), |x, r| x.a.next = r.bits());
    batch.add("truth", Truth::default(), |x, r| {
        (x.a.next, x.b.next, x.c.next) = (r.bit(), r.bit(), r.bit());
    });
}

block! { AndBeforeCompare { a: Bits<8>, b: Bits<8> => none: Bit, mixed: Bit }
    #[hdl_gen]
    fn update(&mut self) {
        self.none.next = self.a.val() & self.b.val() == 0;
        self.mixed.next = (self.a.val() | self.b.val() == self.a.val()) & (self.b.val() ^ self.a.val() != 0);
    }
}

block! { SumWraps { a: Bits<8>, b: Bits<8> => equal: Bit, above: Bit }
    #[hdl_gen]
    fn update(&mut self) {
        self.equal.next = (self.a.val() + 1) == self.b.val();
        self.above.next = self.a.val() + self.b.val() > self.a.val();
    }
}

block! { DifferenceWraps { a: Bits<8>, b: Bits<8> => above: Bit, below: Bit }
    #[hdl_gen]
    fn update(&mut self) {
        self.above.next = self.a.val() - bits::<8>(1) > self.b.val();
        self.below.next = (self.a.val() - self.b.val()) < 16;
    }
}

block! { WidenedSum { a: Bits<8>, b: Bits<8> => y: Bits<16>, z: Bits<16> }
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = bit_cast::<16, 8>(self.a.val() + self.b.val());
        self.z.next = bit_cast::<16, 8>(self.a.val() << bits::<8>(3)) + bit_cast::<16, 8>(self.b.val() - self.a.val());
    }
}

block! { WidenedInverse { a: Bits<8> => y: Bits<64> }
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = bit_cast::<64, 8>(!self.a.val());
    }
}

block! { Narrowed { a: Bits<12>, b: Bits<12>, s: Bits<4> => sum: Bits<5>, upper: Bits<5>, shifted: Bits<5>, mixed: Bits<3> }
    #[hdl_gen]
    fn update(&mut self) {
        self.sum.next = bit_cast::<5, 12>(self.a.val() + self.b.val());
        self.upper.next = (self.a.val() + self.b.val()).get_bits::<5>(6);
        self.shifted.next = bit_cast::<5, 12>((self.a.val() ^ self.b.val()) >> self.s.val());
        self.mixed.next = bit_cast::<3, 12>((!self.a.val() & (self.b.val() << self.s.val())) - self.b.val());
    }
}

block! { Literals { a: Bits<20> => left: Bits<20>, right: Bits<20>, equal: Bit }
    #[hdl_gen]
    fn update(&mut self) {
        self.left.next = 0xBABE - self.a.val();
        self.right.next = (self.a.val() & 0xFF00) | bits::<20>(7);
        self.equal.next = 3 == self.a.val();
    }
}

block! { Comparisons { a: Bits<7>, b: Bits<7> => y: Bits<6> }
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = bit_cast::<6, 1>((self.a.val() == self.b.val()).into())
            | (bit_cast::<6, 1>((self.a.val() != self.b.val()).into()) << bits::<6>(1))
            | (bit_cast::<6, 1>((self.a.val() < self.b.val()).into()) << bits::<6>(2))
            | (bit_cast::<6, 1>((self.a.val() <= self.b.val()).into()) << bits::<6>(3))
            | (bit_cast::<6, 1>((self.a.val() > self.b.val()).into()) << bits::<6>(4))
            | (bit_cast::<6, 1>((self.a.val() >= self.b.val()).into()) << bits::<6>(5));
    }
}

block! { Wide { a: Bits<100>, b: Bits<100> => sum: Bits<100>, difference: Bits<100>, above: Bit, part: Bits<33> }
    #[hdl_gen]
    fn update(&mut self) {
        self.sum.next = self.a.val() + self.b.val();
        self.difference.next = self.a.val() - self.b.val();
        self.above.next = self.a.val() > self.b.val();
        self.part.next = bit_cast::<33, 100>(self.a.val() ^ self.b.val());
    }
}

block! { Grouping { a: Bits<8>, b: Bits<8>, c: Bits<8> => left: Bits<8>, right: Bits<8>, shifts: Bits<8>, bits: Bits<8> }
    #[hdl_gen]
    fn update(&mut self) {
        self.left.next = self.a.val() - self.b.val() - self.c.val();
        self.right.next = self.a.val() - (self.b.val() - (self.c.val() + self.a.val()));
        self.shifts.next = (self.a.val() << bits::<8>(1)) >> (self.b.val() >> (self.c.val() >> bits::<8>(3)));
        self.bits.next = self.a.val() ^ (self.b.val() & (self.c.val() | !(self.a.val() & self.b.val())));
    }
}

block! { Product { a: Bits<16>, b: Bits<16> => y: Bits<32> }
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.a.val() * self.b.val();
    }
}

block! { SumWithBit { a: Bits<8>, carry: Bit => y: Bits<8> }
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.a.val() + self.carry.val();
    }
}

block! { Reductions { a: Bits<9> => any: Bit, all: Bit, parity: Bit, none: Bit, upper: Bit }
    #[hdl_gen]
    fn update(&mut self) {
        self.any.next = self.a.val().any();
        self.all.next = self.a.val().all();
        self.parity.next = self.a.val().xor();
        self.none.next = !self.a.val().any() || (self.a.val() + 1).all();
        self.upper.next = (self.a.val() >> bits::<9>(4)).any() & !(self.a.val() << bits::<9>(7)).xor();
    }
}

block! { Truth { a: Bit, b: Bit, c: Bit => lazy: Bit, eager: Bit, differ: Bit }
    #[hdl_gen]
    fn update(&mut self) {
        self.lazy.next = self.a.val() && !self.b.val() || self.c.val();
        self.eager.next = !(self.a.val() & (self.b.val() | !self.c.val()));
        self.differ.next = self.a.val() ^ self.b.val() == self.c.val();
    }
}
