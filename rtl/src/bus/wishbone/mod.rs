// SPDX-License-Identifier: Apache-2.0
//! Wishbone B4, classic cycles.
//!
//! The first cycle of a transfer already asks for the access, and `wb_ack` is its last; `wb_err` is in the second cycle. `wb_stb`
//! that stays high in the cycle after an answer is another transfer. Answers come from registers here or behind the internal
//! port, never from `wb_cyc` or `wb_stb`.
//!
//! A master has to hold a transfer until it is answered. One that gives up before, say because it alone is reset, gets no
//! answer to what it gave up; what follows waits until that access has ended, which does nothing from then on.

use crate::prim::*;
use rust_hdl_core::prelude::*;
use tracewright_config::Reset;

/// Turns classic Wishbone cycles into accesses.
///
/// An unaligned address is answered with `wb_err` in place of `wb_ack`, and has no effect.
#[derive(Module)]
pub struct Wishbone {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// The master has the bus.
    pub wb_cyc: Signal<In, Bit>,
    /// There is a transfer.
    pub wb_stb: Signal<In, Bit>,
    /// Write.
    pub wb_we: Signal<In, Bit>,
    /// Byte address of the register.
    pub wb_adr: Signal<In, Bits<12>>,
    /// Data to write.
    pub wb_dat_i: Signal<In, Bits<32>>,
    /// Bytes to write.
    pub wb_sel: Signal<In, Bits<4>>,
    /// Data read.
    pub wb_dat_o: Signal<Out, Bits<32>>,
    /// The transfer ends.
    pub wb_ack: Signal<Out, Bit>,
    /// The transfer ends: its address is not aligned.
    pub wb_err: Signal<Out, Bit>,
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
    busy: Reg<Bit>,
    given_up: Reg<Bit>,
    refused: Reg<Bit>,
    asked: Signal<Local, Bit>,
    live: Signal<Local, Bit>,
    aligned: Signal<Local, Bit>,
}

impl Wishbone {
    /// One whose registers are reset in this way.
    pub fn new(reset: Reset) -> Self {
        Wishbone {
            clock: Default::default(),
            rst_n: Default::default(),
            wb_cyc: Default::default(),
            wb_stb: Default::default(),
            wb_we: Default::default(),
            wb_adr: Default::default(),
            wb_dat_i: Default::default(),
            wb_sel: Default::default(),
            wb_dat_o: Default::default(),
            wb_ack: Default::default(),
            wb_err: Default::default(),
            request: Default::default(),
            write: Default::default(),
            addr: Default::default(),
            wdata: Default::default(),
            strobe: Default::default(),
            done: Default::default(),
            rdata: Default::default(),
            busy: Reg::new(reset),
            given_up: Reg::new(reset),
            refused: Reg::new(reset),
            asked: Default::default(),
            live: Default::default(),
            aligned: Default::default(),
        }
    }
}

impl Logic for Wishbone {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, busy, given_up, refused);

        self.aligned.next = !self.wb_adr.val().get_bits::<2>(0).any();
        self.asked.next = self.wb_cyc.val() & self.wb_stb.val();
        self.live.next = self.asked.val() & !self.given_up.q.val();

        self.refused.d.next = self.asked.val() & !self.aligned.val() & !self.busy.q.val() & !self.refused.q.val();
        if self.busy.q.val() {
            if !self.asked.val() {
                self.given_up.d.next = true;
            }
            if self.done.val() {
                self.busy.d.next = false;
                self.given_up.d.next = false;
            }
        } else if self.asked.val() & self.aligned.val() {
            self.busy.d.next = true;
        }

        self.request.next = self.busy.q.val() | (self.asked.val() & self.aligned.val());
        // A write of no byte is what does nothing.
        self.write.next = self.wb_we.val() | !self.live.val();
        self.strobe.next = bits::<4>(0);
        if self.live.val() {
            self.strobe.next = self.wb_sel.val();
        }
        self.addr.next = self.wb_adr.val().get_bits::<10>(2);
        self.wdata.next = self.wb_dat_i.val();

        self.wb_ack.next = self.busy.q.val() & self.done.val() & !self.given_up.q.val();
        self.wb_err.next = self.refused.q.val();
        self.wb_dat_o.next = bits::<32>(0);
        if !self.refused.q.val() {
            self.wb_dat_o.next = self.rdata.val();
        }
    }
}
