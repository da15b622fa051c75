// SPDX-License-Identifier: Apache-2.0
//! Settings that are written and read back.

use crate::builds::FULL;
use crate::hardware::Hardware;
use proptest::prelude::*;
use tracewright_driver::{Buffer, Driver, PibSettings, Settings, SinkSettings, TimestampSettings};
use tracewright_regmap::{TE_CONTROL, TE_INST_FEATURES, X_TRIG_IN_CONTROL, X_TRIG_OUT_CONTROL};

/// Any settings that [`FULL`] takes.
fn any_settings() -> impl Strategy<Value = Settings> {
    let words = any::<(u32, u32)>()
        .prop_map(|(a, b)| Buffer { first: u64::from(a.min(b) & !3), last: u64::from(a.max(b) & !3) });
    let mode = prop_oneof![Just((8, true)), Just((9, false)), Just((11, true)), Just((4, false)), Just((5, false))];
    let pins = (mode, 0..0x1000u32).prop_map(|((mode, ref_center), divider)| PibSettings {
        mode,
        ref_center,
        divider: Some(divider),
    });
    let sink = prop_oneof![
        words.clone().prop_map(SinkSettings::Sram),
        words.prop_map(SinkSettings::Memory),
        (1..0x70u32).prop_map(|id| SinkSettings::Atb { id }),
        pins.prop_map(SinkSettings::Pib),
        Just(SinkSettings::Funnel),
        Just(SinkSettings::Stream),
    ];
    let timestamp =
        (0..4u32, any::<bool>()).prop_map(|(prescale, debug)| TimestampSettings { kind: Some(2), prescale, debug });
    let actions = [0, 2, 3, 4];
    let numbers = (0..2u32, 0..4u32, 0..16u32, 0..0x400u32, 0..2u32, 0..64usize, 0..16u32);
    (sink, proptest::option::of(timestamp), any::<[bool; 10]>(), numbers).prop_map(
        move |(sink, timestamp, flags, (mode, sync_mode, sync_max, src_id, returns, inputs, outputs))| {
            let action = |input: u32| actions[inputs / 4usize.pow(input) % 4];
            Settings {
                sink: Some(sink),
                mode: Some(if mode == 0 { 3 } else { 6 }),
                stall: flags[0],
                sync_mode,
                sync_max,
                stop_on_wrap: flags[1],
                context: flags[2],
                triggers: flags[3],
                inputs: [action(0), action(1), action(2), 0, 0, 0, 0, 0],
                outputs: [outputs & 3, outputs >> 2, 0, 0, 0, 0, 0, 0],
                inhibit_src: flags[4],
                src_id: Some(src_id),
                implicit_return: returns * 2,
                call_stack: flags[5],
                sequential_jump: flags[6],
                repeated_history: flags[7],
                all_jumps: flags[8],
                extended_address: flags[9],
                timestamp,
            }
        },
    )
}

proptest! {
    #[test]
    fn settings_read_back_as_they_were_given(first in any_settings(), second in any_settings()) {
        let mut driver = Driver::new(Hardware::encoder(&FULL));
        for settings in [first, second] {
            driver.enable(&settings).unwrap();
            prop_assert_eq!(driver.settings(), Ok(settings), "whatever was set before");
        }
    }
}

#[test]
fn every_option_is_in_its_place() {
    let settings = Settings {
        sink: Some(SinkSettings::Stream),
        mode: Some(3),
        stall: true,
        sync_mode: 2,
        sync_max: 9,
        stop_on_wrap: true,
        context: true,
        triggers: true,
        inputs: [2, 3, 4, 0, 0, 0, 0, 0],
        outputs: [1, 2, 0, 0, 0, 0, 0, 0],
        inhibit_src: true,
        src_id: Some(0x155),
        implicit_return: 2,
        call_stack: true,
        sequential_jump: true,
        repeated_history: true,
        all_jumps: true,
        extended_address: true,
        timestamp: None,
    };
    let mut driver = Driver::new(Hardware::encoder(&FULL));
    driver.enable(&settings).unwrap();
    let read = [TE_CONTROL, TE_INST_FEATURES, X_TRIG_IN_CONTROL, X_TRIG_OUT_CONTROL]
        .map(|offset| driver.registers().mock.read(offset as u32));
    assert_eq!(read, [0xC192_EA3F, 0xA155_078C, 0x432, 0x21]);
}
