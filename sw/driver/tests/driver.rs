// SPDX-License-Identifier: Apache-2.0
//! The driver against an encoder that is a few variables.

use std::collections::BTreeMap;
use std::convert::Infallible;
use tracewright_driver::{Capabilities, Driver, Error, Mmio, Settings, Sink, TimestampSettings, TimestampUnit};
use tracewright_regmap::*;

const BYTES: u32 = 256;

/// Registers as their description says; trace is put into `memory` by hand.
struct Fake {
    features: Features,
    registers: BTreeMap<usize, u32>,
    memory: Vec<u32>,
    /// Reads until teEmpty is 1.
    busy: u32,
    /// What was written to teControl.
    log: Vec<u32>,
}

impl Fake {
    fn new(features: Features) -> Self {
        let mut fake =
            Fake { features, registers: BTreeMap::new(), memory: (0..BYTES / 4).collect(), busy: 3, log: vec![] };
        fake.reset();
        fake
    }

    fn sram() -> Self {
        Fake::new(Features { stall: true, ..Features::minimal(SinkFeature::Sram(BYTES)) })
    }

    /// Every register but those of the timestamp unit gets its reset value.
    fn reset(&mut self) {
        for register in REGISTERS.iter().filter(|r| r.present(&self.features)) {
            let reset = register.reset(&self.features);
            if register.spec == "7" {
                self.registers.entry(register.offset).or_insert(reset);
            } else {
                self.registers.insert(register.offset, reset);
            }
        }
    }

    fn at(&mut self, offset: usize) -> &mut u32 {
        self.registers.get_mut(&offset).unwrap()
    }
}

impl Mmio for Fake {
    type Error = Infallible;

    fn read(&mut self, offset: u32) -> Result<u32, Infallible> {
        let value = self.registers.get(&(offset as usize)).copied().unwrap_or(0);
        Ok(match offset as usize {
            TE_CONTROL => {
                self.busy = self.busy.saturating_sub(1);
                value & !(1 << TE_CONTROL_TE_EMPTY) | u32::from(self.busy == 0) << TE_CONTROL_TE_EMPTY
            }
            TE_RAM_DATA => {
                let pointer = *self.at(TE_RAM_RP);
                *self.at(TE_RAM_RP) = (pointer + 4) % BYTES;
                self.memory[pointer as usize / 4]
            }
            _ => value,
        })
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), Infallible> {
        let offset = offset as usize;
        let features = self.features;
        if offset == TE_CONTROL {
            self.log.push(value);
            if value & 1 == 0 {
                self.reset();
            }
        }
        if offset == TE_RAM_WP {
            *self.at(offset) = value & ((BYTES - 4) | 1);
        }
        let register = REGISTERS.iter().find(|r| r.offset == offset && r.present(&features));
        for field in register.into_iter().flat_map(|r| r.fields) {
            let writable = matches!(field.access, Access::ReadWrite | Access::Warl);
            if writable && field.legal(&features).allows(field.get(value)) {
                let word = self.at(offset);
                *word = field.set(*word, field.get(value));
            }
        }
        Ok(())
    }
}

