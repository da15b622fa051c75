// SPDX-License-Identifier: Apache-2.0
//! AMBA AXI4-Lite.
//!
//! Of a transfer only the address is stored: a write is taken from its two channels, and a read from its one, in the last cycle
//! of the access, which needs no more than that a valid stays until it is taken. Then the answer stands until it is taken. A write
//! starts when both its channels are valid and no answer to another write stands; a read likewise. Where both could start the
//! write does, and as its answer stands in the cycle after, the read is next: neither can keep the other out. Every ready and
//! valid comes from registers here or behind the internal port, none from a valid or ready of the bus.
//!
//! With the encoder's clock a transfer takes a cycle to be seen and four for its access; its answer is in the sixth.

use crate::prim::*;
use rust_hdl_core::prelude::*;
use tracewright_config::Reset;

/// Turns AXI4-Lite transfers into accesses, one at a time.
///
/// Every answer is OKAY. The low two bits of an address and the protection bits are ignored.
#[derive(Module)]
pub struct Axi4Lite {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// There is an address to write.
    pub s_axi_awvalid: Signal<In, Bit>,
    /// The address to write is taken.
    pub s_axi_awready: Signal<Out, Bit>,
    /// Byte address of the register to write.
    pub s_axi_awaddr: Signal<In, Bits<12>>,
    /// The component to write to: the bits of its address above 11.
    pub s_axi_aw_component: Vec<Signal<In, Bits<5>>>,
    /// Protection of a write; ignored.
    pub s_axi_awprot: Signal<In, Bits<3>>,
    /// There is data to write.
    pub s_axi_wvalid: Signal<In, Bit>,
    /// The data to write is taken.
    pub s_axi_wready: Signal<Out, Bit>,
    /// Data to write.
    pub s_axi_wdata: Signal<In, Bits<32>>,
    /// Bytes to write.
    pub s_axi_wstrb: Signal<In, Bits<4>>,
    /// A write is answered.
    pub s_axi_bvalid: Signal<Out, Bit>,
    /// The answer to a write is taken.
    pub s_axi_bready: Signal<In, Bit>,
    /// Answer to a write: OKAY.
    pub s_axi_bresp: Signal<Out, Bits<2>>,
    /// There is an address to read.
    pub s_axi_arvalid: Signal<In, Bit>,
    /// The address to read is taken.
    pub s_axi_arready: Signal<Out, Bit>,
    /// Byte address of the register to read.
    pub s_axi_araddr: Signal<In, Bits<12>>,
    /// The component to read from: the bits of its address above 11.
    pub s_axi_ar_component: Vec<Signal<In, Bits<5>>>,
    /// Protection of a read; ignored.
    pub s_axi_arprot: Signal<In, Bits<3>>,
    /// A read is answered.
    pub s_axi_rvalid: Signal<Out, Bit>,
    /// The answer to a read is taken.
    pub s_axi_rready: Signal<In, Bit>,
    /// Data read.
    pub s_axi_rdata: Signal<Out, Bits<32>>,
    /// Answer to a read: OKAY.
    pub s_axi_rresp: Signal<Out, Bits<2>>,
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
    writing: Reg<Bit>,
    reading: Reg<Bit>,
    written: Reg<Bit>,
    has_read: Reg<Bit>,
    address: Reg<Bits<10>>,
    addressed: Vec<Reg<Bits<5>>>,
    _system: usize,
}

impl Axi4Lite {
    /// One whose registers are reset in this way, for a single component.
    pub fn new(reset: Reset) -> Self {
        Self::of_system(reset, 0)
    }

    /// One that hands the number of a component on, too, if `system` is 1, not 0.
    pub fn of_system(reset: Reset, system: usize) -> Self {
        Axi4Lite {
            clock: Default::default(),
            rst_n: Default::default(),
            s_axi_awvalid: Default::default(),
            s_axi_awready: Default::default(),
            s_axi_awaddr: Default::default(),
            s_axi_aw_component: vec![Default::default(); system],
            s_axi_awprot: Default::default(),
            s_axi_wvalid: Default::default(),
            s_axi_wready: Default::default(),
            s_axi_wdata: Default::default(),
            s_axi_wstrb: Default::default(),
            s_axi_bvalid: Default::default(),
            s_axi_bready: Default::default(),
            s_axi_bresp: Default::default(),
            s_axi_arvalid: Default::default(),
            s_axi_arready: Default::default(),
            s_axi_araddr: Default::default(),
            s_axi_ar_component: vec![Default::default(); system],
            s_axi_arprot: Default::default(),
            s_axi_rvalid: Default::default(),
            s_axi_rready: Default::default(),
            s_axi_rdata: Default::default(),
            s_axi_rresp: Default::default(),
            request: Default::default(),
            write: Default::default(),
            addr: Default::default(),
            component: vec![Default::default(); system],
            wdata: Default::default(),
            strobe: Default::default(),
            done: Default::default(),
            rdata: Default::default(),
            writing: Reg::new(reset),
            reading: Reg::new(reset),
            written: Reg::new(reset),
            has_read: Reg::new(reset),
            address: Reg::new(reset),
            addressed: (0..system).map(|_| Reg::new(reset)).collect(),
            _system: system,
        }
    }
}

impl Logic for Axi4Lite {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, writing, reading, written, has_read, address);

        if self.written.q.val() & self.s_axi_bready.val() {
            self.written.d.next = false;
        }
        if self.has_read.q.val() & self.s_axi_rready.val() {
            self.has_read.d.next = false;
        }
        if self.writing.q.val() | self.reading.q.val() {
            if self.done.val() {
                self.writing.d.next = false;
                self.reading.d.next = false;
                if self.writing.q.val() {
                    self.written.d.next = true;
                } else {
                    self.has_read.d.next = true;
                }
            }
        } else if self.s_axi_awvalid.val() & self.s_axi_wvalid.val() & !self.written.q.val() {
            self.writing.d.next = true;
            self.address.d.next = self.s_axi_awaddr.val().get_bits::<10>(2);
        } else if self.s_axi_arvalid.val() & !self.has_read.q.val() {
            self.reading.d.next = true;
            self.address.d.next = self.s_axi_araddr.val().get_bits::<10>(2);
        }

        for i in 0..self._system {
            self.addressed[i].clock.next = self.clock.val();
            self.addressed[i].rst_n.next = self.rst_n.val();
            self.addressed[i].d.next = self.addressed[i].q.val();
            if !self.writing.q.val() & !self.reading.q.val() {
                self.addressed[i].d.next = self.s_axi_ar_component[i].val();
                if self.s_axi_awvalid.val() & self.s_axi_wvalid.val() & !self.written.q.val() {
                    self.addressed[i].d.next = self.s_axi_aw_component[i].val();
                }
            }
            self.component[i].next = self.addressed[i].q.val();
        }

        self.request.next = self.writing.q.val() | self.reading.q.val();
        self.write.next = self.writing.q.val();
        self.addr.next = self.address.q.val();
        self.wdata.next = self.s_axi_wdata.val();
        self.strobe.next = self.s_axi_wstrb.val();

        self.s_axi_awready.next = self.writing.q.val() & self.done.val();
        self.s_axi_wready.next = self.writing.q.val() & self.done.val();
        self.s_axi_arready.next = self.reading.q.val() & self.done.val();
        self.s_axi_bvalid.next = self.written.q.val();
        self.s_axi_bresp.next = bits::<2>(0);
        self.s_axi_rvalid.next = self.has_read.q.val();
        self.s_axi_rresp.next = bits::<2>(0);
        self.s_axi_rdata.next = self.rdata.val();
    }
}
