// SPDX-License-Identifier: Apache-2.0
//! From elements to chunks of up to four or eight bytes.

use super::TraceOut;
use crate::records::Element;
use crate::walk::ElementIn;
use tracewright_prim::*;

/// Sends an element in chunks, the lowest byte first: `OUT` bits a cycle, and in the last cycle the bytes left.
///
/// `WHOLE` is `V` and the 24 bits that are before a value at most. The next element is loaded in the cycle in which the
/// last chunk of the one before it leaves.
#[synchronous(build: Build)]
pub struct Cutter<const V: usize, const WHOLE: usize, const OUT: usize> {
    /// The elements.
    pub elements: ElementIn<V>,
    /// The trace.
    pub trace: TraceOut<OUT>,
    rest: Reg<Bits<WHOLE>>,
    left: Reg<Bits<4>>,
    ends: Reg<Bit>,
    is_last: Signal<Local, Bit>,
    #[value((OUT / 8).to_bits())]
    most: Constant<Bits<4>>,
}

impl<const V: usize, const WHOLE: usize, const OUT: usize> Logic for Cutter<V, WHOLE, OUT> {
    #[kernel]
    fn update(&mut self) {
        self.is_last.next = self.left.q.val() <= self.most.val();
        let bytes = if self.is_last.val() { self.left.q.val() } else { self.most.val() };
        self.trace.valid.next = self.left.q.val().any();
        self.trace.data.next = self.rest.q.val().get_bits::<OUT>(0);
        self.trace.bytes.next = bit_cast::<6, 4>(bytes);
        self.trace.last.next = self.ends.q.val() & self.is_last.val();
        self.elements.ready.next = self.is_last.val() & (self.trace.ready.val() | !self.trace.valid.val());
        if self.elements.ready.val() {
            let element: Element<V> = self.elements.element.val();
            let value = bit_cast::<WHOLE, V>(element.value);
            let head = bit_cast::<WHOLE, 24>(element.head);
            self.rest.d.next = match element.head_bytes.index() {
                0 => value,
                1 => head | (value << bits::<WHOLE>(8)),
                2 => head | (value << bits::<WHOLE>(16)),
                _ => head | (value << bits::<WHOLE>(24)),
            };
            self.left.d.next = bits::<4>(0);
            self.ends.d.next = element.last;
            if self.elements.valid.val() {
                self.left.d.next = bit_cast::<4, 2>(element.head_bytes) + element.value_bytes;
            }
        } else if self.trace.ready.val() {
            self.rest.d.next = self.rest.q.val() >> bits::<WHOLE>(OUT as LiteralType);
            self.left.d.next = self.left.q.val() - self.most.val();
        }
    }
}
