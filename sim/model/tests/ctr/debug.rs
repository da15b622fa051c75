// SPDX-License-Identifier: Apache-2.0
//! The debug port on the trace control bus.

use crate::bench::*;
use tracewright_messages::privilege::U;
use tracewright_model::ctr::{CtrCycle, DebugAccess};
use DebugAccess::{Read, Write};

const SELECT: u32 = 0x440;
const LOW: u32 = 0x444;
const HIGH: u32 = 0x448;

fn bus(bench: &mut Bench, access: DebugAccess) -> u32 {
    let read = bench.ctr.cycle(&CtrCycle { debug: Some(access), cycle: false, ..bench.inputs }).debug.unwrap();
    bench.settle();
    read
}

fn read(bench: &mut Bench, select: u32) -> u64 {
    bus(bench, Write(SELECT, select));
    let low = bus(bench, Read(LOW));
    u64::from(bus(bench, Read(HIGH))) << 32 | u64::from(low)
}

fn write(bench: &mut Bench, select: u32, value: u64) {
    bus(bench, Write(SELECT, select));
    bus(bench, Write(LOW, value as u32));
    bus(bench, Write(HIGH, (value >> 32) as u32));
}

#[test]
fn the_debug_port_reads_and_writes_csrs_as_m_mode_does() {
    let mut bench = Bench::full(V0_1_4);
    write(&mut bench, 0x381, 0xFFFF_FFFF_FFFF_FF7F);
    assert_eq!(read(&mut bench, 0x381), 0x0000_FF7E_000F_1F07);
    assert_eq!(read(&mut bench, 0x181), 0x0000_FF7E_000F_1E06);
    assert_eq!(read(&mut bench, 0x123), 0);
    assert_eq!(bus(&mut bench, Read(SELECT)), 0x123);
    assert_eq!(bus(&mut bench, Read(0x44C)), 0);
}

#[test]
fn the_debug_port_reaches_every_entry_without_a_select_of_the_hart() {
    let mut bench = Bench::full(V1_0);
    bench.write(0x15F, 4);
    for entry in 0..256 {
        for register in 0..3 {
            write(
                &mut bench,
                0x1000 + 4 * entry + register,
                u64::from(entry) << 40 | u64::from(register) << 32 | 0x8002,
            );
        }
    }
    for entry in 0..256 {
        let wide = u64::from(entry) << 40 | 0x8002;
        let expected = [wide, wide | 1 << 32, 0x8002, 0];
        let got = [0, 1, 2, 3].map(|register| read(&mut bench, 0x1000 + 4 * entry + register));
        assert_eq!(got, expected);
    }
    assert_eq!(bench.read(0x150), 0);
    assert_eq!(read(&mut bench, 0x1400), 0);
}

#[test]
fn a_value_is_written_by_its_last_half() {
    let mut bench = Bench::full(V0_1_4);
    bus(&mut bench, Write(SELECT, 0x1000));
    bus(&mut bench, Write(LOW, 0x11));
    assert_eq!(bench.ctr.entry(0)[0], 0);
    bus(&mut bench, Write(HIGH, 2));
    assert_eq!(bench.ctr.entry(0)[0], 0x2_0000_0011);
    let mut narrow = Bench::of(&build(V0_1_4, 32));
    bus(&mut narrow, Write(SELECT, 0x1001));
    bus(&mut narrow, Write(HIGH, 5));
    assert_eq!(narrow.ctr.entry(0)[1], 0);
    bus(&mut narrow, Write(LOW, 0x10));
    assert_eq!(narrow.ctr.entry(0)[1], 0x10);
}

#[test]
fn the_upper_half_is_that_of_the_last_read() {
    let mut bench = Bench::full(V0_1_4);
    write(&mut bench, 0x1000, 0x7_0000_0001);
    bus(&mut bench, Read(LOW));
    bench.record(7, 0).transfer(U, RETURN, 0x10, 0x20);
    assert_eq!(bus(&mut bench, Read(HIGH)), 7);
}

#[test]
fn a_locked_debug_port_reads_0_ignores_writes_and_forgets() {
    let mut bench = Bench::full(V0_1_4);
    write(&mut bench, 0x1000, 0x7_0000_0011);
    bus(&mut bench, Read(LOW));
    bench.inputs.locked = true;
    for offset in [SELECT, LOW, HIGH] {
        bus(&mut bench, Write(offset, 0x1001));
        assert_eq!(bus(&mut bench, Read(offset)), 0);
    }
    bench.inputs.locked = false;
    assert_eq!((bus(&mut bench, Read(SELECT)), bus(&mut bench, Read(HIGH))), (0, 0));
    assert_eq!(bench.ctr.entry(0)[..2], [0x7_0000_0011, 0]);
}

#[test]
fn the_debug_port_writes_after_the_blocks_of_the_cycle_of_its_answer() {
    let mut bench = Bench::full(V0_1_4);
    bench.record(7, 0);
    bus(&mut bench, Write(SELECT, 0x383));
    bus(&mut bench, Write(LOW, 3));
    let mut cycle = CtrCycle { debug: Some(Write(HIGH, 0)), ..CtrCycle::default() };
    cycle.ingress.blocks[0] = block(RETURN, 0x10);
    bench.ctr.cycle(&cycle);
    cycle.debug = None;
    bench.ctr.cycle(&cycle);
    assert_eq!(bench.ctr.pointer(), 2);
    bench.ctr.cycle(&cycle);
    assert_eq!(bench.ctr.pointer(), 3);
}
