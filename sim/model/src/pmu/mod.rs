// SPDX-License-Identifier: Apache-2.0
//! Performance counters, written from the privileged architecture's rules with the choices of `docs/pmu.md`.
//!
//! [`Pmu::cycle`] takes what the ports show in a clock cycle. In it come, in this order: the access of the CSR port,
//! the events, and the overflows of the cycle two before.

mod access;
mod events;

pub use crate::ctr::{Access, Answer, Operation};

use tracewright_config::Build;
use tracewright_messages::Ingress;
use tracewright_regmap::csr::pmu::{PmuFeatures, MAX_BUS_EVENTS, OF};

/// Counters with their numbers: 0 mcycle, 2 minstret, n mhpmcounter n.
const COUNTERS: usize = 32;
const MCYCLE: usize = 0;
const MINSTRET: usize = 2;
const FIRST_HPM: usize = 3;

/// What the counters see in one clock cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct PmuCycle {
    /// The ingress port. `privilege` is the mode of the cycle, also where no block is valid.
    pub ingress: Ingress,
    /// How many instructions retired; in block form alone.
    pub retired: u32,
    /// How often each event of the bus was.
    pub events: [u8; MAX_BUS_EVENTS],
    /// The CSR port.
    pub access: Option<Access>,
}

/// What a clock cycle brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct PmuOutcome {
    /// The answer of the CSR port to the access of the cycle, which it shows two cycles later.
    pub answer: Option<Answer>,
    /// The request of an overflow interrupt: made two cycles after the counter wraps. The port `lcofi_request` shows it
    /// two cycles later still.
    pub lcofi: bool,
    /// mcycle counts this cycle.
    pub cycle: bool,
}

/// Performance counters.
#[derive(Clone, Debug)]
pub struct Pmu {
    build: Build,
    features: PmuFeatures,
    counters: [u64; COUNTERS],
    /// mhpmevents, and at the places of mcycle and minstret mcyclecfg and minstretcfg.
    selections: [u64; COUNTERS],
    /// mcountinhibit: a counter whose bit is 1 stands still (`counted` of events.rs).
    inhibit: u64,
    /// mcounteren: which counters modes below M may read (`refused` of access.rs).
    machine: u64,
    /// scounteren: which of these U-mode (where there is S-mode) and VU-mode may read.
    supervisor: u64,
    /// hcounteren: which of these VS-mode and VU-mode may read.
    hypervisor: u64,
    /// The next instruction that is shown is that of a write of minstret, which minstret does not count.
    is_written: bool,
    /// Counters that wrapped in the cycle before, and in the one before that: bit n for counter n.
    wrapped: [u32; 2],
}

impl Pmu {
    /// After reset; nothing if the build has no performance counters.
    pub fn new(build: &Build) -> Option<Pmu> {
        Some(Pmu {
            features: build.pmu_features()?,
            build: build.clone(),
            counters: [0; COUNTERS],
            selections: [0; COUNTERS],
            inhibit: 0,
            machine: 0,
            supervisor: 0,
            hypervisor: 0,
            is_written: false,
            wrapped: [0; 2],
        })
    }

    /// What the build has.
    pub fn features(&self) -> &PmuFeatures {
        &self.features
    }

    /// The value of a counter.
    pub fn counter(&self, counter: usize) -> u64 {
        self.counters[counter]
    }

    /// A clock cycle.
    pub fn cycle(&mut self, cycle: &PmuCycle) -> PmuOutcome {
        let (selections, inhibit) = (self.selections, self.inhibit);
        let answer = cycle.access.as_ref().map(|access| self.access(access));
        let added = self.counted(cycle, &selections, inhibit);
        let counts = |counter: usize| added[counter] > 0;
        let cycle = counts(MCYCLE);
        let wrapped = self.add(&added);
        PmuOutcome { answer, lcofi: self.overflow(wrapped), cycle }
    }

    /// Adds to each counter; which ones wrapped.
    fn add(&mut self, added: &[u64; COUNTERS]) -> u32 {
        let mut wrapped = 0;
        for (counter, added) in added.iter().enumerate() {
            let limit = self.limit(counter);
            let sum = u128::from(self.counters[counter]) + u128::from(*added);
            wrapped |= u32::from(sum > limit.into()) << counter;
            self.counters[counter] = sum as u64 & limit;
        }
        wrapped
    }

    /// The largest value of a counter.
    fn limit(&self, counter: usize) -> u64 {
        match counter {
            MCYCLE | MINSTRET => u64::MAX,
            _ => u64::MAX >> (64 - self.features.width),
        }
    }

    /// Sets OF of the counters that wrapped two cycles ago (Sscofpmf); whether one of them asks for the interrupt,
    /// LCOFI: one whose OF was 0 does. The hart makes interrupt 13 pending.
    fn overflow(&mut self, wrapped: u32) -> bool {
        let [one_ago, due] = self.wrapped;
        self.wrapped = [wrapped, one_ago];
        let mut asks = false;
        for counter in FIRST_HPM..COUNTERS {
            if self.features.sscofpmf && due >> counter & 1 == 1 {
                asks |= self.selections[counter] >> OF & 1 == 0;
                self.selections[counter] |= 1 << OF;
            }
        }
        asks
    }
}
