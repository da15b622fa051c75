// SPDX-License-Identifier: Apache-2.0
//! What a cycle adds to each counter.

use super::{Pmu, PmuCycle, COUNTERS, FIRST_HPM, MCYCLE, MINSTRET};
use tracewright_config::IngressForm;
use tracewright_messages::itype::EXCEPTION;
use tracewright_messages::privilege::{DEBUG, M, S, U, VS, VU};
use tracewright_regmap::csr::pmu::{FIRST_BUS_SELECTOR, MINH, SINH, UINH, VSINH, VUINH};

/// The selectors of the events that every build has.
const CYCLES: u32 = 1;
const INSTRUCTIONS: u32 = 2;

impl Pmu {
    /// What is added to each counter, by the selections and inhibits that were there before the access of the cycle.
    /// `selections` has mhpmevent of each counter; of mcycle and minstret it has mcyclecfg and minstretcfg (Smcntrpmf).
    pub(super) fn counted(&mut self, cycle: &PmuCycle, selections: &[u64; COUNTERS], inhibit: u64) -> [u64; COUNTERS] {
        let mut added = [0; COUNTERS];
        let mode = cycle.ingress.privilege;
        if cycle.ingress.halted || mode == DEBUG {
            return added;
        }
        let retired = self.retired(cycle);
        let written = u64::from(self.is_written && retired > 0);
        self.is_written &= retired == 0;
        for counter in [MCYCLE, MINSTRET].into_iter().chain(FIRST_HPM..COUNTERS) {
            let counts = self.features.is_built(counter as u32)
                && inhibit >> counter & 1 == 0
                && !is_filtered(selections[counter], mode);
            added[counter] = match counter {
                _ if !counts => 0,
                MCYCLE => 1,
                MINSTRET => retired - written,
                _ => self.happened(cycle, self.selector(selections[counter])),
            };
        }
        added
    }

    fn selector(&self, selection: u64) -> u32 {
        (selection & ((1 << self.features.selector_bits) - 1)) as u32
    }

    /// How often the event that a number selects was in a cycle: never, if the build has no such event.
    fn happened(&self, cycle: &PmuCycle, selector: u32) -> u64 {
        match selector {
            CYCLES => 1,
            INSTRUCTIONS => self.retired(cycle),
            number if number >= FIRST_BUS_SELECTOR => {
                let mut bus = self.build.pmu.bus.selected();
                bus.find(|(selector, _)| *selector == number)
                    .map_or(0, |_| cycle.events[(number - FIRST_BUS_SELECTOR) as usize].into())
            }
            number => {
                let event = self.build.pmu_events().find(|event| event.selector == number);
                let blocks = &cycle.ingress.blocks[..self.build.ingress.blocks as usize];
                event
                    .map_or(0, |event| blocks.iter().filter(|block| event.itypes.contains(&block.itype)).count() as u64)
            }
        }
    }

    /// How many instructions retired: not those that end in an exception, as ecall does.
    fn retired(&self, cycle: &PmuCycle) -> u64 {
        let blocks = &cycle.ingress.blocks[..self.build.ingress.blocks as usize];
        match self.build.ingress.form {
            IngressForm::Block => cycle.retired.into(),
            IngressForm::Single => {
                blocks.iter().filter(|block| block.iretire > 0 && block.itype != EXCEPTION).count() as u64
            }
        }
    }
}

/// Whether a filter keeps a mode from being counted: the xINH bits of mhpmevent (Sscofpmf), or of mcyclecfg and
/// minstretcfg (Smcntrpmf).
fn is_filtered(filter: u64, mode: u8) -> bool {
    let bit = match mode {
        U => UINH,
        S => SINH,
        M => MINH,
        VU => VUINH,
        VS => VSINH,
        _ => return false,
    };
    filter >> bit & 1 == 1
}
