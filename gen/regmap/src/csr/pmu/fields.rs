// SPDX-License-Identifier: Apache-2.0
//! The fields of the counters' CSRs.

use super::{PmuFeature, PmuField, PmuLegal};

/// Fields as data, and a constant for the position of each.
macro_rules! pmu_fields {
    ($($list:ident {$(
        $(#[doc = $doc:literal])*
        $field:ident = $lsb:literal $name:literal, $width:literal bits, $needs:ident, $legal:ident;
    )*})*) => {
        $($(
            #[doc = concat!("Least significant bit of ", $name, ".")]
            pub const $field: u32 = $lsb;
        )*)*
        $(pub(crate) const $list: &[PmuField] = &[$(PmuField {
            name: $name,
            lsb: $lsb,
            width: $width,
            needs: PmuFeature::$needs,
            legal: PmuLegal::$legal,
            doc: concat!($($doc),*).trim_ascii(),
        }),*];)*
    };
}

pmu_fields! {
    COUNTER {
        /// How many events there were, modulo 2 to the width.
        COUNT = 0 "count", 64 bits, Always, Counter;
    }
    SHADOW {
        /// The counter.
        SHADOW_COUNT = 0 "count", 64 bits, Always, Shown;
    }
    EVENT {
        /// Which event is counted; a number that no event has counts nothing.
        SELECTOR = 0 "SELECTOR", 5 bits, Always, Selector;
        /// Nothing is counted in VU-mode.
        VUINH = 58 "VUINH", 1 bits, HypervisorFilter, Any;
        /// Nothing is counted in VS-mode.
        VSINH = 59 "VSINH", 1 bits, HypervisorFilter, Any;
        /// Nothing is counted in U-mode.
        UINH = 60 "UINH", 1 bits, UserFilter, Any;
        /// Nothing is counted in S-mode (HS-mode).
        SINH = 61 "SINH", 1 bits, SupervisorFilter, Any;
        /// Nothing is counted in M-mode.
        MINH = 62 "MINH", 1 bits, Filter, Any;
        /// The counter has wrapped. While it is 1, a wrap requests no interrupt.
        OF = 63 "OF", 1 bits, Overflow, Any;
    }
    FILTER {
        /// Nothing is counted in VU-mode.
        FIXED_VUINH = 58 "VUINH", 1 bits, HypervisorFilter, Any;
        /// Nothing is counted in VS-mode.
        FIXED_VSINH = 59 "VSINH", 1 bits, HypervisorFilter, Any;
        /// Nothing is counted in U-mode.
        FIXED_UINH = 60 "UINH", 1 bits, UserFilter, Any;
        /// Nothing is counted in S-mode (HS-mode).
        FIXED_SINH = 61 "SINH", 1 bits, SupervisorFilter, Any;
        /// Nothing is counted in M-mode.
        FIXED_MINH = 62 "MINH", 1 bits, Filter, Any;
    }
    INHIBIT {
        /// mcycle stands still.
        INHIBIT_CY = 0 "CY", 1 bits, Always, Any;
        /// minstret stands still.
        INHIBIT_IR = 2 "IR", 1 bits, Always, Any;
        /// Bit n: mhpmcounter n stands still.
        INHIBIT_HPM = 3 "HPM", 29 bits, Always, Counters;
    }
    ENABLE {
        /// cycle can be read.
        ENABLE_CY = 0 "CY", 1 bits, Always, Any;
        /// instret can be read.
        ENABLE_IR = 2 "IR", 1 bits, Always, Any;
        /// Bit n: hpmcounter n can be read.
        ENABLE_HPM = 3 "HPM", 29 bits, Always, Counters;
    }
    OVERFLOWS {
        /// Bit n: OF of mhpmevent n, where the mode may read hpmcounter n.
        OVERFLOWED = 3 "OF", 29 bits, Always, Shown;
    }
}
