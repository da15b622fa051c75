// SPDX-License-Identifier: Apache-2.0
//! TileLink Uncached Lightweight, 32 data bits.
//!
//! A message on channel A is taken as soon as there is nothing under way, for TileLink lets a sender change a message that was
//! not taken; its answer on channel D stands until it is taken, and after that the next message is. `tl_a_ready` and
//! `tl_d_valid` come from registers.
//!
//! With the encoder's clock the access takes the four cycles after the one that takes the message; the answer is in the next.
//! A message that is denied is answered in the cycle after it is taken.

use crate::prim::*;
use rust_hdl_core::prelude::*;
use tracewright_config::Reset;

/// Where a message is.
#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum Step {
    Idle,
    Access,
    Answer,
}

/// Turns TileLink messages into accesses.
///
/// Get, PutFullData and PutPartialData of up to four bytes are served. All else is denied and has no effect: it is answered
/// with one beat, of the kind that belongs to its opcode, corrupt where that carries data.
#[derive(Module)]
pub struct TileLink {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// There is a message.
    pub tl_a_valid: Signal<In, Bit>,
    /// The message is taken.
    pub tl_a_ready: Signal<Out, Bit>,
    /// What the message asks for: PutFullData 0, PutPartialData 1, Get 4.
    pub tl_a_opcode: Signal<In, Bits<3>>,
    /// Parameter of the opcode; ignored.
    pub tl_a_param: Signal<In, Bits<3>>,
    /// Logarithm of the number of bytes.
    pub tl_a_size: Signal<In, Bits<2>>,
    /// Who asks.
    pub tl_a_source: Signal<In, Bits<16>>,
    /// Byte address of the register.
    pub tl_a_address: Signal<In, Bits<12>>,
    /// The component: the bits of the address above 11.
    pub tl_a_component: Vec<Signal<In, Bits<5>>>,
    /// Bytes to write.
    pub tl_a_mask: Signal<In, Bits<4>>,
    /// Data to write.
    pub tl_a_data: Signal<In, Bits<32>>,
    /// The data is corrupt.
    pub tl_a_corrupt: Signal<In, Bit>,
    /// There is an answer.
    pub tl_d_valid: Signal<Out, Bit>,
    /// The answer is taken.
    pub tl_d_ready: Signal<In, Bit>,
    /// Kind of the answer: AccessAck 0, AccessAckData 1, HintAck 2.
    pub tl_d_opcode: Signal<Out, Bits<3>>,
    /// Parameter of the kind: 0.
    pub tl_d_param: Signal<Out, Bits<2>>,
    /// Logarithm of the number of bytes, as asked.
    pub tl_d_size: Signal<Out, Bits<2>>,
    /// Who asked.
    pub tl_d_source: Signal<Out, Bits<16>>,
    /// Who answers: 0.
    pub tl_d_sink: Signal<Out, Bits<1>>,
    /// The message was not served.
    pub tl_d_denied: Signal<Out, Bit>,
    /// Data read, its bytes in their lanes.
    pub tl_d_data: Signal<Out, Bits<32>>,
    /// The data read is corrupt.
    pub tl_d_corrupt: Signal<Out, Bit>,
    /// An access.
    pub request: Signal<Out, Bit>,
    /// Write, else read.
    pub write: Signal<Out, Bit>,
    /// Offset of the register, divided by 4.
    pub addr: Signal<Out, Bits<10>>,
    /// The component.
    pub component: Vec<Signal<Out, Bits<5>>>,
    /// Data to write.
    pub wdata: Signal<Out, Bits<32>>,
    /// Bytes to write.
    pub strobe: Signal<Out, Bits<4>>,
    /// The access ends.
    pub done: Signal<In, Bit>,
    /// What was read: until the next read ends.
    pub rdata: Signal<In, Bits<32>>,
    step: Reg<Step>,
    opcode: Reg<Bits<3>>,
    size: Reg<Bits<2>>,
    source: Reg<Bits<16>>,
    address: Reg<Bits<10>>,
    addressed: Vec<Reg<Bits<5>>>,
    mask: Reg<Bits<4>>,
    data: Reg<Bits<32>>,
    denied: Reg<Bit>,
    served: Signal<Local, Bit>,
    aligned: Signal<Local, Bit>,
    with_data: Signal<Local, Bit>,
    _system: usize,
}

impl TileLink {
    /// One whose registers are reset in this way, for a single component.
    pub fn new(reset: Reset) -> Self {
        Self::of_system(reset, 0)
    }

