// SPDX-License-Identifier: Apache-2.0
//! The CSRs of the hart's performance counters, described once as data: the privileged architecture's counters,
//! Sscofpmf and Smcntrpmf, XLEN 32 and 64.
//!
//! [`PmuFeatures::csrs`] are those of a build. A row of the table is a CSR, or the 29 CSRs of mhpmcounter3 to 31.

mod events;
mod features;
mod fields;
mod table;

pub use events::{PmuEvent, FIRST_BUS_SELECTOR, MAX_BUS_EVENTS, PMU_EVENTS};
pub use features::PmuFeatures;
pub use fields::*;
pub use table::*;

/// A CSR, or several with consecutive numbers.
#[derive(Clone, Copy, Debug)]
pub struct PmuCsr {
    /// The specification's spelling; of several without their numbers and without the h of an upper half.
    pub name: &'static str,
    /// The number of the first.
    pub number: u16,
    /// The counter that the first is about: 0 mcycle, 2 minstret, n mhpmcounter n; 0 where it is about all.
    pub first: u8,
    /// How many there are: 1, or 29.
    pub count: u8,
    /// It shows bits 63-32, and exists where XLEN is 32 alone.
    pub high: bool,
    /// What it is for.
    pub doc: &'static str,
    /// Where it is described.
    pub spec: &'static str,
    /// What a build must have for it to exist.
    pub needs: PmuFeature,
    /// The state that it shows.
    pub state: PmuState,
    /// Fields, from bit 0 of the 64-bit state up. Other bits read 0 and ignore writes.
    pub fields: &'static [PmuField],
}

/// The state that a CSR shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PmuState {
    /// The value of a counter.
    Counter,
    /// The same, read-only, for modes that the enables let through.
    Shadow,
    /// What a counter counts, and its filter.
    Event,
    /// The filter of mcycle or minstret.
    Filter,
    /// Which counters stand still.
    Inhibit,
    /// Which shadows modes below M reach.
    MachineEnable,
    /// Which shadows U-mode and VU-mode reach.
    SupervisorEnable,
    /// Which shadows VS-mode and VU-mode reach.
    HypervisorEnable,
    /// OF of all counters.
    Overflows,
}

/// A field of a CSR.
#[derive(Clone, Copy, Debug)]
pub struct PmuField {
    /// The specification's spelling.
    pub name: &'static str,
    /// Position of its least significant bit in the 64-bit state.
    pub lsb: u32,
    /// Width in bits.
    pub width: u32,
    /// What a build must have for the field; without it the field is read-only 0.
    pub needs: PmuFeature,
    /// Which of its bits there are.
    pub legal: PmuLegal,
    /// What it means.
    pub doc: &'static str,
}

/// Which bits of a field there are; those take every value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PmuLegal {
    /// All.
    Any,
    /// The bits of a counter that is built.
    Counter,
    /// The bits of a selector that is built.
    Selector,
    /// Bit n if counter n is built.
    Counters,
    /// None: it is read-only.
    Shown,
}

/// What a build must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PmuFeature {
    /// Nothing: every build has it.
    Always,
    /// U-mode.
    User,
    /// S-mode.
    Supervisor,
    /// The H extension.
    Hypervisor,
    /// Sscofpmf.
    Overflow,
    /// Sscofpmf and S-mode.
    SupervisorOverflow,
    /// Filters: Sscofpmf in mhpmevent, Smcntrpmf in mcyclecfg and minstretcfg.
    Filter,
    /// A filter and U-mode.
    UserFilter,
    /// A filter and S-mode.
    SupervisorFilter,
    /// A filter and the H extension.
    HypervisorFilter,
    /// Smcntrpmf.
    FixedFilter,
}
