// SPDX-License-Identifier: Apache-2.0
//! Units become words: by cases, and with random traffic against the bytes that went in.

use super::*;
use std::collections::VecDeque;
use tracewright_prim::bench::{settle, Clocked};
use verilator_sys::differential::Random;

tracewright_prim::clocked! { [const IN: usize] Gather<IN>; }

fn gather<const IN: usize>(word_bytes: usize) -> Gather<IN> {
    Gather::new(&GatherPlan { reset: Reset::Async, word_bytes, counts: true }).reset()
}

/// Shows a unit of these bytes, idle above.
fn show<const IN: usize>(gather: &mut Gather<IN>, bytes: &[u8]) {
    let mut unit = vec![0xFF; IN / 8];
    unit[..bytes.len()].copy_from_slice(bytes);
    gather.unit.data.next =
        unit.iter().rev().fold(Bits::default(), |data: Bits<IN>, byte| (data << 8_u64) | u64::from(*byte).to_bits());
    gather.unit.bytes.next = bytes.len().to_bits();
    gather.unit.valid.next = true;
}

/// The word, if there is one, and how much of it is trace.
fn word<const IN: usize>(gather: &Gather<IN>) -> Option<(Vec<u8>, usize)> {
    let lanes = gather.word_data.iter().map(|lane| lane.val().to_u64() as u8).collect();
    gather.word_valid.val().then(|| (lanes, gather.word_bytes.val().index()))
}

#[test]
fn the_first_unit_is_lowest_and_the_last_one_completes() {
    let mut gather = gather::<8>(4);
    gather.word_ready.next = true;
    for byte in [1, 2, 3] {
        show(&mut gather, &[byte]);
        settle(&mut gather);
        assert!(gather.unit.ready.val() && word(&gather).is_none());
        gather.tick();
        assert!(!gather.empty.val());
    }
    show(&mut gather, &[4]);
    settle(&mut gather);
    assert_eq!(word(&gather), Some((vec![1, 2, 3, 4], 4)), "in the cycle of its last byte");
    gather.tick();
    assert!(gather.empty.val());
}

#[test]
fn a_word_of_one_unit_is_wires() {
    let mut gather = gather::<32>(4);
    show(&mut gather, &[5, 6, 7]);
    settle(&mut gather);
    assert_eq!(word(&gather), Some((vec![5, 6, 7, 0xFF], 3)));
    assert!(!gather.unit.ready.val() && gather.empty.val());
    gather.word_ready.next = true;
    settle(&mut gather);
    assert!(gather.unit.ready.val());
}

#[test]
fn a_flush_fills_with_idle_bytes_and_says_what_is_trace() {
    let mut gather = gather::<32>(16);
    gather.word_ready.next = true;
    for unit in [&[1u8, 2, 3, 4] as &[u8], &[5, 6]] {
        show(&mut gather, unit);
        gather.tick();
    }
    gather.unit.valid.next = false;
    gather.flush.next = true;
    settle(&mut gather);
    let mut cycles = 1;
    while word(&gather).is_none() {
        gather.tick();
        cycles += 1;
    }
    assert_eq!(cycles, 2, "an idle unit a cycle");
    let (data, trace) = word(&gather).unwrap();
    assert_eq!((&data[..6], &data[6..], trace), (&[1, 2, 3, 4, 5, 6][..], &[0xFF; 10][..], 6));
    gather.tick();
    assert!(gather.empty.val() && word(&gather).is_none(), "nothing held, nothing to flush");
}

#[test]
fn a_unit_waits_for_the_word_before_it_to_be_flushed() {
    let mut gather = gather::<8>(4);
    gather.word_ready.next = true;
    show(&mut gather, &[1]);
    gather.tick();
    gather.flush.next = true;
    show(&mut gather, &[2]);
    settle(&mut gather);
    for _ in 0..3 {
        assert!(!gather.unit.ready.val());
        gather.tick();
    }
    assert!(gather.unit.ready.val() && gather.empty.val());
}

#[test]
fn clear_drops_what_is_held() {
    let mut gather = gather::<8>(4);
    show(&mut gather, &[1]);
    gather.tick();
    gather.unit.valid.next = false;
    gather.clear.next = true;
    gather.tick();
    assert!(gather.empty.val());
}

/// Bytes with flushes now and then, the word taken now and then: nothing is lost, doubled or moved, and nothing changes
/// while it waits.
fn random_traffic<const IN: usize>(word_bytes: usize, seed: u64) {
    let mut random = Random::new(seed);
    let mut gather = gather::<IN>(word_bytes);
    let (mut sent, mut received) = (VecDeque::new(), 0);
    let (mut waits, mut waited, mut flushed) = (None, None, false);
    for _ in 0..4000 {
        if waits.is_none() && !flushed {
            gather.unit.valid.next = false;
            flushed = random.rarely(20);
            if flushed || random.bit() {
                let length = if flushed { 1 + random.below(IN as u64 / 8) } else { IN as u64 / 8 };
                let unit: Vec<u8> = (0..length).map(|_| random.below(256) as u8).collect();
                show(&mut gather, &unit);
                waits = Some(unit);
            }
        }
        gather.flush.next = flushed && waits.is_none();
        gather.unit.valid.next = waits.is_some();
        gather.word_ready.next = random.bit();
        settle(&mut gather);
        if gather.unit.ready.val() {
            sent.extend(waits.take().into_iter().flatten());
        }
        let now = word(&gather);
        assert!(waited.is_none() || waited == now, "a word that waits stays");
        waited = now.clone().filter(|_| !gather.word_ready.val());
        if let Some((bytes, trace)) = now.filter(|_| gather.word_ready.val()) {
            let expected: Vec<u8> = sent.drain(..trace).collect();
            assert_eq!(bytes[..trace], expected);
            assert!(trace == word_bytes || flushed, "only a flush leaves a word short");
            assert!(bytes[trace..].iter().all(|byte| *byte == 0xFF));
            received += trace;
        }
        gather.tick();
        assert_eq!(gather.empty.val(), sent.is_empty());
        flushed &= waits.is_some() || !sent.is_empty();
    }
    assert!(received > 1000, "{received} bytes");
}

#[test]
fn every_byte_arrives_once_and_in_order() {
    random_traffic::<8>(4, 1);
    random_traffic::<8>(8, 2);
    random_traffic::<8>(16, 3);
    random_traffic::<32>(4, 4);
    random_traffic::<32>(8, 5);
    random_traffic::<32>(16, 6);
    random_traffic::<64>(8, 7);
    random_traffic::<64>(16, 8);
    random_traffic::<8>(1, 9);
    random_traffic::<8>(2, 10);
}
