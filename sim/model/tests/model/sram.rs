// SPDX-License-Identifier: Apache-2.0
//! The SRAM sink (Trace Control 4.5.1 and ch. 6).

use crate::bench::{build, unsynced};
use tracewright_config::{Build, Run};
use tracewright_model::Sram;

/// 64 words.
fn sram(stop_on_wrap: bool) -> Sram {
    let mut build = Build { ..build() };
    build.sink.sram_bytes = 256;
    Sram::new(&build, &Run { stop_on_wrap, ..unsynced() })
}

/// The bytes 0, 1, 2, ..
fn bytes(count: u32) -> Vec<u8> {
    (0..count).map(|byte| byte as u8).collect()
}

#[test]
fn the_first_byte_is_the_lowest_of_its_word() {
    let mut sram = sram(false);
    sram.push(&bytes(7));
    assert_eq!((sram.words()[0], sram.words()[1], sram.wp()), (0x0302_0100, 0, 4));
    sram.push(&[7]);
    assert_eq!((sram.words()[1], sram.wp()), (0x0706_0504, 8));
}

#[test]
fn a_flush_fills_the_last_word_with_idle() {
    let mut sram = sram(false);
    sram.push(&bytes(5));
    sram.flush();
    assert_eq!((sram.words()[1], sram.wp()), (0xFFFF_FF04, 8));
    sram.flush();
    assert_eq!(sram.wp(), 8);
}

#[test]
fn the_write_pointer_wraps_and_says_so() {
    let mut sram = sram(false);
    sram.push(&bytes(252));
    assert_eq!(sram.wp(), 252);
    sram.push(&bytes(4));
    assert_eq!(sram.wp(), 1);
    sram.push(&[9; 4]);
    assert_eq!((sram.words()[0], sram.wp(), sram.is_stopped()), (0x0909_0909, 4 | 1, false));
}

#[test]
fn stop_on_wrap_keeps_the_oldest_trace() {
    let mut sram = sram(true);
    sram.push(&bytes(255));
    assert!(!sram.is_stopped());
    sram.push(&[255, 9, 9, 9, 9, 9]);
    sram.flush();
    assert!(sram.is_stopped());
    assert_eq!((sram.words()[0], sram.words()[63], sram.wp()), (0x0302_0100, 0xFFFE_FDFC, 1));
}

#[test]
fn stop_on_wrap_is_for_each_time_that_trace_is_enabled() {
    let mut sram = sram(true);
    for first in [1, 2, 3] {
        sram.push(&[first; 256]);
        sram.push(&[9; 8]);
        assert_eq!((sram.is_stopped(), sram.wp(), sram.words()[0] as u8), (true, 1, first), "run {first}");
        sram.enable();
        assert!(!sram.is_stopped());
    }
}

#[test]
fn writing_all_ones_to_the_write_pointer_tells_the_size() {
    let mut sram = sram(false);
    sram.set_wp(u32::MAX);
    assert_eq!((sram.wp(), sram.limit()), (252 | 1, 252));
    sram.set_wp(0);
    assert_eq!(sram.wp(), 0);
}

#[test]
fn reading_moves_the_read_pointer_around() {
    let mut sram = sram(false);
    sram.push(&bytes(256));
    sram.set_rp(0xFFFF_FFFA);
    assert_eq!(
        (sram.rp(), sram.data(), sram.data(), sram.data(), sram.rp()),
        (248, 0xFBFA_F9F8, 0xFFFE_FDFC, 0x0302_0100, 4)
    );
}
