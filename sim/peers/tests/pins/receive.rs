// SPDX-License-Identifier: Apache-2.0
//! Messages on pins, literally as the specification has them, and what is no message.

use crate::waveform::{Part, Waveform};
use crate::{beats, pin, receive, EXAMPLE, MODES};
use tracewright_peers::pins::{Error, ErrorKind, Event, PibMode, Pins, Receiver, Recording, Timing, GAP};

fn kinds(mode: PibMode, bit: f64, samples: &[Pins]) -> Vec<ErrorKind> {
    let mut kinds = Vec::new();
    let mut receiver = Receiver::new(mode, bit);
    let mut take = |event| {
        if let Event::Error(Error { kind, .. }) = event {
            kinds.push(kind);
        }
    };
    samples.iter().for_each(|pins| receiver.sample(*pins, &mut take));
    receiver.finish(&mut take);
    kinds
}

#[test]
fn tci_12_3_manchester_start_bits_and_stop() {
    // 00 = 0 x 8; 0x43 = 1 1 0 0 0 0 1 0, least significant first.
    let frame = "10  01 01 01 01 01 01 01 01  10 10 01 01 01 01 10 01  00";
    let (recording, _) = receive(PibMode::Manchester, 8.0, &pin(&format!("00000 {frame}{frame} 0000 {frame} 0")));
    assert_eq!(recording.bytes, [0x00, 0x43].repeat(3));
    assert_eq!((recording.ends, recording.first_error), (vec![2, 4, 6], None));
    assert_eq!(recording.counts.idle_bits, 3 + 2 + 1);
}

#[test]
fn tci_12_4_uart_start_bit_eight_bits_and_stop_bit() {
    let bytes = "0 00000000 1  0 11000010 1";
    let (recording, _) = receive(PibMode::Uart, 4.0, &pin(&format!("1111111111 {bytes} 1 {bytes}{bytes} 1")));
    assert_eq!(recording.bytes, [0x00, 0x43].repeat(3));
    assert_eq!((recording.ends, recording.first_error), (vec![2, 4, 6], None));
    assert_eq!(recording.counts.idle_bits, 10 + 1 + 1);
}

#[test]
fn tci_12_5_a_5_byte_message_and_a_2_byte_message_on_8_pins() {
    let values = [0xFF, 0xFF, 0xFF, 0xFF, 0x04, 0x10, 0x21, 0xA0, 0xB3, 0x0C, 0x07, 0xFF];
    let (recording, timing) = receive(PibMode::Parallel8, 0.0, &beats(&values));
    assert_eq!(recording.messages().collect::<Vec<_>>(), [&[0x04, 0x10, 0x21, 0xA0, 0xB3][..], &[0x0C, 0x07]]);
    assert_eq!(timing, Some(Timing::Coincident));
    assert_eq!(recording.first_error, None);
}

#[test]
fn tci_12_5_a_4_byte_message_with_pib_ref_center() {
    let mut samples = Vec::new();
    for (index, tdata) in [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x04, 0x10, 0x21, 0xA3, 0xFF, 0xFF].into_iter().enumerate() {
        // tdata changes first, tref in the middle.
        samples.extend([Pins { tref: index % 2 == 1, tdata }; 3]);
        samples.extend([Pins { tref: index % 2 == 0, tdata }; 3]);
    }
    let (recording, timing) = receive(PibMode::Parallel8, 0.0, &samples);
    assert_eq!(recording.messages().collect::<Vec<_>>(), [&[0x04, 0x10, 0x21, 0xA3]]);
    assert_eq!(timing, Some(Timing::Centred));
}

#[test]
fn tci_12_1_order_of_bytes_on_16_pins() {
    let (recording, _) =
        receive(PibMode::Parallel16, 0.0, &beats(&[0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF, 0x1004, 0xFF13, 0x0308, 0xFFFF]));
    assert_eq!(recording.messages().collect::<Vec<_>>(), [&[0x04, 0x10, 0x13][..], &[0x08, 0x03]]);
}

#[test]
fn ntrace_3_4_the_four_sequences_of_idle_bits_on_1_pin() {
    let message = "00 010000  00 100001  11 000011";
    for idle in [0, 2, 3, 8] {
        let wire = format!("{} {message} {} {message} 1", "1".repeat(19), "1".repeat(idle));
        let values: Vec<_> = wire.chars().filter(|step| *step != ' ').map(|step| u16::from(step == '1')).collect();
        let (recording, _) = receive(PibMode::Parallel1, 0.0, &beats(&values));
        assert_eq!(recording.bytes, [0x08, 0x84, 0xC3].repeat(2), "{idle}");
        assert_eq!(
            recording.counts.idle_bits + recording.counts.skipped_bits,
            16 + idle as u64 + 1,
            "but for two edges and what is before"
        );
    }
}

