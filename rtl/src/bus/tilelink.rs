// SPDX-License-Identifier: Apache-2.0
//! TileLink Uncached Lightweight, 32 data bits.
//!
//! A message on channel A is taken as soon as there is nothing under way, for TileLink lets a sender change a message
//! that was not taken; its answer on channel D stands until it is taken, and after that the next message is.
//! `tl_a_ready` and `tl_d_valid` come from registers.
//!
//! With the encoder's clock the access takes the four cycles after the one that takes the message; the answer is in the
//! next. A message that is denied is answered in the cycle after it is taken.

use super::{address_bits, Asking};
use crate::prim::*;

/// Where a message is.
#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum MessageState {
    Idle,
    Access,
    Answer,
}

/// TileLink, as the receiver of messages has it.
#[bundle(build: Build)]
pub struct TileLinkPort {
    /// TileLink: there is a message.
    pub a_valid: Signal<In, Bit>,
    /// TileLink: the message is taken.
    pub a_ready: Signal<Out, Bit>,
    /// TileLink: what the message asks for: PutFullData 0, PutPartialData 1, Get 4.
    pub a_opcode: Signal<In, Bits<3>>,
    /// TileLink: parameter of the opcode; ignored.
    pub a_param: Signal<In, Bits<3>>,
    /// TileLink: logarithm of the number of bytes.
    pub a_size: Signal<In, Bits<2>>,
    /// TileLink: who asks.
    #[width(build.bus.source_bits)]
    pub a_source: Narrow<In, 16>,
    /// TileLink: byte address of the register.
    #[width(address_bits(build))]
    pub a_address: Narrow<In, 17>,
    /// TileLink: bytes to write.
    pub a_mask: Signal<In, Bits<4>>,
    /// TileLink: data to write.
    pub a_data: Signal<In, Bits<32>>,
    /// TileLink: the data is corrupt.
    pub a_corrupt: Signal<In, Bit>,
    /// TileLink: there is an answer.
    pub d_valid: Signal<Out, Bit>,
    /// TileLink: the answer is taken.
    pub d_ready: Signal<In, Bit>,
    /// TileLink: kind of the answer: AccessAck 0, AccessAckData 1, HintAck 2.
    pub d_opcode: Signal<Out, Bits<3>>,
    /// TileLink: parameter of the kind: 0.
    pub d_param: Signal<Out, Bits<2>>,
    /// TileLink: logarithm of the number of bytes, as asked.
    pub d_size: Signal<Out, Bits<2>>,
    /// TileLink: who asked.
    #[width(build.bus.source_bits)]
    pub d_source: Narrow<Out, 16>,
    /// TileLink: who answers: 0.
    pub d_sink: Signal<Out, Bits<1>>,
    /// TileLink: the message was not served.
    pub d_denied: Signal<Out, Bit>,
    /// TileLink: data read, its bytes in their lanes.
    pub d_data: Signal<Out, Bits<32>>,
    /// TileLink: the data read is corrupt.
    pub d_corrupt: Signal<Out, Bit>,
}

/// Turns TileLink messages into accesses.
///
/// Get, PutFullData and PutPartialData of up to four bytes are served. All else is denied and has no effect: it is
/// answered with one beat, of the kind that belongs to its opcode, corrupt where that carries data.
#[synchronous(build: Build)]
pub struct TileLink {
    /// The bus.
    pub tl: TileLinkPort,
    /// The accesses.
    pub port: Asking,
    step: Reg<MessageState>,
    opcode: Reg<Bits<3>>,
    size: Reg<Bits<2>>,
    source: Reg<Bits<16>>,
    address: Reg<Bits<10>>,
    #[built(build.system.harts > 1)]
    component: Optional<Reg<Bits<5>>>,
    mask: Reg<Bits<4>>,
    data: Reg<Bits<32>>,
    denied: Reg<Bit>,
}

impl Logic for TileLink {
    #[kernel]
    fn update(&mut self) {
        let address = self.tl.a_address.val();
        let aligned = match self.tl.a_size.val().index() {
            1 => !address.get_bit(0),
            2 => !address.get_bits::<2>(0).any(),
            _ => true,
        };
        let served = ((self.tl.a_opcode.val() == bits::<3>(4)) | !self.tl.a_opcode.val().get_bits::<2>(1).any())
            & (self.tl.a_size.val() != bits::<2>(3))
            & aligned
            & !self.tl.a_corrupt.val();

        match self.step.q.val() {
            MessageState::Idle => {
                if self.tl.a_valid.val() {
                    connect!(self.tl: a_opcode = opcode.d, a_size = size.d, a_source = source.d, a_mask = mask.d,
                        a_data = data.d);
                    self.address.d.next = address.get_bits::<10>(2);
                    self.component.d.next = address.get_bits::<5>(12);
                    self.denied.d.next = !served;
                    self.step.d.next = MessageState::Answer;
                    if served {
                        self.step.d.next = MessageState::Access;
                    }
                }
            }
            MessageState::Access => {
                if self.port.done.val() {
                    self.step.d.next = MessageState::Answer;
                }
            }
            MessageState::Answer => {
                if self.tl.d_ready.val() {
                    self.step.d.next = MessageState::Idle;
                }
            }
        }

        self.tl.a_ready.next = self.step.q.val() == MessageState::Idle;
        self.port.request.next = self.step.q.val() == MessageState::Access;
        self.port.access.next.write = !self.opcode.q.val().get_bit(2);
        connect!(port.access.next: addr = address.q, component = component.q, wdata = data.q, strobe = mask.q);

        // ArithmeticData 2 and LogicalData 3 are answered with data, as Get 4 is; Intent 5 with HintAck.
        let with_data = (self.opcode.q.val().get_bits::<2>(1) == bits::<2>(1)) | (self.opcode.q.val() == bits::<3>(4));
        self.tl.d_opcode.next = bits::<3>(0);
        if with_data {
            self.tl.d_opcode.next = bits::<3>(1);
        }
        if self.opcode.q.val() == bits::<3>(5) {
            self.tl.d_opcode.next = bits::<3>(2);
        }
        self.tl.d_valid.next = self.step.q.val() == MessageState::Answer;
        self.tl.d_param.next = bits::<2>(0);
        connect!(self.tl: d_size = size.q, d_source = source.q, d_denied = denied.q);
        self.tl.d_sink.next = bits::<1>(0);
        self.tl.d_corrupt.next = self.denied.q.val() & with_data;
        self.tl.d_data.next = bits::<32>(0);
        if !self.denied.q.val() {
            self.tl.d_data.next = self.port.rdata.val();
        }
    }
}
