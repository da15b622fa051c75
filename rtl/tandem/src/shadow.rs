// SPDX-License-Identifier: Apache-2.0
//! The shadow values of registers: what trace has told of them.

use crate::codes::*;
use crate::has::{has, Has};
use crate::records::Element;
use crate::walk::{ElementIn, ElementOut};
use tracewright_prim::*;

/// Makes a register's element short, where its value is near the one that trace told last: an incremental register of
/// Trace Protocol ch. 2, by a signed offset of 8 bits (opcode 5) or a mask of 8 bits to set (opcode 6). fcsr has the
/// place of x0, of which there is no element. Other CSRs have no shadow value: they always go in full.
///
/// The value before is read in a first step, the difference made in a second, and the shortest form chosen of it.
#[synchronous(build: Build)]
pub struct Shadow<const V: usize> {
    /// Forgets all values, one a cycle, because trace is enabled or the hart is reset.
    pub forget: Signal<In, Bit>,
    /// The values are being forgotten: no element is taken.
    pub forgetting: Signal<Out, Bit>,
    /// Elements with full values.
    pub full: ElementIn<V>,
    /// The same elements, short where they can be.
    pub short: ElementOut<V>,
    /// Nothing is held.
    pub empty: Signal<Out, Bit>,
    #[new(LutRam::new(words(build)))]
    values: LutRam<6, V>,
    #[new(LutRam::new(words(build)))]
    told: LutRam<6, 1>,
    sweeping: Reg<Bit>,
    sweep: Reg<Bits<6>>,
    read: Reg<Bit>,
    read_element: Reg<Element<V>>,
    before: Reg<Bits<V>>,
    known: Reg<Bit>,
    made: Reg<Bit>,
    made_element: Reg<Element<V>>,
    difference: Reg<Bits<V>>,
    /// None of the low eight bits goes from 1 to 0. If no other bit changes, the difference is the mask of bits to set.
    masks: Reg<Bit>,
    may_be_short: Reg<Bit>,
    /// The element is a register with a shadow value.
    is_shadowed: Signal<Local, Bit>,
    /// The element is a CSR that shows a part of fcsr, so what was told of fcsr no longer holds.
    stales: Signal<Local, Bit>,
    take: Signal<Local, Bit>,
    make: Signal<Local, Bit>,
    /// The bits above a value of four bytes.
    #[value(!(Bits::<V>::from(0xFFFF_FFFF)))]
    upper: Constant<Bits<V>>,
    /// The bits of a value of one byte. Those above it have no meaning then.
    #[value(Bits::<V>::from(0xFF))]
    low: Constant<Bits<V>>,
    #[value((words(build) - 1).to_bits())]
    last_word: Constant<Bits<6>>,
    #[new(has(build))]
    _has: Has,
    #[new(V == 64)]
    _wide: bool,
}

/// How many shadow values there are: of x1 to x31 and fcsr, and of f0 to f31 if these are traced.
fn words(build: &Build) -> usize {
    if has(build).fpr {
        64
    } else {
        32
    }
}

/// The opcode, if this is the form of the element.
#[kernel]
fn opcode(is_form: Bit, code: usize) -> Bits<24> {
    if is_form {
        code.to_bits::<24>()
    } else {
        bits::<24>(0)
    }
}

#[kernel]
impl<const V: usize> Shadow<V> {
    fn update(&mut self) {
        self.make.next = !self.made.q.val() | self.short.ready.val();
        self.take.next = (!self.read.q.val() | self.make.val()) & !self.sweeping.q.val();
        self.full.ready.next = self.take.val();
        self.forgetting.next = self.sweeping.q.val();
        self.empty.next = !self.read.q.val() & !self.made.q.val() & !self.sweeping.q.val();
        self.read_before();
        self.make_difference();
        self.choose();
    }

