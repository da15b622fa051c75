// SPDX-License-Identifier: Apache-2.0
//! What happened in a cycle (docs/pmu.md, "Events").

use super::PmuPort;
use crate::codes::*;
use tracewright_prim::*;
use tracewright_regmap::csr::pmu::PMU_EVENTS;

/// Counts the events of a cycle; the counters add them in the next.
#[synchronous(build: Build)]
pub struct Events {
    /// The hart.
    pub port: PmuPort,
    /// Signal b, bit s: bit b of how often the event with selector s happened in the cycle.
    #[count(count_bits(build))]
    pub happened: Vec<Signal<Out, Bits<32>>>,
    /// The mode of the cycle, at the place of its filter bit: from bit 0 up VU, VS, U, S, M.
    pub mode: Signal<Out, Bits<5>>,
    /// The hart was in debug mode.
    pub debug: Signal<Out, Bit>,
    #[count(count_bits(build))]
    kept: Vec<Reg<Bits<32>>>,
    kept_mode: Reg<Bits<5>>,
    #[value(true)]
    kept_debug: Reg<Bit>,
    /// How often each event was.
    #[count(selectors(build).len())]
    count: Vec<Signal<Local, Bits<8>>>,
    #[new(selectors(build))]
    _selectors: Vec<usize>,
    /// How many of them are from the ingress port.
    #[new(build.pmu_events().count())]
    _own: usize,
}

/// Selectors of the events of a build, those of the bus last.
fn selectors(build: &Build) -> Vec<usize> {
    let own = build.pmu_events().map(|event| event.selector);
    own.chain(build.pmu.bus.selected().map(|(selector, _)| selector)).map(|selector| selector as usize).collect()
}

/// Bits of the most that an event can be in a cycle.
pub fn count_bits(build: &Build) -> usize {
    let bus = build.pmu.bus.0.iter().map(|event| event.bits).max().unwrap_or(1);
    build.retired_bits().max(build.ingress.blocks.ilog2() + 1).max(bus) as usize
}

/// The codes of itype that an event is of: bit n for code n.
fn codes(selector: usize) -> u64 {
    PMU_EVENTS[selector - 1].itypes.iter().map(|code| 1 << code).sum()
}

#[kernel]
impl Events {
    fn update(&mut self) {
        self.instructions();
        self.count[0].next = bits::<8>(1);
        for e in 2..self._own {
            let codes = codes(self._selectors[e]).to_bits::<16>();
            let mut count: Bits<8> = bits::<8>(0);
            for b in 0..self.port.itype.len() {
                let ends = codes >> bit_cast::<16, 4>(self.port.itype[b].val());
                count = count + bit_cast::<8, 1>(ends.get_bit(0).into());
            }
            self.count[e].next = count;
        }
        for n in 0..self.port.counted.bus_event.len() {
            self.count[self._own + n].next = bit_cast::<8, 4>(self.port.counted.bus_event[n].val());
        }
        for b in 0..self.kept.len() {
            let mut happened: Bits<32> = bits::<32>(0);
            for e in 0..self._selectors.len() {
                let bit = bit_cast::<32, 1>(self.count[e].val().get_bit(b).into());
                happened = happened | (bit << self._selectors[e].to_bits::<32>());
            }
            self.kept[b].d.next = happened;
            self.happened[b].next = self.kept[b].q.val();
        }
        self.modes();
    }

    /// Instructions that retire.
    fn instructions(&mut self) {
        let mut retired: Bits<8> = self.port.counted.retired.val();
        for b in 0..self.port.iretire.len() {
            // With an exception the port shows its instruction, which does not retire.
            let retires = self.port.iretire[b].val() & (self.port.itype[b].val() != ITYPE_EXCEPTION.to_bits::<4>());
            retired = retired + bit_cast::<8, 1>(retires.into());
        }
        self.count[1].next = retired;
    }

    /// The mode of the cycle.
    fn modes(&mut self) {
        let privilege = self.port.privilege.val();
        let virtual_user = bit_cast::<5, 1>((privilege == PRIVILEGE_VU.to_bits::<3>()).into());
        let virtual_supervisor = bit_cast::<5, 1>((privilege == PRIVILEGE_VS.to_bits::<3>()).into());
        let user = bit_cast::<5, 1>((privilege == PRIVILEGE_U.to_bits::<3>()).into());
        let supervisor = bit_cast::<5, 1>((privilege == PRIVILEGE_S.to_bits::<3>()).into());
        let machine = bit_cast::<5, 1>((privilege == PRIVILEGE_M.to_bits::<3>()).into());
        self.kept_mode.d.next = virtual_user
            | (virtual_supervisor << bits::<5>(1))
            | (user << bits::<5>(2))
            | (supervisor << bits::<5>(3))
            | (machine << bits::<5>(4));
        self.kept_debug.d.next = self.port.halted.val() | (privilege == PRIVILEGE_DEBUG.to_bits::<3>());
        connect!(self: mode = kept_mode.q, debug = kept_debug.q);
    }
}
