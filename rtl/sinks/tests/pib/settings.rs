// SPDX-License-Identifier: Apache-2.0
//! pibEnable and changes of settings: nothing is cut or lost, and no pin changes twice.

use crate::bench::{setting, Bench, Kind, ALL, ENABLE};
use crate::campaign::{Probe, Rate};
use crate::chunks::{any_message, message};
use crate::wire::record;
use rand::Rng;
use tracewright_config::PibMode;

#[test]
pub fn pib_enable_0_in_a_message_takes_it_whole_and_sends_it() {
    let library = Kind { modes: ALL, chunk: 8 }.library();
    for &mode in ALL {
        for cut in 1..30 {
            let mut bench = Bench::new(&library, 8, [40, 40], cut);
            let rate = Rate { divider: 0, center: false };
            bench.start(setting(mode, 0, false));
            bench.run_with(60, |_| ());
            let mut probe = Probe::new(mode, rate);
            bench.run_with(40, |bench| probe.look(bench));
            bench.chunks.eagerness = 40;
            for _ in 0..3 {
                let message = message(20, &mut bench.random);
                bench.chunks.send(&message);
            }
            bench.control |= ENABLE;
            while bench.chunks.taken.len() < cut as usize {
                bench.step();
                probe.look(&bench);
            }
            bench.control &= !ENABLE;
            bench.until(20_000, "pibEmpty", |bench| {
                probe.look(bench);
                bench.empty && !bench.chunks.in_message()
            });
            bench.run_with(100, |bench| probe.look(bench));
            assert_eq!(bench.chunks.taken.len() % 20, 0, "whole messages are taken");
            assert!(bench.chunks.taken.len() <= (cut as usize / 20 + 1) * 20, "and no more than that");
            let received = probe.finish(&bench);
            assert_eq!((received.first_error, received.cut), (None, false), "{mode:?}");
            assert_eq!(received.bytes, bench.chunks.taken, "{mode:?}");
        }
    }
}

#[test]
pub fn software_in_its_order_changes_mode_divider_and_center_and_nothing_is_lost() {
    for chunk in [8, 64] {
        let library = Kind { modes: ALL, chunk }.library();
        for (seed, period) in [[40, 40], [40, 120], [120, 40], [140, 100], [1000, 30]].into_iter().enumerate() {
            let mut bench = Bench::new(&library, chunk, period, seed as u64);
            bench.start(0);
            for _ in 0..60 {
                let mode = ALL[bench.random.random_range(0..ALL.len())];
                let center = mode.is_parallel() && bench.random.random();
                let rate = Rate { divider: [0, 0, 1, 2, 5][bench.random.random_range(0..5)], center };
                if bench.random.random_ratio(1, 4) {
                    bench.control = 0;
                    bench.until(1000, "pibActive 0", |bench| !bench.active);
                    bench.start(0);
                }
                bench.control = 1 | setting(mode, rate.divider, center);
                bench.run(40 * (period[1] / period[0] + 1) + 40 * (period[0] / period[1] + 1));
                let mut probe = Probe::new(mode, rate);
                bench.run_with(400, |bench| probe.look(bench));
                bench.chunks.taken.clear();
                bench.chunks.eagerness = [100, 30, 5][bench.random.random_range(0..3)];
                for _ in 0..bench.random.random_range(0..12) {
                    let message = any_message(&mut bench.random);
                    bench.chunks.send(&message);
                }
                bench.control |= ENABLE;
                for _ in 0..bench.random.random_range(0..3000) {
                    bench.step();
                    probe.look(&bench);
                }
                bench.control &= !ENABLE;
                bench.until(4_000_000, "pibEmpty", |bench| {
                    probe.look(bench);
                    bench.empty && !bench.chunks.in_message()
                });
                bench.run_with(400, |bench| probe.look(bench));
                let received = probe.finish(&bench);
                let what = format!("{mode:?}, {rate:?}, {period:?}");
                assert_eq!((received.first_error, received.cut), (None, false), "{what}");
                assert_eq!(received.bytes, bench.chunks.taken, "{what}");
            }
        }
    }
}

