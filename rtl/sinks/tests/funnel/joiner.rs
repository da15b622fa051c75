// SPDX-License-Identifier: Apache-2.0
//! The joiner puts chunks after one another: across messages to full words, within messages to full chunks.

use crate::reference::Chunk;
use crate::source::{Pauses, Source};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use rust_hdl_core::prelude::*;
use tracewright_config::Reset;
use tracewright_prim::bench::settle;
use tracewright_sinks::Words;

/// A joiner in rust-hdl's simulator.
struct Joiner<const OUT: usize, const TWICE: usize> {
    words: Words<OUT, TWICE>,
}

impl<const OUT: usize, const TWICE: usize> Joiner<OUT, TWICE> {
    fn new(mut words: Words<OUT, TWICE>) -> Self {
        words.connect_all();
        let mut joiner = Joiner { words };
        joiner.tick();
        joiner.words.rst_n.next = true;
        settle(&mut joiner.words);
        joiner
    }

    fn tick(&mut self) {
        for level in [false, true] {
            self.words.clock.next = level.into();
            settle(&mut self.words);
        }
    }

    /// Runs a cycle: whether the chunk was taken, and the word that was.
    fn cycle(&mut self, chunk: Option<Chunk>, word_ready: bool) -> (bool, Option<Chunk>) {
        let words = &mut self.words;
        words.in_valid.next = chunk.is_some();
        words.word_ready.next = word_ready;
        if let Some(chunk) = chunk {
            words.in_data.next = chunk.data.to_bits();
            words.in_bytes.next = u64::from(chunk.bytes).to_bits();
            words.in_last.next = chunk.last;
        }
        settle(words);
        let taken = chunk.is_some() && words.in_ready.val();
        let word = (words.word_valid.val() && word_ready).then(|| Chunk {
            data: words.word_data.val().to_u64(),
            bytes: words.word_bytes.val().to_u64() as u8,
            last: words.word_last.val(),
        });
        self.tick();
        (taken, word)
    }
}

fn bytes_of(chunk: Chunk) -> impl Iterator<Item = u8> {
    (0..chunk.bytes).map(move |i| (chunk.data >> (8 * i)) as u8)
}

/// Sends random chunks, sometimes with a pause; compares what comes out with what went in.
fn joins_across<const OUT: usize, const TWICE: usize>(ready: u32) {
    let width = OUT / 8;
    let mut joiner = Joiner::<OUT, TWICE>::new(Words::across_messages(Reset::Async));
    let mut random = SmallRng::seed_from_u64(ready.into());
    for round in 0..60 {
        let mut source = Source::new(1, width, Pauses { between: 60, within: 60 }, 9, round);
        let (mut sent, mut received) = (vec![], vec![]);
        for cycle in 0.. {
            let offered = source.offer().filter(|_| cycle < 100);
            joiner.words.flush.next = cycle >= 100;
            let (taken, word) = joiner.cycle(offered, random.random_ratio(ready, 8));
            if let Some(chunk) = offered.filter(|_| taken) {
                sent.extend(bytes_of(chunk));
                source.taken();
            }
            if let Some(word) = word {
                received.extend(bytes_of(word));
                let idle = u64::MAX.checked_shl(8 * u32::from(word.bytes)).unwrap_or(0) & (u64::MAX >> (64 - OUT));
                assert_eq!(word.data & idle, idle, "idle bytes fill it");
                assert!(usize::from(word.bytes) == width || received.len() == sent.len(), "only the last is filled");
            }
            if cycle >= 100 && joiner.words.empty.val() {
                break;
            }
            assert!(cycle < 1000, "hangs");
        }
        assert_eq!(received, sent);
    }
}

#[test]
fn words_are_full_until_a_flush_fills_the_last() {
    for ready in [8, 4, 1] {
        joins_across::<32, 64>(ready);
        joins_across::<64, 128>(ready);
    }
}

#[test]
fn a_chunk_a_cycle_is_joined() {
    let mut joiner = Joiner::<32, 64>::new(Words::across_messages(Reset::Async));
    for bytes in [1, 2, 3, 4].into_iter().cycle().take(400) {
        assert!(joiner.cycle(Some(Chunk { data: 0, bytes, last: false }), true).0);
    }
}

/// The chunks that `message` is as full ones.
fn full_chunks(message: &[u8], width: usize) -> Vec<Vec<u8>> {
    message.chunks(width).map(<[u8]>::to_vec).collect()
}

fn joins_within<const OUT: usize, const TWICE: usize>(pauses: Pauses, ready: u32) -> f64 {
    let width = OUT / 8;
    let mut joiner = Joiner::<OUT, TWICE>::new(Words::within_messages(Reset::Sync));
    let mut source = Source::new(2, width, pauses, 9, ready.into());
    let mut random = SmallRng::seed_from_u64(ready.into());
    let (mut message, mut expected, mut cycles, mut words) = (vec![], vec![], 0, 0);
    while words < 4000 {
        let offered = source.offer();
        let (taken, word) = joiner.cycle(offered, random.random_ratio(ready, 8));
        if let Some(word) = word {
            let next: Vec<u8> = bytes_of(word).collect();
            let is_last = next.last().is_some_and(|byte| byte & 3 == 3);
            assert_eq!((next, word.last), (expected.remove(0), is_last));
            words += 1;
        }
        if let Some(chunk) = offered.filter(|_| taken) {
            source.taken();
            message.extend(bytes_of(chunk));
            if chunk.last {
                expected.extend(full_chunks(&std::mem::take(&mut message), width));
            } else {
                // What is full may leave before the message ends.
                let whole = message.len() / width * width;
                expected.extend(full_chunks(&message.drain(..whole).collect::<Vec<_>>(), width));
            }
        }
        cycles += 1;
    }
    f64::from(words) / f64::from(cycles)
}

#[test]
fn within_a_message_chunks_are_full_but_for_the_last() {
    for ready in [8, 4, 1] {
        joins_within::<32, 64>(Pauses { between: 50, within: 50 }, ready);
        joins_within::<64, 128>(Pauses { between: 50, within: 50 }, ready);
    }
}

#[test]
fn full_chunks_leave_in_every_cycle_in_which_enough_has_come() {
    let rate = joins_within::<32, 64>(Pauses::NONE, 8);
    // One chunk in eight is cut short at random, so that not every cycle brings a whole one.
    assert!(rate > 0.88, "{rate}");
}

#[test]
fn clear_forgets_what_is_held() {
    let mut joiner = Joiner::<32, 64>::new(Words::within_messages(Reset::Async));
    joiner.cycle(Some(Chunk { data: 0x0403_0201, bytes: 3, last: false }), false);
    joiner.cycle(Some(Chunk { data: 0x0807_0605, bytes: 4, last: true }), false);
    assert!(!joiner.words.empty.val());
    joiner.words.clear.next = true;
    joiner.cycle(None, false);
    joiner.words.clear.next = false;
    assert!(joiner.words.empty.val());
    joiner.cycle(Some(Chunk { data: 9, bytes: 1, last: true }), true);
    assert_eq!(joiner.cycle(None, true).1.map(|word| (word.data & 0xFF, word.bytes, word.last)), Some((9, 1, true)));
}
