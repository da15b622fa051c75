// SPDX-License-Identifier: Apache-2.0
//! Reset and discovery.

use crate::builds::{any_build, capabilities, FULL, PLAIN};
use crate::hardware::Hardware;
use proptest::prelude::*;
use tracewright_driver::{Driver, Error, PibSettings, Settings, SinkSettings, Source, TimestampSettings};
use tracewright_model::control::Mock;
use tracewright_regmap::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn tci_ch_14_discovery_reports_exactly_what_a_build_has(features in any_build()) {
        let found = Driver::new(Hardware::encoder(&features)).discover();
        prop_assert_eq!(found, Ok(capabilities(&features)));
    }
}

#[test]
fn tci_ch_14_discovery_of_a_build_with_nothing_and_of_one_with_everything() {
    for features in [PLAIN, FULL] {
        assert_eq!(Driver::new(Hardware::encoder(&features)).discover(), Ok(capabilities(&features)));
    }
}

#[test]
fn tci_ch_14_discovery_leaves_the_reset_values_and_the_encoder_released() {
    let mut driver = Driver::new(Hardware::encoder(&FULL));
    let sink = Some(SinkSettings::Atb { id: 9 });
    driver.enable(&Settings { sink, ..Settings::default() }).unwrap();
    driver.discover().unwrap();
    for register in REGISTERS.iter().filter(|register| register.present(&FULL)) {
        let active = u32::from(register.offset == TE_CONTROL);
        let got = driver.registers().mock.read(register.offset as u32);
        assert_eq!(got, register.reset(&FULL) | active, "{}", register.name);
    }
}

#[test]
fn tci_ch_14_defaults_are_those_after_reset_whatever_was_set() {
    let mut driver = Driver::new(Hardware::encoder(&FULL));
    let timestamp = Some(TimestampSettings { kind: None, prescale: 3, debug: true });
    let pins = PibSettings { mode: 8, ref_center: true, divider: Some(5) };
    let sink = Some(SinkSettings::Pib(pins));
    driver.enable(&Settings { sink, context: true, src_id: Some(1), timestamp, ..Settings::default() }).unwrap();
    assert_eq!(driver.discover(), Ok(capabilities(&FULL)));
}

#[test]
fn tci_ch_14_ram_registers_which_need_not_reset_get_their_values_back() {
    let mut driver = Driver::new(Hardware::encoder(&FULL));
    driver.discover().unwrap();
    for offset in [TE_RAM_BASE, TE_RAM_BASE_HIGH, TE_RAM_RP] {
        let last = driver.registers().writes.iter().rfind(|write| write.offset == offset).unwrap();
        assert_eq!(last.value, 0, "{offset:#x}");
    }
}

#[test]
fn tci_ch_14_the_addresses_of_a_ram_are_tried_while_it_is_the_sink() {
    let mut driver = Driver::new(Hardware::encoder(&FULL));
    driver.discover().unwrap();
    let mut sink = 0;
    let mut tried = vec![];
    for write in &driver.registers().writes {
        match write.offset {
            TE_CONTROL => sink = write.value as usize >> TE_CONTROL_TE_SINK,
            TE_RAM_RP | TE_RAM_BASE if write.value != 0 => tried.push((write.offset, sink)),
            _ => {}
        }
    }
    assert_eq!(tried, [(TE_RAM_RP, TE_SINK_SRAM), (TE_RAM_BASE, TE_SINK_SBA)]);
}

#[test]
fn tci_ch_14_a_source_id_that_is_fixed_can_be_told_from_one_that_is_not() {
    for (features, register, shown, bits, id) in
        [(FULL, TE_INST_FEATURES, 0xA155_0000, 10, 0x155), (PLAIN, TE_IMPL, 0x0350_0011, 3, 5)]
    {
        let mut hardware = Hardware::encoder(&features);
        hardware.shown.insert(register, shown);
        let found = Driver::new(hardware).discover().unwrap();
        assert_eq!(found.source, Source { bits, id, writable: 0 });
    }
}

#[test]
fn tci_ch_14_release_without_acknowledge_times_out() {
    let hardware = Hardware::new(Mock::encoder(&PLAIN).never_following());
    let mut driver = Driver::new(hardware).poll_limit(20);
    let reset = REGISTERS[0].reset(&PLAIN);
    let timeout = Error::Timeout { register: "teControl", field: "teActive", wanted: 1, value: reset, reads: 20 };
    assert_eq!(driver.discover(), Err(timeout));
    let text = format!("teControl.teActive is not 1 after 20 reads (teControl reads {reset:#010X})");
    assert_eq!(timeout.to_string(), text);
}

#[test]
fn tci_ch_14_reset_without_acknowledge_times_out() {
    let mut hardware = Hardware::encoder(&PLAIN);
    hardware.shown.insert(TE_CONTROL, 1);
    let mut driver = Driver::new(hardware).poll_limit(5);
    let timeout = Error::Timeout { register: "teControl", field: "teActive", wanted: 0, value: 1, reads: 5 };
    assert_eq!(driver.discover(), Err(timeout));
}

#[test]
fn tci_ch_14_the_limit_of_reads_is_enough_for_an_answer_at_the_last_one() {
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
