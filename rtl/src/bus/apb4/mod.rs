// SPDX-License-Identifier: Apache-2.0
//! AMBA APB4.
//!
//! The setup cycle of a transfer already asks for the access, which then ends with the transfer: with the encoder's clock,
//! setup is *idle* of the access, and three cycles with `penable` are *act*, *answer* and *done*. `pready` comes from the
//! address and the access alone, never from `psel` or `penable`.

use crate::prim::*;
use rust_hdl_core::prelude::*;

/// Turns APB4 transfers into accesses.
///
/// A transfer to an unaligned address ends at once, with `pslverr`, and has no effect; there is no other error.
#[derive(Module, Default)]
pub struct Apb4 {
    /// Byte address of the register.
    pub paddr: Signal<In, Bits<12>>,
    /// Selected.
    pub psel: Signal<In, Bit>,
    /// Second and later cycles of a transfer.
    pub penable: Signal<In, Bit>,
    /// Write.
    pub pwrite: Signal<In, Bit>,
    /// Data to write.
    pub pwdata: Signal<In, Bits<32>>,
    /// Bytes to write.
    pub pstrb: Signal<In, Bits<4>>,
    /// The transfer ends.
    pub pready: Signal<Out, Bit>,
    /// Data read.
    pub prdata: Signal<Out, Bits<32>>,
    /// The address is not aligned.
    pub pslverr: Signal<Out, Bit>,
    /// An access.
    pub request: Signal<Out, Bit>,
    /// Write, else read.
    pub write: Signal<Out, Bit>,
    /// Offset of the register, divided by 4.
    pub addr: Signal<Out, Bits<10>>,
    /// Data to write.
    pub wdata: Signal<Out, Bits<32>>,
    /// Bytes to write.
    pub strobe: Signal<Out, Bits<4>>,
    /// The access ends.
    pub done: Signal<In, Bit>,
    /// What was read.
    pub rdata: Signal<In, Bits<32>>,
    aligned: Signal<Local, Bit>,
}

impl Logic for Apb4 {
    #[hdl_gen]
    fn update(&mut self) {
        self.aligned.next = !self.paddr.val().get_bits::<2>(0).any();
        self.request.next = self.psel.val() & self.aligned.val();
        self.write.next = self.pwrite.val();
        self.addr.next = self.paddr.val().get_bits::<10>(2);
        self.wdata.next = self.pwdata.val();
        self.strobe.next = self.pstrb.val();

        self.pready.next = self.done.val() | !self.aligned.val();
        self.pslverr.next = self.psel.val() & self.penable.val() & !self.aligned.val();
        self.prdata.next = bits::<32>(0);
        if self.aligned.val() {
            self.prdata.next = self.rdata.val();
        }
    }
}
