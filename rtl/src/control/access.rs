// SPDX-License-Identifier: Apache-2.0
//! From accesses of the bus to what the registers do (docs/control.md, "From the bus to the registers").

use crate::prim::*;
use crate::sinks::Behind;
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
    /// The register's value.
    pub bus_rdata: Signal<In, Bits<32>>,
    /// The register that is addressed is a memory's.
    pub bus_at_memory: Vec<Signal<In, Bit>>,
    /// The memory's value.
    pub bus_memory: Vec<Signal<In, Bits<32>>>,
    step: Reg<Step>,
    answer: Reg<Bits<32>>,
    /// What memory answered; it answers late in the cycle, so nothing is in front of this register.
    memory: Vec<Reg<Bits<32>>>,
    at_memory: Vec<Reg<Bit>>,
    free: Signal<Local, Bit>,
    _lock: usize,
    _memory: usize,
}

impl Access {
    /// The sequencer of `build`.
    pub fn new(build: &Build) -> Self {
        let lock = usize::from(build.bus.lock);
        let memory = Behind::of(&build.sink).sram;
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
            bus_rdata: Default::default(),
            bus_at_memory: vec![Default::default(); memory],
            bus_memory: vec![Default::default(); memory],
            step: Reg::new(build.reset),
            answer: Reg::new(build.reset),
            memory: (0..memory).map(|_| Reg::new(build.reset)).collect(),
            at_memory: (0..memory).map(|_| Reg::new(build.reset)).collect(),
            free: Default::default(),
            _lock: lock,
            _memory: memory,
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
                    self.answer.d.next = self.bus_rdata.val();
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
        for i in 0..self._memory {
            self.memory[i].clock.next = self.clock.val();
            self.memory[i].rst_n.next = self.rst_n.val();
            self.memory[i].d.next = self.memory[i].q.val();
            self.at_memory[i].clock.next = self.clock.val();
            self.at_memory[i].rst_n.next = self.rst_n.val();
            self.at_memory[i].d.next = self.at_memory[i].q.val();
            if (self.step.q.val() == Step::Answer) & !self.write.val() {
                self.memory[i].d.next = self.bus_memory[i].val();
                self.at_memory[i].d.next = self.bus_at_memory[i].val() & self.free.val();
            }
            if self.at_memory[i].q.val() {
                self.rdata.next = self.memory[i].q.val();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::{settle, Clocked};

    /// A sequencer that was asked for this, in *idle*.
    fn asked(lock: bool, write: bool, strobe: u64) -> Access {
        let mut build = Build::default();
        build.bus.lock = lock;
        let mut access = Access::new(&build).reset();
        access.request.next = true;
        access.write.next = write;
        access.addr.next = bits(0x155);
        access.wdata.next = bits(0x1122_3344);
        access.strobe.next = strobe.to_bits();
        access.bus_rdata.next = bits(0xAABB_CCDD_u64);
        settle(&mut access);
        access
    }

    /// What is done in this cycle: write, prepare, read, done.
    fn steps(access: &Access) -> [bool; 4] {
        [&access.bus_write, &access.bus_prepare, &access.bus_read, &access.done].map(|step| step.val())
    }

    /// What is done in each of so many cycles.
    fn run(access: &mut Access, cycles: usize) -> Vec<[bool; 4]> {
        let one = |_| {
            let now = steps(access);
            access.tick();
            now
        };
        (0..cycles).map(one).collect()
    }

    const NOTHING: [bool; 4] = [false; 4];
    const DONE: [bool; 4] = [false, false, false, true];

    #[test]
    fn a_write_acts_once_and_another_follows_at_once() {
        let mut access = asked(false, true, 0xF);
        let once = [NOTHING, [true, false, false, false], NOTHING, DONE];
        assert_eq!(run(&mut access, 8), [once, once].concat());
    }

    #[test]
    fn a_read_prepares_then_reads_and_what_it_read_stays() {
        let mut access = asked(false, false, 0);
        let once = [NOTHING, [false, true, false, false], [false, false, true, false], DONE];
        assert_eq!(run(&mut access, 3), once[..3]);
        access.bus_rdata.next = bits(0);
        settle(&mut access);
        assert_eq!((steps(&access), access.rdata.val()), (DONE, bits(0xAABB_CCDD_u64)));
        assert_eq!(access.bus_addr.val(), bits(0x554));
        access.request.next = false;
        run(&mut access, 5);
        assert_eq!(access.rdata.val(), bits(0xAABB_CCDD_u64));
    }

    #[test]
    fn a_read_of_the_memory_is_what_it_showed_in_answer() {
        let mut build = Build::default();
        build.sink.sram_bytes = 1024;
        let mut access = Access::new(&build).reset();
        access.request.next = true;
        access.bus_rdata.next = bits(0xAABB_CCDD_u64);
        let mut read = |memory: u64, at_memory| {
            access.bus_at_memory[0].next = at_memory;
            for step in 0..3_u64 {
                access.bus_memory[0].next = (memory + step).to_bits();
                settle(&mut access);
                access.tick();
            }
            let value = access.rdata.val().to_u64();
            access.tick();
            value
        };
        assert_eq!([read(0x10, true), read(0x20, false), read(0x30, true)], [0x12, 0xAABB_CCDD, 0x32]);
    }

    #[test]
    fn a_write_without_a_byte_does_nothing() {
        assert_eq!(run(&mut asked(false, true, 0), 4), [NOTHING, NOTHING, NOTHING, DONE]);
    }

    #[test]
    fn a_locked_step_does_nothing_and_reads_0() {
        for (write, locked_in) in [(true, 1), (false, 1), (false, 2)] {
            let mut access = asked(true, write, 0xF);
            let mut seen = Vec::new();
            for cycle in 0..4 {
                access.locked[0].next = cycle == locked_in;
                settle(&mut access);
                seen.extend(run(&mut access, 1));
            }
            assert_eq!(seen[locked_in], NOTHING, "write {write}, locked in {locked_in}");
            assert_eq!(seen[3], DONE);
            if locked_in == 2 {
                assert_eq!(access.rdata.val(), bits(0));
            }
        }
    }
}
