// SPDX-License-Identifier: Apache-2.0
//! External triggers.

use crate::builds::{FULL, PLAIN};
use crate::hardware::Hardware;
use tracewright_driver::{Capabilities, Driver, Error, Settings, SinkSettings};
use tracewright_regmap::{X_TRIG_IN_CONTROL, X_TRIG_OUT_CONTROL};

fn stream() -> Settings {
    Settings { sink: Some(SinkSettings::Stream), ..Settings::default() }
}

#[test]
fn tci_ch_8_each_input_and_output_gets_its_own_setting() {
    let mut driver = Driver::new(Hardware::encoder(&FULL));
    let settings = Settings { inputs: [2, 3, 4, 0, 0, 0, 0, 0], outputs: [1, 3, 0, 0, 0, 0, 0, 0], ..stream() };
    driver.enable(&settings).unwrap();
    assert_eq!(driver.registers().mock.read(X_TRIG_IN_CONTROL as u32), 0x432);
    assert_eq!(driver.registers().mock.read(X_TRIG_OUT_CONTROL as u32), 0x31);
}

#[test]
fn tci_ch_8_an_input_or_output_that_is_not_there_is_refused_by_name() {
    let mut settings = stream();
    settings.inputs[3] = 2;
    let error = Driver::new(Hardware::encoder(&FULL)).enable(&settings);
    let refused = Error::Refused { register: "xTrigInControl", field: "xTrigInAction3", asked: 2, got: 0 };
    assert_eq!(error, Err(refused));
    let mut settings = stream();
    settings.outputs[2] = 1;
    let error = Driver::new(Hardware::encoder(&FULL)).enable(&settings);
    let refused = Error::Refused { register: "xTrigOutControl", field: "xTrigOutEvent2", asked: 1, got: 0 };
    assert_eq!(error, Err(refused));
}

#[test]
fn tci_ch_8_inputs_and_outputs_are_counted() {
    let counts = |found: Capabilities| (found.external_inputs(), found.external_outputs());
    assert_eq!(Driver::new(Hardware::encoder(&FULL)).discover().map(counts), Ok((3, 2)));
    assert_eq!(Driver::new(Hardware::encoder(&PLAIN)).discover().map(counts), Ok((0, 0)));
}
