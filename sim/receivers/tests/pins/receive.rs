// SPDX-License-Identifier: Apache-2.0
//! What is sent is what is received: pins by hand, and random messages on ideal pins.

use crate::samples::sampled;
use crate::waveform::{Part, Waveform};
use crate::{beats, pin, EXAMPLE, MODES};
use proptest::prelude::*;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use tracewright_receivers::{
    bit_period, Change, Error, ErrorKind, Event, PibMode, Pins, Receiver, Recording, Timing, GAP,
};

/// Receives samples; the bit period in samples.
fn receive(mode: PibMode, bit: f64, samples: &[Pins]) -> (Recording, Option<Timing>) {
    let mut recording = Recording::default();
    let mut receiver = Receiver::new(mode, bit);
    for pins in samples {
        receiver.sample(*pins, &mut |event| recording.take(event));
    }
    recording.cut = receiver.finish(&mut |event| recording.take(event));
    recording.counts = receiver.counts();
    (recording, receiver.timing())
}

/// Samples with their times.
fn timed(samples: &[Pins]) -> impl Iterator<Item = Change> + '_ {
    (0..).zip(samples).map(|(time, pins)| Change { time, pins: *pins })
}

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
fn tc_12_3_manchester_start_bits_and_stop() {
    // 00 = 0 x 8; 0x43 = 1 1 0 0 0 0 1 0, least significant first.
    let frame = "10  01 01 01 01 01 01 01 01  10 10 01 01 01 01 10 01  00";
    let (recording, _) = receive(PibMode::Manchester, 8.0, &pin(&format!("00000 {frame}{frame} 0000 {frame} 0")));
    assert_eq!(recording.bytes, [0x00, 0x43].repeat(3));
    assert_eq!((recording.ends, recording.first_error), (vec![2, 4, 6], None));
    assert_eq!(recording.counts.idle_bits, 3 + 2 + 1);
}

#[test]
fn tc_12_4_uart_start_bit_eight_bits_and_stop_bit() {
    let bytes = "0 00000000 1  0 11000010 1";
    let (recording, _) = receive(PibMode::Uart, 4.0, &pin(&format!("1111111111 {bytes} 1 {bytes}{bytes} 1")));
    assert_eq!(recording.bytes, [0x00, 0x43].repeat(3));
    assert_eq!((recording.ends, recording.first_error), (vec![2, 4, 6], None));
    assert_eq!(recording.counts.idle_bits, 10 + 1 + 1);
}

#[test]
fn tc_12_5_a_5_byte_message_and_a_2_byte_message_on_8_pins() {
    let values = [0xFF, 0xFF, 0xFF, 0xFF, 0x04, 0x10, 0x21, 0xA0, 0xB3, 0x0C, 0x07, 0xFF];
    let (recording, timing) = receive(PibMode::Parallel8, 0.0, &beats(&values));
    assert_eq!(recording.messages().collect::<Vec<_>>(), [&[0x04, 0x10, 0x21, 0xA0, 0xB3][..], &[0x0C, 0x07]]);
    assert_eq!(timing, Some(Timing::Coincident));
    assert_eq!(recording.first_error, None);
}

