// SPDX-License-Identifier: Apache-2.0
//! Wishbone B4, classic cycles.
//!
//! The first cycle of a transfer already asks for the access, and `wb_ack` is its last; `wb_err` is in the second
//! cycle. `wb_stb` that stays high in the cycle after an answer is another transfer. Answers come from registers here
//! or downstream of the internal port, never from `wb_cyc` or `wb_stb`.
//!
//! A master has to hold a transfer until it is answered. One that gives up before, say because it alone is reset, gets
//! no answer to what it gave up; what follows waits until that access has ended, which does nothing from then on.

use super::{address_bits, Asking};
use crate::prim::*;

/// Wishbone, as the slave has it.
#[bundle(build: Build)]
pub struct WishbonePort {
    /// Wishbone: the master has the bus.
    pub cyc: Signal<In, Bit>,
    /// Wishbone: there is a transfer.
    pub stb: Signal<In, Bit>,
    /// Wishbone: write.
    pub we: Signal<In, Bit>,
    /// Wishbone: byte address of the register.
    #[width(address_bits(build))]
    pub adr: Narrow<In, 17>,
    /// Wishbone: data to write.
    pub dat_i: Signal<In, Bits<32>>,
    /// Wishbone: bytes to write.
    pub sel: Signal<In, Bits<4>>,
    /// Wishbone: data read.
    pub dat_o: Signal<Out, Bits<32>>,
    /// Wishbone: the transfer ends.
    pub ack: Signal<Out, Bit>,
    /// Wishbone: the transfer ends: its address is not aligned.
    pub err: Signal<Out, Bit>,
}

/// Turns classic Wishbone cycles into accesses.
///
/// An unaligned address is answered with `wb_err` in place of `wb_ack`, and has no effect.
#[synchronous(build: Build)]
pub struct Wishbone {
    /// The bus.
    pub wb: WishbonePort,
    /// The accesses.
    pub port: Asking,
    busy: Reg<Bit>,
    given_up: Reg<Bit>,
    refused: Reg<Bit>,
}

impl Logic for Wishbone {
    #[kernel]
    fn update(&mut self) {
        let aligned = !self.wb.adr.val().get_bits::<2>(0).any();
        let asked = self.wb.cyc.val() & self.wb.stb.val();
        let live = asked & !self.given_up.q.val();

        self.refused.d.next = asked & !aligned & !self.busy.q.val() & !self.refused.q.val();
        if self.busy.q.val() {
            if !asked {
                self.given_up.d.next = true;
            }
            if self.port.done.val() {
                self.busy.d.next = false;
                self.given_up.d.next = false;
            }
        } else if asked & aligned {
            self.busy.d.next = true;
        }

        self.port.request.next = self.busy.q.val() | (asked & aligned);
        // An access whose transfer was given up goes on as a write of no byte, which does nothing.
        self.port.access.next.write = self.wb.we.val() | !live;
        self.port.access.next.strobe = bits::<4>(0);
        if live {
            self.port.access.next.strobe = self.wb.sel.val();
        }
        self.port.access.next.addr = self.wb.adr.val().get_bits::<10>(2);
        self.port.access.next.component = self.wb.adr.val().get_bits::<5>(12);
        self.port.access.next.wdata = self.wb.dat_i.val();

        self.wb.ack.next = self.busy.q.val() & self.port.done.val() & !self.given_up.q.val();
        self.wb.err.next = self.refused.q.val();
        self.wb.dat_o.next = bits::<32>(0);
        if !self.refused.q.val() {
            self.wb.dat_o.next = self.port.rdata.val();
        }
    }
}
