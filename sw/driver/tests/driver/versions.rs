// SPDX-License-Identifier: Apache-2.0
//! Hardware of 0.9.4 and hardware of the ratified 1.0 are told apart.

use crate::builds::{capabilities, FULL, PLAIN};
use crate::hardware::Hardware;
use std::collections::BTreeMap;
use std::convert::Infallible;
use tracewright_driver::{Driver, Error, Funnel, FunnelSettings, Mmio, Ratified, Settings, System};
use tracewright_regmap::{Features, SinkFeatures, TE_IMPL};

/// A component of Trace Control 1.0: its control register with the bits that can be written, its implementation
/// register, and others that hold what is written.
struct Component {
    implementation: u32,
    writable: u32,
    held: BTreeMap<u32, u32>,
}

/// Active, Enable, InstTracing, InstMode, Context, InstTrigEnable, InstStallEna, InhibitSrc, InstSyncMode, InstSyncMax.
const ENCODER_CONTROL: u32 = 0x00F3_AA77;
/// trTeImpl: VerMajor 1, VerMinor 0, CompType 1, ProtocolMajor 1, ProtocolMinor 0.
const ENCODER: u32 = 0x0001_0101;

impl Component {
    fn new(implementation: u32, writable: u32) -> Component {
        Component { implementation, writable, held: BTreeMap::new() }
    }

    fn encoder() -> Component {
        Component::new(ENCODER, ENCODER_CONTROL)
    }

    /// Every component that is no encoder, with its name: Active and Enable can be written.
    fn others() -> Vec<(Component, Ratified)> {
        let kinds = [(8, Ratified::Funnel), (9, Ratified::RamSink), (10, Ratified::PibSink), (14, Ratified::AtbBridge)];
        kinds.map(|(kind, name)| (Component::new(kind << 8 | 1, 3), name)).into()
    }
}

impl Mmio for Component {
    type Error = Infallible;

    fn read(&mut self, offset: u32) -> Result<u32, Infallible> {
        let held = self.held.get(&offset).copied().unwrap_or(0);
        Ok(match offset {
            // Empty reads 1, Format is 1 in an encoder.
            0 if self.implementation >> 8 & 0xF == 1 => held | 1 << 3 | 1 << 24,
            0 => held | 1 << 3,
            4 => self.implementation,
            _ => held,
        })
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), Infallible> {
        let writable = match offset {
            0 => self.writable,
            4 => 0,
            _ => u32::MAX,
        };
        self.held.insert(offset, value & writable);
        Ok(())
    }
}

#[test]
fn an_encoder_of_1_0_is_refused_by_name() {
    let error = Error::Ratified { component: Ratified::Encoder, value: ENCODER };
    assert_eq!(Driver::new(Component::encoder()).discover(), Err(error));
    assert_eq!(Driver::new(Component::encoder()).enable(&Settings::default()), Err(error));
    assert_eq!(Funnel::new(Component::encoder()).discover().unwrap_err(), error);
    let text = "the implementation register reads 0x00010101: an encoder of Trace Control 1.0, which is not supported (0.9.4 is)";
    assert_eq!(error.to_string(), text);
}

#[test]
fn what_else_1_0_has_is_refused_by_name() {
    for (component, name) in Component::others() {
        let value = component.implementation;
        let error = Error::Ratified { component: name, value };
        assert_eq!(Funnel::new(component).discover(), Err(error));
        let again = || Component::new(value, 3);
        assert_eq!(Funnel::new(again()).enable(&FunnelSettings::default()), Err(error));
        assert_eq!(Driver::new(again()).discover().unwrap_err(), error);
        assert!(error.to_string().contains(&format!("{name} of Trace Control 1.0")), "{error}");
    }
}

#[test]
fn a_system_of_1_0_is_refused_with_the_component() {
    let mut system = System::find(Component::encoder(), 1).unwrap();
    assert_eq!(system.size(), (1, 0));
    let error = system.discover(|_, _| {}).unwrap_err();
    assert_eq!(error.error, Error::Ratified { component: Ratified::Encoder, value: ENCODER });
}

#[test]
fn whatever_1_0_says_of_its_protocol_it_is_refused() {
    for protocol in (1..=0xFF).filter(|protocol| protocol & 0xF != 0) {
        let value = 0x101 | protocol << 16;
        let found = Driver::new(Component::new(value, ENCODER_CONTROL)).discover();
        assert_eq!(found, Err(Error::Ratified { component: Ratified::Encoder, value }));
    }
}

/// An encoder that feeds a funnel and has a source field of this width.
fn feeder(src_bits: u32) -> Features {
    Features { src_bits, ..Features::minimal(SinkFeatures { funnel: true, ..SinkFeatures::NONE }) }
}

#[test]
fn an_encoder_of_0_9_4_that_looks_like_one_of_1_0_is_told_by_its_sink() {
    for src_bits in [0, 4, 12] {
        let features = feeder(src_bits);
        let mut driver = Driver::new(Hardware::encoder(&features));
        assert_eq!(driver.registers().mock.read(TE_IMPL as u32), ENCODER | src_bits.min(7) << 24);
        assert_eq!(driver.discover(), Ok(capabilities(&features)));
        assert_eq!(driver.enable(&Settings::default()), Ok(()));
        driver.registers().shown.insert(TE_IMPL, 0x101);
        let capabilities = driver.discover().unwrap();
        assert_eq!((capabilities.protocol, capabilities.sinks.funnel), (None, true));
    }
}

#[test]
fn an_encoder_of_1_0_says_its_protocol_and_has_0_in_the_bits_that_0_9_4_has_sinks_in() {
    let is_ratified = |value| {
        let found = Driver::new(Component::new(value, ENCODER_CONTROL)).discover();
        matches!(found, Err(Error::Ratified { component: Ratified::Encoder, .. }))
    };
    for protocol in 0..=0xFF {
        assert_eq!(is_ratified(protocol << 16 | 0x101), protocol & 0xF != 0, "{protocol:#x}");
    }
    // 0.9.4 has sinks and the width of the source field there.
    for bit in (4..8).chain(12..16).chain(24..32) {
        assert!(!is_ratified(ENCODER | 1 << bit), "bit {bit}");
    }
}

#[test]
fn an_encoder_that_says_no_protocol_is_taken_and_one_of_another_is_refused() {
    for features in [PLAIN, FULL] {
        for major in 0..16 {
            let mut driver = Driver::new(Hardware::encoder(&features));
            let value = driver.registers().mock.read(TE_IMPL as u32) & !(0xF << 16) | major << 16;
            driver.registers().shown.insert(TE_IMPL, value);
            let (found, enabled) = (driver.discover(), driver.enable(&Settings::default()));
            if major <= 1 {
                assert_eq!(found.map(|found| found.protocol), Ok((major == 1).then_some(1)));
                assert_eq!(enabled, Ok(()));
            } else {
                let error = Error::Protocol { major, value };
                assert_eq!((found, enabled), (Err(error), Err(error)));
                assert!(error.to_string().contains(&format!("version {major} of the N-Trace protocol")), "{error}");
            }
        }
    }
}

#[test]
fn a_sink_that_0_9_4_reserves_is_of_no_interface() {
    for kind in [2, 3, 4, 5, 6, 7, 0xB, 0xC, 0xD, 0xF] {
        let value = kind << 8 | 1;
        assert_eq!(Driver::new(Component::new(value, 3)).discover(), Err(Error::Unknown { value }));
    }
}