    /// One that hands the number of a component on, too, if `system` is 1, not 0.
    pub fn of_system(reset: Reset, system: usize) -> Self {
        TileLink {
            clock: Default::default(),
            rst_n: Default::default(),
            tl_a_valid: Default::default(),
            tl_a_ready: Default::default(),
            tl_a_opcode: Default::default(),
            tl_a_param: Default::default(),
            tl_a_size: Default::default(),
            tl_a_source: Default::default(),
            tl_a_address: Default::default(),
            tl_a_component: vec![Default::default(); system],
            tl_a_mask: Default::default(),
            tl_a_data: Default::default(),
            tl_a_corrupt: Default::default(),
            tl_d_valid: Default::default(),
            tl_d_ready: Default::default(),
            tl_d_opcode: Default::default(),
            tl_d_param: Default::default(),
            tl_d_size: Default::default(),
            tl_d_source: Default::default(),
            tl_d_sink: Default::default(),
            tl_d_denied: Default::default(),
            tl_d_data: Default::default(),
            tl_d_corrupt: Default::default(),
            request: Default::default(),
            write: Default::default(),
            addr: Default::default(),
            component: vec![Default::default(); system],
            wdata: Default::default(),
            strobe: Default::default(),
            done: Default::default(),
            rdata: Default::default(),
            step: Reg::new(reset),
            opcode: Reg::new(reset),
            size: Reg::new(reset),
            source: Reg::new(reset),
            address: Reg::new(reset),
            addressed: (0..system).map(|_| Reg::new(reset)).collect(),
            mask: Reg::new(reset),
            data: Reg::new(reset),
            denied: Reg::new(reset),
            served: Default::default(),
            aligned: Default::default(),
            with_data: Default::default(),
            _system: system,
        }
    }
}

impl Logic for TileLink {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, step, opcode, size, source, address, mask, data, denied);

        self.aligned.next = true;
        if self.tl_a_size.val() == bits::<2>(1) {
            self.aligned.next = !self.tl_a_address.val().get_bit(0);
        }
        if self.tl_a_size.val() == bits::<2>(2) {
            self.aligned.next = !self.tl_a_address.val().get_bits::<2>(0).any();
        }
        self.served.next = ((self.tl_a_opcode.val() == bits::<3>(4)) | !self.tl_a_opcode.val().get_bits::<2>(1).any())
            & (self.tl_a_size.val() != bits::<2>(3))
            & self.aligned.val()
            & !self.tl_a_corrupt.val();

        match self.step.q.val() {
            Step::Idle => {
                if self.tl_a_valid.val() {
                    self.opcode.d.next = self.tl_a_opcode.val();
                    self.size.d.next = self.tl_a_size.val();
                    self.source.d.next = self.tl_a_source.val();
                    self.address.d.next = self.tl_a_address.val().get_bits::<10>(2);
                    self.mask.d.next = self.tl_a_mask.val();
                    self.data.d.next = self.tl_a_data.val();
                    self.denied.d.next = !self.served.val();
                    self.step.d.next = Step::Answer;
                    if self.served.val() {
                        self.step.d.next = Step::Access;
                    }
                }
            }
            Step::Access => {
                if self.done.val() {
                    self.step.d.next = Step::Answer;
                }
            }
            Step::Answer => {
                if self.tl_d_ready.val() {
                    self.step.d.next = Step::Idle;
                }
            }
        }

        for i in 0..self._system {
            self.addressed[i].clock.next = self.clock.val();
            self.addressed[i].rst_n.next = self.rst_n.val();
            self.addressed[i].d.next = self.addressed[i].q.val();
            if self.step.q.val() == Step::Idle {
                self.addressed[i].d.next = self.tl_a_component[i].val();
            }
            self.component[i].next = self.addressed[i].q.val();
        }

        self.tl_a_ready.next = self.step.q.val() == Step::Idle;
        self.request.next = self.step.q.val() == Step::Access;
        self.write.next = !self.opcode.q.val().get_bit(2);
        self.addr.next = self.address.q.val();
        self.wdata.next = self.data.q.val();
        self.strobe.next = self.mask.q.val();

        // ArithmeticData 2 and LogicalData 3 are answered as Get 4 is; Intent is 5. Others don't belong here at all.
        self.with_data.next =
            (self.opcode.q.val().get_bits::<2>(1) == bits::<2>(1)) | (self.opcode.q.val() == bits::<3>(4));
        self.tl_d_opcode.next = bits::<3>(0);
        if self.with_data.val() {
            self.tl_d_opcode.next = bits::<3>(1);
        }
        if self.opcode.q.val() == bits::<3>(5) {
            self.tl_d_opcode.next = bits::<3>(2);
        }
        self.tl_d_valid.next = self.step.q.val() == Step::Answer;
        self.tl_d_param.next = bits::<2>(0);
        self.tl_d_size.next = self.size.q.val();
        self.tl_d_source.next = self.source.q.val();
        self.tl_d_sink.next = bits::<1>(0);
        self.tl_d_denied.next = self.denied.q.val();
        self.tl_d_corrupt.next = self.denied.q.val() & self.with_data.val();
        self.tl_d_data.next = bits::<32>(0);
        if !self.denied.q.val() {
            self.tl_d_data.next = self.rdata.val();
        }
    }
}
