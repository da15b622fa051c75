// SPDX-License-Identifier: Apache-2.0
//! Tables of teImpl, teInstFeatures and teDataControl (Trace Control ch. 5), and what settings they come to.

use crate::bench::{bit, full, Bench};
use tracewright_config::{Build, ImplicitReturn, SinkKind};
use tracewright_regmap::*;

#[test]
fn tci_ch_5_te_impl_names_versions_and_sink() {
    // Version 1 of the registers, an SRAM, version 1 of the protocol.
    assert_eq!(Bench::new(&Build::default()).read(TE_IMPL), 0x1_0011);
    let mut build = Build::default();
    build.sink.kind = SinkKind::Stream.into();
    assert_eq!(Bench::new(&build).read(TE_IMPL), 0x1_1001);
    let mut bench = Bench::active(&full());
    bench.write(TE_IMPL, u32::MAX);
    // The low four bits of the ID; 7 of 10 bits.
    assert_eq!(bench.read(TE_IMPL), 7 << 24 | 5 << 20 | 0x1_0011);
}

#[test]
fn tci_ch_5_te_impl_te_src_id_shows_what_te_inst_features_holds() {
    let mut bench = Bench::active(&full());
    assert_eq!(bench.field("teInstFeatures", "teSrcID", 0x1C), 0x1C);
    assert_eq!(bench.get("teImpl", "teSrcID"), 0xC);
    assert_eq!(bench.field("teInstFeatures", "teSrcID", 0xFFF), 0x3FF);
    assert_eq!(bench.get("teImpl", "teSrcID"), 0xF);
}

#[test]
fn tci_ch_5_te_inst_features_holds_what_is_built() {
    let mut bench = Bench::active(&full());
    assert_eq!(bench.read(TE_INST_FEATURES), 0xA2A5_0000);
    bench.write(TE_INST_FEATURES, u32::MAX);
    // teInstImplicitReturnMode 3 is not what is built.
    assert_eq!(bench.read(TE_INST_FEATURES), 0xA3FF_070C);
    bench.write(TE_INST_FEATURES, 2 << TE_INST_FEATURES_TE_INST_IMPLICIT_RETURN_MODE);
    assert_eq!(bench.read(TE_INST_FEATURES), 0xA000_0080);
    assert_eq!(Bench::new(&Build::default()).read(TE_INST_FEATURES), 0);
}

#[test]
fn tci_ch_5_te_inst_features_return_mode_is_the_one_that_is_built_or_none() {
    let modes = [ImplicitReturn::Count, ImplicitReturn::Partial, ImplicitReturn::Full];
    for mode in modes {
        let mut build = full();
        build.encoder.implicit_return = mode;
        let mut bench = Bench::active(&build);
        for asked in [mode.code(), 0] {
            assert_eq!(bench.field("teInstFeatures", "teInstImplicitReturnMode", asked), asked);
            for other in modes.iter().filter(|&&other| other != mode) {
                assert_eq!(bench.field("teInstFeatures", "teInstImplicitReturnMode", other.code()), asked);
            }
        }
    }
}

#[test]
fn tci_ch_5_te_inst_features_either_field_predicts_returns() {
    let mut bench = Bench::active(&full());
    assert!(!bench.control.programmed().run.implicit_return);
    bench.field("teInstFeatures", "teInstEnCallStack", 1);
    assert!(bench.control.programmed().run.implicit_return);
    bench.field("teInstFeatures", "teInstEnCallStack", 0);
    bench.field("teInstFeatures", "teInstImplicitReturnMode", 2);
    assert!(bench.control.programmed().run.implicit_return);
}

#[test]
fn tci_ch_5_te_data_control_reads_as_not_implemented() {
    let mut bench = Bench::active(&full());
    bench.write(TE_DATA_CONTROL, u32::MAX);
    assert_eq!((bench.read(TE_DATA_CONTROL), bench.read(TE_DATA_CONTROL)), (0, 0));
}

#[test]
fn settings_are_those_of_the_registers() {
    let mut bench = Bench::active(&full());
    let run = |bench: &Bench| bench.control.programmed().run.clone();
    let before = run(&bench);
    let fields = [
        ("teControl", "teInstMode", 3),
        ("teControl", "teContext", 1),
        ("teControl", "teInstTrigEn", 1),
        ("teControl", "teInstStallEn", 1),
        ("teControl", "teStopOnWrap", 1),
        ("teControl", "teInhibitSrc", 1),
        ("teControl", "teSyncMode", 3),
        ("teControl", "teSyncMax", 7),
        ("teInstFeatures", "teInstEnSequentialJump", 1),
        ("teInstFeatures", "teInstEnRepeatedHistory", 1),
        ("teInstFeatures", "teInstEnAllJumps", 1),
        ("teInstFeatures", "teInstExtendAddrMSB", 1),
        ("tsControl", "tsActive", 1),
        ("tsControl", "tsEnable", 1),
        ("tsControl", "tsPrescale", 2),
        ("tsControl", "tsDebug", 1),
        ("xTrigInControl", "xTrigInAction2", 4),
        ("xTrigOutControl", "xTrigOutEvent1", 3),
    ];
    let mut last = before.clone();
    for (register, field, value) in fields {
        assert_eq!(bench.field(register, field, value), value, "{field}");
        assert!(run(&bench) != last || field == "tsActive", "{field}");
        last = run(&bench);
    }
    assert_eq!((last.timestamp_prescale, last.sync_max), (16, 7));
    bench.clear(TE_CONTROL, bit(TE_CONTROL_TE_ACTIVE)).clear(TS_CONTROL, bit(TS_CONTROL_TS_ACTIVE));
    assert_eq!(run(&bench), before);
}

#[test]
fn settings_that_change_reach_the_encoder() {
    let mut bench = Bench::active(&full());
    bench.field("teControl", "teInstMode", 3);
    bench.field("teInstFeatures", "teSrcID", 0x11);
    assert_eq!(bench.control.programmed().framing.src, Some((0x11, 10)));
    bench.field("teControl", "teInhibitSrc", 1);
    assert_eq!(bench.control.programmed().framing.src, None);
    bench.set(TE_CONTROL, 6).block(0x100).idle(1).clear(TE_CONTROL, 6);
    let messages = bench.messages();
    // Branch trace: no HIST.
    assert_eq!(messages.last().unwrap(), "ProgTraceCorrelation EVCODE=4 CDF=0 I-CNT=2");
}
