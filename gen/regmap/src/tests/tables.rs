// SPDX-License-Identifier: Apache-2.0
//! Each table of Trace Control 0.9.4, typed from its text: offset, bits, names, access, values after reset.
//!
//! `SD` stands for a value that is the system's to choose, `UNDEF` for one that 0.9.4 leaves open.

use super::*;

/// A row of a table: highest and lowest bit, name, access, value after reset.
type Row = (usize, usize, &'static str, &'static str, u64);

const SD: u64 = 1 << 32;
const UNDEF: u64 = 1 << 33;

/// Rows that the specification calls WARL, and that no write changes: R says more.
const FIXED: [&str; 2] = ["teSrcID", "teSrcBits"];

/// A row that the specification calls RW, with values that "may not be used": they are not taken, and WARL says so.
const REFUSING: &str = "atbId";

/// Fields that 0.9.4 does not place.
fn is_added(register: &Register, field: &Field) -> bool {
    field.spec.is_some() || field.name == "hasStreamSink" || register.name == "dbgTriggerControl"
}

fn check(register: &'static Register, offset: usize, rows: &[Row]) {
    let name = register.name;
    assert_eq!(register.offset, offset, "{name}");
    let known: Vec<_> = register.fields.iter().filter(|f| !is_added(register, f)).collect();
    let names: Vec<_> = known.iter().map(|f| f.name).collect();
    assert_eq!(names, rows.iter().map(|row| row.2).collect::<Vec<_>>(), "{name}");
    for (field, (high, low, _, access, reset)) in known.into_iter().zip(rows) {
        let at = format!("{name}.{}", field.name);
        assert_eq!((field.lsb + field.width - 1, field.lsb), (*high, *low), "{at}");
        let is_fixed = FIXED.contains(&field.name) && (field.access, *access) == (Access::ReadOnly, "WARL");
        let is_refusing = field.name == REFUSING && (field.access, *access) == (Access::Warl, "RW");
        assert!(field.access.name() == *access || is_fixed || is_refusing, "{at}");
        match *reset {
            SD | UNDEF => {}
            reset => assert_eq!(u64::from(field.reset(&FULL)), reset, "{at}"),
        }
    }
}

#[test]
fn tci_ch_5_table_te_control() {
    let rows = [
        (0, 0, "teActive", "RW", 0),
        (1, 1, "teEnable", "RW", 0),
        (2, 2, "teInstTracing", "RW", 0),
        (3, 3, "teEmpty", "R", 1),
        (6, 4, "teInstMode", "WARL", SD),
        (9, 9, "teContext", "WARL", SD),
        (11, 11, "teInstTrigEn", "WARL", 0),
        (12, 12, "teInstStallOrOverflow", "R", 0),
        (13, 13, "teInstStallEn", "WARL", SD),
        (14, 14, "teStopOnWrap", "WARL", SD),
        (15, 15, "teInhibitSrc", "WARL", SD),
        (17, 16, "teSyncMode", "WARL", SD),
        (23, 20, "teSyncMax", "WARL", SD),
        (26, 24, "teFormat", "WARL", SD),
        (31, 28, "teSink", "WARL", SD),
    ];
    check(register("teControl"), 0x000, &rows);
}

#[test]
fn tci_ch_5_table_te_impl() {
    let rows = [
        (3, 0, "teVersion", "R", 1),
        (4, 4, "hasSRAMSink", "R", SD),
        (5, 5, "hasATBSink", "R", SD),
        (6, 6, "hasPIBSink", "R", SD),
        (7, 7, "hasSBASink", "R", SD),
        (8, 8, "hasFunnelSink", "R", SD),
        (23, 20, "teSrcID", "WARL", SD),
        (26, 24, "teSrcBits", "WARL", SD),
    ];
    check(register("teImpl"), 0x004, &rows);
}

#[test]
fn ntrace_table_7_places_the_protocol_where_1_0_does() {
    let major = field("teImpl", "teProtocolMajor");
    assert_eq!((major.lsb, major.width, major.access.name()), (16, 4, "R"));
    assert_eq!((major.reset(&SRAM), major.legal(&FULL)), (1, Legal::Fixed(1)));
    // trTeProtocolMinor is 0 in bits 23-20, which are 0.9.4's teSrcID where there is a source field.
    assert_eq!(register("teImpl").reset(&SRAM) >> 20 & 0xF, 0);
    let funnel = FUNNEL_REGISTERS.iter().find(|register| register.name == "tfImpl").unwrap();
    assert!(funnel.fields.iter().all(|field| field.lsb < 16), "a funnel has no protocol");
}

