// SPDX-License-Identifier: Apache-2.0
//! pibActive, resets of either side, and a clock of the pins that stands still.

use crate::bench::{setting, Bench, Kind, ALL, ENABLE};
use crate::chunks::message;
use crate::wire::record;
use rand::Rng;
use tracewright_config::PibMode;
use tracewright_peers::pins::Pins;
use verilator_sys::Library;

fn library() -> Library {
    Kind { modes: ALL, chunk: 32 }.library()
}

/// One that sends, in the midst of messages.
fn sending(library: &Library, mode: PibMode, period: [u64; 2], seed: u64) -> Bench {
    let mut bench = Bench::new(library, 32, period, seed);
    bench.start(setting(mode, 1, false) | ENABLE);
    for _ in 0..20 {
        let message = message(30, &mut bench.random);
        bench.chunks.send(&message);
    }
    bench.until(100_000, "trace is taken", |bench| bench.chunks.taken.len() > 40);
    let more = bench.random.random_range(0..400);
    bench.run(more);
    bench
}

/// Sends two messages in UART mode, and nothing else is on the pins.
fn goes_again(bench: &mut Bench) {
    bench.cut();
    bench.start(setting(PibMode::Uart, 0, false) | ENABLE);
    bench.until(100_000, "idle", |bench| bench.pins.tdata == 1);
    let before = record(bench, 200);
    assert!(before.iter().all(|pins| pins.tdata == 1), "something old is sent");
    assert!(bench.empty);
    bench.chunks.send(&[0x04, 0x07]);
    bench.until(100_000, "a start bit", |bench| bench.pins.tdata == 0);
    let bits: Vec<_> = record(bench, 39).iter().map(|pins| pins.tdata).collect();
    let expected = ["00100000", "1", "0", "11100000", "1"].concat();
    assert!(bits[..19].iter().eq(expected.bytes().map(|digit| u16::from(digit - b'0')).collect::<Vec<_>>().iter()));
    assert!(bits[19..].iter().all(|&bit| bit == 1));
    bench.until(1000, "pibEmpty", |bench| bench.empty);
}

const PERIODS: [[u64; 2]; 4] = [[40, 40], [40, 130], [140, 40], [2000, 60]];

#[test]
pub fn pib_active_0_is_off_at_once_and_holds_nothing() {
    let library = library();
    for &mode in ALL {
        for period in PERIODS {
            let mut bench = sending(&library, mode, period, u64::from(mode.code()));
            bench.control = 0;
            bench.until(1000, "pibActive 0", |bench| !bench.active);
            let off = record(&mut bench, 50);
            assert!(off.iter().all(|pins| *pins == Pins::default()), "{mode:?}: {off:?}");
            assert!(bench.empty, "pibEmpty");
            bench.until(1000, "the rest of the message is thrown away", |bench| !bench.chunks.in_message());
            let taken = bench.chunks.taken.len();
            bench.run(100);
            assert_eq!(bench.chunks.taken.len(), taken, "it takes nothing more");
            goes_again(&mut bench);
        }
    }
}

#[test]
pub fn pib_active_that_is_set_again_before_it_has_followed_leaves_nothing_old() {
    let library = library();
    for seed in 0..60 {
        let mut bench = sending(&library, ALL[seed as usize % ALL.len()], PERIODS[seed as usize % 4], seed);
        bench.control = 0;
        bench.step();
        let more = bench.random.random_range(0..12);
        bench.run(more);
        bench.until(1000, "a cycle of the encoder's clock", |bench| bench.rose[0]);
        bench.cut();
        bench.control = 1;
        // It reads 0, or reads 1 and stays, when both sides have been off.
        bench.run(4000);
        assert!(bench.active && bench.empty);
        goes_again(&mut bench);
    }
}

#[test]
pub fn a_reset_of_either_side_leaves_nothing_old() {
    let library = library();
    for seed in 0..60 {
        for reset in [[true, false], [false, true], [true, true]] {
            let mut bench = sending(&library, ALL[seed as usize % ALL.len()], PERIODS[seed as usize % 4], seed);
            // The register file is in the encoder's clock; pibControl is reset with it, or because pibActive reads 0.
            bench.resets(reset);
            bench.control = 0;
            bench.cut();
            bench.run_with(20 + 8 * (bench.period[0] / bench.period[1] + 1), |_| ());
            if reset[1] {
                assert_eq!(bench.pins, Pins::default());
            }
            bench.resets([false; 2]);
            bench.run(20);
            goes_again(&mut bench);
        }
    }
}

#[test]
pub fn pib_clk_that_stands_still_keeps_pib_active_from_following() {
    let library = library();
    let mut bench = Bench::new(&library, 32, [40, 40], 1);
    bench.period[1] = 0;
    bench.control = 1;
    bench.run(500);
    assert!(!bench.active, "not without the pins' clock");
    bench.period[1] = 40;
    bench.restart();
    bench.until(100, "pibActive 1", |bench| bench.active);
    bench.period[1] = 0;
    bench.control = 0;
    bench.run(500);
    assert!(bench.active && bench.empty);
    bench.period[1] = 40;
    bench.restart();
    bench.until(100, "pibActive 0", |bench| !bench.active);
    goes_again(&mut bench);
}
