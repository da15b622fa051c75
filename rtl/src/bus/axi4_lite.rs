// SPDX-License-Identifier: Apache-2.0
//! AMBA AXI4-Lite.
//!
//! Of a transfer only the address is stored: a write is taken from its two channels, and a read from its one, in the
//! last cycle of the access, which needs only that a valid stays until it is taken. The answer then stands until it is
//! taken. A write starts when both its channels are valid and no answer to a write stands; a read likewise. Where both
//! could start, the write does; its answer stands in the next cycle, so the read follows: neither keeps the other out.
//! Every ready and valid comes from registers here or downstream of the internal port, none from those of the bus.
//!
//! With the encoder's clock a transfer takes a cycle to be seen and four for its access; its answer is in the sixth.

use super::{address_bits, Asking};
use crate::prim::*;

/// AXI4-Lite, as the subordinate has it.
#[bundle(build: Build)]
pub struct Axi4LitePort {
    /// AXI4-Lite: there is an address to write.
    pub awvalid: Signal<In, Bit>,
    /// AXI4-Lite: the address to write is taken.
    pub awready: Signal<Out, Bit>,
    /// AXI4-Lite: byte address of the register to write.
    #[width(address_bits(build))]
    pub awaddr: Narrow<In, 17>,
    /// AXI4-Lite: protection of a write; ignored.
    pub awprot: Signal<In, Bits<3>>,
    /// AXI4-Lite: there is data to write.
    pub wvalid: Signal<In, Bit>,
    /// AXI4-Lite: the data to write is taken.
    pub wready: Signal<Out, Bit>,
    /// AXI4-Lite: data to write.
    pub wdata: Signal<In, Bits<32>>,
    /// AXI4-Lite: bytes to write.
    pub wstrb: Signal<In, Bits<4>>,
    /// AXI4-Lite: a write is answered.
    pub bvalid: Signal<Out, Bit>,
    /// AXI4-Lite: the answer to a write is taken.
    pub bready: Signal<In, Bit>,
    /// AXI4-Lite: answer to a write: OKAY.
    pub bresp: Signal<Out, Bits<2>>,
    /// AXI4-Lite: there is an address to read.
    pub arvalid: Signal<In, Bit>,
    /// AXI4-Lite: the address to read is taken.
    pub arready: Signal<Out, Bit>,
    /// AXI4-Lite: byte address of the register to read.
    #[width(address_bits(build))]
    pub araddr: Narrow<In, 17>,
    /// AXI4-Lite: protection of a read; ignored.
    pub arprot: Signal<In, Bits<3>>,
    /// AXI4-Lite: a read is answered.
    pub rvalid: Signal<Out, Bit>,
    /// AXI4-Lite: the answer to a read is taken.
    pub rready: Signal<In, Bit>,
    /// AXI4-Lite: data read.
    pub rdata: Signal<Out, Bits<32>>,
    /// AXI4-Lite: answer to a read: OKAY.
    pub rresp: Signal<Out, Bits<2>>,
}

/// Turns AXI4-Lite transfers into accesses, one at a time.
///
/// Every answer is OKAY. The low two bits of an address and the protection bits are ignored.
#[synchronous(build: Build)]
pub struct Axi4Lite {
    /// The bus.
    pub s_axi: Axi4LitePort,
    /// The accesses.
    pub port: Asking,
    writing: Reg<Bit>,
    reading: Reg<Bit>,
    written: Reg<Bit>,
    has_read: Reg<Bit>,
    /// The address of the transfer under way.
    address: Reg<Bits<10>>,
    #[built(build.system.harts > 1)]
    component: Optional<Reg<Bits<5>>>,
}

impl Logic for Axi4Lite {
    #[kernel]
    fn update(&mut self) {
        if self.written.q.val() & self.s_axi.bready.val() {
            self.written.d.next = false;
        }
        if self.has_read.q.val() & self.s_axi.rready.val() {
            self.has_read.d.next = false;
        }
        if self.writing.q.val() | self.reading.q.val() {
            if self.port.done.val() {
                self.writing.d.next = false;
                self.reading.d.next = false;
                if self.writing.q.val() {
                    self.written.d.next = true;
                } else {
                    self.has_read.d.next = true;
                }
            }
        } else if self.s_axi.awvalid.val() & self.s_axi.wvalid.val() & !self.written.q.val() {
            self.writing.d.next = true;
            self.address.d.next = self.s_axi.awaddr.val().get_bits::<10>(2);
            self.component.d.next = self.s_axi.awaddr.val().get_bits::<5>(12);
        } else if self.s_axi.arvalid.val() & !self.has_read.q.val() {
            self.reading.d.next = true;
            self.address.d.next = self.s_axi.araddr.val().get_bits::<10>(2);
            self.component.d.next = self.s_axi.araddr.val().get_bits::<5>(12);
        }

        self.port.request.next = self.writing.q.val() | self.reading.q.val();
        connect!(port.access.next: write = writing.q, addr = address.q, component = component.q, s_axi.{wdata,
            strobe = wstrb});

        self.s_axi.awready.next = self.writing.q.val() & self.port.done.val();
        self.s_axi.wready.next = self.writing.q.val() & self.port.done.val();
        self.s_axi.arready.next = self.reading.q.val() & self.port.done.val();
        connect!(self.s_axi: bvalid = written.q, rvalid = has_read.q, port.rdata);
        self.s_axi.bresp.next = bits::<2>(0);
        self.s_axi.rresp.next = bits::<2>(0);
    }
}