#[test]
fn tci_ch_5_table_te_inst_features() {
    let rows = [
        (0, 0, "teInstNoAddrDiff", "WARL", 0),
        (1, 1, "teInstNoTrapAddr", "WARL", 0),
        (2, 2, "teInstEnSequentialJump", "WARL", 0),
        (3, 3, "teInstEnCallStack", "WARL", 0),
        (4, 4, "teInstEnBranchPrediction", "WARL", 0),
        (5, 5, "teInstEnJumpTargetCache", "WARL", 0),
    ];
    check(register("teInstFeatures"), 0x008, &rows);
}

#[test]
fn tci_ratified_table_tr_te_inst_features() {
    let rows = [
        (7, 6, "teInstImplicitReturnMode", "WARL", 0),
        (8, 8, "teInstEnRepeatedHistory", "WARL", 0),
        (9, 9, "teInstEnAllJumps", "WARL", 0),
        (10, 10, "teInstExtendAddrMSB", "WARL", 0),
        (27, 16, "teSrcID", "WARL", 0x2A5),
        (31, 28, "teSrcBits", "R", 10),
    ];
    for (high, low, name, access, reset) in rows {
        let field = field("teInstFeatures", name);
        assert_eq!((field.lsb + field.width - 1, field.lsb, field.access.name()), (high, low, access), "{name}");
        assert_eq!((field.reset(&FULL), field.spec), (reset, Some("1.0, trTeInstFeatures")), "{name}");
    }
}

#[test]
fn tci_ch_5_table_te_data_control() {
    let rows = [
        (0, 0, "teDataImplemented", "R", 0),
        (1, 1, "teDataEnable", "WARL", SD),
        (2, 2, "teDataTracing", "WARL", SD),
        (3, 3, "teDataTrigEnable", "WARL", 0),
        (4, 4, "teDataStallDelta", "RC", 0),
        (5, 5, "teDataStallEnable", "WARL", 0),
        (6, 6, "teDataDropDelta", "RC", 0),
        (7, 7, "teDataDropEnable", "WARL", 0),
        (16, 16, "teDataNoValue", "WARL", SD),
        (18, 17, "teDataAddressMode", "WARL", SD),
        (31, 19, "teDataFeatures", "WARL", SD),
    ];
    check(register("teDataControl"), 0x00C, &rows);
    assert_eq!(register("teDataControl").reset(&FULL), 0, "there is no data trace");
}

#[test]
fn tables_of_chapter_6() {
    check(register("teRamBase"), 0x010, &[(31, 2, "teRamBase", "WARL", UNDEF)]);
    check(register("teRamBaseHigh"), 0x014, &[(31, 0, "teRamBaseHigh", "WARL", UNDEF)]);
    check(register("teRamLimit"), 0x018, &[(31, 2, "teRamLimit", "WARL", UNDEF)]);
    check(register("teRamWP"), 0x01C, &[(0, 0, "teWrap", "WARL", 0), (31, 2, "teRamWP", "WARL", UNDEF)]);
    check(register("teRamRP"), 0x020, &[(31, 2, "teRamRP", "WARL", 0)]);
    check(register("teRamData"), 0x024, &[(31, 0, "teRamData", "RW", SD)]);
}

#[test]
fn tci_ch_7_table_ts_control() {
    let rows = [
        (0, 0, "tsActive", "RW", 0),
        (1, 1, "tsCount", "WARL", 0),
        (2, 2, "tsReset", "W1", 0),
        (3, 3, "tsDebug", "WARL", 0),
        (6, 4, "tsType", "WARL", SD),
        (9, 8, "tsPrescale", "WARL", 0),
        (31, 24, "tsWidth", "R", SD),
    ];
    check(register("tsControl"), 0x040, &rows);
    let enable = field("tsControl", "tsEnable");
    assert!((15..=23).contains(&enable.lsb), "bits 23-15 are the system's");
    assert_eq!((enable.access, enable.reset(&FULL)), (Access::Warl, 0));
}

#[test]
fn tables_ts_lower_and_ts_upper_of_chapter_7() {
    check(register("tsLower"), 0x044, &[(31, 0, "tsLower", "R", 0)]);
    check(register("tsUpper"), 0x048, &[(31, 0, "tsUpper", "R", 0)]);
}

