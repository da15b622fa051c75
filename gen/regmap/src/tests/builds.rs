// SPDX-License-Identifier: Apache-2.0
//! What a build makes of the tables.

use super::*;

#[test]
fn tci_ch_5_te_control_after_reset() {
    let control = register("teControl");
    // teEmpty 1, teInstMode 6, teFormat 1, teSink 4 or 12
    assert_eq!(control.reset(&SRAM), 0x4100_0068);
    assert_eq!(control.reset(&STREAM), 0xC100_0068);
}

#[test]
fn tci_ch_5_system_dependent_resets_are_the_builds_to_choose() {
    let defaults = Defaults {
        mode: 3,
        context: true,
        stall: true,
        stop_on_wrap: true,
        inhibit_src: true,
        sync_mode: 2,
        sync_max: 9,
        src_id: 0x2A5,
        pib_divider: 0x1234,
    };
    let all = Features { defaults, ..FULL };
    assert_eq!(register("teControl").reset(&all), 0x4192_E238);
    assert_eq!(register("pibControl").reset(&all), 0x1234_0008);
    let none = Features { defaults, ..STREAM };
    // What the build does not have stays 0; one mode is the mode.
    assert_eq!(register("teControl").reset(&none), 0xC192_0068);
}

#[test]
fn tci_ch_5_te_impl_names_the_sinks() {
    assert_eq!(register("teImpl").reset(&SRAM), 0x0001_0011);
    assert_eq!(register("teImpl").reset(&STREAM), 0x0001_1001);
    assert_eq!(register("teImpl").reset(&FULL) & 0xFFFF, 0x11F1);
}

#[test]
fn tci_ch_5_te_sink_takes_the_sinks_that_are_built() {
    let sink = field("teControl", "teSink");
    assert_eq!(sink.legal(&FULL), Legal::OneOf(0x11F0));
    assert_eq!((sink.legal(&SRAM), sink.legal(&STREAM)), (Legal::Fixed(4), Legal::Fixed(12)));
    assert_eq!(sink.reset(&FULL), 4);
}

#[test]
fn tci_ch_5_a_mode_that_is_not_built_is_illegal() {
    let legal = |modes| field("teControl", "teInstMode").legal(&Features { modes, ..SRAM });
    assert_eq!((legal(ModeFeature::Btm), legal(ModeFeature::Htm)), (Legal::Fixed(3), Legal::Fixed(6)));
    assert_eq!([0, 3, 6, 7].map(|mode| legal(ModeFeature::Both).allows(mode)), [false, true, true, false]);
    assert_eq!(register("teControl").field("teInstMode").unwrap().reset(&FULL), 6);
}

#[test]
fn tci_ch_5_returns_are_predicted_in_the_way_that_is_built_or_not_at_all() {
    let mode = field("teInstFeatures", "teInstImplicitReturnMode");
    assert_eq!([0, 1, 2, 3].map(|value| mode.legal(&FULL).allows(value)), [true, false, true, false]);
    assert_eq!(mode.legal(&SRAM), Legal::Fixed(0));
}

#[test]
fn tci_ch_5_the_source_of_0_9_4_shows_what_fits() {
    let (wide, narrow) = (register("teInstFeatures"), register("teImpl"));
    assert_eq!((wide.reset(&FULL) >> 16, narrow.reset(&FULL) >> 20), (0xA2A5, 0x75));
    assert_eq!(field("teInstFeatures", "teSrcID").legal(&FULL), Legal::Bits(0x3FF));
}

#[test]
fn tci_ch_6_ram_registers_come_with_a_sink_in_memory() {
    for register in REGISTERS.iter().filter(|r| r.spec == "6") {
        assert!(register.present(&FULL) && !register.present(&STREAM), "{}", register.name);
        let is_of_sba = ["teRamBaseHigh", "teSbaStatus"].contains(&register.name);
        assert_eq!(register.present(&SRAM), !is_of_sba, "{}", register.name);
    }
    let sba = Features::minimal(SinkFeatures { sba_bits: 32, ..SinkFeatures::NONE });
    let names = ["teRamBase", "teRamLimit", "teRamWP", "teRamBaseHigh", "teRamRP", "teRamData", "teSbaStatus"];
    assert_eq!(names.map(|name| register(name).present(&sba)), [true, true, true, false, false, false, true]);
}

