// SPDX-License-Identifier: Apache-2.0
//! What the wires show, cycle by cycle: Trace Control 12.2 to 12.5, N-Trace 3.3 to 3.5.

use crate::bench::{setting, Bench, Kind, ALL, CALIBRATE, ENABLE};
use tracewright_config::PibMode;
use tracewright_peers::pins::Pins;

/// A PIB with every mode whose clocks are alike.
fn bench() -> Bench {
    Bench::new(&Kind { modes: ALL, chunk: 32 }.library(), 32, [40, 40], 1)
}

/// The pins in each of so many cycles.
pub fn record(bench: &mut Bench, cycles: usize) -> Vec<Pins> {
    (0..cycles)
        .map(|_| {
            bench.pib_cycle();
            bench.pins
        })
        .collect()
}

/// The pins from the first cycle on in which tdata is not `idle`, while these messages are sent.
fn sent(settings: u32, idle: u16, messages: &[&[u8]], cycles: usize) -> Vec<Pins> {
    let mut bench = bench();
    bench.start(settings);
    let before = record(&mut bench, 60);
    assert!(before[40..].iter().all(|pins| pins.tdata == idle), "idle: {before:?}");
    messages.iter().for_each(|message| bench.chunks.send(message));
    bench.control |= ENABLE;
    let pins = record(&mut bench, cycles + 100);
    let begin = pins.iter().position(|pins| pins.tdata != idle).expect("something is sent");
    assert!(bench.empty);
    pins[begin..begin + cycles].to_vec()
}

/// tdata in each bit period; it does not change within one.
fn values(pins: &[Pins], period: usize) -> Vec<u16> {
    let value = |bit: &[Pins]| {
        assert!(bit.iter().all(|pins| pins.tdata == bit[0].tdata), "{bit:?}");
        bit[0].tdata
    };
    pins.chunks(period).map(value).collect()
}

/// Where in each bit period of `period` cycles tref changes, of all those in `pins` but the first.
fn edges(pins: &[Pins], period: usize) -> Vec<usize> {
    (period..pins.len()).filter(|&at| pins[at].tref != pins[at - 1].tref).map(|at| at % period).collect()
}

/// 12.5, first figure.
#[test]
pub fn figure_of_12_5_8_bit_parallel_with_ref_center_0_a_5_byte_and_a_2_byte_message() {
    let (first, second) = ([0x04, 0x51, 0xA8, 0x05, 0x47], [0x20, 0x8B]);
    for (divider, period) in [(0, 1), (1, 2), (3, 4)] {
        let settings = setting(PibMode::Parallel8, divider, false);
        let pins = sent(settings, 0xFF, &[&first, &second], 12 * period);
        let expected = [0x04, 0x51, 0xA8, 0x05, 0x47, 0x20, 0x8B, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF];
        assert_eq!(values(&pins, period), expected, "the second message begins right after the first one");
        assert_eq!(edges(&pins, period), [0; 11], "an edge of tref with each value, idle ones included");
    }
}

/// 12.5, second figure.
#[test]
pub fn figure_of_12_5_8_bit_parallel_with_ref_center_1_a_4_byte_packet() {
    for (divider, period) in [(0, 2), (1, 4), (3, 8)] {
        let settings = setting(PibMode::Parallel8, divider, true);
        let pins = sent(settings, 0xFF, &[&[0x14, 0x60, 0x35, 0x07]], 8 * period);
        assert_eq!(values(&pins, period), [0x14, 0x60, 0x35, 0x07, 0xFF, 0xFF, 0xFF, 0xFF]);
        assert_eq!(edges(&pins, period), [period / 2; 7], "an edge of tref in the middle of each value");
    }
}

/// N-Trace 3.5, table 6; 3.3 and 12.1 for the order of bits.
const EXAMPLE: [u8; 6] = [0x70, 0xD0, 0x1D, 0x1D, 0xF8, 0xFF];

