// SPDX-License-Identifier: Apache-2.0
//! The driver against an encoder that is a few variables.

use std::convert::Infallible;
use tracewright_driver::{Capabilities, Driver, Error, Mmio, Settings, Sink};
use tracewright_regmap::*;

const BYTES: u32 = 256;

/// Registers as the specification describes them; trace is put into `memory` by hand.
struct Fake {
    control: u32,
    te_impl: u32,
    /// Bits of teControl that can be written.
    writable: u32,
    write: u32,
    read: u32,
    memory: Vec<u32>,
    /// Reads until teEmpty is 1.
    busy: u32,
    log: Vec<u32>,
}

impl Fake {
    fn new(te_impl: u32) -> Self {
        Fake {
            control: 0,
            te_impl,
            writable: !0,
            write: 0,
            read: 0,
            memory: (0..BYTES / 4).collect(),
            busy: 3,
            log: vec![],
        }
    }

    fn sram() -> Self {
        Fake::new(1 << TE_IMPL_HAS_SRAM_SINK | 1)
    }
}

impl Mmio for Fake {
    type Error = Infallible;

    fn read(&mut self, offset: u32) -> Result<u32, Infallible> {
        Ok(match offset as usize {
            TE_CONTROL => {
                self.busy = self.busy.saturating_sub(1);
                self.control & self.writable | u32::from(self.busy == 0) << TE_CONTROL_TE_EMPTY
            }
            TE_IMPL => self.te_impl,
            TE_RAM_LIMIT => BYTES - 4,
            TE_RAM_WP => self.write,
            TE_RAM_DATA => {
                let word = self.memory[(self.read / 4) as usize];
                self.read = (self.read + 4) % BYTES;
                word
            }
            other => unreachable!("read of {other:#x}"),
        })
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), Infallible> {
        match offset as usize {
            TE_CONTROL => {
                self.control = value;
                self.log.push(value);
            }
            TE_RAM_WP => self.write = value & ((BYTES - 4) | 1),
            TE_RAM_RP => self.read = value & (BYTES - 4),
            other => unreachable!("write of {other:#x}"),
        }
        Ok(())
    }
}

#[test]
fn chapter_14_discovery_finds_sink_and_size() {
    let found = Driver::new(Fake::sram()).discover();
    assert_eq!(found, Ok(Capabilities { sink: Sink::Sram { bytes: BYTES }, stall: true }));
    let mut stream = Fake::new(1 << TE_IMPL_HAS_STREAM_SINK | 1);
    stream.writable = !(1 << TE_CONTROL_TE_INST_STALL_EN);
    assert_eq!(Driver::new(stream).discover(), Ok(Capabilities { sink: Sink::Stream, stall: false }));
}

#[test]
fn an_encoder_of_another_version_or_sink_is_refused() {
    for te_impl in [1 << TE_IMPL_HAS_SRAM_SINK, 1, 1 << TE_IMPL_HAS_ATB_SINK | 1] {
        assert_eq!(Driver::new(Fake::new(te_impl)).discover(), Err(Error::Unknown { te_impl }));
    }
}

#[test]
fn chapter_15_enabling_sets_up_first_and_starts_last() {
    let mut driver = Driver::new(Fake::sram());
    driver.enable(&Settings { stall: true, sync_mode: 3, sync_max: 5, stop_on_wrap: false }).unwrap();
    let settings = 1 << 13 | 3 << 16 | 5 << 20;
    assert_eq!(driver.registers().log, [1, 1 | settings, 0b111 | settings]);
}

#[test]
fn a_setting_that_does_not_read_back_is_refused() {
    let mut fake = Fake::sram();
    fake.writable = !(1 << TE_CONTROL_TE_INST_STALL_EN);
    let error = Driver::new(fake).enable(&Settings { stall: true, ..Settings::default() }).unwrap_err();
    assert!(matches!(error, Error::Refused { asked: 0x2001, got } if got & 0x2000 == 0), "{error:?}");
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
    driver.registers().control = 1;
    driver.registers().log.clear();
    driver.disable().unwrap();
    assert_eq!(driver.registers().log, [0b001, 0b001]);
}

#[test]
fn waiting_has_a_limit() {
    let mut fake = Fake::sram();
    fake.busy = 1000;
    let error = Driver::new(fake).poll_limit(10).disable().unwrap_err();
    assert_eq!(error.to_string(), "teEmpty does not become 1 (teControl reads 0x00000001)");
}

#[test]
fn reading_starts_at_the_beginning_or_after_a_wrap_at_the_oldest_word() {
    for (pointer, expected) in [(0, vec![]), (12, vec![0, 1, 2]), (8 | 1, (2..64).chain(0..2).collect())] {
        let mut driver = Driver::new(Fake::sram());
        driver.registers().write = pointer;
        let mut words = vec![];
        let readout = driver.read_trace(|word| words.push(word)).unwrap();
        assert_eq!((words, readout.wrapped), (expected, pointer & 1 != 0));
    }
}
