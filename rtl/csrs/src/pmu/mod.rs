// SPDX-License-Identifier: Apache-2.0
//! Performance counters (docs/pmu.md).
//!
//! Everything that the ports show is kept for a cycle. In the next, the lower bits of each counter take an access and
//! add the events; the upper bits of all counters are in one memory, and take what the lower ones carry in turn.

mod build;
mod change;
mod counters;
mod event;
mod events;
mod lower;
mod parts;
mod port;
mod reach;
mod upper;

pub use build::{block, verilog, PMU};
pub use counters::Counters;
pub use port::{EventPort, PmuPort, PmuPorts, PmuTold};

use crate::codes::*;
use change::*;
use event::{filters, Event};
use events::Events;
use lower::Lower;
use reach::{Reach, Target};
use tracewright_config::CtrModes;
use tracewright_prim::*;
use upper::Upper;

/// Performance counters. `LOW` is one more than the bits that each counter has by itself, `HIGH` the others.
#[derive(Module)]
#[module(build: Build)]
pub struct Pmu<const XLEN: usize, const LOW: usize, const HIGH: usize> {
    /// Clock of the hart; rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// All else.
    pub port: PmuPorts<XLEN>,
    events: Events,
    reach: Reach,
    /// mcycle, minstret, and mhpmcounters.
    #[count(build.pmu.counters as usize + 2)]
    lower: Vec<Lower<LOW>>,
    #[count(build.pmu.counters as usize)]
    event: Vec<Event<LOW>>,
    upper: Upper<HIGH>,
    /// There is an access: the port showed it in the cycle before.
    busy: Reg<Bit>,
    /// Bits 4-0 of the number of the access: of a counter or its shadow, the number of the counter.
    index: Reg<Bits<5>>,
    /// What the access is to; all 0 where its mode may not reach it (`tw_pmu_reach`).
    target: Reg<Target>,
    taken: Reg<Bit>,
    refused: Reg<Bit>,
    refused_virtually: Reg<Bit>,
    data: Reg<Bits<XLEN>>,
    privilege: Reg<Bits<3>>,
    /// mcountinhibit: a counter whose bit is 1 stands still. Bits of counters that are not built read 0.
    inhibit: Reg<Bits<32>>,
    /// mcounteren: counters whose shadows modes below M-mode may read, and whose OF they see.
    #[built(build.pmu.hart_modes >= CtrModes::Mu)]
    mcounteren: Optional<Reg<Bits<32>>>,
    /// scounteren: counters whose shadows U-mode and VU-mode may read, if mcounteren lets them.
    #[built(build.pmu.hart_modes >= CtrModes::Msu)]
    scounteren: Optional<Reg<Bits<32>>>,
    /// hcounteren: counters whose shadows VS and VU may read, and whose OF VS sees, if mcounteren lets them.
    #[built(build.pmu.hart_modes >= CtrModes::Msuh)]
    hcounteren: Optional<Reg<Bits<32>>>,
    /// xINH of mcyclecfg and minstretcfg: the modes in which mcycle, minstret do not count (Smcntrpmf).
    #[count(if build.pmu.smcntrpmf { 2 } else { 0 })]
    filter: Vec<Reg<Bits<5>>>,
    /// The instruction that retires next has written minstret: minstret does not count that instruction.
    written: Reg<Bit>,
    done: Reg<Bit>,
    ours: Reg<Bit>,
    illegal: Reg<Bit>,
    virtually: Reg<Bit>,
    /// The CSR shows bits 63-32.
    high: Reg<Bit>,
    /// The lower bits of the counter; 0 if it is something else.
    low: Reg<Bits<LOW>>,
    /// What any other CSR shows.
    other: Reg<Bits<XLEN>>,
    /// By counter: bits 4-0 of the access's number are the counter's. `target` says whether the access is to the
    /// counter, its shadow, its mhpmevent, or something else.
    #[count(build.pmu.counters as usize + 2)]
    hit: Vec<Reg<Bit>>,
    /// The access is to a counter that is built, or to its shadow.
    reads: Reg<Bit>,
    /// The access is to mcyclecfg, to minstretcfg.
    #[count(if build.pmu.smcntrpmf { 2 } else { 0 })]
    filters: Vec<Reg<Bit>>,
    /// The access writes or sets bits 31-0, and bits 63-32.
    puts: Reg<Bits<2>>,
    /// The access writes or clears bits 31-0, and bits 63-32.
    drops: Reg<Bits<2>>,
    /// The operand, at its place.
    operand: Signal<Local, Bits<64>>,
    /// By counter: it stands still in this cycle.
    #[count(build.pmu.counters as usize + 2)]
    stands: Vec<Signal<Local, Bit>>,
    /// What the access finds in mcountinhibit, mcounteren, scounteren or hcounteren; 0 if it is to none of these.
    flags: Signal<Local, Bits<32>>,
    /// SELECTOR of the mhpmevent that the access is to.
    selector: Signal<Local, Bits<5>>,
    /// Bits 63-58 of the mhpmevent or filter that the access is to.
    upper_bits: Signal<Local, Bits<6>>,
    /// What the access makes of SELECTOR of the mhpmevent that it is to.
    next_selector: Signal<Local, Bits<5>>,
    /// What the access makes of bits 63-58 of the mhpmevent or filter that it is to.
    next_upper: Signal<Local, Bits<6>>,
    /// OF of each mhpmcounter, bit n for counter n, as scountovf shows it (Sscofpmf).
    overflows: Signal<Local, Bits<32>>,
    #[value(build.pmu_features().map_or(0, |features| u64::from(features.counter_mask())).to_bits())]
    counters: Constant<Bits<32>>,
    /// xINH bits of the modes that the hart has, from bit 0 up VU, VS, U, S, M, as `Events` gives the mode.
    #[value(filters(build).to_bits())]
    filter_mask: Constant<Bits<5>>,
}