#[test]
pub fn order_of_bits_of_n_trace_3_3_with_the_message_of_3_5() {
    let cases: [(PibMode, u16, &[u16]); 3] = [
        (PibMode::Parallel16, 0xFFFF, &[0xD070, 0x1D1D, 0xFFF8]),
        (PibMode::Parallel8, 0xFF, &[0x70, 0xD0, 0x1D, 0x1D, 0xF8, 0xFF]),
        (PibMode::Parallel4, 0xF, &[0x0, 0x7, 0x0, 0xD, 0xD, 0x1, 0xD, 0x1, 0x8, 0xF, 0xF, 0xF]),
    ];
    for (mode, idle, expected) in cases {
        let pins = sent(setting(mode, 0, false), idle, &[&EXAMPLE], expected.len());
        // In 4-bit mode the first value is that of an idle line no more.
        assert_eq!(values(&pins, 1), expected, "{mode:?}");
    }
    let two: Vec<u16> = EXAMPLE.iter().flat_map(|byte| (0..4).map(move |at| u16::from(byte >> (2 * at) & 3))).collect();
    assert_eq!(values(&sent(setting(PibMode::Parallel2, 0, false), 3, &[&EXAMPLE], 24), 1), two);
    let one: Vec<u16> = EXAMPLE.iter().flat_map(|byte| (0..8).map(move |at| u16::from(byte >> at & 1))).collect();
    assert_eq!(values(&sent(setting(PibMode::Parallel1, 0, false), 1, &[&EXAMPLE], 48), 1), one);
}

#[test]
pub fn an_odd_last_byte_in_16_bit_mode_has_idle_above_it() {
    let messages: [&[u8]; 3] = [&[0x70, 0x1D, 0xFB], &[0x04, 0x07], &[0x08, 0x01, 0x03]];
    let pins = sent(setting(PibMode::Parallel16, 2, false), 0xFFFF, &messages, 6 * 3);
    assert_eq!(values(&pins, 3), [0x1D70, 0xFFFB, 0x0704, 0x0108, 0xFF03, 0xFFFF]);
}

#[test]
pub fn tci_12_3_table_start_bits_and_stop_of_manchester() {
    let phases: Vec<u16> = [
        "10", // start
        "01", "01", "01", "01", "10", "10", "10", "01", // 0x70
        "10", "10", "10", "10", "10", "10", "10", "10", // 0xFF
        "00", // stop
        "10", // start: the next message follows at once
        "01", "01", "10", "01", "01", "01", "01", "01", // 0x04
        "10", "10", "10", "01", "01", "01", "01", "01", // 0x07
        "00", "00", // stop, idle
    ]
    .concat()
    .bytes()
    .map(|digit| u16::from(digit - b'0'))
    .collect();
    for (divider, tick) in [(0, 1), (2, 3)] {
        let messages: [&[u8]; 2] = [&[0x70, 0xFF], &[0x04, 0x07]];
        let pins = sent(setting(PibMode::Manchester, divider, false), 0, &messages, phases.len() * tick);
        assert_eq!(values(&pins, tick), phases);
        assert!(pins.iter().all(|pins| !pins.tref));
    }
}

#[test]
pub fn packets_of_12_4_uart() {
    let bits: Vec<u16> = ["0", "00001110", "1", "0", "11111111", "1", "0", "00100000", "1", "0", "11100000", "1", "11"]
        .concat()
        .bytes()
        .map(|digit| u16::from(digit - b'0'))
        .collect();
    for (divider, tick) in [(0, 1), (4, 5)] {
        let messages: [&[u8]; 2] = [&[0x70, 0xFF], &[0x04, 0x07]];
        let pins = sent(setting(PibMode::Uart, divider, false), 1, &messages, bits.len() * tick);
        assert_eq!(values(&pins, tick), bits);
        assert!(pins.iter().all(|pins| !pins.tref));
    }
}

#[test]
pub fn idle_bytes_are_not_sent() {
    let messages: [&[u8]; 5] = [&[0xFF], &[0x04, 0x07], &[0xFF], &[0xFF], &[0x08, 0xFF]];
    let pins = sent(setting(PibMode::Parallel8, 0, false), 0xFF, &messages, 2);
    assert_eq!(values(&pins, 1), [0x04, 0x07]);
    let pins = sent(setting(PibMode::Uart, 0, false), 1, &messages, 60);
    let starts = values(&pins, 1).chunks(10).filter(|packet| packet[0] == 0).count();
    assert_eq!(starts, 4);
}

