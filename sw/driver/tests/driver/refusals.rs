// SPDX-License-Identifier: Apache-2.0
//! Settings that hardware does not take.

use crate::builds::{FULL, PLAIN};
use crate::hardware::Hardware;
use tracewright_driver::{Driver, Error, Settings, SinkSettings, Status};
use tracewright_regmap::{ATB_CONTROL, TE_CONTROL, TE_CONTROL_TE_FORMAT};

fn refused_by(hardware: Hardware, settings: Settings) -> (&'static str, &'static str) {
    let mut driver = Driver::new(hardware);
    match driver.enable(&settings) {
        Err(Error::Refused { register, field, .. }) => {
            assert_eq!(driver.registers().get("teControl", "teEnable"), 0, "nothing is enabled");
            (register, field)
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_setting_that_a_build_lacks_is_refused_by_name() {
    let plain = Settings::default();
    for (settings, field) in [
        (Settings { mode: Some(3), ..plain }, "teInstMode"),
        (Settings { mode: Some(0), ..plain }, "teInstMode"),
        (Settings { stall: true, ..plain }, "teInstStallEn"),
        (Settings { context: true, ..plain }, "teContext"),
        (Settings { triggers: true, ..plain }, "teInstTrigEn"),
        (Settings { inhibit_src: true, ..plain }, "teInhibitSrc"),
    ] {
        assert_eq!(refused_by(Hardware::encoder(&PLAIN), settings), ("teControl", field));
    }
    for (settings, field) in [
        (Settings { implicit_return: 3, ..plain }, "teInstImplicitReturnMode"),
        (Settings { call_stack: true, ..plain }, "teInstEnCallStack"),
        (Settings { sequential_jump: true, ..plain }, "teInstEnSequentialJump"),
        (Settings { repeated_history: true, ..plain }, "teInstEnRepeatedHistory"),
        (Settings { all_jumps: true, ..plain }, "teInstEnAllJumps"),
        (Settings { extended_address: true, ..plain }, "teInstExtendAddrMSB"),
        (Settings { src_id: Some(1), ..plain }, "teSrcID"),
    ] {
        assert_eq!(refused_by(Hardware::encoder(&PLAIN), settings), ("teInstFeatures", field));
    }
}

#[test]
fn a_way_of_predicting_returns_that_is_not_built_is_refused() {
    let settings = Settings { implicit_return: 3, ..Settings::default() };
    assert_eq!(refused_by(Hardware::encoder(&FULL), settings), ("teInstFeatures", "teInstImplicitReturnMode"));
}

#[test]
fn an_encoder_of_another_format_is_refused() {
    let mut hardware = Hardware::encoder(&PLAIN);
    hardware.hidden.insert(TE_CONTROL, 7 << TE_CONTROL_TE_FORMAT);
    assert_eq!(refused_by(hardware, Settings::default()), ("teControl", "teFormat"));
}

#[test]
fn hardware_that_drops_a_bit_is_found_out() {
    for (bits, field) in [(1 << 13, "teInstStallEn"), (0xF << 20, "teSyncMax"), (1 << 16, "teSyncMode")] {
        let mut hardware = Hardware::encoder(&FULL);
        hardware.refused.insert(TE_CONTROL, bits);
        let settings = Settings { stall: true, sync_mode: 1, sync_max: 8, ..Settings::default() };
        assert_eq!(refused_by(hardware, settings), ("teControl", field));
    }
    let mut hardware = Hardware::encoder(&FULL);
    hardware.refused.insert(ATB_CONTROL, 1 << 1);
    let settings = Settings { sink: Some(SinkSettings::Atb { id: 1 }), ..Settings::default() };
    assert_eq!(refused_by(hardware, settings), ("atbControl", "atbEnable"));
}

#[test]
fn a_setting_that_does_not_fit_is_not_cut() {
    let plain = Settings::default();
    for (settings, field, value) in [
        (Settings { sync_max: 16, ..plain }, "teSyncMax", 16),
        (Settings { mode: Some(8 + 6), ..plain }, "teInstMode", 14),
        (Settings { src_id: Some(0x1000), ..plain }, "teSrcID", 0x1000),
        (Settings { inputs: [16, 0, 0, 0, 0, 0, 0, 0], ..plain }, "xTrigInAction0", 16),
    ] {
        let mut driver = Driver::new(Hardware::encoder(&FULL));
        let error = driver.enable(&settings).unwrap_err();
        assert!(matches!(error, Error::Illegal { field: f, value: v, .. } if (f, v) == (field, value)), "{error}");
    }
}

#[test]
fn locking_in_the_middle_is_told_from_a_missing_setting() {
    let settings = Settings { sink: Some(SinkSettings::Stream), stall: true, sync_max: 3, ..Settings::default() };
    let mut whole = Driver::new(Hardware::encoder(&FULL));
    whole.enable(&settings).unwrap();
    for from in 0..whole.registers().reads.len() {
        let mut hardware = Hardware::encoder(&FULL);
        hardware.locked_from = Some(from);
        let mut driver = Driver::new(hardware).poll_limit(10);
        match driver.enable(&settings) {
            Err(error) => assert_eq!(error, Error::Silent, "{from}"),
            Ok(()) => assert_eq!(driver.status(), Ok(Status(0)), "{from}"),
        }
    }
}
