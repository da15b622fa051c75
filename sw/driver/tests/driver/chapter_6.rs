// SPDX-License-Identifier: Apache-2.0
//! RAM sinks.

use crate::builds::{BYTES, FULL, PLAIN};
use crate::hardware::Hardware;
use tracewright_driver::{Buffer, Driver, Error, Extent, Settings, SinkSettings};
use tracewright_regmap::{Features, SinkFeatures, TE_RAM_DATA, TE_RAM_LIMIT, TE_RAM_RP};

const LAST: u64 = BYTES as u64 - 4;

/// Trace memory in which each word is its own number, with the pointer at a byte address.
fn filled(next: u32, wrapped: bool) -> Driver<Hardware> {
    let mut hardware = Hardware::encoder(&PLAIN);
    hardware.mock.set_memory(&(0..BYTES / 4).collect::<Vec<_>>());
    let mut driver = Driver::new(hardware);
    driver.enable(&Settings::default()).unwrap();
    driver.registers().show("teRamWP", "teRamWP", next / 4);
    driver.registers().show("teRamWP", "teWrap", wrapped.into());
    driver
}

#[test]
fn tci_ch_6_trace_is_read_from_the_first_word_or_after_a_wrap_from_the_oldest_one() {
    for (next, wrapped, expected) in [
        (0, false, vec![]),
        (12, false, vec![0, 1, 2]),
        (8, true, (2..64).chain(0..2).collect()),
        (0, true, (0..64).collect()),
        (252, true, [63].into_iter().chain(0..63).collect()),
    ] {
        let mut driver = filled(next, wrapped);
        let mut words = vec![];
        let readout = driver.read_trace(|word| words.push(word)).unwrap();
        assert_eq!((words.len(), readout.wrapped), (readout.words as usize, wrapped));
        assert_eq!(words, expected, "{next} {wrapped}");
    }
}

#[test]
fn tci_ch_6_where_trace_is_in_memory_can_be_asked_for() {
    let mut driver = filled(8, true);
    let buffer = Buffer { first: 0, last: LAST };
    let extent = driver.extent().unwrap();
    assert_eq!(extent, Extent { buffer, next: 8, wrapped: true });
    assert_eq!(extent.pieces(), [(8, 62), (0, 2)]);
    assert_eq!(Extent { wrapped: false, ..extent }.pieces(), [(0, 2), (8, 0)]);
}

#[test]
fn tci_ch_6_registers_that_nobody_has_set_up_do_no_harm() {
    let extent = Extent { buffer: Buffer { first: 16, last: 8 }, next: 4, wrapped: false };
    assert_eq!(extent.pieces(), [(16, 0), (4, 0)]);
    assert_eq!(Extent { next: 12, wrapped: true, ..extent }.pieces(), [(12, 1), (16, 0)]);
}

#[test]
fn tci_ch_6_without_an_sram_there_is_nothing_to_read() {
    let features = Features::minimal(SinkFeatures::stream());
    let mut driver = Driver::new(Hardware::encoder(&features));
    assert_eq!(driver.read_trace(|_| panic!("a word")).unwrap().words, 0);
    assert!(!driver.registers().reads.contains(&TE_RAM_DATA));
}

#[test]
fn tci_ch_6_locked_registers_are_not_an_empty_memory() {
    let mut driver = filled(12, false);
    driver.registers().mock.lock(true);
    assert_eq!(driver.read_trace(|_| panic!("a word")), Err(Error::Silent));
}

#[test]
fn tci_ch_6_enabling_empties_the_buffer() {
    let mut driver = filled(12, true);
    driver.enable(&Settings::default()).unwrap();
    assert_eq!(driver.read_trace(|_| panic!("a word")).unwrap().words, 0);
}