/// What 12.2 lists: tdata in each bit period, in UART and Manchester with the bits around it.
fn calibration(mode: PibMode) -> Vec<u16> {
    let frame = |bits: &str| bits.bytes().map(|digit| u16::from(digit - b'0')).collect();
    match mode {
        PibMode::Manchester => {
            frame(concat!("10", "0110011001100110", "1001100110011001", "0101010101010101", "1010101010101010", "00"))
        }
        PibMode::Uart => frame("0010101011010101010100000000010111111111"),
        PibMode::Parallel1 => frame("01010101101010100000000011111111"),
        PibMode::Parallel2 => vec![2, 1, 2, 1, 2, 1, 2, 1, 0, 3, 0, 3, 3, 0, 3, 0],
        PibMode::Parallel4 => vec![0xA, 0x5, 0xA, 0x5, 0x0, 0xF, 0xF, 0x0],
        PibMode::Parallel8 => vec![0xAA, 0x55, 0x00, 0xFF],
        PibMode::Parallel16 => vec![0xAAAA, 0x5555, 0x0000, 0xFFFF],
    }
}

fn idle(mode: PibMode) -> u16 {
    match mode {
        PibMode::Manchester => 0,
        _ => ((1u32 << mode.pins()) - 1) as u16,
    }
}

#[test]
pub fn tci_12_2_table_calibration_repeats_without_a_gap_and_ends_whole() {
    for &mode in ALL {
        let pattern = calibration(mode);
        for (divider, center) in [(0, false), (1, false), (1, true)] {
            if center && !mode.is_parallel() {
                continue;
            }
            let period = (divider as usize + 1) * if center { 2 } else { 1 };
            for cleared in [CALIBRATE, ENABLE] {
                let mut bench = bench();
                bench.start(setting(mode, divider, center) | CALIBRATE);
                assert!(record(&mut bench, 60)[40..].iter().all(|pins| pins.tdata == idle(mode)), "needs pibEnable");
                bench.control |= ENABLE;
                bench.chunks.send(&[0x04, 0x07]);
                bench.until(1000, "the pattern", |bench| bench.pins.tdata != idle(mode));
                let mut pins = vec![bench.pins];
                pins.extend(record(&mut bench, 3 * pattern.len() * period + 5));
                assert!(!bench.chunks.is_empty(), "trace waits");
                bench.control &= !cleared;
                pins.extend(record(&mut bench, 2 * pattern.len() * period + 200));
                // Where the first value is that of idle, the pattern began a bit period earlier.
                let lead = pattern.iter().take_while(|&&value| value == idle(mode)).count();
                let seen = values(&pins[..pins.len() / period * period], period);
                let body = [&pattern[..lead], &seen[..]].concat();
                let (mut at, mut whole) = (0, 0);
                while body[at..].starts_with(&pattern) {
                    at += pattern.len();
                    whole += 1;
                }
                assert!((3..=12).contains(&whole), "{mode:?}: {whole} repetitions of {body:x?}");
                let rest = &body[at..];
                if cleared == ENABLE {
                    assert!(rest.iter().all(|&value| value == idle(mode)), "{mode:?}: {rest:x?}");
                } else {
                    assert!(bench.chunks.is_empty() && rest.iter().any(|&value| value != idle(mode)), "then trace");
                }
                if mode.is_parallel() {
                    let edge = if center { period / 2 } else { 0 };
                    assert!(edges(&pins, period).iter().all(|&at| at == edge), "{mode:?}");
                    assert_eq!(edges(&pins, period).len(), (pins.len() + period - 1 - edge) / period - 1, "{mode:?}");
                }
            }
        }
    }
}

#[test]
pub fn idle_states_and_tref_before_pib_enable() {
    for &mode in ALL {
        let mut bench = bench();
        assert_eq!(bench.pins, Pins::default(), "off");
        bench.start(setting(mode, 2, false));
        let pins = record(&mut bench, 100);
        assert!(pins[40..].iter().all(|pins| pins.tdata == idle(mode)), "{mode:?}");
        let changes = edges(&pins[40..], 3).len();
        assert!(if mode.is_parallel() { (18..=20).contains(&changes) } else { changes == 0 }, "{mode:?}: {changes}");
    }
}
