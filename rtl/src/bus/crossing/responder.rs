// SPDX-License-Identifier: Apache-2.0
//! The encoder's side of the crossing.

use crate::prim::{clock, dff_setup, Module, Reg, Synchronizer};
use rust_hdl_core::prelude::*;
use tracewright_config::Reset;

/// Where an access is.
#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum Step {
    Idle,
    Taken,
    Doubted,
    Checked,
    Access,
}

/// Makes accesses on the internal port that another clock asks for.
///
/// What the access asks for counts only if `asked` is still high three cycles after it was taken: then its registers were not
/// reset before they were read.
#[derive(Module)]
pub struct Responder {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// From the other clock: there is an access.
    pub asked: Signal<In, Bit>,
    /// From the other clock: write, else read.
    pub asked_write: Signal<In, Bit>,
    /// From the other clock: offset of the register, divided by 4.
    pub asked_addr: Signal<In, Bits<10>>,
    /// From the other clock: the component.
    pub asked_component: Vec<Signal<In, Bits<5>>>,
    /// From the other clock: data to write.
    pub asked_wdata: Signal<In, Bits<32>>,
    /// From the other clock: bytes to write.
    pub asked_strobe: Signal<In, Bits<4>>,
    /// To the other clock: the access was made.
    pub answered: Signal<Out, Bit>,
    /// To the other clock: what was read; stays until the next access is made.
    pub answered_rdata: Signal<Out, Bits<32>>,
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
    /// What it read, when it ends.
    pub rdata: Signal<In, Bits<32>>,
    asked_sync: Synchronizer,
    step: Reg<Step>,
    made: Reg<Bit>,
    made_rdata: Reg<Bits<32>>,
    taken_write: Reg<Bit>,
    taken_addr: Reg<Bits<10>>,
    taken_component: Vec<Reg<Bits<5>>>,
    taken_wdata: Reg<Bits<32>>,
    taken_strobe: Reg<Bits<4>>,
    _system: usize,
}

impl Responder {
    /// One whose registers are reset in this way, for a single component.
    pub fn new(reset: Reset) -> Self {
        Self::of_system(reset, 0)
    }

    /// One that hands the number of a component on, too, if `system` is 1, not 0.
    pub fn of_system(reset: Reset, system: usize) -> Self {
        Responder {
            clock: Default::default(),
            rst_n: Default::default(),
            asked: Default::default(),
            asked_write: Default::default(),
            asked_addr: Default::default(),
            asked_component: vec![Default::default(); system],
            asked_wdata: Default::default(),
            asked_strobe: Default::default(),
            answered: Default::default(),
            answered_rdata: Default::default(),
            request: Default::default(),
            write: Default::default(),
            addr: Default::default(),
            component: vec![Default::default(); system],
            wdata: Default::default(),
            strobe: Default::default(),
            done: Default::default(),
            rdata: Default::default(),
            asked_sync: Synchronizer::new(reset),
            step: Reg::new(reset),
            made: Reg::new(reset),
            made_rdata: Reg::new(reset),
            taken_write: Reg::new(reset),
            taken_addr: Reg::new(reset),
            taken_component: (0..system).map(|_| Reg::new(reset)).collect(),
            taken_wdata: Reg::new(reset),
            taken_strobe: Reg::new(reset),
            _system: system,
        }
    }
}

impl Logic for Responder {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, asked_sync);
        dff_setup!(self, clock, step, made, made_rdata, taken_write, taken_addr, taken_wdata, taken_strobe);

        self.asked_sync.d.next = self.asked.val();
        match self.step.q.val() {
            Step::Idle => {
                if self.asked_sync.q.val() & !self.made.q.val() {
                    self.taken_write.d.next = self.asked_write.val();
                    self.taken_addr.d.next = self.asked_addr.val();
                    self.taken_wdata.d.next = self.asked_wdata.val();
                    self.taken_strobe.d.next = self.asked_strobe.val();
                    self.step.d.next = Step::Taken;
                }
            }
            Step::Taken => {
                self.step.d.next = Step::Doubted;
            }
            Step::Doubted => {
                self.step.d.next = Step::Checked;
            }
            Step::Checked => {
                self.step.d.next = Step::Idle;
                if self.asked_sync.q.val() {
                    self.step.d.next = Step::Access;
                }
            }
            Step::Access => {
                if self.done.val() {
                    self.made.d.next = true;
                    self.made_rdata.d.next = self.rdata.val();
                    self.step.d.next = Step::Idle;
                }
            }
        }
        if !self.asked_sync.q.val() {
            self.made.d.next = false;
        }

        for i in 0..self._system {
            self.taken_component[i].clock.next = self.clock.val();
            self.taken_component[i].rst_n.next = self.rst_n.val();
            self.taken_component[i].d.next = self.taken_component[i].q.val();
            if (self.step.q.val() == Step::Idle) & self.asked_sync.q.val() & !self.made.q.val() {
                self.taken_component[i].d.next = self.asked_component[i].val();
            }
            self.component[i].next = self.taken_component[i].q.val();
        }

        self.request.next = self.step.q.val() == Step::Access;
        self.write.next = self.taken_write.q.val();
        self.addr.next = self.taken_addr.q.val();
        self.wdata.next = self.taken_wdata.q.val();
        self.strobe.next = self.taken_strobe.q.val();
        self.answered.next = self.made.q.val();
        self.answered_rdata.next = self.made_rdata.q.val();
    }
}
