// SPDX-License-Identifier: Apache-2.0
//! The bus's side of the crossing.

use crate::prim::{clock, dff_setup, Module, Reg, Synchronizer};
use rust_hdl_core::prelude::*;
use tracewright_config::Reset;

/// Sends accesses of the internal port to another clock, and brings back their answers.
#[derive(Module)]
pub struct Requester {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// An access; it and what it asks for hold until it is done.
    pub request: Signal<In, Bit>,
    /// Write, else read.
    pub write: Signal<In, Bit>,
    /// Offset of the register, divided by 4.
    pub addr: Signal<In, Bits<10>>,
    /// The component.
    pub component: Vec<Signal<In, Bits<5>>>,
    /// Data to write.
    pub wdata: Signal<In, Bits<32>>,
    /// Bytes to write.
    pub strobe: Signal<In, Bits<4>>,
    /// The access ends with this cycle.
    pub done: Signal<Out, Bit>,
    /// What was read: with `done`, and until the next read ends.
    pub rdata: Signal<Out, Bits<32>>,
    /// To the other clock: there is an access.
    pub asked: Signal<Out, Bit>,
    /// To the other clock: write, else read.
    pub asked_write: Signal<Out, Bit>,
    /// To the other clock: offset of the register, divided by 4.
    pub asked_addr: Signal<Out, Bits<10>>,
    /// To the other clock: the component.
    pub asked_component: Vec<Signal<Out, Bits<5>>>,
    /// To the other clock: data to write.
    pub asked_wdata: Signal<Out, Bits<32>>,
    /// To the other clock: bytes to write.
    pub asked_strobe: Signal<Out, Bits<4>>,
    /// From the other clock: the access was made.
    pub answered: Signal<In, Bit>,
    /// From a register of the other clock: what was read.
    pub answered_rdata: Signal<In, Bits<32>>,
    answered_sync: Synchronizer,
    asking: Reg<Bit>,
    finished: Reg<Bit>,
    held_write: Reg<Bit>,
    held_addr: Reg<Bits<10>>,
    held_component: Vec<Reg<Bits<5>>>,
    held_wdata: Reg<Bits<32>>,
    held_strobe: Reg<Bits<4>>,
    held_rdata: Reg<Bits<32>>,
    _system: usize,
}

impl Requester {
    /// One whose registers are reset in this way, for a single component.
    pub fn new(reset: Reset) -> Self {
        Self::of_system(reset, 0)
    }

    /// One that hands the number of a component on, too, if `system` is 1, not 0.
    pub fn of_system(reset: Reset, system: usize) -> Self {
        Requester {
            clock: Default::default(),
            rst_n: Default::default(),
            request: Default::default(),
            write: Default::default(),
            addr: Default::default(),
            component: vec![Default::default(); system],
            wdata: Default::default(),
            strobe: Default::default(),
            done: Default::default(),
            rdata: Default::default(),
            asked: Default::default(),
            asked_write: Default::default(),
            asked_addr: Default::default(),
            asked_component: vec![Default::default(); system],
            asked_wdata: Default::default(),
            asked_strobe: Default::default(),
            answered: Default::default(),
            answered_rdata: Default::default(),
            answered_sync: Synchronizer::new(reset),
            asking: Reg::new(reset),
            finished: Reg::new(reset),
            held_write: Reg::new(reset),
            held_addr: Reg::new(reset),
            held_component: (0..system).map(|_| Reg::new(reset)).collect(),
            held_wdata: Reg::new(reset),
            held_strobe: Reg::new(reset),
            held_rdata: Reg::new(reset),
            _system: system,
        }
    }
}

impl Logic for Requester {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, answered_sync);
        dff_setup!(self, clock, asking, finished, held_write, held_addr, held_wdata, held_strobe, held_rdata);

        self.answered_sync.d.next = self.answered.val();
        self.finished.d.next = false;
        if self.asking.q.val() {
            if self.answered_sync.q.val() {
                self.asking.d.next = false;
                self.finished.d.next = true;
                if !self.held_write.q.val() {
                    self.held_rdata.d.next = self.answered_rdata.val();
                }
            }
        } else if self.request.val() & !self.finished.q.val() & !self.answered_sync.q.val() {
            self.asking.d.next = true;
            self.held_write.d.next = self.write.val();
            self.held_addr.d.next = self.addr.val();
            self.held_wdata.d.next = self.wdata.val();
            self.held_strobe.d.next = self.strobe.val();
        }

        for i in 0..self._system {
            self.held_component[i].clock.next = self.clock.val();
            self.held_component[i].rst_n.next = self.rst_n.val();
            self.held_component[i].d.next = self.held_component[i].q.val();
            if !self.asking.q.val() & self.request.val() & !self.finished.q.val() & !self.answered_sync.q.val() {
                self.held_component[i].d.next = self.component[i].val();
            }
            self.asked_component[i].next = self.held_component[i].q.val();
        }

        self.done.next = self.finished.q.val();
        self.rdata.next = self.held_rdata.q.val();
        self.asked.next = self.asking.q.val();
        self.asked_write.next = self.held_write.q.val();
        self.asked_addr.next = self.held_addr.q.val();
        self.asked_wdata.next = self.held_wdata.q.val();
        self.asked_strobe.next = self.held_strobe.q.val();
    }
}