#[test]
fn tci_ch_6_addresses_have_the_bits_of_their_memory() {
    assert_eq!(register("teRamLimit").reset(&SRAM), 1020);
    assert_eq!(field("teRamBase", "teRamBase").legal(&SRAM), Legal::Fixed(0));
    assert_eq!(field("teRamLimit", "teRamLimit").legal(&SRAM), Legal::Bits(255));
    assert_eq!(field("teRamWP", "teRamWP").legal(&SRAM), Legal::Bits(255));
    let sba = |sba_bits| Features::minimal(SinkFeatures { sba_bits, ..SinkFeatures::NONE });
    for (bits, low, high) in [(12, 0x3FF, 0), (32, 0x3FFF_FFFF, 0), (34, 0x3FFF_FFFF, 3), (64, 0x3FFF_FFFF, u32::MAX)] {
        for name in ["teRamBase", "teRamLimit", "teRamWP"] {
            assert_eq!(field(name, name).legal(&sba(bits)), Legal::Bits(low), "{name} with {bits}");
        }
        let legal = field("teRamBaseHigh", "teRamBaseHigh").legal(&sba(bits));
        assert_eq!(legal, if high == 0 { Legal::Fixed(0) } else { Legal::Bits(high) }, "{bits}");
    }
}

#[test]
fn tci_ch_6_addresses_are_at_the_natural_boundary_of_a_word() {
    let sram = |bytes, sram_word_bytes| SinkFeatures { sram_word_bytes, ..SinkFeatures::sram(bytes) };
    let legal = |name, sinks| field(name, name).legal(&Features::minimal(sinks));
    for (sinks, wp, limit, reset) in [
        (sram(1024, 8), Legal::Bits(0xFE), Legal::BitsAndOnes(0xFE, 1), 1020),
        (sram(1024, 16), Legal::Bits(0xFC), Legal::BitsAndOnes(0xFC, 3), 1020),
        (sram(16, 16), Legal::Fixed(0), Legal::Fixed(3), 12),
    ] {
        assert_eq!((legal("teRamWP", sinks), legal("teRamLimit", sinks)), (wp, limit), "{sinks:?}");
        assert_eq!(register("teRamLimit").reset(&Features::minimal(sinks)), reset, "{sinks:?}");
        assert_eq!(legal("teRamRP", sinks), Legal::Bits((sinks.sram_bytes - 1) >> 2), "teRamData has 32 bits");
    }
    let sba = SinkFeatures { sba_bits: 20, sba_word_bytes: 16, ..SinkFeatures::NONE };
    assert_eq!(legal("teRamWP", sba), Legal::Bits(0x3_FFFC));
    // The range is what was written; its whole words are the hardware's to find.
    let range = Legal::Bits(0x3_FFFF);
    assert_eq!((legal("teRamBase", sba), legal("teRamLimit", sba)), (range, range));
    assert_eq!(register("teRamLimit").reset(&Features::minimal(sba)), 0);
}

#[test]
fn tci_ch_6_two_memories_share_the_bits_of_both() {
    let both = SinkFeatures { sba_bits: 32, sba_word_bytes: 16, sram_word_bytes: 8, ..SinkFeatures::sram(1024) };
    let features = Features::minimal(both);
    let legal = |name| field(name, name).legal(&features);
    assert_eq!(legal("teRamBase"), Legal::Bits(0x3FFF_FFFF));
    assert_eq!((legal("teRamWP"), legal("teRamRP")), (Legal::Bits(0x3FFF_FFFE), Legal::Bits(0xFF)));
    assert_eq!(legal("teRamLimit"), Legal::Bits(0x3FFF_FFFF));
    assert_eq!(register("teRamLimit").reset(&features), 1020);
}

#[test]
fn tci_ch_7_the_timestamp_unit_says_its_type_and_width() {
    let control = register("tsControl");
    assert_eq!(control.reset(&FULL), 40 << 24 | 2 << 4);
    let external = Features { timestamp: TimestampFeature::External(64), ..SRAM };
    assert_eq!(control.reset(&external), 64 << 24 | 1 << 4);
    let slave = Features { timestamp: TimestampFeature::Slave(33), ..SRAM };
    assert_eq!(control.reset(&slave), 33 << 24 | 4 << 4);
    for name in ["tsCount", "tsReset", "tsDebug", "tsPrescale"] {
        assert_eq!(control.field(name).unwrap().legal(&external), Legal::Fixed(0), "{name}");
        assert_ne!(control.field(name).unwrap().legal(&FULL), Legal::Fixed(0), "{name}");
    }
}

