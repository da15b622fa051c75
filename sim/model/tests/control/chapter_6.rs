// SPDX-License-Identifier: Apache-2.0
//! Ch. 6: the registers of trace memory.

use crate::bench::{full, Bench};
use tracewright_config::{Build, SinkKind};
use tracewright_model::control::{BusAccess, Read, RegisterFile};
use tracewright_regmap::*;

/// Words 0x03020100, 0x07060504 and so on.
fn bytes(words: u8) -> Vec<u8> {
    (0..4 * words).collect()
}

#[test]
fn tci_ch_6_te_ram_base_and_limit_are_those_of_the_sram() {
    let mut bench = Bench::active(&full());
    bench.write(TE_RAM_BASE, u32::MAX);
    assert_eq!((bench.read(TE_RAM_BASE), bench.read(TE_RAM_LIMIT), bench.read(TE_RAM_BASE_HIGH)), (0, 252, 0));
    bench.write(TE_RAM_LIMIT, 0xFFFF_FF13);
    assert_eq!(bench.read(TE_RAM_LIMIT), 16);
    bench.write(TE_CONTROL, 0);
    assert_eq!(bench.read(TE_RAM_LIMIT), 252);
}

#[test]
fn tci_ch_6_te_ram_limit_is_where_the_buffer_wraps() {
    let mut bench = Bench::active(&full());
    bench.write(TE_RAM_LIMIT, 12).cycle(None, &bytes(5));
    assert_eq!((bench.read(TE_RAM_WP), bench.control.sram().unwrap().words()[0]), (5, 0x1312_1110));
    assert_eq!(
        [0; 5].map(|_| bench.read(TE_RAM_DATA)),
        [0x1312_1110, 0x0706_0504, 0x0B0A_0908, 0x0F0E_0D0C, 0x1312_1110]
    );
    assert_eq!(bench.read(TE_RAM_RP), 4);
}

#[test]
fn tci_ch_6_te_ram_limit_below_the_pointer_lets_it_go_on_to_the_end() {
    let mut bench = Bench::active(&full());
    bench.write(TE_RAM_WP, 240).write(TE_RAM_RP, 240).write(TE_RAM_LIMIT, 12).cycle(None, &bytes(3));
    assert_eq!(bench.read(TE_RAM_WP), 252);
    bench.cycle(None, &bytes(2));
    assert_eq!(bench.read(TE_RAM_WP), 5);
    for _ in 0..4 {
        bench.answer(TE_RAM_DATA);
    }
    assert_eq!(bench.read(TE_RAM_RP), 0);
}

#[test]
fn tci_ch_6_te_ram_wp_is_at_the_natural_boundary_of_wide_words() {
    for (width, low) in [(64, 4), (128, 12)] {
        let mut build = full();
        build.sink.sram_width = width;
        let mut bench = Bench::active(&build);
        bench.write(TE_RAM_WP, u32::MAX).write(TE_RAM_RP, u32::MAX).write(TE_RAM_LIMIT, 0);
        assert_eq!(bench.read(TE_RAM_WP), 253 & !low);
        assert_eq!((bench.read(TE_RAM_RP), bench.read(TE_RAM_LIMIT)), (252, low));
        bench.write(TE_RAM_WP, 0).write(TE_RAM_RP, 0).write(TE_RAM_LIMIT, 32).cycle(None, &bytes(12));
        let words = width / 32;
        let next = [8, 0][usize::from(width == 128)];
        assert_eq!(bench.read(TE_RAM_WP), next | 1, "12 in a buffer of 10, or of 12");
        bench.cycle(None, &[9; 4]);
        assert_eq!(bench.read(TE_RAM_WP), next | 1, "a part of a word");
        bench.cycle(None, &vec![9; 4 * (words as usize - 1)]);
        assert_eq!(bench.read(TE_RAM_WP), (next + 4 * words) | 1);
    }
}

#[test]
fn tci_ch_6_te_ram_base_and_limit_of_a_system_bus_are_as_wide_as_it() {
    let sinks = SinkFeatures { sba_bits: 40, ..SinkFeatures::NONE };
    let mut file = RegisterFile::new(REGISTERS, &Features::minimal(sinks));
    let mut write = |offset: usize, data| {
        let access = Some(BusAccess::Write { offset: offset as u32, data, strobe: 0xF });
        file.cycle(&tracewright_model::control::Doing { access, ..Default::default() });
        file.read(offset as u32)
    };
    assert_eq!(write(TE_CONTROL, 1) & 1, 1);
    assert_eq!(
        [TE_RAM_BASE, TE_RAM_BASE_HIGH, TE_RAM_LIMIT].map(|register| write(register, u32::MAX)),
        [0xFFFF_FFFC, 0xFF, 0xFFFF_FFFC]
    );
    assert_eq!(write(TE_RAM_RP, u32::MAX), 0, "the memory is read over the bus");
}

#[test]
fn tci_ch_6_te_ram_wp_tells_the_size_of_the_memory() {
    let mut bench = Bench::active(&full());
    bench.write(TE_RAM_WP, u32::MAX);
    assert_eq!(bench.read(TE_RAM_WP), 253);
    bench.write(TE_RAM_WP, 0);
    assert_eq!(bench.read(TE_RAM_WP), 0);
}

#[test]
fn tci_ch_6_te_ram_wp_moves_with_trace_and_wraps() {
    let mut bench = Bench::active(&full());
    bench.cycle(None, &bytes(2));
    assert_eq!(bench.read(TE_RAM_WP), 8);
    bench.cycle(None, &bytes(62));
    assert_eq!(bench.read(TE_RAM_WP), 1);
    bench.cycle(None, &bytes(1));
    assert_eq!(bench.read(TE_RAM_WP), 5);
}

