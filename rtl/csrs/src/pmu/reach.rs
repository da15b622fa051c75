// SPDX-License-Identifier: Apache-2.0
//! Who reaches what (docs/pmu.md).

use crate::codes::*;
use tracewright_config::CtrModes;
use tracewright_prim::*;
use tracewright_regmap::csr::pmu::*;

/// Which CSR an access is to.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Target {
    /// The CSR is a counter itself: mcycle, minstret, mhpmcounter n, or the upper half of one.
    pub counter: Bit,
    /// The CSR is a shadow, which shows a counter to modes below M-mode: cycle, instret, hpmcounter n, or a half.
    pub shadow: Bit,
    /// The CSR is an mhpmevent, which says what an mhpmcounter counts and in which modes.
    pub event: Bit,
    /// The CSR is mcyclecfg or minstretcfg.
    pub filter: Bit,
    /// The CSR is mcountinhibit: counters whose bit is 1 stand still.
    pub inhibit: Bit,
    /// The CSR is mcounteren: counters that modes below M-mode may read by their shadows.
    pub machine: Bit,
    /// The CSR is scounteren: counters that U-mode and VU-mode may read by their shadows.
    pub supervisor: Bit,
    /// The CSR is hcounteren: counters that VS-mode and VU-mode may read by their shadows.
    pub hypervisor: Bit,
    /// The CSR is scountovf.
    pub overflows: Bit,
    /// The CSR shows bits 63-32.
    pub high: Bit,
}

/// Finds the CSR of an access, and whether the access may be done, as far as its mode and its number say.
#[derive(Module)]
#[module(build: Build)]
pub struct Reach {
    /// What is done: 1 read, 2 write, 3 set, 4 clear.
    pub op: Signal<In, Bits<3>>,
    /// The number of the CSR.
    pub address: Signal<In, Bits<12>>,
    /// The mode of the access.
    pub privilege: Signal<In, Bits<3>>,
    /// The CSR that the access is to: its kind, and which half it shows; all 0 where the access may not be done.
    pub target: Signal<Out, Target>,
    /// The access is to a CSR of the counters. If it is not, the hart answers it by itself.
    pub ours: Signal<Out, Bit>,
    /// The access raises an illegal-instruction exception by its number and mode. Enables of shadows come in `tw_pmu`.
    pub illegal: Signal<Out, Bit>,
    /// The access raises a virtual-instruction exception by its number and mode.
    pub virtually: Signal<Out, Bit>,
    found: Signal<Local, Target>,
    #[new(build.xlen == 32)]
    _narrow: bool,
    #[new(build.pmu.sscofpmf)]
    _sscofpmf: bool,
    #[new(build.pmu.smcntrpmf)]
    _smcntrpmf: bool,
    #[new(build.pmu.hart_modes >= CtrModes::Mu)]
    _user: bool,
    #[new(build.pmu.hart_modes >= CtrModes::Msu)]
    _supervisor: bool,
    #[new(build.pmu.hart_modes >= CtrModes::Msuh)]
    _hypervisor: bool,
}

/// Bits 11-5 of a number: what kind of CSR it is. Bits 4-0 are the counter.
fn group(number: u16) -> u64 {
    u64::from(number >> 5)
}

#[kernel]
impl Reach {
    fn update(&mut self) {
        self.found();
        self.refused();
    }

    /// Which CSR it is. Counter 0 is mcycle, 2 minstret, n mhpmcounter n. Counter 1 is the time, which the hart has.
    fn found(&mut self) {
        let address = self.address.val();
        let group_of = address.get_bits::<7>(5);
        let index = address.get_bits::<5>(0);
        let no_time = index != bits::<5>(1);
        let low_counter = (group_of == group(MCYCLE).to_bits::<7>()) & no_time;
        let low_shadow = (group_of == group(CYCLE).to_bits::<7>()) & no_time;
        let low_events = group_of == group(MCOUNTINHIBIT).to_bits::<7>();
        let high_counter = (group_of == group(MCYCLEH).to_bits::<7>()) & no_time & self._narrow;
        let high_shadow = (group_of == group(CYCLEH).to_bits::<7>()) & no_time & self._narrow;
        let high_events = (group_of == group(MCYCLECFGH).to_bits::<7>()) & self._narrow;
        let is_first = index == bits::<5>(0);
        let is_event = index >= bits::<5>(3);
        let is_filter = !is_first & !is_event;
        self.found.next.counter = low_counter | high_counter;
        self.found.next.shadow = low_shadow | high_shadow;
        self.found.next.event = is_event & (low_events | (high_events & self._sscofpmf));
        self.found.next.filter = is_filter & (low_events | high_events) & self._smcntrpmf;
        self.found.next.inhibit = is_first & low_events;
        self.found.next.machine = (address == u64::from(MCOUNTEREN).to_bits::<12>()) & self._user;
        self.found.next.supervisor = (address == u64::from(SCOUNTEREN).to_bits::<12>()) & self._supervisor;
        self.found.next.hypervisor = (address == u64::from(HCOUNTEREN).to_bits::<12>()) & self._hypervisor;
        self.found.next.overflows =
            (address == u64::from(SCOUNTOVF).to_bits::<12>()) & self._sscofpmf & self._supervisor;
        self.found.next.high = high_counter | high_shadow | high_events;
    }

    /// Whether the access is refused: a change of a read-only CSR (bits 11-10 are 3), or too high a level (bits 9-8).
    fn refused(&mut self) {
        let op = self.op.val();
        let privilege = self.privilege.val();
        let address = self.address.val();
        let found: Target = self.found.val();
        let is_access = op.any() & (op < CSR_CLEAR_RECORDS.to_bits::<3>());
        let ours = is_access
            & (found.counter
                | found.shadow
                | found.event
                | found.filter
                | found.inhibit
                | found.machine
                | found.supervisor
                | found.hypervisor
                | found.overflows);
        let is_above = (privilege == PRIVILEGE_M.to_bits::<3>()) | (privilege == PRIVILEGE_DEBUG.to_bits::<3>());
        let is_user = privilege == PRIVILEGE_U.to_bits::<3>();
        let is_virtual_user = privilege == PRIVILEGE_VU.to_bits::<3>();
        let is_virtual_supervisor = privilege == PRIVILEGE_VS.to_bits::<3>();
        let is_read_only = address.get_bits::<2>(10).all();
        let level = address.get_bits::<2>(8);

        let too_low = level.all() | (level.any() & is_user);
        let too_low_virtually = (is_virtual_user & level.any()) | (is_virtual_supervisor & level.get_bit(1));
        let is_illegal = (is_read_only & (op != CSR_READ.to_bits::<3>())) | (too_low & !is_above);
        let is_virtual = too_low_virtually & !is_above;
        self.ours.next = ours;
        self.illegal.next = ours & is_illegal;
        self.virtually.next = ours & !is_illegal & is_virtual;
        let granted = ours & !is_illegal & !is_virtual;
        self.target.next.counter = granted & found.counter;
        self.target.next.shadow = granted & found.shadow;
        self.target.next.event = granted & found.event;
        self.target.next.filter = granted & found.filter;
        self.target.next.inhibit = granted & found.inhibit;
        self.target.next.machine = granted & found.machine;
        self.target.next.supervisor = granted & found.supervisor;
        self.target.next.hypervisor = granted & found.hypervisor;
        self.target.next.overflows = granted & found.overflows;
        self.target.next.high = granted & found.high;
    }
}
