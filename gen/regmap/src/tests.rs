// SPDX-License-Identifier: Apache-2.0
//! The table against Trace Control 0.9.4 and against itself.

use crate::*;

const SRAM: Features = Features { stall: true, ..Features::minimal(SinkFeature::Sram(1024)) };
const STREAM: Features = Features::minimal(SinkFeature::Stream);

const FULL: Features = Features {
    stall: true,
    sink: SinkFeature::Sram(1024),
    modes: ModeFeature::Both,
    context: true,
    triggers: true,
    external_triggers: 3,
    src_bits: 10,
    src_id: 0x2A5,
    implicit_return: ReturnFeature::Partial,
    sequential_jump: true,
    repeats: true,
    all_jumps: true,
    extended_address: true,
    timestamp: TimestampFeature::Internal(40),
};

fn register(name: &str) -> &'static Register {
    REGISTERS.iter().find(|r| r.name == name).unwrap()
}

#[test]
fn fields_ascend_without_overlap_and_fit() {
    for register in REGISTERS {
        let mut next = 0;
        for field in register.fields {
            assert!(field.lsb >= next, "{} overlaps", field.name);
            next = field.lsb + field.width;
            assert!(field.reset <= field.max(), "{}", field.name);
        }
        assert!(next <= 32, "{}", register.name);
    }
}

#[test]
fn registers_ascend_by_words() {
    assert!(REGISTERS.windows(2).all(|w| w[0].offset < w[1].offset));
    assert!(REGISTERS.iter().all(|r| r.offset % 4 == 0));
}

#[test]
fn resets_are_legal() {
    for features in [SRAM, STREAM, FULL] {
        for field in REGISTERS.iter().flat_map(|r| r.fields) {
            assert!(field.legal(&features).allows(field.reset(&features)), "{}", field.name);
        }
    }
}

#[test]
fn chapter_5_te_control_after_reset() {
    let control = register("teControl");
    // teEmpty 1, teInstMode 6, teFormat 1, teSink 4 or 12
    assert_eq!(control.reset(&SRAM), 0x4100_0068);
    assert_eq!(control.reset(&STREAM), 0xC100_0068);
}

#[test]
fn chapter_5_te_impl_names_the_sink() {
    assert_eq!(register("teImpl").reset(&SRAM), 0x0011);
    assert_eq!(register("teImpl").reset(&STREAM), 0x1001);
}

#[test]
fn chapter_6_ram_registers_come_with_the_sram() {
    for register in REGISTERS.iter().filter(|r| r.spec == "6") {
        assert!(register.present(&SRAM) && !register.present(&STREAM), "{}", register.name);
    }
    assert_eq!(register("teRamLimit").reset(&SRAM), 1020);
    assert_eq!(register("teRamWP").field("teRamWP").unwrap().legal(&SRAM), Legal::UpTo(255));
}

#[test]
fn optional_fields_are_fixed_where_not_built() {
    let control = register("teControl");
    for name in ["teInstStallEn", "teStopOnWrap"] {
        let field = control.field(name).unwrap();
        assert_eq!(field.legal(&SRAM), Legal::UpTo(1));
        assert_eq!(field.legal(&STREAM), Legal::Fixed(0));
    }
}

#[test]
fn registers_of_options_are_there_with_one_of_them() {
    for name in ["teInstFeatures", "tsControl", "tsLower", "tsUpper", "xTrigInControl"] {
        assert!(register(name).present(&FULL) && !register(name).present(&SRAM), "{name}");
    }
    let narrow = Features { timestamp: TimestampFeature::External(32), ..SRAM };
    assert!(register("tsLower").present(&narrow) && !register("tsUpper").present(&narrow));
}

#[test]
fn a_mode_that_is_not_built_is_illegal() {
    let legal = |modes| register("teControl").field("teInstMode").unwrap().legal(&Features { modes, ..SRAM });
    assert_eq!(legal(ModeFeature::Btm), Legal::Fixed(3));
    assert_eq!([0, 3, 6, 7].map(|mode| legal(ModeFeature::Both).allows(mode)), [false, true, true, false]);
    assert_eq!(register("teControl").field("teInstMode").unwrap().reset(&FULL), 6);
}

#[test]
fn returns_are_predicted_in_the_way_that_is_built_or_not_at_all() {
    let mode = register("teInstFeatures").field("teInstImplicitReturnMode").unwrap();
    assert_eq!([0, 1, 2, 3].map(|value| mode.legal(&FULL).allows(value)), [true, false, true, false]);
    assert_eq!(mode.legal(&SRAM), Legal::Fixed(0));
}

#[test]
fn the_source_of_0_9_4_shows_what_fits() {
    let (wide, narrow) = (register("teInstFeatures"), register("teImpl"));
    assert_eq!((wide.reset(&FULL) >> 16, narrow.reset(&FULL) >> 20), (0xA2A5, 0x75));
    assert_eq!(wide.field("teSrcID").unwrap().legal(&FULL), Legal::UpTo(0x3FF));
}

#[test]
fn chapter_7_the_timestamp_unit_says_its_type_and_width() {
    let control = register("tsControl");
    assert_eq!(control.reset(&FULL), 40 << 24 | 2 << 4);
    let external = Features { timestamp: TimestampFeature::External(64), ..SRAM };
    assert_eq!(control.reset(&external), 64 << 24 | 1 << 4);
    assert_eq!(control.field("tsCount").unwrap().legal(&external), Legal::Fixed(0));
}

#[test]
fn chapter_8_an_input_that_does_not_exist_has_no_action() {
    let input = |n: usize| register("xTrigInControl").fields[n].legal(&FULL);
    assert_eq!([0, 1, 2, 3, 4, 5].map(|action| input(2).allows(action)), [true, false, true, true, true, false]);
    assert_eq!(input(3), Legal::Fixed(0));
}

#[test]
fn fields_are_set_and_read_in_place() {
    let max = register("teControl").field("teSyncMax").unwrap();
    assert_eq!(max.set(0xFFFF_FFFF, 5), 0xFF5F_FFFF);
    assert_eq!(max.get(0xFF5F_FFFF), 5);
    let data = register("teRamData").field("teRamData").unwrap();
    assert_eq!(data.set(0, 0x1234_5678), 0x1234_5678);
}

#[test]
fn constants_have_one_value_each() {
    for (i, (name, value)) in ALL_CONSTANTS.iter().enumerate() {
        assert!(ALL_CONSTANTS[..i].iter().all(|(other, _)| other != name), "{name} twice ({value})");
    }
    assert!(ALL_CONSTANTS.contains(&("TE_CONTROL_TE_SINK", TE_CONTROL_TE_SINK as u64)));
    assert!(ALL_CONSTANTS.contains(&("TE_SINK_STREAM", 12)));
}
