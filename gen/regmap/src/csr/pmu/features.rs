// SPDX-License-Identifier: Apache-2.0
//! What of a build decides on its CSRs.

use super::{PmuCsr, PmuFeature, PmuField, PmuLegal, PmuState, PMU_CSRS};

/// What of a build decides on its CSRs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PmuFeatures {
    /// XLEN: 32 or 64.
    pub xlen: u32,
    /// How many of mhpmcounter3 to 31 are built, from 3 up.
    pub counters: u32,
    /// Their bits, 32 to 64. mcycle and minstret have 64.
    pub width: u32,
    /// Bits of a selector.
    pub selector_bits: u32,
    /// U-mode.
    pub user: bool,
    /// S-mode.
    pub supervisor: bool,
    /// VS- and VU-mode.
    pub hypervisor: bool,
    /// OF and filters in mhpmevent, scountovf.
    pub sscofpmf: bool,
    /// mcyclecfg and minstretcfg.
    pub smcntrpmf: bool,
}

impl PmuFeatures {
    /// Everything.
    pub const fn full(xlen: u32) -> PmuFeatures {
        PmuFeatures {
            xlen,
            counters: 29,
            width: 64,
            selector_bits: 5,
            user: true,
            supervisor: true,
            hypervisor: true,
            sscofpmf: true,
            smcntrpmf: true,
        }
    }

    /// Whether a build has what a CSR needs, or a field of it; filters are those of the state.
    pub const fn has(&self, feature: PmuFeature, state: PmuState) -> bool {
        let filter = match state {
            PmuState::Filter => self.smcntrpmf,
            _ => self.sscofpmf,
        };
        match feature {
            PmuFeature::Always => true,
            PmuFeature::User => self.user,
            PmuFeature::Supervisor => self.supervisor,
            PmuFeature::Hypervisor => self.hypervisor,
            PmuFeature::Overflow => self.sscofpmf,
            PmuFeature::SupervisorOverflow => self.sscofpmf && self.supervisor,
            PmuFeature::Filter => filter,
            PmuFeature::UserFilter => filter && self.user,
            PmuFeature::SupervisorFilter => filter && self.supervisor,
            PmuFeature::HypervisorFilter => filter && self.hypervisor,
            PmuFeature::FixedFilter => self.smcntrpmf,
        }
    }

    /// Whether counter n is built: 0 mcycle, 2 minstret, and mhpmcounters.
    pub const fn is_built(&self, counter: u32) -> bool {
        match counter {
            0 | 2 => true,
            n => n >= 3 && n - 3 < self.counters,
        }
    }

    /// Bit n for each counter that is built.
    pub const fn counter_mask(&self) -> u32 {
        (((1u64 << self.counters) - 1) << 3) as u32 | 0b101
    }

    /// The rows that the build has.
    pub fn csrs(&self) -> impl Iterator<Item = &'static PmuCsr> + '_ {
        let is_there = |csr: &&PmuCsr| self.has(csr.needs, csr.state) && (!csr.high || self.xlen == 32);
        PMU_CSRS.iter().filter(is_there)
    }

    /// The row that has this number, and the counter that the CSR is about, if the build has it.
    pub fn csr(&self, number: u16) -> Option<(&'static PmuCsr, u32)> {
        self.csrs().find_map(|csr| {
            let place = number.checked_sub(csr.number).filter(|place| *place < csr.count.into())?;
            Some((csr, u32::from(csr.first) + u32::from(place)))
        })
    }
}

impl PmuCsr {
    /// The least privilege that its number needs: 0 U, 1 S, 2 HS, 3 M.
    pub const fn level(&self) -> u16 {
        self.number >> 8 & 3
    }

    /// Whether its number says that it is read-only.
    pub const fn is_read_only(&self) -> bool {
        self.number >> 10 == 3
    }

    /// Its fields as a build shows them: with the half of the state and the bits that XLEN leaves.
    pub fn shown(&self, features: &PmuFeatures) -> impl Iterator<Item = PmuField> {
        let (first, end) = if self.high { (32, 64) } else { (0, features.xlen) };
        self.fields.iter().filter_map(move |field| {
            let (low, top) = (field.lsb.max(first), (field.lsb + field.width).min(end));
            (low < top).then(|| PmuField { lsb: low - first, width: top - low, ..*field })
        })
    }

    /// The bits of the 64-bit state of a counter that a write to any of its CSRs can change in a build.
    pub fn kept(&self, features: &PmuFeatures, counter: u32) -> u64 {
        let built = features.is_built(counter) || !matches!(self.state, PmuState::Counter | PmuState::Event);
        let bits = |field: &PmuField| match field.legal {
            _ if !built || !features.has(field.needs, self.state) => 0,
            PmuLegal::Any => field.mask(),
            PmuLegal::Counter if counter < 3 => field.mask(),
            PmuLegal::Counter => u64::MAX >> (64 - features.width),
            PmuLegal::Selector => (1 << features.selector_bits) - 1,
            PmuLegal::Counters => field.mask() & u64::from(features.counter_mask()),
            PmuLegal::Shown => 0,
        };
        self.fields.iter().fold(0, |mask, field| mask | bits(field))
    }

    /// The bits of the CSR that a write can change in a build.
    pub fn writable(&self, features: &PmuFeatures, counter: u32) -> u64 {
        match (self.high, features.xlen) {
            (true, _) => self.kept(features, counter) >> 32,
            (false, xlen) => self.kept(features, counter) & u64::MAX >> (64 - xlen),
        }
    }
}

impl PmuField {
    /// The field's bits, all ones.
    pub const fn mask(&self) -> u64 {
        (u64::MAX >> (64 - self.width)) << self.lsb
    }
}
