// SPDX-License-Identifier: Apache-2.0
//! Timestamp unit.

use crate::builds::PLAIN;
use crate::hardware::{Hardware, Write};
use tracewright_driver::{Driver, Error, Settings, TimestampSettings};
use tracewright_regmap::{Features, TimestampFeature, TS_CONTROL, TS_LOWER, TS_UPPER};

const COUNTER: Features = Features { timestamp: TimestampFeature::Internal(40), ..PLAIN };
const EXTERNAL: Features = Features { timestamp: TimestampFeature::External(64), ..PLAIN };

fn with(prescale: u32, debug: bool) -> Settings {
    let timestamp = TimestampSettings { kind: None, prescale, debug };
    Settings { timestamp: Some(timestamp), ..Settings::default() }
}

/// What was written to tsControl, without its read-only bits.
fn written(driver: &mut Driver<Hardware>) -> Vec<u32> {
    let writes = driver.registers().take_writes();
    writes.iter().filter(|write| write.offset == TS_CONTROL).map(|write| write.value & 0xFFFF & !0x70).collect()
}

#[test]
fn tci_ch_7_a_counter_gets_its_prescaler_before_it_counts() {
    let mut driver = Driver::new(Hardware::encoder(&COUNTER));
    driver.enable(&with(2, true)).unwrap();
    assert_eq!(written(&mut driver), [1, 0x8209, 0x820B]);
    driver.enable(&with(2, false)).unwrap();
    assert_eq!(written(&mut driver), [0x8203], "the time goes on");
    driver.enable(&with(3, false)).unwrap();
    assert_eq!(written(&mut driver), [0x8301, 0x8303]);
}

#[test]
fn tci_ch_7_a_time_from_outside_needs_no_count() {
    let mut driver = Driver::new(Hardware::encoder(&EXTERNAL));
    driver.enable(&with(0, false)).unwrap();
    assert_eq!(written(&mut driver), [1, 0x8001]);
}

#[test]
fn tci_ch_7_a_time_from_outside_has_no_prescaler_and_no_debug_mode() {
    for (settings, field) in [(with(1, false), "tsPrescale"), (with(0, true), "tsDebug")] {
        let error = Driver::new(Hardware::encoder(&EXTERNAL)).enable(&settings).unwrap_err();
        assert!(matches!(error, Error::Refused { field: refused, .. } if refused == field), "{error}");
    }
}

#[test]
fn tci_ch_7_taking_timestamps_out_of_messages_leaves_the_time_alone() {
    let mut driver = Driver::new(Hardware::encoder(&COUNTER));
    driver.enable(&with(1, true)).unwrap();
    written(&mut driver);
    driver.enable(&Settings::default()).unwrap();
    assert_eq!(written(&mut driver), [0x010B]);
    driver.enable(&Settings::default()).unwrap();
    assert_eq!(written(&mut driver), [0; 0], "nothing to be done");
}

#[test]
fn tci_ch_7_without_a_unit_there_are_no_timestamps() {
    let error = Driver::new(Hardware::encoder(&PLAIN)).poll_limit(3).enable(&with(0, false)).unwrap_err();
    let timeout = Error::Timeout { register: "tsControl", field: "tsActive", wanted: 1, value: 0, reads: 3 };
    assert_eq!(error, timeout);
    assert_eq!(Driver::new(Hardware::encoder(&PLAIN)).time(), Ok(0));
}

#[test]
fn tci_7_1_the_lower_half_of_the_time_is_read_first() {
    let mut driver = Driver::new(Hardware::encoder(&COUNTER));
    driver.registers().shown.extend([(TS_UPPER, 0x12), (TS_LOWER, 0x3456_789A)]);
    assert_eq!(driver.time(), Ok(0x12_3456_789A));
    assert_eq!(driver.registers().reads, [TS_LOWER, TS_UPPER]);
}

#[test]
fn tci_ch_7_the_counter_is_reset_by_its_bit_alone() {
    let mut driver = Driver::new(Hardware::encoder(&COUNTER));
    driver.enable(&with(1, false)).unwrap();
    driver.registers().take_writes();
    driver.reset_time().unwrap();
    assert_eq!(driver.registers().take_writes(), [Write { offset: TS_CONTROL, value: 0x2800_8127 }]);
}
