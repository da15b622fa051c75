// SPDX-License-Identifier: Apache-2.0
//! Reset and discovery.

use crate::builds::{any_build, capabilities, FULL, PLAIN};
use crate::hardware::Hardware;
use proptest::prelude::*;
use tracewright_driver::{Driver, Error};
use tracewright_model::control::Mock;
use tracewright_regmap::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn chapter_14_discovery_reports_exactly_what_a_build_has(features in any_build()) {
        let found = Driver::new(Hardware::encoder(&features)).discover();
        prop_assert_eq!(found, Ok(capabilities(&features)));
    }
}

#[test]
fn chapter_14_discovery_of_a_build_with_nothing_and_of_one_with_everything() {
    for features in [PLAIN, FULL] {
        assert_eq!(Driver::new(Hardware::encoder(&features)).discover(), Ok(capabilities(&features)));
    }
}

#[test]
fn chapter_14_discovery_leaves_the_reset_values_and_the_encoder_released() {
    let mut driver = Driver::new(Hardware::encoder(&FULL));
    driver.discover().unwrap();
    for register in REGISTERS.iter().filter(|register| register.present(&FULL)) {
        let active = u32::from(register.offset == TE_CONTROL);
        let got = driver.registers().mock.read(register.offset as u32);
        assert_eq!(got, register.reset(&FULL) | active, "{}", register.name);
    }
}

#[test]
fn chapter_14_defaults_are_those_after_reset_whatever_was_set() {
    let mut driver = Driver::new(Hardware::encoder(&FULL));
    driver.registers().mock.write(TE_CONTROL as u32, 1);
    driver.registers().mock.write(TE_CONTROL as u32, 0x0000_3A31);
    assert_eq!(driver.discover(), Ok(capabilities(&FULL)));
}

#[test]
fn chapter_14_release_without_acknowledge_times_out() {
    let hardware = Hardware::new(Mock::encoder(&PLAIN).never_following());
    let mut driver = Driver::new(hardware).poll_limit(20);
    let reset = REGISTERS[0].reset(&PLAIN);
    let timeout = Error::Timeout { register: "teControl", field: "teActive", wanted: 1, value: reset, reads: 20 };
    assert_eq!(driver.discover(), Err(timeout));
    let text = format!("teControl.teActive is not 1 after 20 reads (teControl reads {reset:#010X})");
    assert_eq!(timeout.to_string(), text);
}

#[test]
fn chapter_14_reset_without_acknowledge_times_out() {
    let mut hardware = Hardware::encoder(&PLAIN);
    hardware.shown.insert(TE_CONTROL, 1);
    let mut driver = Driver::new(hardware).poll_limit(5);
    let timeout = Error::Timeout { register: "teControl", field: "teActive", wanted: 0, value: 1, reads: 5 };
    assert_eq!(driver.discover(), Err(timeout));
}

#[test]
fn chapter_14_the_limit_of_reads_is_enough_for_an_answer_at_the_last_one() {
    for (reads, follows) in [(9, false), (10, true)] {
        let hardware = Hardware::new(Mock::encoder(&PLAIN).following_after(10));
        assert_eq!(Driver::new(hardware).poll_limit(reads).discover().is_ok(), follows);
    }
}

#[test]
fn locked_registers_are_told_from_slow_ones() {
    let mut hardware = Hardware::encoder(&FULL);
    hardware.locked_from = Some(0);
    assert_eq!(Driver::new(hardware).discover(), Err(Error::Silent));
}

#[test]
fn registers_that_are_locked_on_the_way_never_end_in_a_wrong_answer() {
    let mut whole = Driver::new(Hardware::encoder(&FULL)).poll_limit(10);
    whole.discover().unwrap();
    for from in 0..whole.registers().reads.len() {
        let mut hardware = Hardware::encoder(&FULL);
        hardware.locked_from = Some(from);
        assert_eq!(Driver::new(hardware).poll_limit(10).discover(), Err(Error::Silent), "{from}");
    }
}
