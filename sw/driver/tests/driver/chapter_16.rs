// SPDX-License-Identifier: Apache-2.0
//! Legacy interface version.

use crate::builds::PLAIN;
use crate::hardware::Hardware;
use tracewright_driver::{Driver, Error, Funnel, FunnelSettings, Settings};
use tracewright_regmap::{TE_IMPL, TE_IMPL_HAS_SRAM_SINK};

/// teImpl of version 0, with an SRAM.
const LEGACY: u32 = 1 << TE_IMPL_HAS_SRAM_SINK;

fn hardware(implementation: u32) -> Hardware {
    let mut hardware = Hardware::encoder(&PLAIN);
    hardware.shown.insert(TE_IMPL, implementation);
    hardware
}

#[test]
fn tci_ch_16_the_legacy_version_is_refused_by_name() {
    let error = Driver::new(hardware(LEGACY)).discover().unwrap_err();
    assert_eq!(error, Error::Legacy { value: LEGACY });
    assert!(error.to_string().contains("legacy interface"), "{error}");
    let enabled = Driver::new(hardware(LEGACY)).enable(&Settings::default());
    assert_eq!(enabled, Err(Error::Legacy { value: LEGACY }));
}

#[test]
fn tci_ch_16_a_legacy_funnel_is_refused_by_name() {
    let mut funnel = Funnel::new(Hardware::funnel(&PLAIN));
    funnel.registers().shown.insert(TE_IMPL, LEGACY);
    assert_eq!(funnel.discover(), Err(Error::Legacy { value: LEGACY }));
    assert_eq!(funnel.enable(&FunnelSettings::default()), Err(Error::Legacy { value: LEGACY }));
}

#[test]
fn later_versions_and_unknown_sinks_are_refused() {
    for implementation in [LEGACY | 2, 1, 1 | 1 << 9] {
        let error = Driver::new(hardware(implementation)).discover().unwrap_err();
        assert_eq!(error, Error::Unknown { value: implementation });
    }
}
