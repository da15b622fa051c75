// SPDX-License-Identifier: Apache-2.0
//! Ch. 14: reset and discovery.

use crate::bench::{bit, full, Bench};
use tracewright_regmap::*;

#[test]
fn tci_ch_14_discovery_reads_defaults_releases_and_reads_back_what_sticks() {
    let mut build = full();
    build.power.delay = 9;
    let mut bench = Bench::new(&build);
    let features = build.features();
    let offsets: Vec<usize> = bench.control.registers().registers().map(|register| register.offset).collect();
    // Reset, and capture the default values of all registers.
    let defaults: Vec<u32> = offsets.iter().map(|&offset| defined(&mut bench, offset)).collect();
    for (offset, default) in offsets.iter().zip(&defaults) {
        let register = REGISTERS.iter().find(|register| register.offset == *offset).unwrap();
        let expected = if *offset == TE_RAM_DATA { 0 } else { register.reset(&features) };
        assert_eq!(*default, expected, "{}", register.name);
    }
    // Release, waiting for the acknowledge.
    bench.write(TE_CONTROL, bit(TE_CONTROL_TE_ACTIVE)).write(TS_CONTROL, bit(TS_CONTROL_TS_ACTIVE));
    let reads = (0..).take_while(|_| bench.read(TE_CONTROL) & 1 == 0).count();
    assert!((1..9).contains(&reads));
    // Other fields are as they were during reset.
    for (offset, default) in offsets.iter().zip(&defaults) {
        let active = if matches!(*offset, TE_CONTROL | TS_CONTROL) { 1 } else { 0 };
        assert_eq!(defined(&mut bench, *offset), default | active, "{offset:#x}");
    }
    // Set WARL fields, and read them back.
    assert_eq!(bench.field("xTrigInControl", "xTrigInAction3", 2), 0);
    assert_eq!(bench.field("xTrigInControl", "xTrigInAction2", 2), 2);
    bench.write(TE_RAM_WP, u32::MAX);
    assert_eq!((bench.read(TE_RAM_WP) & !3) + 4, build.sink.sram_bytes);
}

/// What a register reads; 0 for a word of memory that is not defined yet.
fn defined(bench: &mut Bench, offset: usize) -> u32 {
    match bench.answer(offset) {
        tracewright_model::control::Read::Data(data) => data,
        _ => 0,
    }
}

#[test]
fn tci_ch_14_everything_resets_while_te_active_is_0_and_each_time_to_the_same() {
    let mut bench = Bench::new(&full());
    let encoder: Vec<usize> =
        REGISTERS.iter().filter(|r| r.unit == Unit::Encoder && r.name != "teRamData").map(|r| r.offset).collect();
    let read = |bench: &mut Bench| encoder.iter().map(|&offset| bench.read(offset)).collect::<Vec<_>>();
    let defaults = read(&mut bench);
    for _ in 0..3 {
        bench.write(TE_CONTROL, 1);
        write_ones(&mut bench, &encoder);
        assert_ne!(read(&mut bench), defaults);
        bench.write(TE_CONTROL, 0);
        assert_eq!(read(&mut bench), defaults);
        write_ones(&mut bench, &encoder[1..]);
        assert_eq!(read(&mut bench), defaults);
    }
}

fn write_ones(bench: &mut Bench, offsets: &[usize]) {
    for &offset in offsets {
        bench.write(offset, u32::MAX);
    }
}
