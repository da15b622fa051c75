// SPDX-License-Identifier: Apache-2.0
//! The packer of a message a cycle (N-Trace 3.1, N-Trace 3.3).

use super::field::{Field, FieldOf};
use crate::encoder::has::has;
use crate::encoder::records::MessageFields;
use crate::prim::*;
use crate::sinks::TraceOut;

/// Makes a whole message, a message a cycle, in four steps: fields are held; measured; put together to a *head* (TCODE,
/// first, address) and a *tail* (HIST, TSTAMP); and the tail comes after the head.
#[synchronous(build: Build)]
pub struct Joiner<const ADDR: usize, const FIRST: usize, const OUT: usize> {
    /// Forgets everything but a message that is shown, which stays until it is taken.
    pub clear: Signal<In, Bit>,
    /// There is a message.
    pub message_valid: Signal<In, Bit>,
    /// The message is taken.
    pub message_ready: Signal<Out, Bit>,
    /// The fields of the message that is sent as a whole.
    pub message: Signal<In, MessageFields<ADDR, FIRST>>,
    /// The trace: a whole message, zeros above it.
    pub trace: TraceOut<OUT>,
    /// Nothing is held.
    pub empty: Signal<Out, Bit>,
    #[new(Field::new(&FieldOf::first(build)))]
    first_field: Field<66, 88>,
    #[new(Field::new(&FieldOf::addr(build)))]
    addr_field: Field<66, 88>,
    #[new(Field::new(&FieldOf::plain(build)))]
    hist_field: Field<36, 48>,
    #[built(has(build).time)]
    #[new(Field::new(&FieldOf::plain(build)))]
    stamp_field: Optional<Field<66, 88>>,
    held: Reg<Bit>,
    held_tcode: Reg<Bits<6>>,
    measured: Reg<Bit>,
    measured_tcode: Reg<Bits<6>>,
    joined: Reg<Bit>,
    head: Reg<Bits<184>>,
    head_count: Reg<Bits<5>>,
    tail: Reg<Bits<136>>,
    tail_count: Reg<Bits<5>>,
    valid: Reg<Bit>,
    data: Reg<Bits<304>>,
    bytes: Reg<Bits<6>>,
    hold: Signal<Local, Bit>,
    measure: Signal<Local, Bit>,
    join: Signal<Local, Bit>,
    take: Signal<Local, Bit>,
}

#[kernel]
impl<const ADDR: usize, const FIRST: usize, const OUT: usize> Joiner<ADDR, FIRST, OUT> {
    fn update(&mut self) {
        // Each of the four steps goes on when the next one does, or is free.
        self.take.next = !self.valid.q.val() | self.trace.ready.val();
        self.join.next = !self.joined.q.val() | self.take.val();
        self.measure.next = !self.measured.q.val() | self.join.val();
        self.hold.next = !self.held.q.val() | self.measure.val();
        self.message_ready.next = self.hold.val();
        self.empty.next = !self.held.q.val() & !self.measured.q.val() & !self.joined.q.val() & !self.valid.q.val();

        self.hold_fields();
        if self.hold.val() {
            self.held.d.next = self.message_valid.val();
            self.held_tcode.d.next = self.message.val().tcode;
        }
        if self.measure.val() {
            self.measured.d.next = self.held.q.val();
            self.measured_tcode.d.next = self.held_tcode.q.val();
        }
        if self.join.val() {
            self.joined.d.next = self.measured.q.val();
        }
        self.join_fields();
        connect!(self.trace: valid = valid.q, bytes = bytes.q);
        self.trace.data.next = self.data.q.val().get_bits::<OUT>(0);
        if self.take.val() {
            self.valid.d.next = self.joined.q.val();
            self.data.d.next = bit_cast::<304, 184>(self.head.q.val())
                | (bit_cast::<304, 136>(self.tail.q.val())
                    << (bit_cast::<9, 5>(self.head_count.q.val()) << bits::<9>(3)));
            self.bytes.d.next = bit_cast::<6, 5>(self.head_count.q.val()) + bit_cast::<6, 5>(self.tail_count.q.val());
        }
        if self.clear.val() {
            self.held.d.next = false;
            self.measured.d.next = false;
            self.joined.d.next = false;
            if self.take.val() {
                self.valid.d.next = false;
            }
        }
    }

    /// Hands each field what the message has of it.
    fn hold_fields(&mut self) {
        let message: MessageFields<ADDR, FIRST> = self.message.val();
        connect!(first_field: take = hold, measure);
        self.first_field.present.next = true;
        self.first_field.value.next = bit_cast::<66, FIRST>(message.first);
        self.first_field.least.next = message.least;
        self.first_field.last.next = !message.has_addr & !message.has_hist & !message.has_stamp;
        connect!(addr_field: take = hold, measure);
        self.addr_field.present.next = message.has_addr;
        self.addr_field.value.next = bit_cast::<66, ADDR>(message.addr);
        self.addr_field.extends.next = message.extends;
        self.addr_field.last.next = !message.has_hist & !message.has_stamp;
        connect!(hist_field: take = hold, measure);
        self.hist_field.present.next = message.has_hist;
        self.hist_field.value.next = bit_cast::<36, 32>(message.hist);
        self.hist_field.last.next = !message.has_stamp;
        connect!(stamp_field: take = hold, measure);
        self.stamp_field.present.next = message.has_stamp;
        self.stamp_field.value.next = message.stamp.get_bits::<66>(0);
        self.stamp_field.last.next = true;
    }

    /// Puts head and tail together.
    fn join_fields(&mut self) {
        let first_count = self.first_field.count.val();
        let hist_count = self.hist_field.count.val();
        if self.join.val() {
            self.head.d.next = (bit_cast::<184, 6>(self.measured_tcode.q.val()) << bits::<8>(2))
                | (bit_cast::<184, 88>(self.first_field.bytes.val()) << bits::<8>(8))
                | ((bit_cast::<184, 88>(self.addr_field.bytes.val()) << bits::<8>(8))
                    << (bit_cast::<8, 4>(first_count) << bits::<8>(3)));
            self.head_count.d.next = bit_cast::<5, 4>(first_count) + bit_cast::<5, 4>(self.addr_field.count.val()) + 1;
            self.tail.d.next = bit_cast::<136, 48>(self.hist_field.bytes.val())
                | (bit_cast::<136, 88>(self.stamp_field.bytes.val()) << (bit_cast::<8, 4>(hist_count) << bits::<8>(3)));
            self.tail_count.d.next = bit_cast::<5, 4>(hist_count) + bit_cast::<5, 4>(self.stamp_field.count.val());
        }
    }
}
