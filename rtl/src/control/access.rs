// SPDX-License-Identifier: Apache-2.0
//! From accesses of the bus to what the registers do (docs/control.md, "From the bus to the registers").

use crate::prim::*;
use rust_hdl_core::prelude::*;
use tracewright_config::Build;

/// Where an access is.
#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum Step {
    Idle,
    Act,
    Answer,
    Done,
}

/// Takes each access through its four cycles.
///
/// A write acts in *act*; a read asks the memory in *act* and takes what is read in *answer*. A step that finds the registers
/// locked does nothing; what is read then is 0.
#[derive(Module)]
pub struct Access {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// The registers are locked.
    pub locked: Vec<Signal<In, Bit>>,
    /// An access; it and what it asks for hold until it is done.
    pub request: Signal<In, Bit>,
    /// Write, else read.
    pub write: Signal<In, Bit>,
    /// Offset of the register, divided by 4.
    pub addr: Signal<In, Bits<10>>,
    /// Data to write.
    pub wdata: Signal<In, Bits<32>>,
    /// Bytes to write.
    pub strobe: Signal<In, Bits<4>>,
    /// The access ends with this cycle.
    pub done: Signal<Out, Bit>,
    /// What was read: with `done`, and until the next access.
    pub rdata: Signal<Out, Bits<32>>,
    /// Byte offset of the register.
    pub bus_addr: Signal<Out, Bits<12>>,
    /// The register is written in this cycle.
    pub bus_write: Signal<Out, Bit>,
    /// The register will be read in the next cycle.
    pub bus_prepare: Signal<Out, Bit>,
    /// The register is read in this cycle.
    pub bus_read: Signal<Out, Bit>,
    /// The value written.
    pub bus_wdata: Signal<Out, Bits<32>>,
    /// The bytes of it that are written.
    pub bus_strobe: Signal<Out, Bits<4>>,
    /// The value written, its other bytes as the register reads.
    pub bus_merged: Signal<Out, Bits<32>>,
    /// The register's value.
    pub bus_rdata: Signal<In, Bits<32>>,
    /// The value of a register that is a memory's; 0 if another is addressed.
    pub bus_memory: Signal<In, Bits<32>>,
    step: Reg<Step>,
    answer: Reg<Bits<32>>,
    free: Signal<Local, Bit>,
    byte_0: Signal<Local, Bits<32>>,
    byte_1: Signal<Local, Bits<32>>,
    byte_2: Signal<Local, Bits<32>>,
    byte_3: Signal<Local, Bits<32>>,
    _lock: usize,
}

impl Access {
    /// The sequencer of `build`.
    pub fn new(build: &Build) -> Self {
        let lock = usize::from(build.bus.lock);
        Access {
            clock: Default::default(),
            rst_n: Default::default(),
            locked: vec![Default::default(); lock],
            request: Default::default(),
            write: Default::default(),
            addr: Default::default(),
            wdata: Default::default(),
            strobe: Default::default(),
            done: Default::default(),
            rdata: Default::default(),
            bus_addr: Default::default(),
            bus_write: Default::default(),
            bus_prepare: Default::default(),
            bus_read: Default::default(),
            bus_wdata: Default::default(),
            bus_strobe: Default::default(),
            bus_merged: Default::default(),
            bus_rdata: Default::default(),
            bus_memory: Default::default(),
            step: Reg::new(build.reset),
            answer: Reg::new(build.reset),
            free: Default::default(),
            byte_0: Default::default(),
            byte_1: Default::default(),
            byte_2: Default::default(),
            byte_3: Default::default(),
            _lock: lock,
        }
    }
}

impl Logic for Access {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, step, answer);

        self.free.next = true;
        for i in 0..self._lock {
            self.free.next = !self.locked[i].val();
        }

        self.bus_addr.next = bit_cast::<12, 10>(self.addr.val()) << bits::<12>(2);
        self.bus_wdata.next = self.wdata.val();
        self.bus_strobe.next = self.strobe.val();
        self.bus_write.next = false;
        self.bus_prepare.next = false;
        self.bus_read.next = false;
        self.done.next = false;
        match self.step.q.val() {
            Step::Idle => {
                if self.request.val() {
                    self.step.d.next = Step::Act;
                }
            }
            Step::Act => {
                self.bus_write.next = self.free.val() & self.write.val() & self.strobe.val().any();
                self.bus_prepare.next = self.free.val() & !self.write.val();
                self.step.d.next = Step::Answer;
            }
            Step::Answer => {
                self.bus_read.next = self.free.val() & !self.write.val();
                if !self.write.val() {
                    self.answer.d.next = self.bus_rdata.val() | self.bus_memory.val();
                    if !self.free.val() {
                        self.answer.d.next = bits::<32>(0);
                    }
                }
                self.step.d.next = Step::Done;
            }
            Step::Done => {
                self.done.next = true;
                self.step.d.next = Step::Idle;
            }
        }
        self.rdata.next = self.answer.q.val();

        self.byte_0.next = self.bus_rdata.val() & bits::<32>(0xFF);
        if self.strobe.val().get_bit(0) {
            self.byte_0.next = self.wdata.val() & bits::<32>(0xFF);
        }
        self.byte_1.next = self.bus_rdata.val() & bits::<32>(0xFF00);
        if self.strobe.val().get_bit(1) {
            self.byte_1.next = self.wdata.val() & bits::<32>(0xFF00);
        }
        self.byte_2.next = self.bus_rdata.val() & bits::<32>(0xFF_0000);
        if self.strobe.val().get_bit(2) {
            self.byte_2.next = self.wdata.val() & bits::<32>(0xFF_0000);
        }
        self.byte_3.next = self.bus_rdata.val() & bits::<32>(0xFF00_0000_u64);
        if self.strobe.val().get_bit(3) {
            self.byte_3.next = self.wdata.val() & bits::<32>(0xFF00_0000_u64);
        }
        self.bus_merged.next = self.byte_0.val() | self.byte_1.val() | self.byte_2.val() | self.byte_3.val();
    }
}
