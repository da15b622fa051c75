// SPDX-License-Identifier: Apache-2.0
//! The CSR port: who reaches what, and what reads and writes do.

use super::{Pmu, COUNTERS, FIRST_HPM, MINSTRET};
use crate::ctr::{Access, Answer, Operation};
use tracewright_messages::privilege::{DEBUG, M, S, U, VS, VU};
use tracewright_regmap::csr::pmu::{PmuCsr, PmuState, OF};

impl Pmu {
    pub(super) fn access(&mut self, access: &Access) -> Answer {
        let found = self.features.csr(access.csr).filter(|_| access.operation != Operation::ClearRecords);
        let Some((csr, counter)) = found else { return Answer::NotHere };
        if let Some(refusal) = self.refused(access, csr, counter) {
            return refusal;
        }
        let (state, mask) = (self.state(csr, counter, access.privilege), self.mask(csr));
        let shift = if csr.high { 32 } else { 0 };
        let (old, data) = (state >> shift & mask, access.data & mask);
        let new = match access.operation {
            Operation::Write => data,
            Operation::Set => old | data,
            Operation::Clear => old & !data,
            Operation::Read | Operation::ClearRecords => return Answer::Value(old),
        };
        let kept = csr.kept(&self.features, counter) & mask << shift;
        self.write(csr, counter, state & !kept | new << shift & kept, access.privilege);
        Answer::Value(old)
    }

    /// The bits of a CSR.
    fn mask(&self, csr: &PmuCsr) -> u64 {
        u64::MAX >> (64 - if csr.high { 32 } else { self.features.xlen })
    }

    /// Why an access is refused, if it is: by its level, bits 9:8 of the number; at level 0 (shadows) by the enables.
    fn refused(&self, access: &Access, csr: &PmuCsr, counter: u32) -> Option<Answer> {
        let (mode, level) = (access.privilege, csr.level());
        let writes = access.operation != Operation::Read;
        if writes && csr.is_read_only() {
            return Some(Answer::Illegal);
        }
        if matches!(mode, M | DEBUG) {
            return None;
        }
        if level == 3 || mode == U && level > 0 {
            return Some(Answer::Illegal);
        }
        if level > 0 {
            let is_virtual = mode == VU || mode == VS && level == 2;
            return is_virtual.then_some(Answer::Virtual);
        }
        let is_let = |enable: u64| enable >> counter & 1 == 1;
        let has_supervisor = self.features.supervisor;
        match mode {
            _ if !is_let(self.machine) => Some(Answer::Illegal),
            U if has_supervisor && !is_let(self.supervisor) => Some(Answer::Illegal),
            U | S => None,
            _ if !is_let(self.hypervisor) => Some(Answer::Virtual),
            VU if !is_let(self.supervisor) => Some(Answer::Virtual),
            _ => None,
        }
    }

    /// The 64-bit state that a CSR shows to a mode; scountovf shows OF as mcounteren and hcounteren let it (Sscofpmf).
    fn state(&self, csr: &PmuCsr, counter: u32, mode: u8) -> u64 {
        match csr.state {
            PmuState::Counter | PmuState::Shadow => self.counters[counter as usize],
            PmuState::Event | PmuState::Filter => self.selections[counter as usize],
            PmuState::Inhibit => self.inhibit,
            PmuState::MachineEnable => self.machine,
            PmuState::SupervisorEnable => self.supervisor,
            PmuState::HypervisorEnable => self.hypervisor,
            PmuState::Overflows => {
                let overflow = |n: usize| (self.selections[n] >> OF & 1) << n;
                let all = (FIRST_HPM..COUNTERS).map(overflow).fold(0, |all, one| all | one);
                match mode {
                    M | DEBUG => all,
                    VS => all & self.machine & self.hypervisor,
                    _ => all & self.machine,
                }
            }
        }
    }

    fn write(&mut self, csr: &PmuCsr, counter: u32, value: u64, mode: u8) {
        let counter = counter as usize;
        match csr.state {
            PmuState::Counter => {
                self.counters[counter] = value;
                self.is_written |= counter == MINSTRET && mode != DEBUG;
            }
            PmuState::Event | PmuState::Filter => self.selections[counter] = value,
            PmuState::Inhibit => self.inhibit = value,
            PmuState::MachineEnable => self.machine = value,
            PmuState::SupervisorEnable => self.supervisor = value,
            PmuState::HypervisorEnable => self.hypervisor = value,
            PmuState::Shadow | PmuState::Overflows => {}
        }
    }
}