/// The number of the n-th counter that is built: 0 mcycle, 2 minstret, then mhpmcounters from 3 on.
fn number(n: usize) -> usize {
    if n == 0 {
        0
    } else {
        n + 1
    }
}

#[kernel]
impl<const XLEN: usize, const LOW: usize, const HIGH: usize> Pmu<XLEN, LOW, HIGH> {
    fn update(&mut self) {
        connect!(events: port = port.hart);
        self.take();
        self.enables();
        self.standing();
        self.count();
        self.selections();
        self.visit();
        self.answer();
    }

    /// Takes an access. What it is to is found before the registers that keep it for the next cycle (reach.rs).
    fn take(&mut self) {
        let op = self.port.csr.csr_op.val();
        let index = self.port.csr.csr_address.val().get_bits::<5>(0);
        self.reach.op.next = op;
        connect!(reach: port.csr.{address = csr_address, privilege = csr_privilege}, ours = taken.d,
            ours = port.told.owns, illegal = refused.d, virtually = refused_virtually.d, target = target.d);
        self.busy.d.next = op.any();
        if op.any() {
            self.index.d.next = index;
            connect!(self.port.csr: csr_data = data.d, csr_privilege = privilege.d);
        }
        let target: Target = self.reach.target.val();
        let does = self.reach.ours.val() & !self.reach.illegal.val() & !self.reach.virtually.val();
        let puts = does & ((op == CSR_WRITE.to_bits::<3>()) | (op == CSR_SET.to_bits::<3>()));
        let drops = does & ((op == CSR_WRITE.to_bits::<3>()) | (op == CSR_CLEAR.to_bits::<3>()));
        let data = bit_cast::<64, XLEN>(self.data.q.val());
        if XLEN == 32 {
            let halves =
                bit_cast::<2, 1>((!target.high).into()) | (bit_cast::<2, 1>(target.high.into()) << bits::<2>(1));
            self.puts.d.next = all::<2>(puts) & halves;
            self.drops.d.next = all::<2>(drops) & halves;
            self.operand.next = data | (data << bits::<64>(32));
        } else {
            self.puts.d.next = all::<2>(puts);
            self.drops.d.next = all::<2>(drops);
            self.operand.next = data;
        }
        let mut built: Bits<1> = bits::<1>(0);
        for n in 0..self.hit.len() {
            let is_index = index == number(n).to_bits::<5>();
            self.hit[n].d.next = is_index;
            built = built | bit_cast::<1, 1>(is_index.into());
        }
        self.reads.d.next = built.any() & (target.counter | target.shadow);
        for n in 0..self.filters.len() {
            self.filters[n].d.next = target.filter & (index == (n + 1).to_bits::<5>());
        }
    }

