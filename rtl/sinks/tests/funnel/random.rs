// SPDX-License-Identifier: Apache-2.0
//! A funnel does in each cycle what docs/sinks.md says, whatever the registers say and whoever waits.

use crate::bench::{Bench, Kind, BYTES, DOUBLES, SIXTEEN};
use crate::reference::{Reference, Settings, Shown};
use crate::source::{Pauses, Source};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

/// Compares so many cycles.
fn agrees(kind: Kind, pauses: Pauses, ready: u32, seed: u64, cycles: usize) {
    let mut random = SmallRng::seed_from_u64(seed);
    let sources = (0..kind.inputs).map(|n| Source::new(n, kind.width, pauses, 6, seed)).collect();
    let mut bench = Bench::new(kind, sources);
    let mut reference = Reference::new(kind.inputs);
    let mut settings = Settings::ON;
    for cycle in 0..cycles {
        if random.random_ratio(1, 50) {
            settings.enable = random.random_ratio(3, 4);
        }
        if random.random_ratio(1, 50) {
            settings.disable = random.random::<u16>() & random.random::<u16>();
        }
        if random.random_ratio(1, 200) || !settings.active {
            settings.active = random.random_ratio(1, 3);
        }
        if random.random_ratio(1, 40) {
            bench.sources[random.random_range(0..kind.inputs)].reset();
        }
        let out_ready = random.random_ratio(ready, 8);
        let shown = bench.cycle_unread(settings, out_ready);
        let expected = reference.cycle(settings, &bench.offered, out_ready);
        assert_eq!(meant(shown, kind), meant(expected, kind), "{kind:?}, cycle {cycle}");
    }
}

/// Without what is above the bytes of a chunk, which means nothing.
fn meant(mut shown: Shown, kind: Kind) -> Shown {
    if let Some(chunk) = &mut shown.out {
        if usize::from(chunk.bytes) < kind.width {
            chunk.data &= (1 << (8 * chunk.bytes)) - 1;
        }
    }
    shown
}

#[test]
fn every_cycle_is_as_documented() {
    for kind in [SIXTEEN, BYTES, DOUBLES] {
        for (seed, (between, within)) in [(0, 0), (30, 30), (200, 10), (250, 100)].into_iter().enumerate() {
            for ready in [8, 5, 1] {
                agrees(kind, Pauses { between, within }, ready, seed as u64, 20_000);
            }
        }
    }
}

/// A funnel with busy sources that has passed some messages on.
fn running() -> Bench {
    let sources = (0..DOUBLES.inputs).map(|n| Source::new(n, DOUBLES.width, Pauses::NONE, 30, 5)).collect();
    let mut bench = Bench::new(DOUBLES, sources);
    (0..100).for_each(|_| bench.cycle_without_loss(Settings::ON, true));
    bench
}

#[test]
fn a_funnel_that_is_off_passes_the_message_under_way_and_throws_the_others_away() {
    let mut bench = running();
    let off = Settings { enable: false, ..Settings::ON };
    let mut left = 0;
    for _ in 0..20 {
        bench.cycle(off, true);
        left += usize::from(bench.received.whole().is_some());
    }
    assert!(left <= 2, "{left} messages");
    assert!(bench.received.message.is_empty(), "cut");
    for _ in 0..100 {
        let shown = bench.cycle(off, true);
        assert!(shown.empty && shown.out.is_none() && shown.ready.iter().all(|&ready| ready), "{shown:?}");
    }
}

#[test]
fn what_is_disabled_is_thrown_away_and_nothing_else() {
    let mut bench = running();
    let one = Settings { disable: 0b01, ..Settings::ON };
    for _ in 0..20 {
        bench.cycle(one, true);
        bench.received.whole();
    }
    let before = bench.received.messages.clone();
    for _ in 0..1000 {
        assert!(bench.cycle(one, true).ready[0]);
        bench.received.whole();
    }
    assert_eq!(bench.received.messages[0], before[0]);
    assert!(bench.received.messages[1] > before[1] + 100);
}

#[test]
fn a_funnel_that_is_not_active_drops_what_it_has_and_begins_with_whole_messages() {
    let mut bench = running();
    for n in 0..200 {
        for cycle in 0..50 + n % 7 {
            bench.cycle(Settings::ON, true);
            if let Some((source, message)) = bench.received.whole() {
                // The first byte of a message says whose it is; a rest would not.
                let sent = &mut bench.sources[source].sent;
                while sent.pop_front().expect("a message that was sent") != message {}
            }
            assert!(cycle < 40 || bench.received.chunks > 0);
        }
        let inactive = Settings { active: false, ..Settings::ON };
        let waits = bench.cycle(inactive, false).out;
        assert_eq!(bench.cycle(inactive, false).out, waits, "what is shown stays until it is taken");
        let begun = bench.received.message.len();
        let chunks: Vec<_> = (0..3).filter_map(|_| bench.cycle(inactive, true).out).collect();
        match chunks.last() {
            Some(last) => assert!(last.last && chunks.len() <= 2, "{chunks:?}"),
            None => assert_eq!(begun, 0, "a message without its end"),
        }
        bench.received.message.clear();
        assert!(bench.cycle(inactive, true).empty);
        bench.received.chunks = 0;
    }
}

#[test]
fn a_source_that_is_reset_costs_one_message_and_stops_nobody() {
    let mut random = SmallRng::seed_from_u64(3);
    for kind in [SIXTEEN, BYTES, DOUBLES] {
        let pauses = Pauses { between: 60, within: 30 };
        let sources = (0..kind.inputs).map(|n| Source::new(n, kind.width, pauses, 20, 9)).collect();
        let mut bench = Bench::new(kind, sources);
        for _ in 0..20_000 {
            if random.random_ratio(1, 30) {
                bench.sources[random.random_range(0..kind.inputs)].reset();
            }
            bench.cycle_without_loss(Settings::ON, random.random_ratio(7, 8));
        }
        assert!(bench.received.messages[..kind.inputs].iter().all(|&messages| messages > 30), "{kind:?}");
    }
}