#[test]
pub fn each_pin_changes_once_when_the_mode_does() {
    let library = Kind { modes: ALL, chunk: 32 }.library();
    let period = 4;
    for &from in ALL {
        for to in [None].into_iter().chain(ALL.iter().copied().map(Some)) {
            let mut bench = Bench::new(&library, 32, [40, 40], 9);
            bench.start(setting(from, period as u32 - 1, false));
            let mut pins = record(&mut bench, 100);
            pins.drain(..40);
            bench.control = 1 | to.map_or(0, |to| setting(to, period as u32 - 1, false));
            pins.extend(record(&mut bench, 100));
            for pin in 0..16 {
                let changes = pins.windows(2).filter(|pair| (pair[0].tdata ^ pair[1].tdata) >> pin & 1 != 0).count();
                assert!(changes <= 1, "{from:?} to {to:?}: tdata[{pin}] changes {changes} times");
            }
            let edges: Vec<_> = (1..pins.len()).filter(|&at| pins[at].tref != pins[at - 1].tref).collect();
            assert!(edges.windows(2).all(|pair| pair[1] - pair[0] >= period), "{from:?} to {to:?}: tref {edges:?}");
            let last = pins.last().expect("pins");
            let idle = to.map_or(0, |to| if to == PibMode::Manchester { 0 } else { (1u32 << to.pins()) - 1 });
            assert_eq!(u32::from(last.tdata), idle, "{from:?} to {to:?}");
            let runs = edges.last().is_some_and(|&edge| edge + period >= pins.len());
            assert_eq!(runs, to.is_some_and(|to| to.is_parallel()), "{from:?} to {to:?}: tref");
        }
    }
}

#[test]
pub fn a_change_of_mode_with_trace_in_the_fifo_acts_after_the_message_under_way() {
    let library = Kind { modes: ALL, chunk: 32 }.library();
    let mut bench = Bench::new(&library, 32, [40, 40], 2);
    bench.start(setting(PibMode::Uart, 3, false));
    bench.run(100);
    for message in [&[0x04, 0x07], &[0x08, 0x0B], &[0x0C, 0x0F]] {
        bench.chunks.send(message);
    }
    bench.control |= ENABLE;
    bench.until(1000, "a start bit", |bench| bench.pins.tdata == 0);
    let mut pins = vec![bench.pins];
    bench.control = 1 | ENABLE | setting(PibMode::Parallel8, 0, false);
    pins.extend(record(&mut bench, 200));
    let uart = ["0", "00100000", "1", "0", "11100000", "1"].concat();
    let uart: Vec<_> = uart.bytes().flat_map(|digit| [u16::from(digit - b'0'); 4]).collect();
    let seen: Vec<_> = pins.iter().map(|pins| pins.tdata).collect();
    assert_eq!(seen[..uart.len()], uart, "the message under way");
    let rest: Vec<_> = seen[uart.len()..].iter().copied().skip_while(|&value| value == 0xFF).take(6).collect();
    assert_eq!(rest, [0x08, 0x0B, 0x0C, 0x0F, 0xFF, 0xFF], "the others");
    assert!(bench.empty);
}

#[test]
pub fn trace_that_is_taken_after_a_write_goes_out_with_it() {
    let library = Kind { modes: ALL, chunk: 32 }.library();
    for (seed, period) in [[40, 40], [40, 120], [120, 40], [30, 1000], [1000, 30]].into_iter().enumerate() {
        let mut bench = Bench::new(&library, 32, period, seed as u64);
        bench.start(setting(PibMode::Uart, 0, false) | ENABLE);
        bench.until(20_000, "idle", |bench| bench.pins.tdata == 1);
        bench.run(2000);
        bench.control = 1 | ENABLE | setting(PibMode::Parallel8, 0, false);
        bench.chunks.send(&[0x04, 0x07]);
        let mut values = vec![];
        bench.until(20_000, "the message", |bench| {
            if bench.rose[1] {
                values.push(bench.pins.tdata);
            }
            values.ends_with(&[0x04, 0x07, 0xFF])
        });
        values.dedup();
        assert_eq!(values, [1, 0xFF, 0x04, 0x07, 0xFF], "{period:?}: not in UART mode");
    }
}

#[test]
pub fn a_message_longer_than_the_buffer_goes_on_when_it_is_full() {
    let library = Kind { modes: ALL, chunk: 32 }.library();
    let mut bench = Bench::new(&library, 32, [40, 40], 2);
    bench.start(setting(PibMode::Parallel8, 3, false) | ENABLE);
    let message = message(500, &mut bench.random);
    bench.chunks.send(&message);
    bench.until(20_000, "all is sent", |bench| bench.chunks.is_empty() && bench.empty);
    assert_eq!(bench.chunks.taken.len(), 500);
}