#[test]
fn ntrace_3_5_a_last_byte_that_looks_idle_in_every_mode() {
    for mode in MODES {
        for idle in 0..20 {
            let parts =
                [Part::Idle(40), Part::Message(EXAMPLE.into()), Part::Idle(idle)].map(|part| vec![part; 1]).concat();
            let parts = [parts, vec![Part::Message(EXAMPLE.into()), Part::Idle(20)]].concat();
            let waveform = Waveform::new(mode, &parts, false, false);
            let recording = Recording::of(mode, waveform.bit(100.0), waveform.changes(100, || 0));
            assert_eq!(recording.bytes, EXAMPLE.repeat(2), "{mode:?} {idle}");
            assert_eq!((recording.ends, recording.first_error), (vec![6, 12], None));
        }
    }
}

#[test]
fn fourteen_ones_are_no_idle() {
    // 11111100 (MDO all ones), then 11111111: 14 ones, and the next message; the receiver begins within the first one.
    let wire = format!("000 0 111111  11 111111  00 010000 11 000000 {} 00 010000 11 000011 111", "1".repeat(15));
    let values: Vec<_> = wire.chars().filter(|step| *step != ' ').map(|step| u16::from(step == '1')).collect();
    let (recording, _) = receive(PibMode::Parallel1, 0.0, &beats(&values));
    assert_eq!(recording.bytes, [0x08, 0xC3]);
}

#[test]
fn errors_are_named() {
    let uart = |bytes: &str| kinds(PibMode::Uart, 4.0, &pin(&format!("1111111111 {bytes} 1111111111")));
    assert_eq!(uart("0 00010000 0"), [ErrorKind::Frame]);
    assert_eq!(uart("0 00000000 1 0 01000000 1 0 00000000 1"), [ErrorKind::ReservedMseo]);
    assert_eq!(uart("0 10000000 1"), [ErrorKind::Start]);
    assert_eq!(uart("0 00010000 1 00000000000000000000"), [ErrorKind::Cut]);
    assert_eq!(uart("0000000000000000000000000000000"), []);
    let manchester = |frame: &str| kinds(PibMode::Manchester, 8.0, &pin(&format!("00000 {frame} 0000000")));
    assert_eq!(manchester("10 01 01 01 00"), [ErrorKind::PartialByte]);
    assert_eq!(manchester("10 01 01 01 01 01 01 01 01 00"), [ErrorKind::Cut]);
    assert_eq!(manchester("11 01"), [ErrorKind::Code]);
    assert_eq!(manchester("10 01 01 11 01"), [ErrorKind::Code]);
    let padding = [0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF, 0x1004, 0x1213, 0xFFFF];
    assert_eq!(kinds(PibMode::Parallel16, 0.0, &beats(&padding)), [ErrorKind::Padding]);
    assert_eq!(
        kinds(PibMode::Parallel8, 0.0, &beats(&[0xFF, 0xFF, 0xFF, 0xFF, 0x04, 0x02, 0xFF])),
        [ErrorKind::ReservedMseo]
    );
}

#[test]
fn after_an_error_a_gap_stands_in_the_bytes_and_the_next_message_is_whole() {
    let values = [0xFF, 0xFF, 0xFF, 0xFF, 0x04, 0x02, 0x10, 0x13, 0x08, 0x0C, 0x07, 0xFF];
    let (recording, _) = receive(PibMode::Parallel8, 0.0, &beats(&values));
    assert_eq!(recording.bytes, [&[0x04][..], &GAP, &[0x08, 0x0C, 0x07]].concat());
    assert_eq!(recording.messages().collect::<Vec<_>>(), [[0x08, 0x0C, 0x07]]);
    assert_eq!(recording.first_error.map(|error| error.time), Some(5 * 4 + 2));
}

#[test]
fn a_capture_that_ends_within_a_message_says_so() {
    let (recording, _) = receive(PibMode::Parallel8, 0.0, &beats(&[0xFF, 0xFF, 0xFF, 0xFF, 0x04, 0x10]));
    assert!(recording.cut && recording.first_error.is_none());
    assert_eq!((recording.bytes, recording.ends), (vec![0x04, 0x10], vec![]));
}

#[test]
fn pins_that_stay_off_or_idle_are_nothing() {
    for mode in MODES {
        for tdata in [0, u16::MAX] {
            let (recording, _) = receive(mode, 4.0, &[Pins { tref: false, tdata }; 1000]);
            let errors = u64::from(mode == PibMode::Manchester && tdata != 0);
            assert_eq!((recording.bytes.len(), recording.counts.errors), (0, 0), "{mode:?} {errors}");
        }
    }
}

#[test]
fn pins_that_go_off_and_on_again_are_no_message() {
    for mode in MODES {
        for (centred, idle) in [(false, 30), (false, 31), (true, 30), (true, 31)] {
            let parts = [Part::Idle(30), Part::Message(EXAMPLE.into()), Part::Idle(idle)];
            let on: Vec<_> =
                Waveform::new(mode, &parts, centred, true).steps.iter().flat_map(|pins| [*pins; 4]).collect();
            let off = vec![Pins::default(); 400];
            let samples = [off.clone(), on.clone(), off.clone(), on, off].concat();
            let (recording, _) = receive(mode, if mode == PibMode::Manchester { 8.0 } else { 4.0 }, &samples);
            assert_eq!(
                (recording.bytes, recording.first_error),
                (EXAMPLE.repeat(2), None),
                "{mode:?} {centred} {idle}"
            );
        }
    }
}