#[test]
fn tci_ch_8_an_input_that_does_not_exist_has_no_action() {
    let three = Features { external_triggers: 3, trigger_outputs: 1, ..FULL };
    let input = |n: usize| register("xTrigInControl").fields[n].legal(&three);
    assert_eq!([0, 1, 2, 3, 4, 5].map(|action| input(2).allows(action)), [true, false, true, true, true, false]);
    assert_eq!(input(3), Legal::Fixed(0));
    let output = |n: usize| register("xTrigOutControl").fields[n].legal(&three);
    assert_eq!((output(0), output(1)), (Legal::Bits(3), Legal::Fixed(0)));
}

#[test]
fn tci_ch_12_the_pins_take_the_modes_that_are_built() {
    let pib = PibFeature { modes: 1 | 1 << 9, ref_center: false, calibrate: false, divider_bits: 4 };
    let features = Features::minimal(SinkFeatures { pib: Some(pib), ..SinkFeatures::NONE });
    let legal = |name| field("pibControl", name).legal(&features);
    assert_eq!((legal("pibMode"), legal("pibDivider")), (Legal::OneOf(0x201), Legal::Bits(0xF)));
    assert_eq!((legal("pibRefCenter"), legal("pibCalibrate")), (Legal::Fixed(0), Legal::Fixed(0)));
    assert!(!register("pibControl").present(&SRAM));
}

#[test]
fn tci_ch_11_a_funnel_has_a_bit_for_each_input() {
    let legal = |inputs| FUNNEL_REGISTERS[2].fields[0].legal(&Features { inputs, ..STREAM });
    assert_eq!([2, 3, 16].map(legal), [Legal::Bits(3), Legal::Bits(7), Legal::Bits(0xFFFF)]);
    assert_eq!(FUNNEL_REGISTERS[2].name, "tfDisInput");
}

#[test]
fn tci_ch_13_reserved_ids_are_not_taken() {
    let id = field("atbControl", "atbId");
    let legal = id.legal(&FULL);
    assert_eq!((id.reset(&FULL), id.access), (0, Access::Warl));
    assert_eq!([0, 1, 0x6F, 0x70, 0x7F].map(|id| legal.allows(id)), [false, true, true, false, false]);
    assert_eq!([(0, 0x70), (5, 0), (5, 0x7F), (5, 0x6F)].map(|(old, new)| legal.written(old, new)), [0, 5, 5, 0x6F]);
}

#[test]
fn optional_fields_are_fixed_where_not_built() {
    for name in ["teInstStallEn", "teStopOnWrap"] {
        assert_eq!(field("teControl", name).legal(&SRAM), Legal::Bits(1));
        assert_eq!(field("teControl", name).legal(&STREAM), Legal::Fixed(0));
    }
}

#[test]
fn registers_of_options_are_there_with_one_of_them() {
    for name in ["teInstFeatures", "tsControl", "tsLower", "tsUpper", "xTrigInControl", "xTrigOutControl"] {
        assert!(register(name).present(&FULL) && !register(name).present(&SRAM), "{name}");
    }
    let narrow = Features { timestamp: TimestampFeature::External(32), ..SRAM };
    assert!(register("tsLower").present(&narrow) && !register("tsUpper").present(&narrow));
}

#[test]
fn an_illegal_write_keeps_the_old_value() {
    let legal = Legal::OneOf(1 << 3 | 1 << 6);
    assert_eq!([legal.written(3, 6), legal.written(3, 7), legal.written(6, 200)], [6, 3, 6]);
    assert_eq!(Legal::Bits(0b0011).written(0, 0b1110), 0b0010);
    assert_eq!(Legal::Fixed(5).written(5, 7), 5);
    assert_eq!(Legal::BitsAndOnes(0b1100, 0b11).written(0, 0b10110), 0b0111);
    assert_eq!(
        [0b0011, 0b1111, 0b1110].map(|value| Legal::BitsAndOnes(0b1100, 0b11).allows(value)),
        [true, true, false]
    );
}

#[test]
fn fields_are_set_and_read_in_place() {
    let max = field("teControl", "teSyncMax");
    assert_eq!(max.set(0xFFFF_FFFF, 5), 0xFF5F_FFFF);
    assert_eq!(max.get(0xFF5F_FFFF), 5);
    assert_eq!(field("teRamData", "teRamData").set(0, 0x1234_5678), 0x1234_5678);
}
