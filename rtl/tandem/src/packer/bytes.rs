// SPDX-License-Identifier: Apache-2.0
//! The packer of a byte a cycle.

use super::TraceOut;
use crate::records::Element;
use crate::walk::ElementIn;
use rust_hdl_core::prelude::*;
use tracewright_config::Build;
use tracewright_prim::*;

/// Sends an element a byte at a time: what it begins with, then its value.
///
/// The next element is loaded in the cycle in which the last byte of the one before it leaves.
#[derive(Module)]
#[module(build: Build)]
pub struct Packer<const V: usize, const OUT: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// The elements.
    pub elements: ElementIn<V>,
    /// The trace.
    pub trace: TraceOut<OUT>,
    head: Reg<Bits<24>>,
    head_bytes: Reg<Bits<2>>,
    value: Reg<Bits<V>>,
    value_bytes: Reg<Bits<4>>,
    ends: Reg<Bit>,
    is_last: Signal<Local, Bit>,
}

impl<const V: usize, const OUT: usize> Logic for Packer<V, OUT> {
    #[kernel]
    fn update(&mut self) {
        let in_head = self.head_bytes.q.val().any();
        let left = bit_cast::<4, 2>(self.head_bytes.q.val()) + self.value_bytes.q.val();
        self.is_last.next = !(left >> bits::<4>(1)).any();
        let byte = if in_head { self.head.q.val().get_bits::<8>(0) } else { self.value.q.val().get_bits::<8>(0) };
        self.trace.valid.next = in_head | self.value_bytes.q.val().any();
        self.trace.data.next = bit_cast::<OUT, 8>(byte);
        self.trace.bytes.next = bits::<6>(1);
        self.trace.last.next = self.ends.q.val() & self.is_last.val();
        self.elements.ready.next = self.is_last.val() & (self.trace.ready.val() | !self.trace.valid.val());
        if self.elements.ready.val() {
            let element: Element<V> = self.elements.element.val();
            self.head.d.next = element.head;
            self.head_bytes.d.next = bits::<2>(0);
            self.value.d.next = element.value;
            self.value_bytes.d.next = bits::<4>(0);
            self.ends.d.next = element.last;
            if self.elements.valid.val() {
                self.head_bytes.d.next = element.head_bytes;
                self.value_bytes.d.next = element.value_bytes;
            }
        } else if self.trace.ready.val() {
            if in_head {
                self.head.d.next = self.head.q.val() >> bits::<24>(8);
                self.head_bytes.d.next = self.head_bytes.q.val() - 1;
            } else {
                self.value.d.next = self.value.q.val() >> bits::<V>(8);
                self.value_bytes.d.next = self.value_bytes.q.val() - 1;
            }
        }
    }
}