    /// mcountinhibit, the enables, and the filters of mcycle and minstret. A filter takes bits 62-58 of mcyclecfg or
    /// minstretcfg: they have no OF in bit 63 (Smcntrpmf).
    fn enables(&mut self) {
        let target: Target = self.target.q.val();
        let writes = (self.puts.q.val() | self.drops.q.val()).get_bit(0);
        let writes_high = (self.puts.q.val() | self.drops.q.val()).get_bit(1);
        let old = (self.inhibit.q.val() & all::<32>(target.inhibit))
            | (self.mcounteren.q.val() & all::<32>(target.machine))
            | (self.scounteren.q.val() & all::<32>(target.supervisor))
            | (self.hcounteren.q.val() & all::<32>(target.hypervisor));
        self.flags.next = old;
        let flag_operand = self.operand.val().get_bits::<32>(0);
        let put_flags = all::<32>(self.puts.q.val().get_bit(0));
        let drop_flags = all::<32>(self.drops.q.val().get_bit(0));
        let new_flags = changed::<32>(old, flag_operand, put_flags, drop_flags) & self.counters.val();
        if target.inhibit & writes {
            self.inhibit.d.next = new_flags;
        }
        if target.machine & writes {
            self.mcounteren.d.next = new_flags;
        }
        if target.supervisor & writes {
            self.scounteren.d.next = new_flags;
        }
        if target.hypervisor & writes {
            self.hcounteren.d.next = new_flags;
        }
        for n in 0..self.filter.len() {
            if self.filters[n].q.val() & writes_high {
                self.filter[n].d.next = self.next_upper.val().get_bits::<5>(0) & self.filter_mask.val();
            }
        }
    }

    /// Which counters stand still: all in debug mode, those of mcountinhibit, and, in the modes that their xINH bits
    /// name, mcycle and minstret (Smcntrpmf). The xINH bits of mhpmcounters (Sscofpmf) are `filter` of `Event`.
    fn standing(&mut self) {
        for n in 0..self.stands.len() {
            self.stands[n].next = self.events.debug.val() | self.inhibit.q.val().get_bit(number(n));
        }
        for n in 0..self.filter.len() {
            let filtered = (self.filter[n].q.val() & self.events.mode.val()).any();
            self.stands[n].next = self.events.debug.val() | self.inhibit.q.val().get_bit(number(n)) | filtered;
        }
        self.port.told.cycle.next = !self.stands[0].val();
    }

    /// What each counter adds, and what accesses make of its lower bits.
    fn count(&mut self) {
        let target: Target = self.target.q.val();
        for n in 0..self.lower.len() {
            let is_counter = target.counter & self.hit[n].q.val();
            self.lower[n].puts.next = is_counter & self.puts.q.val().get_bit(0);
            self.lower[n].drops.next = is_counter & self.drops.q.val().get_bit(0);
            self.lower[n].operand.next = bit_cast::<LOW, 64>(self.operand.val());
            let has_turn = self.upper.turns.val() & (self.upper.turn_index.val() == number(n).to_bits::<5>());
            self.lower[n].visit.next = (self.reads.q.val() & self.hit[n].q.val()) | has_turn;
        }
        self.lower[0].increment.next = bit_cast::<LOW, 1>((!self.stands[0].val()).into());

        let mut retired: Bits<LOW> = bits::<LOW>(0);
        for b in 0..self.events.happened.len() {
            // Selector 2: instructions that retire.
            let bit = bit_cast::<LOW, 1>(self.events.happened[b].val().get_bit(2).into());
            retired = retired | (bit << b.to_bits::<LOW>());
        }
        let writes_minstret = target.counter
            & self.hit[1].q.val()
            & (self.puts.q.val() | self.drops.q.val()).any()
            & (self.privilege.q.val() != PRIVILEGE_DEBUG.to_bits::<3>());
        let was_written = self.written.q.val() | writes_minstret;
        self.written.d.next = was_written & (self.events.debug.val() | !retired.any());
        let counted: Bits<LOW> = if was_written & retired.any() { retired - 1 } else { retired };
        self.lower[1].increment.next = if self.stands[1].val() { bits::<LOW>(0) } else { counted };
        for n in 0..self.event.len() {
            self.lower[n + 2].increment.next = self.event[n].increment.val();
        }
    }
}