#[test]
fn tci_ch_6_system_memory_gets_its_addresses() {
    let mut driver = Driver::new(Hardware::encoder(&FULL));
    let buffer = Buffer { first: 0x12_8000_1000, last: 0x12_8000_1FFC };
    driver.enable(&Settings { sink: Some(SinkSettings::Memory(buffer)), ..Settings::default() }).unwrap();
    let hardware = driver.registers();
    assert_eq!(hardware.get("teControl", "teSink"), 7);
    assert_eq!(hardware.get("teRamBase", "teRamBase"), 0x8000_1000 / 4);
    assert_eq!(hardware.get("teRamBaseHigh", "teRamBaseHigh"), 0x12);
    assert_eq!(hardware.get("teRamLimit", "teRamLimit"), 0x8000_1FFC / 4);
    assert_eq!(hardware.get("teRamWP", "teRamWP"), 0x8000_1000 / 4);
    hardware.show("teRamWP", "teRamWP", 0x8000_1004 / 4);
    assert_eq!(driver.extent().unwrap().pieces(), [(0x12_8000_1000, 1), (0x12_8000_1004, 0)]);
}

#[test]
fn tci_ch_6_the_read_pointer_goes_to_the_first_word_of_a_buffer_that_is_a_part_of_the_sram() {
    let mut driver = Driver::new(Hardware::encoder(&FULL));
    driver.registers().mock.set_memory(&(0..BYTES / 4).collect::<Vec<_>>());
    let buffer = Buffer { first: 0x20, last: 0x2C };
    driver.enable(&Settings { sink: Some(SinkSettings::Sram(buffer)), ..Settings::default() }).unwrap();
    driver.registers().show("teRamWP", "teRamWP", 0x28 / 4);
    driver.registers().show("teRamWP", "teWrap", 1);
    let mut words = vec![];
    driver.registers().take_writes();
    driver.read_trace(|word| words.push(word)).unwrap();
    assert_eq!(words, [10, 11, 8, 9]);
    let pointers = driver.registers().take_writes();
    assert!(pointers.iter().all(|write| write.offset == TE_RAM_RP));
    assert_eq!(pointers.iter().map(|write| write.value).collect::<Vec<_>>(), [0x28, 0x20]);
}

#[test]
fn tci_ch_6_a_buffer_of_no_whole_words_or_across_4_gib_is_illegal() {
    let mut driver = Driver::new(Hardware::encoder(&FULL));
    for (first, last, field) in [
        (0x1002, 0x1FFC, "teRamBase"),
        (0x1000, 0x1FFE, "teRamLimit"),
        (0x1000, 0x0FFC, "teRamLimit"),
        (0xFFFF_F000, 0x1_0000_0FFC, "teRamLimit"),
    ] {
        let sink = Some(SinkSettings::Memory(Buffer { first, last }));
        let error = driver.enable(&Settings { sink, ..Settings::default() }).unwrap_err();
        assert!(matches!(error, Error::Illegal { field: illegal, .. } if illegal == field), "{error}");
        assert_eq!(driver.registers().get("teControl", "teEnable"), 0);
    }
}

#[test]
fn tci_ch_6_a_buffer_of_no_whole_words_of_the_bus_is_refused() {
    let sinks = SinkFeatures { sba_bits: 32, sba_word_bytes: 16, ..SinkFeatures::NONE };
    let memory = |first, last| {
        let mut driver = Driver::new(Hardware::encoder(&Features::minimal(sinks)));
        let enabled = driver
            .enable(&Settings { sink: Some(SinkSettings::Memory(Buffer { first, last })), ..Settings::default() });
        assert_eq!(driver.registers().get("teControl", "teEnable"), enabled.is_ok().into());
        enabled.map(|()| driver.registers().get("teRamWP", "teRamWP"))
    };
    assert_eq!(memory(0x1000, 0x100C), Ok(0x1000 / 4));
    assert_eq!(memory(0x1010, 0x10FC), Ok(0x1010 / 4));
    let none = Error::NoBuffer { first: 0x1000, last: 0x1008 };
    assert_eq!(memory(0x1000, 0x1008), Err(none));
    assert!(none.to_string().contains("from teRamBase 0x1000 to teRamLimit 0x1008"), "{none}");
    let illegal = Error::Illegal { register: "teRamLimit", field: "teRamLimit", value: 0x1014 };
    assert_eq!(memory(0x1000, 0x1014), Err(illegal), "what is after the last whole word is never written");
    assert!(matches!(memory(0x1004, 0x10FC), Err(Error::Refused { field: "teRamWP", .. })));
}