#[test]
fn tci_ch_6_te_ram_wp_keeps_the_bytes_that_are_not_written() {
    let mut build = full();
    build.sink.sram_bytes = 4096;
    let mut bench = Bench::active(&build);
    bench.write(TE_RAM_WP, 0x675).write_bytes(TE_RAM_WP, 0xABC, 0b0010);
    assert_eq!(bench.read(TE_RAM_WP), 0xA75);
    bench.write_bytes(TE_RAM_WP, 0x3AC, 0b0001);
    assert_eq!(bench.read(TE_RAM_WP), 0xAAC);
    bench.write_bytes(TE_RAM_WP, 0xFFF, 0);
    assert_eq!(bench.read(TE_RAM_WP), 0xAAC);
}

#[test]
fn tci_ch_6_te_ram_wp_as_written_beats_a_word_that_is_stored_where_it_was() {
    let mut bench = Bench::active(&full());
    bench.write(TE_RAM_WP, 0x40);
    let access = BusAccess::Write { offset: TE_RAM_WP as u32, data: 0x80, strobe: 0xF };
    bench.cycle(Some(access), &bytes(1));
    assert_eq!(bench.read(TE_RAM_WP), 0x80);
    assert_eq!(bench.control.sram().unwrap().words()[0x10], 0x0302_0100);
    // Without a byte nothing is written.
    bench.cycle(Some(BusAccess::Write { offset: TE_RAM_WP as u32, data: 0, strobe: 0 }), &bytes(1));
    assert_eq!(bench.read(TE_RAM_WP), 0x84);
}

#[test]
fn tci_ch_6_te_ram_rp_moves_on_with_each_read_of_te_ram_data_and_wraps() {
    let mut bench = Bench::active(&full());
    bench.cycle(None, &bytes(63));
    bench.cycle(None, &[9; 4]);
    bench.write(TE_RAM_RP, 0xFFFF_FFFA);
    assert_eq!(bench.read(TE_RAM_RP), 248);
    assert_eq!([0; 3].map(|_| bench.read(TE_RAM_DATA)), [0xFBFA_F9F8, 0x0909_0909, 0x0302_0100]);
    assert_eq!(bench.read(TE_RAM_RP), 4);
}

#[test]
fn tci_ch_6_te_ram_rp_keeps_the_bytes_that_are_not_written() {
    let mut build = full();
    build.sink.sram_bytes = 4096;
    let mut bench = Bench::active(&build);
    bench.write(TE_RAM_RP, 0x674).write_bytes(TE_RAM_RP, 0xABC, 0b0010);
    assert_eq!(bench.read(TE_RAM_RP), 0xA74);
}

#[test]
fn tci_ch_6_te_ram_data_is_undefined_where_no_trace_is() {
    let mut bench = Bench::active(&full());
    bench.cycle(None, &bytes(1));
    assert_eq!((bench.answer(TE_RAM_DATA), bench.answer(TE_RAM_DATA)), (Read::Data(0x0302_0100), Read::Undefined));
}

#[test]
fn tci_ch_6_te_ram_data_is_written_as_a_whole_and_moves_te_ram_rp_on() {
    let mut bench = Bench::active(&full());
    bench.write(TE_RAM_RP, 248).write(TE_RAM_DATA, 0x1234_5678).write(TE_RAM_DATA, 0x9ABC_DEF0);
    assert_eq!((bench.read(TE_RAM_RP), bench.read(TE_RAM_WP)), (0, 0));
    for strobe in 0..15 {
        bench.write_bytes(TE_RAM_DATA, u32::MAX, strobe);
    }
    assert_eq!((bench.read(TE_RAM_RP), bench.answer(TE_RAM_DATA)), (0, Read::Undefined));
    bench.write(TE_RAM_RP, 248);
    assert_eq!([0; 2].map(|_| bench.read(TE_RAM_DATA)), [0x1234_5678, 0x9ABC_DEF0]);
}

#[test]
fn the_memory_outlives_te_active_and_its_pointers_do_not() {
    let mut bench = Bench::active(&full());
    bench.cycle(None, &bytes(3));
    bench.read(TE_RAM_DATA);
    bench.write(TE_CONTROL, 0);
    assert_eq!((bench.read(TE_RAM_WP), bench.read(TE_RAM_RP)), (0, 0));
    bench.write(TE_RAM_WP, 8).write(TE_RAM_RP, 8);
    assert_eq!((bench.read(TE_RAM_WP), bench.read(TE_RAM_RP)), (0, 0));
    assert_eq!([0; 2].map(|_| bench.read(TE_RAM_DATA)), [0x0302_0100; 2]);
}

#[test]
fn a_partial_word_is_forgotten_while_te_active_is_0() {
    let mut bench = Bench::active(&full());
    bench.cycle(None, &[1, 2]);
    bench.write(TE_CONTROL, 0).write(TE_CONTROL, 1).cycle(None, &bytes(1));
    assert_eq!(bench.read(TE_RAM_DATA), 0x0302_0100);
}

#[test]
fn a_stream_has_no_registers_of_a_memory() {
    let mut build = Build::default();
    build.sink.kind = SinkKind::Stream.into();
    let mut bench = Bench::active(&build);
    for offset in [TE_RAM_BASE, TE_RAM_BASE_HIGH, TE_RAM_LIMIT, TE_RAM_WP, TE_RAM_RP, TE_RAM_DATA] {
        bench.write(offset, u32::MAX);
        assert_eq!(bench.read(offset), 0);
    }
}
