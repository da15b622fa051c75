// SPDX-License-Identifier: Apache-2.0
//! What of a build decides on its CSRs.

use super::{v0_1_4, v1_0, Csr, CtrFeature, CtrVersion};

/// What of a build decides on its CSRs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CtrFeatures {
    /// The version.
    pub version: CtrVersion,
    /// XLEN: 32 or 64.
    pub xlen: u32,
    /// Smallest depth: 16, 32, 64, 128 or 256.
    pub min_depth: u32,
    /// Largest depth.
    pub max_depth: u32,
    /// U-mode.
    pub user: bool,
    /// S-mode.
    pub supervisor: bool,
    /// VS- and VU-mode.
    pub hypervisor: bool,
    /// mstateen0, and with the H extension hstateen0.
    pub state_enable: bool,
    /// Transfer type filters.
    pub filters: bool,
    /// External traps.
    pub external_traps: bool,
    /// RAS emulation.
    pub ras: bool,
    /// Freeze by breakpoints and counter overflow interrupts.
    pub freeze: bool,
    /// MISP.
    pub misp: bool,
    /// TYPE.
    pub types: bool,
    /// CC and CCV.
    pub cycles: bool,
    /// Bits of CCE, 0 to 4.
    pub exponent_bits: u32,
}

impl CtrFeatures {
    /// Everything that a version knows, with depths from 16 to 256.
    pub const fn full(version: CtrVersion, xlen: u32) -> CtrFeatures {
        CtrFeatures {
            version,
            xlen,
            min_depth: 16,
            max_depth: 256,
            user: true,
            supervisor: true,
            hypervisor: true,
            state_enable: true,
            filters: true,
            external_traps: true,
            ras: true,
            freeze: true,
            misp: true,
            types: true,
            cycles: true,
            exponent_bits: 4,
        }
    }

    /// Whether the build has it.
    pub const fn has(&self, feature: CtrFeature) -> bool {
        match feature {
            CtrFeature::Always => true,
            CtrFeature::User => self.user,
            CtrFeature::Supervisor => self.supervisor,
            CtrFeature::Hypervisor => self.hypervisor,
            CtrFeature::StateEnable => self.state_enable,
            CtrFeature::HypervisorEnable => self.state_enable && self.hypervisor,
            CtrFeature::Filters => self.filters,
            CtrFeature::ExternalTraps => self.external_traps,
            CtrFeature::SupervisorTraps => self.external_traps && self.supervisor,
            CtrFeature::Ras => self.ras,
            CtrFeature::Freeze => self.freeze,
            CtrFeature::Misp => self.misp,
            CtrFeature::Types => self.types,
            CtrFeature::Cycles => self.cycles,
        }
    }

    /// The CSRs that the build has: those of the version, the indirect ones, those of state enable.
    pub fn csrs(&self) -> impl Iterator<Item = &'static Csr> + '_ {
        let own = match self.version {
            CtrVersion::V0_1_4 => v0_1_4::CSRS,
            CtrVersion::V1_0 => v1_0::CSRS,
        };
        own.iter().copied().flatten().filter(|csr| csr.present(self))
    }

    /// The CSR of this number, if the build has it.
    pub fn csr(&self, number: u16) -> Option<&'static Csr> {
        self.csrs().find(|csr| csr.number == number)
    }

    /// The bit of mstateen0 and hstateen0 that is CTR's.
    pub const fn state_bit(&self) -> u32 {
        match self.version {
            CtrVersion::V0_1_4 => v0_1_4::STATE_ENABLE_CTR,
            CtrVersion::V1_0 => v1_0::STATE_ENABLE_CTR,
        }
    }
}