#[test]
fn tci_ch_6_trace_that_waits_for_a_buffer_is_told_of_and_given_up() {
    let sinks = SinkFeatures { sba_bits: 32, ..SinkFeatures::NONE };
    let mut driver = Driver::new(Hardware::encoder(&Features::minimal(sinks))).poll_limit(10);
    let sink = Some(SinkSettings::Memory(Buffer { first: 0x1000, last: 0x10FC }));
    let settings = Settings { sink, ..Settings::default() };
    driver.enable(&settings).unwrap();
    assert_eq!(driver.waits_for_buffer(), Ok(false));
    driver.registers().mock.write(TE_RAM_LIMIT as u32, 0xFFC);
    assert_eq!(driver.waits_for_buffer(), Ok(true));
    driver.registers().show("teControl", "teEmpty", 0);
    assert_eq!(driver.disable(), Err(Error::NoBuffer { first: 0x1000, last: 0xFFC }));
    driver.registers().take_writes();
    // The mock's trace stays: that teActive was 0 in between does not help.
    assert!(matches!(driver.enable(&settings), Err(Error::Timeout { field: "teEmpty", .. })));
    let given_up = driver.registers().take_writes().iter().any(|write| write.offset == 0 && write.value & 1 == 0);
    assert!(given_up);
}

#[test]
fn tci_ch_6_memory_without_a_buffer_is_not_traced_to() {
    let mut hardware = Hardware::encoder(&FULL);
    hardware.shown.insert(TE_RAM_LIMIT, 0);
    let error = Driver::new(hardware).enable(&Settings::default()).unwrap_err();
    assert_eq!(error, Error::Illegal { register: "teRamLimit", field: "teRamLimit", value: 0 });
}

#[test]
fn tci_ch_6_the_sram_is_written_through_te_ram_data() {
    let mut driver = Driver::new(Hardware::encoder(&PLAIN));
    driver.prepare(&Settings::default()).unwrap();
    driver.write_memory(BYTES - 8, &[7, 8, 9]).unwrap();
    driver.registers().show("teRamWP", "teRamWP", 1);
    driver.registers().show("teRamWP", "teWrap", 1);
    let mut words = vec![];
    driver.read_trace(|word| words.push(word)).unwrap();
    assert_eq!((words.len() as u32 * 4, &words[words.len() - 3..]), (BYTES, &[7, 8, 9][..]));
    let error = driver.write_memory(BYTES, &[1]).unwrap_err();
    assert!(matches!(error, Error::Refused { field: "teRamRP", .. }), "{error}");
}

#[test]
fn tci_ch_6_an_error_of_the_bus_is_reported_until_it_is_cleared() {
    let mut driver = Driver::new(Hardware::encoder(&FULL));
    driver.prepare(&Settings::default()).unwrap();
    assert_eq!(driver.bus_error(), Ok(None));
    let error = driver.registers().place("teSbaStatus", "sbaError");
    driver.registers().show("teSbaStatus", "sbaResponse", 3);
    driver.registers().mock.change(&[error], &[]);
    assert_eq!(driver.bus_error(), Ok(Some(3)));
    driver.clear_bus_error().unwrap();
    assert_eq!(driver.bus_error(), Ok(None));
    driver.registers().mock.change(&[error], &[]);
    driver.start(true).unwrap();
    assert_eq!(driver.bus_error(), Ok(None), "enabling clears it");
    assert_eq!(Driver::new(Hardware::encoder(&PLAIN)).bus_error(), Ok(None));
}
