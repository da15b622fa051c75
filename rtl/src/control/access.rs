// SPDX-License-Identifier: Apache-2.0
//! From accesses of the bus to what the registers do (docs/control.md, "From the bus to the registers").

use super::{RecordsWindow, RegisterBus};
use crate::bus::{Asked, Served};
use crate::encoder::has;
use crate::prim::*;
use tracewright_regmap::{CTR_DEBUG_HIGH, CTR_DEBUG_LOW, CTR_DEBUG_SELECT};

/// Where an access is. *Act* and *done* last a cycle; so does *answer*, unless Control Transfer Records make it.
#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum AccessState {
    Idle,
    Act,
    Answer,
    Done,
}

/// Takes each access through its four cycles.
///
/// A write acts in *act*; a read asks the memory in *act* and takes what is read in *answer*. A step that finds the
/// registers locked does nothing: no write, and 0 is read if it is *answer*. An access of the window to
/// Control Transfer Records stays in *answer* until they have made it.
#[synchronous(build: Build)]
pub struct Access {
    /// The registers are locked, as the synchroniser of the lock has it.
    #[built(build.bus.lock)]
    pub locked: Optional<Signal<In, Bit>>,
    /// The accesses that a bus asks for.
    pub port: Served,
    /// The registers, of which an access has one.
    pub bus: RegisterBus,
    /// The register will be read in the next cycle: the SRAM looks up teRamData.
    pub bus_prepare: Signal<Out, Bit>,
    /// The register is read in this cycle, with what reading does: tsUpper is kept, teRamRP moves on.
    pub bus_read: Signal<Out, Bit>,
    /// The register that is addressed is a memory's: teRamData.
    #[built(has(build).sram)]
    pub bus_at_memory: Optional<Signal<In, Bit>>,
    /// The memory's value: teRamData, in *answer*.
    #[built(has(build).sram)]
    pub bus_memory: Optional<Signal<In, Bits<32>>>,
    /// The window to Control Transfer Records.
    #[built(has(build).records)]
    pub records: Optional<RecordsWindow>,
    /// The component that is addressed.
    #[built(has(build).system)]
    pub component: Optional<Signal<Out, Bits<5>>>,
    step: Reg<AccessState>,
    answer: Reg<Bits<32>>,
    /// What memory answered; it answers late in the cycle, so nothing is in front of this register.
    #[built(has(build).sram)]
    memory: Optional<Reg<Bits<32>>>,
    #[built(has(build).sram)]
    at_memory: Optional<Reg<Bit>>,
    /// The components with lower numbers are harts; funnels follow.
    #[new(build.system.harts as usize)]
    _harts: usize,
    #[new(has(build).system)]
    _is_system: bool,
}

#[kernel]
impl Access {
    fn update(&mut self) {
        let free = !self.locked.val();
        let asked: Asked = self.port.access.val();
        self.bus.addr.next = bit_cast::<12, 10>(asked.addr) << bits::<12>(2);
        self.component.next = asked.component;
        self.bus.wdata.next = asked.wdata;
        self.bus.strobe.next = asked.strobe;
        self.bus.write.next = false;
        self.bus_prepare.next = false;
        self.bus_read.next = false;
        self.port.done.next = false;
        let at_records = if self.records.is_built() { self.is_at_records() } else { false };
        self.records.request.next = false;
        self.records.write.next = asked.write;
        match self.step.q.val() {
            AccessState::Idle => {
                if self.port.request.val() {
                    self.step.d.next = AccessState::Act;
                }
            }
            AccessState::Act => {
                self.bus.write.next = free & asked.write & asked.strobe.any();
                self.bus_prepare.next = free & !asked.write;
                self.step.d.next = AccessState::Answer;
            }
            AccessState::Answer => {
                self.bus_read.next = free & !asked.write & !at_records;
                self.records.request.next = at_records;
                if !asked.write {
                    self.answer.d.next = self.bus.rdata.val();
                    if at_records {
                        self.answer.d.next = self.records.rdata.val();
                    }
                    if !free {
                        self.answer.d.next = bits::<32>(0);
                    }
                    self.memory.d.next = self.bus_memory.val();
                    self.at_memory.d.next = self.bus_at_memory.val() & free;
                }
                if !at_records | self.records.done.val() {
                    self.step.d.next = AccessState::Done;
                }
            }
            AccessState::Done => {
                self.port.done.next = true;
                self.step.d.next = AccessState::Idle;
            }
        }
        self.port.rdata.next = self.answer.q.val();
        if self.at_memory.q.val() {
            self.port.rdata.next = self.memory.q.val();
        }
    }