/// An encoder with every option.
const FULL: Features = Features {
    stall: true,
    sink: SinkFeature::Stream,
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

/// What an encoder without options can do.
const PLAIN: Capabilities = Capabilities {
    sink: Sink::Stream,
    stall: false,
    htm: true,
    btm: false,
    context: false,
    triggers: false,
    external_triggers: 0,
    src_bits: 0,
    src_id: 0,
    implicit_return: 0,
    sequential_jump: false,
    repeated_history: false,
    all_jumps: false,
    extended_address: false,
    timestamp: None,
};

#[test]
fn chapter_14_discovery_finds_sink_and_size() {
    let found = Driver::new(Fake::sram()).discover();
    assert_eq!(found, Ok(Capabilities { sink: Sink::Sram { bytes: BYTES }, stall: true, ..PLAIN }));
    let stream = Features::minimal(SinkFeature::Stream);
    assert_eq!(Driver::new(Fake::new(stream)).discover(), Ok(PLAIN));
}

#[test]
fn chapter_14_discovery_finds_every_option_and_leaves_the_reset_values() {
    let mut driver = Driver::new(Fake::new(FULL));
    let expected = Capabilities {
        sink: Sink::Stream,
        stall: true,
        htm: true,
        btm: true,
        context: true,
        triggers: true,
        external_triggers: 3,
        src_bits: 10,
        src_id: 0x2A5,
        implicit_return: 2,
        sequential_jump: true,
        repeated_history: true,
        all_jumps: true,
        extended_address: true,
        timestamp: Some(TimestampUnit { kind: 2, width: 40 }),
    };
    assert_eq!(driver.discover(), Ok(expected));
    for register in REGISTERS.iter().filter(|r| r.present(&FULL)) {
        let active = u32::from(register.offset == TE_CONTROL);
        assert_eq!(*driver.registers().at(register.offset), register.reset(&FULL) | active, "{}", register.name);
    }
}

#[test]
fn chapter_14_discovery_finds_the_only_mode() {
    let btm = Features { modes: ModeFeature::Btm, ..Features::minimal(SinkFeature::Stream) };
    assert_eq!(Driver::new(Fake::new(btm)).discover(), Ok(Capabilities { htm: false, btm: true, ..PLAIN }));
}

#[test]
fn an_encoder_of_another_version_or_sink_is_refused() {
    for te_impl in [1 << TE_IMPL_HAS_SRAM_SINK, 1, 1 << TE_IMPL_HAS_ATB_SINK | 1] {
        let fake = Fake::new(Features::minimal(SinkFeature::Stream));
        let mut driver = Driver::new(Versioned { fake, te_impl });
        assert_eq!(driver.discover(), Err(Error::Unknown { te_impl }));
    }
}

/// Registers with a teImpl of their own.
struct Versioned {
    fake: Fake,
    te_impl: u32,
}

impl Mmio for Versioned {
    type Error = Infallible;

    fn read(&mut self, offset: u32) -> Result<u32, Infallible> {
        match offset as usize {
            TE_IMPL => Ok(self.te_impl),
            _ => self.fake.read(offset),
        }
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), Infallible> {
        self.fake.write(offset, value)
    }
}

#[test]
fn chapter_15_enabling_sets_up_first_and_starts_last() {
    let mut driver = Driver::new(Fake::sram());
    driver.enable(&Settings { stall: true, sync_mode: 3, sync_max: 5, ..Settings::default() }).unwrap();
    let settings = 1 << 13 | 3 << 16 | 5 << 20;
    assert_eq!(driver.registers().log, [1, 1 | settings, 0b111 | settings]);
}

#[test]
fn every_option_is_set_and_switching_keeps_it() {
    let settings = Settings {
        mode: 3,
        context: true,
        triggers: true,
        external_triggers: 0x432,
        inhibit_src: true,
        src_id: Some(0x155),
        implicit_return: 2,
        sequential_jump: true,
        repeated_history: true,
        all_jumps: true,
        extended_address: true,
        timestamp: Some(TimestampSettings { prescale: 2, debug: true }),
        ..Settings::default()
    };
    let mut driver = Driver::new(Fake::new(FULL));
    driver.enable(&settings).unwrap();
    let read = |driver: &mut Driver<Fake>| {
        [TE_CONTROL, TE_INST_FEATURES, X_TRIG_IN_CONTROL, TS_CONTROL].map(|offset| *driver.registers().at(offset))
    };
    let reset = REGISTERS[0].reset(&FULL) & !(7 << TE_CONTROL_TE_INST_MODE);
    let expected = [reset | 3 << 4 | 1 << 9 | 1 << 11 | 1 << 15 | 0b111, 0xA155_0784, 0x432, 0x2800_822B];
    assert_eq!(read(&mut driver), expected);
    driver.switch(true, false).unwrap();
    assert_eq!(read(&mut driver), [expected[0] & !0b100, expected[1], expected[2], expected[3]]);
    driver.enable(&Settings::default()).unwrap();
    let [control, features, actions, timestamp] = read(&mut driver);
    assert_eq!((control, features, actions), (reset | 3 << 4 | 0b111, 0xA155_0000, 0));
    assert_eq!(timestamp, expected[3] & !(1 << TS_CONTROL_TS_ENABLE), "the time goes on");
}

#[test]
fn an_external_time_needs_no_count() {
    let features = Features { timestamp: TimestampFeature::External(64), ..FULL };
    let mut driver = Driver::new(Fake::new(features));
    let timestamp = Some(TimestampSettings { prescale: 2, debug: true });
    driver.enable(&Settings { timestamp, ..Settings::default() }).unwrap();
    assert_eq!(*driver.registers().at(TS_CONTROL), 0x4000_8011);
}

#[test]
fn the_time_is_read_in_two_words() {
    let mut driver = Driver::new(Fake::new(FULL));
    *driver.registers().at(TS_UPPER) = 0x12;
    *driver.registers().at(TS_LOWER) = 0x3456_789A;
    assert_eq!(driver.time(), Ok(0x12_3456_789A));
}

#[test]
fn a_setting_that_does_not_read_back_is_refused() {
    let plain = Settings::default();
    for (settings, register) in [
        (Settings { stall: true, ..plain }, "teControl"),
        (Settings { mode: 3, ..plain }, "teControl"),
        (Settings { context: true, ..plain }, "teControl"),
        (Settings { implicit_return: 3, ..plain }, "teInstFeatures"),
        (Settings { src_id: Some(1), ..plain }, "teInstFeatures"),
        (Settings { external_triggers: 2, ..plain }, "xTrigInControl"),
    ] {
        let fake = Fake::new(Features::minimal(SinkFeature::Stream));
        let error = Driver::new(fake).enable(&settings).unwrap_err();
        assert!(matches!(error, Error::Refused { register: refused, .. } if refused == register), "{error:?}");
    }
    let fake = Fake::new(Features::minimal(SinkFeature::Stream));
    let timestamp = Some(TimestampSettings::default());
    let error = Driver::new(fake).poll_limit(3).enable(&Settings { timestamp, ..plain }).unwrap_err();
    assert_eq!(error, Error::Timeout { register: "tsControl", field: "tsActive", value: 0 });
}

#[test]
fn chapter_15_disabling_clears_tracing_then_enable_then_waits() {
    let mut driver = Driver::new(Fake::sram());
    driver.enable(&Settings::default()).unwrap();
    driver.registers().log.clear();
    driver.registers().busy = 5;
    assert!(driver.disable().unwrap().is_empty());
    assert_eq!(driver.registers().log, [0b011, 0b001]);
}

#[test]
fn disabling_does_not_enable_what_stopped_by_itself() {
    let mut driver = Driver::new(Fake::sram());
    driver.enable(&Settings::default()).unwrap();
    *driver.registers().at(TE_CONTROL) = 1;
    driver.registers().log.clear();
    driver.disable().unwrap();
    assert_eq!(driver.registers().log, [0b001, 0b001]);
}

#[test]
fn waiting_has_a_limit() {
    let mut fake = Fake::sram();
    fake.busy = 1000;
    let error = Driver::new(fake).poll_limit(10).disable().unwrap_err();
    assert_eq!(error.to_string(), "teEmpty does not become 1 (teControl reads 0x41000061)");
}

#[test]
fn reading_starts_at_the_beginning_or_after_a_wrap_at_the_oldest_word() {
    for (pointer, expected) in [(0, vec![]), (12, vec![0, 1, 2]), (8 | 1, (2..64).chain(0..2).collect())] {
        let mut driver = Driver::new(Fake::sram());
        *driver.registers().at(TE_RAM_WP) = pointer;
        let mut words = vec![];
        let readout = driver.read_trace(|word| words.push(word)).unwrap();
        assert_eq!((words, readout.wrapped), (expected, pointer & 1 != 0));
    }
}
