// SPDX-License-Identifier: Apache-2.0
//! Random trace, flushes, settings and resets, with all kinds of clocks: every byte, and every flush.

use crate::bench::{Bench, Clocks};
use crate::case::{Case, MISTAKE};
use rand::Rng;
use tracewright_config::Reset;
use tracewright_peers::buses::{AtbSettings, Pace, Ready};

/// Periods of the encoder's clock and of the ATB's, and their share of the bytes: where one is slow, a byte takes long.
const CLOCKS: [([u64; 2], usize); 8] = [
    ([1, 1], 12),
    ([4, 4], 12),
    ([4, 12], 4),
    ([12, 4], 4),
    ([28, 20], 8),
    ([20, 28], 8),
    ([400, 12], 1),
    ([12, 400], 1),
];

/// Cycles of the slower clock: longer than a full FIFO takes to a slave that is hardly ever ready.
const LONG: u64 = 60_000;

/// A million bytes, or as many millions as the environment asks for.
fn bytes() -> usize {
    1_000_000 * std::env::var("TRACEWRIGHT_SOAK").ok().and_then(|times| times.parse().ok()).unwrap_or(1)
}

/// Another speed of the source and of the slave.
fn change_pace(bench: &mut Bench) {
    bench.source.rate = if bench.rng.random() { 1.0 } else { bench.rng.random_range(0.01..1.0) };
    bench.source.ends = [0.05, 0.5, 1.0][bench.rng.random_range(0..3)];
    let fast = bench.rng.random_bool(0.7);
    let flush = [0.0, 0.005, 0.05][bench.rng.random_range(0..3)];
    let settings = bench.slave.settings_mut();
    settings.ready = if fast { Pace { freedom: true, ..Pace::fast() } } else { Pace::random() };
    settings.clock_enable = if fast { Ready::Share(1.0) } else { Ready::Random };
    settings.flush = flush;
}

/// Trace comes to an end, and all of it leaves.
fn drain(bench: &mut Bench) {
    bench.source.runs = false;
    bench.slave.set_drained(true);
    bench.until(LONG, "the end of trace", |bench| bench.source.drained() && bench.empty && bench.all_received());
    bench.slave.set_drained(false);
}

/// From inactive to sending.
fn start(bench: &mut Bench) {
    bench.activate();
    let id = bench.rng.random_range(1..=0x6F);
    bench.set_id(id);
    bench.enable(true);
    bench.source.runs = true;
}

fn act(bench: &mut Bench) {
    match bench.rng.random_range(0..60) {
        0..8 => drain(bench),
        8..14 => {
            bench.enable(false);
            // What is taken with this edge is: idle bytes too, which nobody sees being taken.
            bench.run_both(1);
            if bench.rng.random() {
                bench.until(LONG, "atbEmpty 1", |bench| bench.empty && bench.all_received());
                let before = bench.received();
                bench.run_both(20);
                assert!(bench.received() == before, "trace without atbEnable");
            } else {
                let cycles = bench.rng.random_range(1..12);
                bench.run_both(cycles);
            }
            bench.enable(true);
        }
        14..22 => {
            let id = bench.rng.random_range(1..=0x6F);
            bench.set_id(id);
        }
        22..26 => {
            bench.deactivate();
            // Again, perhaps within what is left of the same message.
            if bench.rng.random() {
                start(bench);
                let cycles = bench.rng.random_range(1..40);
                bench.run_both(cycles);
                bench.deactivate();
            }
            if bench.rng.random() {
                bench.until(LONG, "atbEmpty 1", |bench| bench.empty && bench.all_received());
            }
            // What the source has meanwhile is thrown away, up to anywhere in a message.
            if bench.rng.random() {
                bench.source.inactive = true;
                let cycles = bench.rng.random_range(1..20);
                bench.run_both(cycles);
                bench.source.inactive = false;
            }
            start(bench);
        }
        26 => {
            let side = bench.rng.random_range(0..3);
            bench.reset([side != 1, side != 0], 8);
            if side == 1 {
                bench.until(60, "atbActive 1", |bench| bench.active);
            } else {
                start(bench);
            }
        }
        _ => {}
    }
    bench.source.runs = true;
}

fn campaign(unit: usize, width: u32, reset: Reset) {
    let case = Case { unit, width, reset };
    let library = case.library();
    let shares: usize = CLOCKS.iter().map(|(_, share)| share).sum();
    for (period, share) in CLOCKS {
        let begin = std::time::Instant::now();
        let clocks = Clocks { period, wander: period[0] > 1 };
        let settings = AtbSettings::new(width, period[0] << 32 | period[1] << 16 | u64::from(width) << 8 | unit as u64);
        // A flush may wait for a few cycles of a clock that is much slower.
        let patience = 200 + 40 * (period[0] / period[1]) as u32;
        let mut bench = Bench::new(case, &library, clocks, AtbSettings { patience, ..settings });
        start(&mut bench);
        let (mut sent, total) = (0, bytes() * share / shares);
        while sent < total {
            change_pace(&mut bench);
            for _ in 0..4 {
                let before = bench.received();
                let cycles = bench.rng.random_range(1..400);
                bench.run_both(cycles);
                act(&mut bench);
                sent += bench.received() - before;
            }
        }
        drain(&mut bench);
        assert!(bench.syncs <= bench.slave.syncs(), "{} of {} SYNCREQ", bench.syncs, bench.slave.syncs());
        let (cycles, flushes) = (bench.cycles, bench.slave.flushes());
        println!("{case:?} {clocks:?}: {sent} bytes, {flushes} flushes, cycles {cycles:?}, {:?}", begin.elapsed());
    }
}

#[test]
fn width_8_from_bytes() {
    campaign(8, 8, Reset::Async);
}

#[test]
fn width_16_from_bytes() {
    campaign(8, 16, Reset::Async);
}

#[test]
fn width_32_from_bytes() {
    campaign(8, 32, Reset::Sync);
}

#[test]
fn width_32_from_words() {
    campaign(32, 32, Reset::Async);
}

#[test]
fn width_64_from_words() {
    campaign(32, 64, Reset::Async);
}

#[test]
fn width_64_from_double_words() {
    campaign(64, 64, Reset::Sync);
}

#[test]
fn width_128_from_double_words() {
    campaign(64, 128, Reset::Async);
}

/// What drives `live` of `tw_atb_control`, and what does wrongly.
const MISTAKES: [(&str, &str); 2] = [
    // The start does not wait until the ATB's side has seen the end.
    ("&& asked_level_q", "|| asked_level_q"),
    // An end that the ATB's side has not seen yet is none.
    ("&& atb_active", ""),
];

#[test]
fn a_start_or_an_end_that_does_not_wait_is_noticed() {
    for (right, wrong) in MISTAKES {
        MISTAKE.set(Some(("tw_atb_control", "live", right, wrong)));
        let noticed = std::panic::catch_unwind(|| campaign(32, 64, Reset::Async)).is_err();
        MISTAKE.set(None);
        assert!(noticed, "{wrong}: not noticed");
    }
}