    /// Whether the access is for Control Transfer Records of a hart: a read, or a write of a whole register.
    fn is_at_records(&self) -> Bit {
        let asked: Asked = self.port.access.val();
        let at = (asked.addr == (CTR_DEBUG_SELECT / 4).to_bits::<10>())
            | (asked.addr == (CTR_DEBUG_LOW / 4).to_bits::<10>())
            | (asked.addr == (CTR_DEBUG_HIGH / 4).to_bits::<10>());
        let is_whole = !asked.write | asked.strobe.all();
        if self._is_system {
            at & is_whole & (asked.component < self._harts.to_bits::<5>())
        } else {
            at & is_whole
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
        access.port.request.next = true;
        access.port.access.next.write = write;
        access.port.access.next.addr = bits(0x155);
        access.port.access.next.wdata = bits(0x1122_3344);
        access.port.access.next.strobe = strobe.to_bits();
        access.bus.rdata.next = bits(0xAABB_CCDD_u64);
        settle(&mut access);
        access
    }

    /// What is done in this cycle: write, prepare, read, done.
    fn steps(access: &Access) -> [bool; 4] {
        [&access.bus.write, &access.bus_prepare, &access.bus_read, &access.port.done].map(|step| step.val())
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
        access.bus.rdata.next = bits(0);
        settle(&mut access);
        assert_eq!((steps(&access), access.port.rdata.val()), (DONE, bits(0xAABB_CCDD_u64)));
        assert_eq!(access.bus.addr.val(), bits(0x554));
        access.port.request.next = false;
        run(&mut access, 5);
        assert_eq!(access.port.rdata.val(), bits(0xAABB_CCDD_u64));
    }

    #[test]
    fn a_read_of_the_memory_is_what_it_showed_in_answer() {
        let mut build = Build::default();
        build.sink.sram_bytes = 1024;
        let mut access = Access::new(&build).reset();
        access.port.request.next = true;
        access.bus.rdata.next = bits(0xAABB_CCDD_u64);
        let mut read = |memory: u64, at_memory| {
            access.bus_at_memory.next = at_memory;
            for step in 0..3_u64 {
                access.bus_memory.next = (memory + step).to_bits();
                settle(&mut access);
                access.tick();
            }
            let value = access.port.rdata.val().to_u64();
            access.tick();
            value
        };
        assert_eq!([read(0x10, true), read(0x20, false), read(0x30, true)], [0x12, 0xAABB_CCDD, 0x32]);
    }

    #[test]
    fn an_access_of_records_is_in_answer_until_they_have_made_it() {
        let mut build = Build::default();
        build.ctr.version = tracewright_config::CtrVersion::V1_0;
        build.system.harts = 2;
        // Write, offset, component and strobe of an access; how long it is shown to the records.
        let offsets = [CTR_DEBUG_SELECT, CTR_DEBUG_LOW, CTR_DEBUG_HIGH];
        let whole = offsets.map(|offset| [(true, offset, 1, 0xF, 3), (false, offset, 0, 0, 3)]);
        let others = [
            (true, CTR_DEBUG_LOW, 0, 0x7, 0),
            (false, CTR_DEBUG_HIGH, 2, 0, 0),
            (false, CTR_DEBUG_HIGH + 4, 0, 0, 0),
            (false, CTR_DEBUG_SELECT - 4, 0, 0, 0),
        ];
        for (write, offset, component, strobe, expected) in whole.into_iter().flatten().chain(others) {
            let mut access = Access::new(&build).reset();
            access.port.request.next = true;
            access.port.access.next.write = write;
            access.port.access.next.addr = bits(offset as u64 / 4);
            access.port.access.next.component = bits(component);
            access.port.access.next.strobe = bits(strobe);
            access.records.rdata.next = bits(0x55);
            settle(&mut access);
            let mut shown = 0;
            while !access.port.done.val() {
                shown += u32::from(access.records.request.val());
                access.records.done.next = shown == 3;
                settle(&mut access);
                assert!(!access.records.request.val() || access.records.write.val() == write);
                access.tick();
            }
            let read = if expected > 0 && !write { 0x55 } else { 0 };
            assert_eq!((shown, access.port.rdata.val().to_u64()), (expected, read), "{offset:x} {write}");
        }
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
                access.locked.next = cycle == locked_in;
                settle(&mut access);
                seen.extend(run(&mut access, 1));
            }
            assert_eq!(seen[locked_in], NOTHING, "write {write}, locked in {locked_in}");
            assert_eq!(seen[3], DONE);
            if locked_in == 2 {
                assert_eq!(access.port.rdata.val(), bits(0));
            }
        }
    }
}
