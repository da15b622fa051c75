// SPDX-License-Identifier: Apache-2.0
//! ATB trace sink.

use crate::builds::{FULL, PLAIN};
use crate::hardware::Hardware;
use tracewright_driver::{Driver, Error, Settings, SinkSettings};
use tracewright_regmap::ATB_CONTROL;

fn settings(id: u32) -> Settings {
    Settings { sink: Some(SinkSettings::Atb { id }), ..Settings::default() }
}

#[test]
fn tci_ch_13_the_sink_is_activated_named_and_enabled() {
    for id in [1, 0x6F] {
        let mut driver = Driver::new(Hardware::encoder(&FULL));
        driver.enable(&settings(id)).unwrap();
        let writes = driver.registers().take_writes();
        let values = writes.iter().filter(|write| write.offset == ATB_CONTROL).map(|write| write.value & !8);
        assert_eq!(values.collect::<Vec<_>>(), [1, 1 | id << 8, 0b11 | id << 8]);
    }
}

#[test]
fn tci_ch_13_reserved_ids_are_illegal() {
    for id in [0, 0x70, 0x7F, 0x80] {
        let error = Driver::new(Hardware::encoder(&FULL)).enable(&settings(id));
        assert_eq!(error, Err(Error::Illegal { register: "atbControl", field: "atbId", value: id }));
    }
}

#[test]
fn tci_ch_13_an_encoder_without_it_refuses_the_sink() {
    let error = Driver::new(Hardware::encoder(&PLAIN)).enable(&settings(1));
    assert_eq!(error, Err(Error::Refused { register: "teControl", field: "teSink", asked: 5, got: 4 }));
}
