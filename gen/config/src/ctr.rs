// SPDX-License-Identifier: Apache-2.0
//! Control Transfer Records.

use crate::Build;
use serde::{Deserialize, Serialize};
use tracewright_regmap::csr::{self, CtrFeatures};

/// Control Transfer Records.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Ctr {
    /// The version of the specification, if there are any.
    pub version: CtrVersion,
    /// Modes of the hart.
    pub hart_modes: CtrModes,
    /// Whether there are mstateen0 and, with the H extension, hstateen0.
    pub state_enable: bool,
    /// Smallest depth.
    pub min_depth: u32,
    /// Largest depth, and entries of the array.
    pub max_depth: u32,
    /// What the array is made of.
    pub memory: CtrMemory,
    /// Whether there are transfer type filters.
    pub filters: bool,
    /// Whether external traps can be recorded.
    pub external_traps: bool,
    /// Whether there is RAS emulation.
    pub ras: bool,
    /// Whether breakpoints and counter overflow interrupts can set FROZEN.
    pub freeze: bool,
    /// Whether entries have MISP; the port then has `mispredict`.
    pub misp: bool,
    /// Whether entries have TYPE.
    pub transfer_type: bool,
    /// Whether entries have CC and CCV.
    pub cycles: bool,
    /// Bits of CCE.
    pub exponent_bits: u32,
}

/// The version of the specification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CtrVersion {
    /// There are no records.
    #[serde(rename = "none")]
    None,
    /// 0.1.4.
    #[serde(rename = "0.1.4")]
    V0_1_4,
    /// 1.0.
    #[serde(rename = "1.0")]
    V1_0,
}

/// Modes of the hart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CtrModes {
    /// M-mode.
    M,
    /// M- and U-mode.
    Mu,
    /// M-, S- and U-mode.
    Msu,
    /// These, and with the H extension VS- and VU-mode.
    Msuh,
}

/// What the array is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CtrMemory {
    /// Block RAM.
    Block,
    /// Registers.
    Registers,
}

impl Default for Ctr {
    fn default() -> Self {
        Ctr {
            version: CtrVersion::None,
            hart_modes: CtrModes::Msu,
            state_enable: false,
            min_depth: 16,
            max_depth: 16,
            memory: CtrMemory::Block,
            filters: true,
            external_traps: true,
            ras: true,
            freeze: true,
            misp: true,
            transfer_type: true,
            cycles: true,
            exponent_bits: 4,
        }
    }
}

impl Build {
    /// Whether there are Control Transfer Records.
    pub fn has_records(&self) -> bool {
        self.ctr.version != CtrVersion::None
    }

    /// Whether something has CSRs at a port of the hart: Control Transfer Records, performance counters.
    pub fn has_csr_port(&self) -> bool {
        self.has_records() || self.pmu.built
    }

    /// Whether Control Transfer Records count cycles.
    pub fn has_counted_records(&self) -> bool {
        self.has_records() && self.ctr.cycles
    }

    /// What decides on the CSRs, if there are Control Transfer Records.
    pub fn ctr_features(&self) -> Option<CtrFeatures> {
        let ctr = &self.ctr;
        let version = match ctr.version {
            CtrVersion::None => return None,
            CtrVersion::V0_1_4 => csr::CtrVersion::V0_1_4,
            CtrVersion::V1_0 => csr::CtrVersion::V1_0,
        };
        Some(CtrFeatures {
            version,
            xlen: self.xlen,
            min_depth: ctr.min_depth,
            max_depth: ctr.max_depth,
            user: ctr.hart_modes >= CtrModes::Mu,
            supervisor: ctr.hart_modes >= CtrModes::Msu,
            hypervisor: ctr.hart_modes >= CtrModes::Msuh,
            state_enable: ctr.state_enable,
            filters: ctr.filters,
            external_traps: ctr.external_traps,
            ras: ctr.ras,
            freeze: ctr.freeze,
            misp: ctr.misp,
            types: ctr.transfer_type,
            cycles: ctr.cycles,
            exponent_bits: ctr.exponent_bits,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_features_are_those_of_the_keys() {
        let mut build = Build::default();
        assert_eq!(build.ctr_features(), None);
        build.ctr = Ctr { version: CtrVersion::V1_0, hart_modes: CtrModes::Msuh, ..Ctr::default() };
        let all = CtrFeatures { max_depth: 16, state_enable: false, ..CtrFeatures::full(csr::CtrVersion::V1_0, 32) };
        assert_eq!(build.ctr_features(), Some(all));
        build.ctr.hart_modes = CtrModes::Mu;
        assert_eq!(build.ctr_features(), Some(CtrFeatures { supervisor: false, hypervisor: false, ..all }));
    }
}
