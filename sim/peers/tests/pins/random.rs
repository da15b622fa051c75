// SPDX-License-Identifier: Apache-2.0
//! Random messages on ideal pins: what is sent is what is received.

use crate::samples::sampled;
use crate::waveform::{Part, Waveform};
use crate::{receive, EXAMPLE, MODES};
use proptest::prelude::*;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use tracewright_peers::pins::{bit_period, Change, PibMode, Pins, Timing};

/// Samples with their times.
fn timed(samples: &[Pins]) -> impl Iterator<Item = Change> + '_ {
    (0..).zip(samples).map(|(time, pins)| Change { time, pins: *pins })
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

/// From as many bytes on, a capture of UART tells how long a bit is even with three to five samples in it.
const TELLING: usize = 16;

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
        // What tells a centred tref from one that is not is a quarter of a bit: two edges that are late by a tenth, and
        // a sample, have to be less.
        let jitter = if per_bit < 10.0 { 0 } else { jitter };
        // A phase is half a bit, and has to be told from two.
        let per_bit = if mode == PibMode::Manchester { per_bit.max(3.2) } else { per_bit };
        let waveform = Waveform::new(mode, &parts, centred, tref);
        let step = 1000 / waveform.per_bit as u64;
        let mut random = SmallRng::seed_from_u64(seed);
        let changes = waveform.changes(step, || random.random_range(0..=jitter));
        let samples = sampled(&changes, 1000.0 / per_bit, phase * 1000.0 / per_bit);
        let tells = per_bit >= 5.0 || mode == PibMode::Uart && sent(&parts).concat().len() >= TELLING;
        let estimated = estimated && tells;
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

    /// Begun anywhere, a capture gives no error and nothing but whole messages: the last ones that were sent, at least
    /// those after 24 idle bits.
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

    /// The bit period is found; a single message of two bytes, with five samples in a bit, does not tell more than
    /// this.
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