    /// The value before is read, and the new one written.
    fn read_before(&mut self) {
        let element: Element<V> = self.full.element.val();
        let number: Bits<16> = element.head.get_bits::<16>(8);
        let is_register = (element.head_bytes == bits::<2>(3))
            & (element.head.get_bits::<8>(0) == OPCODE_FULL_REGISTER.to_bits::<8>());
        self.is_shadowed.next = is_register & number.get_bit(12);
        self.stales.next = false;
        let mut place: Bits<6> = number.get_bits::<6>(0);
        if self._has.fcsr {
            let is_fcsr = number == CSR_FCSR.to_bits::<16>();
            if !number.get_bit(12) {
                place = bits::<6>(0);
            }
            self.is_shadowed.next = is_register & (number.get_bit(12) | is_fcsr);
            self.stales.next =
                is_register & ((number == CSR_FFLAGS.to_bits::<16>()) | (number == CSR_FRM.to_bits::<16>()));
        }
        self.values.read_address.next = place;
        self.told.read_address.next = place;
        let writes = self.full.valid.val() & self.take.val();
        self.values.write.next = writes & self.is_shadowed.val();
        self.values.write_address.next = place;
        self.values.write_data.next = element.value;
        self.told.write.next = self.sweeping.q.val() | (writes & (self.is_shadowed.val() | self.stales.val()));
        self.told.write_address.next = if self.sweeping.q.val() { self.sweep.q.val() } else { place };
        self.told.write_data.next = bits::<1>(0);
        if self.is_shadowed.val() & !self.sweeping.q.val() {
            self.told.write_data.next = bits::<1>(1);
        }
        if self.take.val() {
            self.read.d.next = self.full.valid.val();
            self.read_element.d.next = element;
            self.before.d.next = self.values.read_data.val();
            self.known.d.next = self.is_shadowed.val() & self.told.read_data.val().any();
        }
        if self.sweeping.q.val() {
            self.sweep.d.next = self.sweep.q.val() + 1;
            self.sweeping.d.next = self.sweep.q.val() != self.last_word.val();
        }
        if self.forget.val() {
            self.sweep.d.next = bits::<6>(0);
            self.sweeping.d.next = true;
        }
    }

    /// The difference is made.
    fn make_difference(&mut self) {
        let element: Element<V> = self.read_element.q.val();
        let before = self.before.q.val();
        // A value of four bytes has no bits above 31. So the sign of its difference is bit 31.
        let exact = element.value - before;
        let low = bit_cast::<V, 32>(exact.get_bits::<32>(0));
        let narrow = if exact.get_bit(31) { low | self.upper.val() } else { low };
        if self.make.val() {
            self.made.d.next = self.read.q.val() & !self.sweeping.q.val();
            self.made_element.d.next = element;
            self.difference.d.next = exact;
            if self._wide & element.value_bytes.get_bit(2) {
                self.difference.d.next = narrow;
            }
            self.masks.d.next = !(before & !element.value & self.low.val()).any();
            self.may_be_short.d.next = self.known.q.val();
        }
    }

    /// The shortest form is chosen. If offset and mask both fit, that is the offset; but of fcsr the mask, because
    /// exceptions set bits of it (Trace Protocol Table C.3).
    fn choose(&mut self) {
        let element: Element<V> = self.made_element.q.val();
        let difference = self.difference.q.val();
        let fits = !(difference >> bits::<V>(7)).any() | !((!difference) >> bits::<V>(7)).any();
        let number = element.head.get_bits::<16>(8);
        let is_short = !(difference >> bits::<V>(8)).any();
        let by_mask = self.masks.q.val() & is_short & ((number == CSR_FCSR.to_bits::<16>()) | !fits);
        self.short.valid.next = self.made.q.val();
        self.short.element.next = element;
        if self.may_be_short.q.val() & (by_mask | fits) {
            self.short.element.next.head = opcode(by_mask, OPCODE_MASK_REGISTER)
                | opcode(!by_mask, OPCODE_OFFSET_REGISTER)
                | (bit_cast::<24, 16>(number) << bits::<24>(8));
            self.short.element.next.value =
                (element.value & !self.low.val()) | bit_cast::<V, 8>(difference.get_bits::<8>(0));
            self.short.element.next.value_bytes = bits::<4>(1);
        }
    }
}
