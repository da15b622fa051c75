// SPDX-License-Identifier: Apache-2.0
//! The CSRs of the counters.

use super::fields::{COUNTER, ENABLE, EVENT, FILTER, INHIBIT, OVERFLOWS, SHADOW};
use super::{PmuCsr, PmuFeature, PmuState};

/// CSRs as data, and a constant for the number of each, or of the first of several.
macro_rules! pmu_csrs {
    ($(
        $(#[doc = $doc:literal])*
        $csr:ident = $number:literal $name:literal, $spec:literal, $needs:ident, $state:ident, first $first:literal
            $(, count $count:literal)? $(, high $high:literal)?; $fields:expr;
    )*) => {
        $(
            #[doc = concat!("Number of ", $name, ", or of the first of several.")]
            pub const $csr: u16 = $number;
        )*

        /// Every CSR, by what it is about.
        pub const PMU_CSRS: &[PmuCsr] = &[$(PmuCsr {
            name: $name,
            number: $number,
            first: $first,
            count: $crate::macros::first!($($count,)? 1),
            high: $crate::macros::first!($($high,)? false),
            doc: concat!($($doc),*).trim_ascii(),
            spec: $spec,
            needs: PmuFeature::$needs,
            state: PmuState::$state,
            fields: $fields,
        }),*];
    };
}

pmu_csrs! {
    /// Clock cycles.
    MCYCLE = 0xB00 "mcycle", "Privileged Architecture", Always, Counter, first 0; COUNTER;
    /// Retired instructions.
    MINSTRET = 0xB02 "minstret", "Privileged Architecture", Always, Counter, first 2; COUNTER;
    /// Events that mhpmevent selects.
    MHPMCOUNTER3 = 0xB03 "mhpmcounter", "Privileged Architecture", Always, Counter, first 3, count 29; COUNTER;
    /// Bits 63-32 of mcycle.
    MCYCLEH = 0xB80 "mcycle", "Privileged Architecture", Always, Counter, first 0, high true; COUNTER;
    /// Bits 63-32 of minstret.
    MINSTRETH = 0xB82 "minstret", "Privileged Architecture", Always, Counter, first 2, high true; COUNTER;
    /// Bits 63-32 of mhpmcounter.
    MHPMCOUNTER3H = 0xB83 "mhpmcounter", "Privileged Architecture", Always, Counter, first 3, count 29, high true;
        COUNTER;
    /// Which counters stand still.
    MCOUNTINHIBIT = 0x320 "mcountinhibit", "Privileged Architecture", Always, Inhibit, first 0; INHIBIT;
    /// Which modes mcycle counts in.
    MCYCLECFG = 0x321 "mcyclecfg", "Smcntrpmf", FixedFilter, Filter, first 0; FILTER;
    /// Which modes minstret counts in.
    MINSTRETCFG = 0x322 "minstretcfg", "Smcntrpmf", FixedFilter, Filter, first 2; FILTER;
    /// What mhpmcounter counts, in which modes, and whether it has wrapped.
    MHPMEVENT3 = 0x323 "mhpmevent", "Privileged Architecture, Sscofpmf", Always, Event, first 3, count 29; EVENT;
    /// Bits 63-32 of mcyclecfg.
    MCYCLECFGH = 0x721 "mcyclecfg", "Smcntrpmf", FixedFilter, Filter, first 0, high true; FILTER;
    /// Bits 63-32 of minstretcfg.
    MINSTRETCFGH = 0x722 "minstretcfg", "Smcntrpmf", FixedFilter, Filter, first 2, high true; FILTER;
    /// Bits 63-32 of mhpmevent.
    MHPMEVENT3H = 0x723 "mhpmevent", "Sscofpmf", Overflow, Event, first 3, count 29, high true; EVENT;
    /// Which shadows modes below M reach.
    MCOUNTEREN = 0x306 "mcounteren", "Privileged Architecture", User, MachineEnable, first 0; ENABLE;
    /// Which shadows U-mode and VU-mode reach.
    SCOUNTEREN = 0x106 "scounteren", "Privileged Architecture", Supervisor, SupervisorEnable, first 0; ENABLE;
    /// Which shadows VS-mode and VU-mode reach.
    HCOUNTEREN = 0x606 "hcounteren", "Privileged Architecture", Hypervisor, HypervisorEnable, first 0; ENABLE;
    /// Shadow of mcycle.
    CYCLE = 0xC00 "cycle", "Zicntr", Always, Shadow, first 0; SHADOW;
    /// Shadow of minstret.
    INSTRET = 0xC02 "instret", "Zicntr", Always, Shadow, first 2; SHADOW;
    /// Shadow of mhpmcounter.
    HPMCOUNTER3 = 0xC03 "hpmcounter", "Zihpm", Always, Shadow, first 3, count 29; SHADOW;
    /// Bits 63-32 of cycle.
    CYCLEH = 0xC80 "cycle", "Zicntr", Always, Shadow, first 0, high true; SHADOW;
    /// Bits 63-32 of instret.
    INSTRETH = 0xC82 "instret", "Zicntr", Always, Shadow, first 2, high true; SHADOW;
    /// Bits 63-32 of hpmcounter.
    HPMCOUNTER3H = 0xC83 "hpmcounter", "Zihpm", Always, Shadow, first 3, count 29, high true; SHADOW;
    /// Which counters have wrapped.
    SCOUNTOVF = 0xDA0 "scountovf", "Sscofpmf", SupervisorOverflow, Overflows, first 0; OVERFLOWS;
}
