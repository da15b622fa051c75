// SPDX-License-Identifier: Apache-2.0
//! AMBA APB4.
//!
//! The setup cycle of a transfer already asks for the access, which then ends with the transfer: with the encoder's
//! clock, setup is *idle* of the access, and three cycles with `penable` are *act*, *answer* and *done*. `pready` comes
//! from the address and the access alone, never from `psel` or `penable`.

use super::{address_bits, Asked, Asking};
use crate::prim::*;

/// APB4, as the completer has it.
#[bundle(build: Build, flat)]
pub struct Apb4Port {
    /// APB4: byte address of the register.
    #[width(address_bits(build))]
    pub paddr: Narrow<In, 17>,
    /// APB4: selected.
    pub psel: Signal<In, Bit>,
    /// APB4: second and later cycles of a transfer.
    pub penable: Signal<In, Bit>,
    /// APB4: write.
    pub pwrite: Signal<In, Bit>,
    /// APB4: data to write.
    pub pwdata: Signal<In, Bits<32>>,
    /// APB4: bytes to write.
    pub pstrb: Signal<In, Bits<4>>,
    /// APB4: the transfer ends.
    pub pready: Signal<Out, Bit>,
    /// APB4: data read.
    pub prdata: Signal<Out, Bits<32>>,
    /// APB4: the address is not aligned.
    pub pslverr: Signal<Out, Bit>,
}

/// Turns APB4 transfers into accesses.
///
/// A transfer to an unaligned address ends at once, with `pslverr`, and has no effect; there is no other error.
#[derive(Module)]
#[module(build: Build)]
pub struct Apb4 {
    /// The bus.
    pub bus: Apb4Port,
    /// The accesses.
    pub port: Asking,
}

impl Logic for Apb4 {
    #[kernel]
    fn update(&mut self) {
        let aligned = !self.bus.paddr.val().get_bits::<2>(0).any();
        self.port.request.next = self.bus.psel.val() & aligned;
        self.port.access.next = Asked {
            write: self.bus.pwrite.val(),
            addr: self.bus.paddr.val().get_bits::<10>(2),
            component: self.bus.paddr.val().get_bits::<5>(12),
            wdata: self.bus.pwdata.val(),
            strobe: self.bus.pstrb.val(),
        };

        self.bus.pready.next = self.port.done.val() | !aligned;
        self.bus.pslverr.next = self.bus.psel.val() & self.bus.penable.val() & !aligned;
        self.bus.prdata.next = bits::<32>(0);
        if aligned {
            self.bus.prdata.next = self.port.rdata.val();
        }
    }
}
