// SPDX-License-Identifier: Apache-2.0
//! Trace Control 12.2: the table of calibration patterns, literally.

use crate::waveform::{Part, Waveform};
use crate::{beats, pin, MODES};
use tracewright_peers::pins::{pattern, Calibrator, Change, PibMode, Pins, Timing};

fn calibrator(mode: PibMode, bit: f64, samples: &[Pins]) -> Calibrator {
    let mut calibrator = Calibrator::new(mode, bit);
    for (time, pins) in (0..).zip(samples) {
        calibrator.change(Change { time, pins: *pins });
    }
    calibrator
}

#[test]
fn tci_12_2_calibration_bytes() {
    use PibMode::*;
    let bytes = |mode| pattern(mode).bytes;
    assert_eq!(bytes(Uart), [0xAA, 0x55, 0x00, 0xFF]);
    assert_eq!(bytes(Manchester), [0xAA, 0x55, 0x00, 0xFF]);
    assert_eq!(bytes(Parallel1), [0xAA, 0x55, 0x00, 0xFF]);
    assert_eq!(bytes(Parallel2), [0x66, 0x66, 0xCC, 0x33]);
    assert_eq!(bytes(Parallel4), [0x5A, 0x5A, 0xF0, 0x0F]);
    assert_eq!(bytes(Parallel8), [0xAA, 0x55, 0x00, 0xFF]);
    assert_eq!(bytes(Parallel16), [0xAA, 0xAA, 0x55, 0x55, 0x00, 0x00, 0xFF, 0xFF]);
}

#[test]
fn tci_12_2_wire_sequence() {
    // "alternating 1/0, then all 0, then all 1": least significant bits first, AA begins with 0, and so does 55 end.
    let serial = "01010101 10101010 00000000 11111111";
    let serial: Vec<u16> = serial.chars().filter(|bit| *bit != ' ').map(|bit| u16::from(bit == '1')).collect();
    for mode in [PibMode::Uart, PibMode::Manchester, PibMode::Parallel1] {
        assert_eq!(pattern(mode).wire, serial);
    }
    assert_eq!(pattern(PibMode::Parallel2).wire, [2, 1, 2, 1, 2, 1, 2, 1, 0, 3, 0, 3, 3, 0, 3, 0]);
    assert_eq!(pattern(PibMode::Parallel4).wire, [0xA, 5, 0xA, 5, 0, 0xF, 0xF, 0]);
    assert_eq!(pattern(PibMode::Parallel8).wire, [0xAA, 0x55, 0x00, 0xFF]);
    assert_eq!(pattern(PibMode::Parallel16).wire, [0xAAAA, 0x5555, 0x0000, 0xFFFF]);
}

#[test]
fn tci_12_2_the_bytes_are_the_wire_sequence_least_significant_first() {
    for mode in MODES {
        let pattern = pattern(mode);
        let width = mode.pins();
        let bits = |value: u32, count: u32| (0..count).map(move |bit| value >> bit & 1);
        let of_bytes: Vec<_> = pattern.bytes.iter().flat_map(|byte| bits((*byte).into(), 8)).collect();
        let of_wire: Vec<_> = pattern.wire.iter().flat_map(|beat| bits((*beat).into(), width)).collect();
        assert_eq!(of_bytes, of_wire, "{mode:?}");
    }
}

#[test]
fn the_wire_sequences_are_recognised_on_pins_by_hand() {
    let two = [2, 1, 2, 1, 2, 1, 2, 1, 0, 3, 0, 3, 3, 0, 3, 0].repeat(3);
    let four = [0xA, 5, 0xA, 5, 0, 0xF, 0xF, 0].repeat(3);
    let eight = [0xAA, 0x55, 0x00, 0xFF].repeat(3);
    let sixteen = [0xAAAA, 0x5555, 0x0000, 0xFFFF].repeat(3);
    for (mode, wire) in [
        (PibMode::Parallel2, two),
        (PibMode::Parallel4, four),
        (PibMode::Parallel8, eight),
        (PibMode::Parallel16, sixteen),
    ] {
        // The first value comes without an edge of tref, and the next two edges say how long a bit is: two whole
        // repetitions are left.
        let calibrator = calibrator(mode, 0.0, &beats(&wire));
        assert_eq!((calibrator.repetitions(), calibrator.timing()), (2, Some(Timing::Coincident)), "{mode:?}");
    }
    let frames = "0 01010101 1  0 10101010 1  0 00000000 1  0 11111111 1".repeat(4);
    // Bytes are certain after the first 0xFF.
    assert_eq!(calibrator(PibMode::Uart, 4.0, &pin(&frames)).repetitions(), 3);
    let (zero, one) = ("01".repeat(8), "10".repeat(8));
    let frame = format!("10 {} {} {zero} {one} 00", "0110".repeat(4), "1001".repeat(4));
    assert_eq!(calibrator(PibMode::Manchester, 8.0, &pin(&format!("0000{}0000", frame.repeat(4)))).repetitions(), 4);
}

/// The pins in calibration of a mode.
fn calibrating(mode: PibMode, centred: bool, repetitions: usize) -> Vec<Pins> {
    let part = Part::Message(pattern(mode).bytes.to_vec());
    let waveform = Waveform::new(mode, &vec![part; repetitions], centred, false);
    waveform.steps.iter().flat_map(|pins| [*pins; 4]).collect()
}

#[test]
fn a_pattern_is_recognised_wherever_a_capture_begins() {
    for mode in MODES {
        for centred in [false, mode.is_parallel()] {
            let samples = calibrating(mode, centred, 6);
            for from in 0..samples.len() / 6 {
                let bit = if mode == PibMode::Manchester { 8.0 } else { 4.0 };
                let calibrator = calibrator(mode, bit, &samples[from..]);
                assert!((3..=5).contains(&calibrator.repetitions()), "{mode:?} {from} {}", calibrator.repetitions());
                let timing = if centred { Timing::Centred } else { Timing::Coincident };
                assert_eq!(calibrator.timing(), mode.is_parallel().then_some(timing));
            }
        }
    }
}

#[test]
fn a_pattern_with_a_wrong_pin_is_not_recognised() {
    for mode in MODES {
        let mut samples = calibrating(mode, false, 6);
        let bit = if mode == PibMode::Manchester { 8.0 } else { 4.0 };
        assert!(calibrator(mode, bit, &samples).repetitions() > 3);
        for pins in &mut samples {
            // Two pins exchanged; with one pin, inverted.
            pins.tdata = if mode.pins() == 1 {
                !pins.tdata & 1
            } else {
                pins.tdata & !3 | pins.tdata >> 1 & 1 | pins.tdata << 1 & 2
            };
        }
        if mode.pins() < 4 {
            assert_eq!(calibrator(mode, bit, &samples).repetitions(), 0, "{mode:?}");
        }
    }
}
