// SPDX-License-Identifier: Apache-2.0
//! Chapter 6: discovery.

use crate::bench::*;

/// What reads back of every code that is written as the depth.
fn depths(version: tracewright_config::CtrVersion, min: u32, max: u32) -> Vec<u64> {
    let mut keys = build(version, 64);
    (keys.ctr.min_depth, keys.ctr.max_depth) = (min, max);
    let mut bench = Bench::of(&keys);
    let (csr, shift, codes) = if version == V1_0 { (0x15F, 0, 8) } else { (0x381, 16, 16) };
    assert_eq!(bench.ctr.depth(), min, "after reset");
    (0..codes).map(|code| bench.write(csr, code << shift).read(csr) >> shift).collect()
}

#[test]
fn ctr_6_zeroes_and_ones_find_the_smallest_and_the_largest_depth() {
    assert_eq!(depths(V0_1_4, 16, 256), [0, 1, 3, 3, 7, 7, 7, 7, 15, 15, 15, 15, 15, 15, 15, 15]);
    assert_eq!(depths(V0_1_4, 32, 64), [1, 1, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3]);
    assert_eq!(depths(V0_1_4, 128, 128), [7; 16]);
    assert_eq!(depths(V1_0, 16, 256), [0, 1, 2, 3, 4, 4, 4, 4]);
    assert_eq!(depths(V1_0, 32, 128), [1, 1, 2, 3, 3, 3, 3, 3]);
    assert_eq!(depths(V1_0, 16, 16), [0; 8]);
}

#[test]
fn ctr_6_fields_that_are_not_built_read_0_after_all_ones() {
    let mut keys = build(V0_1_4, 64);
    keys.ctr.external_traps = false;
    assert_eq!(Bench::of(&keys).write(0x381, u64::MAX).read(0x381), 0x0000_FF3E_000F_1C07);
    (keys.ctr.ras, keys.ctr.freeze, keys.ctr.filters) = (false, false, false);
    assert_eq!(Bench::of(&keys).write(0x381, u64::MAX).read(0x381), 0x000F_0007);
    keys.ctr.hart_modes = tracewright_config::CtrModes::M;
    assert_eq!(Bench::of(&keys).write(0x381, u64::MAX).read(0x381), 0x000F_0001);
}

#[test]
fn the_depth_of_1_0_is_in_no_control() {
    let mut bench = Bench::full(V1_0);
    for code in 0..5 {
        bench.write(0x15F, code);
        assert_eq!((bench.read(0x15F), bench.read(0x34E), bench.read(0x24E)), (code, 0, 0));
    }
}