#[test]
fn tci_ch_8_table_x_trig_in_control() {
    let names = std::array::from_fn::<_, 8, _>(|n| format!("xTrigInAction{n}"));
    let fields = register("xTrigInControl").fields;
    assert_eq!((register("xTrigInControl").offset, fields.len()), (0x050, 8));
    for (n, (field, name)) in fields.iter().zip(names).enumerate() {
        assert_eq!((field.name, field.lsb, field.width), (name.as_str(), 4 * n, 4));
        assert_eq!((field.access, field.reset(&FULL)), (Access::Warl, 0), "{name}");
        assert_eq!(field.legal(&FULL), Legal::OneOf(0b1_1101), "{name}");
    }
}

#[test]
fn tci_ch_8_table_x_trig_out_control() {
    let names = std::array::from_fn::<_, 8, _>(|n| format!("xTrigOutEvent{n}"));
    let fields = register("xTrigOutControl").fields;
    assert_eq!((register("xTrigOutControl").offset, fields.len()), (0x054, 8));
    for (n, (field, name)) in fields.iter().zip(names).enumerate() {
        assert_eq!((field.name, field.lsb, field.width), (name.as_str(), 4 * n, 4));
        assert_eq!((field.access, field.reset(&FULL)), (Access::Warl, 0), "{name}");
        assert_eq!(field.legal(&FULL), Legal::Bits(0b0011), "{name}");
    }
}

#[test]
fn tci_ch_9_table_dbg_trigger_control() {
    let control = register("dbgTriggerControl");
    assert_eq!((control.offset, control.reset(&FULL)), (0x058, 0));
    assert_eq!((control.fields.len(), control.fields[0].mask(), control.fields[0].access), (1, u32::MAX, Access::Warl));
}

#[test]
fn tci_ch_11_table_tf_control() {
    let rows = [
        (0, 0, "tfActive", "RW", 0),
        (1, 1, "tfEnable", "RW", 0),
        (3, 3, "tfEmpty", "R", 1),
        (14, 14, "tfStopOnWrap", "WARL", SD),
        (31, 28, "tfSink", "WARL", SD),
    ];
    check(find(FUNNEL_REGISTERS, "tfControl"), 0x000, &rows);
}

#[test]
fn tci_ch_11_table_tf_impl() {
    let rows = [
        (3, 0, "tfVersion", "R", 1),
        (4, 4, "hasSRAMSink", "R", SD),
        (5, 5, "hasATBSink", "R", SD),
        (6, 6, "hasPIBSink", "R", SD),
        (7, 7, "hasSBASink", "R", SD),
        (8, 8, "hasFunnelSink", "R", SD),
    ];
    check(find(FUNNEL_REGISTERS, "tfImpl"), 0x004, &rows);
}

#[test]
fn tci_ch_11_a_funnel_field_is_as_that_of_the_encoder() {
    for (own, encoder) in [("tfControl", "teControl"), ("tfImpl", "teImpl")] {
        for field in find(FUNNEL_REGISTERS, own).fields {
            let name = field.name.replacen("tf", "te", 1);
            let like = register(encoder).field(&name).unwrap();
            assert_eq!((field.lsb, field.width, field.access), (like.lsb, like.width, like.access), "{name}");
            assert_eq!((field.rule, field.system), (like.rule, like.system), "{name}");
        }
    }
}

#[test]
fn tci_12_1_pib_control_of_chapter_12() {
    let rows = [
        (0, 0, "pibActive", "RW", 0),
        (1, 1, "pibEnable", "RW", 0),
        (3, 3, "pibEmpty", "R", 1),
        (7, 4, "pibMode", "WARL", 0),
        (8, 8, "pibRefCenter", "WARL", SD),
        (9, 9, "pibCalibrate", "WARL", 0),
        (31, 16, "pibDivider", "WARL", SD),
    ];
    check(register("pibControl"), 0xF00, &rows);
    let codes: Vec<_> = field("pibControl", "pibMode").values.iter().map(|value| value.value).collect();
    assert_eq!(codes, [0, 4, 5, 8, 9, 10, 11, 12]);
}

#[test]
fn tci_ch_13_table_atb_control() {
    let rows = [
        (0, 0, "atbActive", "RW", 0),
        (1, 1, "atbEnable", "RW", 0),
        (3, 3, "atbEmpty", "R", 1),
        (14, 8, "atbId", "RW", 0),
    ];
    check(register("atbControl"), 0xE00, &rows);
}

