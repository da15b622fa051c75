// SPDX-License-Identifier: Apache-2.0
//! PIB trace sink.

use crate::builds::FULL;
use crate::hardware::{Hardware, Write};
use tracewright_driver::{Driver, Error, Mmio, PibSettings, Settings, SinkSettings};
use tracewright_regmap::{PIB_CONTROL, TE_CONTROL};

const PINS: PibSettings = PibSettings { mode: 10, ref_center: true, divider: Some(0x7F) };

fn settings(pins: PibSettings) -> Settings {
    Settings { sink: Some(SinkSettings::Pib(pins)), ..Settings::default() }
}

fn pib_writes(driver: &mut Driver<Hardware>) -> Vec<u32> {
    let writes = driver.registers().take_writes();
    writes.iter().filter(|write| write.offset == PIB_CONTROL).map(|write| write.value & !8).collect()
}

#[test]
fn tci_12_1_the_block_is_activated_then_set_up_then_enabled() {
    let mut driver = Driver::new(Hardware::encoder(&FULL));
    driver.prepare(&settings(PINS)).unwrap();
    assert_eq!(pib_writes(&mut driver), [1, 0x007F_01A1], "tref runs, and the receiver can be activated");
    driver.start(true).unwrap();
    let writes = driver.registers().take_writes();
    let [Write { offset: PIB_CONTROL, value: pib }, Write { offset: TE_CONTROL, value: control }] = writes[..] else {
        panic!("{writes:?}")
    };
    assert_eq!((pib & !8, control & 0b110), (0x007F_01A3, 0b110));
}

#[test]
fn tci_12_1_what_the_pins_hold_goes_out_before_their_mode_is_off() {
    let mut driver = Driver::new(Hardware::encoder(&FULL)).poll_limit(10);
    driver.enable(&settings(PINS)).unwrap();
    pib_writes(&mut driver);
    driver.registers().show("pibControl", "pibEmpty", 0);
    let error = driver.enable(&settings(PINS)).unwrap_err();
    let waits = matches!(error, Error::Timeout { register: "pibControl", field: "pibEmpty", wanted: 1, .. });
    assert!(waits, "{error}");
    assert_eq!(pib_writes(&mut driver), [0x007F_01A1], "no more trace is taken, and the mode stays");
    driver.registers().show("pibControl", "pibEmpty", 1);
    driver.enable(&settings(PINS)).unwrap();
    assert_eq!(pib_writes(&mut driver), [1, 0x007F_01A1, 0x007F_01A3]);
}

#[test]
fn tci_12_1_what_no_mode_sends_is_dropped() {
    let mut driver = Driver::new(Hardware::encoder(&FULL)).poll_limit(10);
    driver.enable(&settings(PINS)).unwrap();
    driver.registers().write(PIB_CONTROL as u32, 1).unwrap();
    pib_writes(&mut driver);
    driver.registers().show("pibControl", "pibEmpty", 0);
    driver.enable(&settings(PINS)).unwrap();
    assert_eq!(pib_writes(&mut driver), [0, 1, 0x007F_01A1, 0x007F_01A3]);
}

#[test]
fn tci_12_1_a_divider_that_is_not_given_stays() {
    let mut driver = Driver::new(Hardware::encoder(&FULL));
    driver.enable(&settings(PibSettings { divider: None, ..PINS })).unwrap();
    assert_eq!(driver.registers().get("pibControl", "pibDivider"), 0x123);
}

#[test]
fn tci_12_1_modes_and_fields_that_are_not_there_are_refused_by_name() {
    for (pins, field) in [
        (PibSettings { mode: 12, ..PINS }, "pibMode"),
        (PibSettings { mode: 5, ..PINS }, "pibRefCenter"),
        (PibSettings { divider: Some(0x1000), ..PINS }, "pibDivider"),
    ] {
        let error = Driver::new(Hardware::encoder(&FULL)).enable(&settings(pins)).unwrap_err();
        assert!(matches!(error, Error::Refused { field: refused, .. } if refused == field), "{error}");
    }
    for (pins, field, value) in [
        (PibSettings { mode: 0, ..PINS }, "pibMode", 0),
        (PibSettings { divider: Some(0x1_0000), ..PINS }, "pibDivider", 0x1_0000),
    ] {
        let error = Driver::new(Hardware::encoder(&FULL)).enable(&settings(pins));
        assert_eq!(error, Err(Error::Illegal { register: "pibControl", field, value }));
    }
}

#[test]
fn tci_12_2_the_pattern_runs_while_the_probe_tunes() {
    let mut driver = Driver::new(Hardware::encoder(&FULL));
    let mut tuned = false;
    driver.calibrate(&PINS, || tuned = true).unwrap();
    assert!(tuned);
    assert_eq!(pib_writes(&mut driver), [1, 0x007F_03A1, 0x007F_03A3, 0x007F_01A1]);
}

#[test]
fn tci_12_2_a_block_without_a_pattern_does_not_pretend() {
    let mut hardware = Hardware::encoder(&FULL);
    hardware.refused.insert(PIB_CONTROL, 1 << 9);
    let error = Driver::new(hardware).calibrate(&PINS, || panic!("nothing to tune to"));
    assert_eq!(error, Err(Error::Refused { register: "pibControl", field: "pibCalibrate", asked: 1, got: 0 }));
}
