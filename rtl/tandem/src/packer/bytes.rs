// SPDX-License-Identifier: Apache-2.0
//! The packer of a byte a cycle.

use super::TraceOut;
use crate::records::Element;
use crate::walk::ElementIn;
use tracewright_prim::*;

/// Sends an element a byte at a time: what it begins with, then its value, each the lowest byte first.
///
/// The next element is loaded in the cycle in which the last byte of the one before it leaves.
#[synchronous(build: Build)]
pub struct Packer<const V: usize, const OUT: usize> {
    /// The elements.
    pub elements: ElementIn<V>,
    /// The trace.
    pub trace: TraceOut<OUT>,
    head: Reg<Bits<24>>,
    head_bytes: Reg<Bits<2>>,
    value: Reg<Bits<V>>,
    value_bytes: Reg<Bits<4>>,
    ends: Reg<Bit>,
    /// A byte is shown.
    busy: Reg<Bit>,
    /// No byte follows the one that is shown.
    #[value(true)]
    last: Reg<Bit>,
    next_head_bytes: Signal<Local, Bits<2>>,
    next_value_bytes: Signal<Local, Bits<4>>,
}

impl<const V: usize, const OUT: usize> Logic for Packer<V, OUT> {
    #[kernel]
    fn update(&mut self) {
        let in_head = self.head_bytes.q.val().any();
        let byte = if in_head { self.head.q.val().get_bits::<8>(0) } else { self.value.q.val().get_bits::<8>(0) };
        self.trace.valid.next = self.busy.q.val();
        self.trace.data.next = bit_cast::<OUT, 8>(byte);
        self.trace.bytes.next = bits::<6>(1);
        self.trace.last.next = self.ends.q.val() & self.last.q.val();
        self.elements.ready.next = self.last.q.val() & (self.trace.ready.val() | !self.busy.q.val());
        self.next_head_bytes.next = self.head_bytes.q.val();
        self.next_value_bytes.next = self.value_bytes.q.val();
        if self.elements.ready.val() {
            let element: Element<V> = self.elements.element.val();
            self.head.d.next = element.head;
            self.next_head_bytes.next = bits::<2>(0);
            self.value.d.next = element.value;
            self.next_value_bytes.next = bits::<4>(0);
            self.ends.d.next = element.last;
            if self.elements.valid.val() {
                self.next_head_bytes.next = element.head_bytes;
                self.next_value_bytes.next = element.value_bytes;
            }
        } else if self.trace.ready.val() {
            if in_head {
                self.head.d.next = self.head.q.val() >> bits::<24>(8);
                self.next_head_bytes.next = self.head_bytes.q.val() - 1;
            } else {
                self.value.d.next = self.value.q.val() >> bits::<V>(8);
                self.next_value_bytes.next = self.value_bytes.q.val() - 1;
            }
        }
        // What is left is counted a cycle ahead: the choice of what comes next is short.
        let left = bit_cast::<4, 2>(self.next_head_bytes.val()) + self.next_value_bytes.val();
        self.head_bytes.d.next = self.next_head_bytes.val();
        self.value_bytes.d.next = self.next_value_bytes.val();
        self.busy.d.next = left.any();
        self.last.d.next = !(left >> bits::<4>(1)).any();
    }
}