#[test]
fn te_sba_status_is_in_a_block_for_vendors() {
    for (list, enable) in [(REGISTERS, "teEnable"), (FUNNEL_REGISTERS, "tfEnable")] {
        let status = find(list, "teSbaStatus");
        assert!((0x400..0x800).contains(&status.offset) && status.needs == Some(Feature::Sba));
        let rows = status.fields.iter().map(|f| (f.name, f.lsb, f.width, f.access, f.hardware, f.cleared_by));
        let expected = [
            ("sbaError", 0, 1, Access::ReadWrite, Hardware::Sets, Some(enable)),
            ("sbaResponse", 1, 2, Access::ReadOnly, Hardware::Drives, None),
            ("sbaNoBuffer", 3, 1, Access::ReadOnly, Hardware::Drives, None),
        ];
        assert_eq!(rows.collect::<Vec<_>>(), expected);
    }
    assert_eq!(find(FUNNEL_REGISTERS, "teSbaStatus").unit, Unit::Funnel);
}

#[test]
fn the_window_to_control_transfer_records_is_in_a_block_for_vendors() {
    for (offset, name, width) in
        [(0x440, "ctrDebugSelect", 13), (0x444, "ctrDebugLow", 32), (0x448, "ctrDebugHigh", 32)]
    {
        let register = find(REGISTERS, name);
        let [field] = register.fields else { panic!("{name} has one field") };
        assert_eq!((register.offset, register.unit, register.needs), (offset, Unit::Records, Some(Feature::Records)));
        assert_eq!((field.name, field.lsb, field.width, field.access), (name, 0, width, Access::ReadWrite));
        assert!(register.is_elsewhere());
    }
}

#[test]
fn tci_ratified_table_tr_funnel_dis_input() {
    let register = find(FUNNEL_REGISTERS, "tfDisInput");
    let field = register.field("tfDisInput").unwrap();
    assert_eq!((register.offset, field.lsb, field.width, field.reset(&FULL)), (0x008, 0, 16, 0));
    assert_eq!(field.spec, Some("1.0, trFunnelDisInput"));
}

/// The registers of a component in chapter 3.1, and those that it leaves to vendors, or to later versions.
#[test]
fn tci_3_1_table() {
    let both = [
        (0x010, "teRamBase"),
        (0x014, "teRamBaseHigh"),
        (0x018, "teRamLimit"),
        (0x01C, "teRamWP"),
        (0x020, "teRamRP"),
        (0x024, "teRamData"),
        (0x400, "teSbaStatus"),
        (0xE00, "atbControl"),
        (0xF00, "pibControl"),
    ];
    let encoder = [
        (0x000, "teControl"),
        (0x004, "teImpl"),
        (0x008, "teInstFeatures"),
        (0x00C, "teDataControl"),
        (0x040, "tsControl"),
        (0x044, "tsLower"),
        (0x048, "tsUpper"),
        (0x050, "xTrigInControl"),
        (0x054, "xTrigOutControl"),
        (0x058, "dbgTriggerControl"),
        (0x440, "ctrDebugSelect"),
        (0x444, "ctrDebugLow"),
        (0x448, "ctrDebugHigh"),
    ];
    let funnel = [(0x000, "tfControl"), (0x004, "tfImpl"), (0x008, "tfDisInput")];
    let sorted = |own: &[(usize, &'static str)]| {
        let mut all = [own, &both[..]].concat();
        all.sort_unstable();
        all
    };
    let described = |list: &'static [Register]| list.iter().map(|r| (r.offset, r.name)).collect::<Vec<_>>();
    assert_eq!(described(REGISTERS), sorted(&encoder));
    assert_eq!(described(FUNNEL_REGISTERS), sorted(&funnel));
}

/// Every field of every register is a row of one of the tables above: what is not must say where it comes from.
#[test]
fn fields_that_0_9_4_does_not_place_say_where_they_come_from() {
    let added = REGISTERS.iter().flat_map(|r| r.fields.iter().filter(move |f| is_added(r, f)).map(|f| f.name));
    let expected = [
        "hasStreamSink",
        "teProtocolMajor",
        "teInstImplicitReturnMode",
        "teInstEnRepeatedHistory",
        "teInstEnAllJumps",
        "teInstExtendAddrMSB",
        "teSrcID",
        "teSrcBits",
        "tsEnable",
        "dbgTriggerControl",
        "sbaError",
        "sbaResponse",
        "sbaNoBuffer",
    ];
    assert_eq!(added.collect::<Vec<_>>(), expected);
}
