// SPDX-License-Identifier: Apache-2.0
//! The registers without a clock.

use crate::features::{FULL, SRAM};
use tracewright_model::control::Mock;
use tracewright_regmap::*;

fn write(mock: &mut Mock, offset: usize, value: u32) {
    mock.write(offset as u32, value);
}

fn read(mock: &mut Mock, offset: usize) -> u32 {
    mock.read(offset as u32)
}

#[test]
fn a_mock_is_the_register_file_of_its_features() {
    for features in [SRAM, FULL] {
        let mut mock = Mock::encoder(&features);
        for register in REGISTERS {
            let reset = if register.present(&features) { register.reset(&features) } else { 0 };
            assert_eq!(read(&mut mock, register.offset), reset, "{}", register.name);
        }
    }
    let mut mock = Mock::encoder(&FULL);
    write(&mut mock, TE_CONTROL, 1);
    write(&mut mock, TE_INST_FEATURES, u32::MAX);
    assert_eq!(read(&mut mock, TE_INST_FEATURES), 0xCFFF_070C);
    write(&mut mock, TE_CONTROL, 0);
    assert_eq!(read(&mut mock, TE_INST_FEATURES), 0xC2A5_0000);
}

#[test]
fn the_hardware_follows_after_some_reads_or_never() {
    let mut mock = Mock::encoder(&FULL).following_after(3);
    for level in [1, 0] {
        for (offset, other) in [(TE_CONTROL, TS_CONTROL), (PIB_CONTROL, ATB_CONTROL)] {
            let word = read(&mut mock, offset) & !1 | level;
            write(&mut mock, offset, word);
            assert_eq!([0; 3].map(|_| read(&mut mock, offset) & 1), [1 - level, 1 - level, level]);
            assert_eq!(read(&mut mock, other) & 1, 0);
        }
    }
    let mut mock = Mock::encoder(&FULL).never_following();
    write(&mut mock, TE_CONTROL, 1);
    assert!((0..1000).all(|_| read(&mut mock, TE_CONTROL) & 1 == 0));
}

#[test]
fn fields_are_reset_until_the_hardware_has_followed() {
    let mut mock = Mock::encoder(&FULL).following_after(2);
    write(&mut mock, TE_CONTROL, 1);
    write(&mut mock, TE_CONTROL, 3);
    assert_eq!(read(&mut mock, TE_CONTROL) & 3, 0);
    assert_eq!(read(&mut mock, TE_CONTROL) & 3, 1);
    write(&mut mock, TE_CONTROL, 3);
    assert_eq!(read(&mut mock, TE_CONTROL) & 3, 3);
}

#[test]
fn trace_memory_is_read_word_by_word_around_its_end() {
    let mut mock = Mock::encoder(&SRAM);
    let words: Vec<u32> = (0..256).map(|n| n * 3).collect();
    mock.set_memory(&words);
    write(&mut mock, TE_CONTROL, 1);
    write(&mut mock, TE_RAM_RP, 1016);
    assert_eq!([0; 3].map(|_| read(&mut mock, TE_RAM_DATA)), [762, 765, 0]);
    assert_eq!(read(&mut mock, TE_RAM_RP), 4);
    write(&mut mock, TE_RAM_WP, u32::MAX);
    assert_eq!(read(&mut mock, TE_RAM_WP), 1021);
}

#[test]
fn the_hardware_can_be_told_what_to_do() {
    let mut mock = Mock::encoder(&SRAM);
    write(&mut mock, TE_CONTROL, 1);
    write(&mut mock, TE_CONTROL, 7);
    let [enable, tracing, empty] =
        ["teEnable", "teInstTracing", "teEmpty"].map(|f| mock.place("teControl", f).unwrap());
    mock.change(&[], &[enable, tracing]);
    mock.show(empty, 0);
    assert_eq!((read(&mut mock, TE_CONTROL) & 0xF, mock.get(enable)), (1, 0));
    mock.change(&[tracing], &[]);
    assert_eq!(read(&mut mock, TE_CONTROL) & 0xF, 5);
}

#[test]
fn a_lock_reads_0_and_resets() {
    let mut mock = Mock::encoder(&SRAM);
    write(&mut mock, TE_CONTROL, 1);
    mock.lock(true);
    write(&mut mock, TE_CONTROL, 1);
    assert_eq!((read(&mut mock, TE_CONTROL), read(&mut mock, TE_IMPL)), (0, 0));
    mock.lock(false);
    assert_eq!(read(&mut mock, TE_CONTROL), REGISTERS[0].reset(&SRAM));
}