#[test]
fn tc_12_5_a_4_byte_message_with_pib_ref_center() {
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
fn tc_12_1_order_of_bytes_on_16_pins() {
    let (recording, _) =
        receive(PibMode::Parallel16, 0.0, &beats(&[0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF, 0x1004, 0xFF13, 0x0308, 0xFFFF]));
    assert_eq!(recording.messages().collect::<Vec<_>>(), [&[0x04, 0x10, 0x13][..], &[0x08, 0x03]]);
}

#[test]
fn nt_3_4_the_four_sequences_of_idle_bits_on_1_pin() {
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
fn nt_3_5_a_last_byte_that_looks_idle_in_every_mode() {
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

/// Random cases of each property; `TRACEWRIGHT_SOAK` times as many if that is set.
fn cases() -> u32 {
    let soak = std::env::var("TRACEWRIGHT_SOAK").ok().and_then(|times| times.parse().ok());
    2000 * soak.unwrap_or(1)
}

fn a_message() -> impl Strategy<Value = Vec<u8>> {
    // Bytes that are all ones or all zeros are as frequent as others: they have no changes to go by.
    let mdo = prop_oneof![Just(0xFC_u8), Just(0), any::<u8>()];
    (prop::collection::vec((mdo.clone(), any::<bool>()), 0..38), mdo.clone(), mdo).prop_map(|(inner, first, last)| {
        let mut message = vec![first & !3];
        message.extend(inner.into_iter().map(|(byte, field)| byte & !3 | u8::from(field)));
        message.push(last | 3);
        message
    })
}

fn parts() -> impl Strategy<Value = Vec<Part>> {
    let idle = prop_oneof![Just(0_usize), 1..4_usize, 1..40_usize];
    prop::collection::vec((a_message(), idle), 1..12).prop_map(|messages| {
        let mut parts = vec![Part::Idle(24)];
        for (message, idle) in messages {
            parts.extend([Part::Message(message), Part::Idle(idle)]);
        }
        parts.push(Part::Idle(24));
        parts
    })
}

fn sent(parts: &[Part]) -> Vec<&[u8]> {
    parts
        .iter()
        .filter_map(|part| match part {
            Part::Message(bytes) => Some(&bytes[..]),
            Part::Idle(_) => None,
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases()))]

    /// Any number of samples in a bit, any phase, edges that are late by up to `jitter` thousandths of a bit.
    #[test]
    fn every_message_is_received(
        mode in prop::sample::select(&MODES[..]),
        parts in parts(),
        centred in any::<bool>(),
        tref in any::<bool>(),
        per_bit in 3.0..12.0_f64,
        phase in 0.0..1.0_f64,
        jitter in prop_oneof![Just(0), 0..100_u64],
        estimated in any::<bool>(),
        seed in any::<u64>(),
    ) {
        // With few samples, late edges would leave less than a sample of a bit, or of a phase.
        let jitter = if per_bit < 6.0 { 0 } else { jitter };
        let waveform = Waveform::new(mode, &parts, centred, tref);
        let step = 1000 / waveform.per_bit as u64;
        let mut random = SmallRng::seed_from_u64(seed);
        let changes = waveform.changes(step, || random.random_range(0..=jitter));
        let samples = sampled(&changes, 1000.0 / per_bit, phase * 1000.0 / per_bit);
        let estimated = estimated && (mode != PibMode::Manchester || per_bit >= 5.0);
        let found = bit_period(mode, timed(&samples));
        let (recording, timing) = receive(mode, found.filter(|_| estimated).unwrap_or(per_bit), &samples);
        prop_assert_eq!(recording.first_error, None, "{:?}", found);
        prop_assert_eq!(recording.messages().collect::<Vec<_>>(), sent(&parts));
        if mode.is_parallel() {
            prop_assert_eq!(timing, Some(if centred { Timing::Centred } else { Timing::Coincident }));
        }
    }

    /// A sample for each tick, as a simulation has it.
    #[test]
    fn a_sample_in_a_step_is_enough_where_there_is_tref(
        mode in prop::sample::select(&MODES[2..]), parts in parts(), centred in any::<bool>(),
    ) {
        let waveform = Waveform::new(mode, &parts, centred, false);
        let (recording, _) = receive(mode, 0.0, &waveform.steps);
        prop_assert_eq!(recording.first_error, None);
        prop_assert_eq!(recording.messages().collect::<Vec<_>>(), sent(&parts));
    }

    /// Begun anywhere, a capture gives no error and nothing but whole messages: the last ones that were sent, at least those after 24 idle bits.
    #[test]
    fn a_capture_that_begins_anywhere_has_the_last_messages(
        mode in prop::sample::select(&MODES[..]), parts in parts(), centred in any::<bool>(), from in 0.0..1.0_f64,
    ) {
        let before = Waveform::new(mode, &parts, centred, false).steps.len() * 4;
        let parts = [parts, vec![Part::Idle(24), Part::Message(EXAMPLE.into()), Part::Idle(24)]].concat();
        let waveform = Waveform::new(mode, &parts, centred, false);
        let samples: Vec<_> = waveform.steps.iter().flat_map(|pins| [*pins; 4]).collect();
        let (recording, _) = receive(mode, waveform.bit(4.0), &samples[(from * before as f64) as usize..]);
        prop_assert_eq!(recording.first_error, None);
        let received: Vec<_> = recording.messages().collect();
        prop_assert!(!received.is_empty() && sent(&parts).ends_with(&received), "{:?}", received);
    }

    /// The bit period is found; a single message of two bytes, with five samples in a bit, does not tell more than this.
    #[test]
    fn the_bit_period_is_found(
        mode in prop::sample::select(&MODES[..2]), parts in parts(), per_bit in 5.0..200.0_f64, phase in 0.0..1.0_f64,
    ) {
        let waveform = Waveform::new(mode, &parts, false, false);
        let changes = waveform.changes(10_000 / waveform.per_bit as u64, || 0);
        let samples = sampled(&changes, 10_000.0 / per_bit, phase * 10_000.0 / per_bit);
        let found = bit_period(mode, timed(&samples)).unwrap();
        prop_assert!((found / per_bit - 1.0).abs() < 0.04, "{} {}", found, per_bit);
    }

    /// Pins without sense end in no panic, and what is handed on has the form of messages.
    #[test]
    fn noise_is_survived(mode in prop::sample::select(&MODES[..]), seed in any::<u64>(), bit in 2.0..9.0_f64, often in 0.05..1.0_f64) {
        let mut random = SmallRng::seed_from_u64(seed);
        let mut pins = Pins::default();
        let samples: Vec<_> = (0..5000).map(|_| {
            if random.random_bool(often) {
                pins = Pins { tref: random.random(), tdata: random.random() };
            }
            pins
        }).collect();
        let (recording, _) = receive(mode, bit, &samples);
        for message in recording.messages() {
            let (last, inner) = message.split_last().unwrap();
            prop_assert!(last & 3 == 3 && inner.first().is_some_and(|byte| byte & 3 == 0) && inner.iter().all(|byte| byte & 3 < 2));
        }
    }
}
