// SPDX-License-Identifier: Apache-2.0
//! Trace funnel.

use crate::builds::{any_sinks, default_sink, sinks, BYTES, FULL, PLAIN};
use crate::hardware::Hardware;
use proptest::prelude::*;
use tracewright_driver::{Buffer, Error, Funnel, FunnelCapabilities, FunnelSettings, SinkSettings};
use tracewright_model::control::Mock;
use tracewright_regmap::{Defaults, Features, ATB_CONTROL, FUNNEL_REGISTERS, TF_CONTROL};

proptest! {
    #[test]
    fn tci_ch_11_discovery_reports_exactly_what_a_funnel_has(
        sinks_built in any_sinks(), stop_on_wrap in any::<bool>(), pib_divider in 0..0x1_0000u32, inputs in 2..=16u32
    ) {
        let defaults = Defaults { stop_on_wrap, pib_divider, ..Defaults::ZERO };
        let features = Features { inputs, defaults, ..Features::minimal(sinks_built) };
        let has_memory = sinks_built.sram_bytes > 0 || sinks_built.sba_bits > 0;
        let expected = FunnelCapabilities {
            sinks: sinks(&sinks_built, pib_divider),
            stop_on_wrap: has_memory,
            inputs,
            defaults: FunnelSettings {
                sink: Some(default_sink(&sinks_built, pib_divider)),
                stop_on_wrap: stop_on_wrap && has_memory,
                disabled: 0,
            },
        };
        prop_assert_eq!(Funnel::new(Hardware::funnel(&features)).discover(), Ok(expected));
    }
}

#[test]
fn tci_ch_11_discovery_leaves_the_reset_values_and_the_funnel_released() {
    let mut funnel = Funnel::new(Hardware::funnel(&FULL));
    funnel.discover().unwrap();
    for register in FUNNEL_REGISTERS.iter().filter(|register| register.present(&FULL)) {
        let active = u32::from(register.offset == TF_CONTROL);
        let got = funnel.registers().mock.read(register.offset as u32);
        assert_eq!(got, register.reset(&FULL) | active, "{}", register.name);
    }
}

#[test]
fn tci_ch_11_a_funnel_is_set_up_read_back_and_read_out_like_an_encoder() {
    let mut funnel = Funnel::new(Hardware::funnel(&PLAIN));
    let sink = Some(SinkSettings::Sram(Buffer { first: 0, last: u64::from(BYTES) - 4 }));
    let settings = FunnelSettings { sink, stop_on_wrap: true, disabled: 0 };
    funnel.enable(&settings).unwrap();
    assert_eq!(funnel.settings(), Ok(settings));
    assert_eq!(funnel.is_enabled(), Ok(true));
    funnel.registers().mock.set_memory(&[7, 8, 9]);
    funnel.registers().show("teRamWP", "teRamWP", 2);
    let mut words = vec![];
    funnel.read_trace(|word| words.push(word)).unwrap();
    assert_eq!(words, [7, 8]);
    assert_eq!(funnel.extent().unwrap().next, 8);
    funnel.registers().clear("tfControl", "tfEnable");
    assert_eq!(funnel.is_enabled(), Ok(false), "it has stopped by itself");
}

#[test]
fn tci_ch_11_the_sink_of_a_funnel_is_enabled_before_it() {
    let mut funnel = Funnel::new(Hardware::funnel(&FULL));
    funnel
        .enable(&FunnelSettings { sink: Some(SinkSettings::Atb { id: 3 }), stop_on_wrap: false, disabled: 0 })
        .unwrap();
    let writes = funnel.registers().take_writes();
    let last = &writes[writes.len() - 2..];
    assert_eq!((last[0].offset, last[0].value & 0b11), (ATB_CONTROL, 0b11));
    assert_eq!((last[1].offset, last[1].value & 0b11), (TF_CONTROL, 0b11));
}

#[test]
fn tci_ch_11_defaults_are_those_after_reset_whatever_was_set() {
    let mut funnel = Funnel::new(Hardware::funnel(&FULL));
    funnel.enable(&FunnelSettings { sink: Some(SinkSettings::Stream), stop_on_wrap: true, disabled: 0 }).unwrap();
    let sink = Some(default_sink(&FULL.sinks, FULL.defaults.pib_divider));
    assert_eq!(funnel.discover().unwrap().defaults, FunnelSettings { sink, stop_on_wrap: false, disabled: 0 });
}

#[test]
fn tci_ch_11_inputs_are_disabled_where_they_exist() {
    let mut funnel = Funnel::new(Hardware::funnel(&Features { inputs: 3, ..PLAIN }));
    funnel.enable(&FunnelSettings { disabled: 0b101, ..FunnelSettings::default() }).unwrap();
    assert_eq!(funnel.settings().unwrap().disabled, 0b101);
    funnel.disable_inputs(0b010).unwrap();
    assert_eq!(funnel.settings().unwrap().disabled, 0b010);
    let error = funnel.disable_inputs(0b1000).unwrap_err();
    assert!(matches!(error, Error::Refused { field: "tfDisInput", asked: 8, got: 0, .. }), "{error}");
}

#[test]
fn tci_ch_11_what_is_in_a_funnel_is_flushed_before_it_is_set_up() {
    let mut funnel = Funnel::new(Hardware::funnel(&PLAIN)).poll_limit(4);
    funnel.registers().show("tfControl", "tfEmpty", 0);
    let error = funnel.enable(&FunnelSettings::default()).unwrap_err();
    assert!(matches!(error, Error::Timeout { field: "tfEmpty", wanted: 1, .. }), "{error}");
}

#[test]
fn tci_ch_11_a_funnel_that_does_not_answer_times_out() {
    let hardware = Hardware::new(Mock::new(FUNNEL_REGISTERS, &PLAIN).never_following());
    let error = Funnel::new(hardware).poll_limit(4).enable(&FunnelSettings::default()).unwrap_err();
    assert!(matches!(error, Error::Timeout { field: "tfActive", wanted: 1, reads: 4, .. }), "{error}");
}
