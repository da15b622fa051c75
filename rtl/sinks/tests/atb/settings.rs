// SPDX-License-Identifier: Apache-2.0
//! atbControl and SYNCREQ (Trace Control ch. 13; docs/sinks.md, "ATB").

use crate::bench::{Bench, Clocks};
use crate::case::Case;
use tracewright_config::Reset;
use tracewright_peers::buses::{AtbSettings, Ready};

const CLOCKS: [[u64; 2]; 4] = [[4, 4], [4, 12], [12, 4], [12, 400]];
const WHILE: u64 = 60;

/// One that is active, with a source that has ever more.
fn active(width: u32, period: [u64; 2], reset: Reset) -> Bench {
    let case = Case { unit: 8, width, reset };
    let mut bench = Bench::new(case, &case.library(), Clocks { period, wander: true }, AtbSettings::fast(width));
    bench.activate();
    bench.source.runs = true;
    bench
}

#[test]
fn nothing_is_sent_under_the_id_0() {
    for period in CLOCKS {
        let mut bench = active(32, period, Reset::Async);
        bench.enable(true);
        bench.run_both(WHILE);
        assert!(bench.empty && bench.slave.beats().is_empty());
        bench.set_id(0x6F);
        bench.run_both(WHILE);
        assert!(!bench.slave.bytes(0x6F).is_empty());
    }
}

#[test]
fn another_id_comes_after_a_cycle_without_a_beat() {
    for period in CLOCKS {
        let mut bench = active(8, period, Reset::Sync);
        bench.set_id(1);
        bench.enable(true);
        bench.run_both(WHILE);
        bench.set_id(2);
        bench.run_both(WHILE);
        let before = bench.slave.bytes(1).len();
        assert!(before > 0 && !bench.slave.bytes(2).is_empty());
        bench.run_both(WHILE);
        assert_eq!(bench.slave.bytes(1).len(), before);
    }
}

#[test]
fn without_enable_what_is_held_is_sent() {
    for period in CLOCKS {
        let mut bench = active(128, period, Reset::Async);
        bench.set_id(1);
        bench.enable(true);
        bench.run_both(WHILE);
        bench.enable(false);
        bench.until(WHILE, "atbEmpty 1", |bench| bench.empty);
        assert!(bench.all_received() && bench.received() > 0);
        let before = bench.received();
        bench.run_both(WHILE);
        assert!(bench.empty && bench.received() == before, "the source waits");
        bench.enable(true);
        bench.run_both(WHILE);
        assert!(bench.received() > before);
    }
}

#[test]
fn a_beat_that_is_offered_stays_without_active() {
    for period in CLOCKS {
        let mut bench = active(8, period, Reset::Async);
        bench.set_id(3);
        bench.enable(true);
        bench.slave.settings_mut().ready.ready = Ready::Share(0.0);
        bench.run_both(WHILE);
        bench.deactivate();
        bench.run_both(WHILE);
        assert!(!bench.empty && bench.received() == 0, "one beat waits for the ATB");
        bench.slave.settings_mut().ready.ready = Ready::Share(1.0);
        bench.until(WHILE, "atbEmpty 1", |bench| bench.empty);
        assert!(bench.received() == 1, "everything else was dropped");
        bench.activate();
        bench.set_id(4);
        bench.enable(true);
        bench.run_both(WHILE);
        assert!(!bench.slave.bytes(4).is_empty());
    }
}

#[test]
fn a_stopped_atclk_holds_nothing_but_active() {
    let mut bench = active(32, [4, 4], Reset::Async);
    bench.stop_atb(true);
    bench.forget_active();
    (0..100).for_each(|_| bench.step());
    assert!(bench.active, "it has not followed");
    bench.stop_atb(false);
    bench.until(WHILE, "atbActive 0", |bench| !bench.active);
}

#[test]
fn each_edge_of_syncreq_is_a_request() {
    for period in CLOCKS {
        let mut bench = active(32, period, Reset::Async);
        for count in 1..=20 {
            bench.slave.request_sync();
            bench.run_both(WHILE);
            assert_eq!((bench.syncs, bench.slave.syncs()), (count, count));
        }
        bench.deactivate();
        bench.slave.request_sync();
        bench.run_both(WHILE);
        bench.activate();
        bench.run_both(WHILE);
        assert_eq!((bench.syncs, bench.slave.syncs()), (20, 21), "none while it is not active");
    }
}

#[test]
fn either_reset_leaves_a_sink_that_works() {
    for period in CLOCKS {
        for sides in [[true, false], [false, true], [true, true]] {
            let mut bench = active(32, period, Reset::Async);
            bench.set_id(1);
            bench.enable(true);
            bench.slave.settings_mut().flush = 0.05;
            bench.slave.settings_mut().patience = 4000;
            bench.run_both(WHILE);
            bench.reset(sides, 8);
            bench.until(WHILE, "all is over", |bench| bench.all_received());
            if sides[0] {
                bench.activate();
                bench.set_id(1);
                bench.enable(true);
                bench.source.runs = true;
            }
            let before = bench.received();
            bench.until(10 * WHILE, "trace again", |bench| bench.received() > before + 40);
        }
    }
}

#[test]
fn the_end_of_an_inactive_source_is_taken_without_enable() {
    for period in CLOCKS {
        let mut bench = active(32, period, Reset::Async);
        bench.set_id(5);
        bench.source.push(&[1, 2, 3, 0x03]);
        (bench.source.rate, bench.source.inactive) = (0.0, true);
        bench.run_both(WHILE);
        assert_eq!(bench.slave.bytes(5), [1, 2, 3, 0x03]);
    }
}

/// A reader then has the beginning of a message, and the next one whole.
#[test]
fn what_cannot_be_sent_of_an_inactive_source_is_thrown_away_and_idle_bytes_follow() {
    for period in CLOCKS {
        for has_id in [false, true] {
            let mut bench = active(8, period, Reset::Sync);
            bench.set_id(if has_id { 6 } else { 0 });
            if has_id {
                bench.deactivate();
            }
            bench.source.push(&[1, 2, 3]);
            (bench.source.rate, bench.source.inactive) = (0.0, true);
            bench.until(WHILE, "the source is drained", |bench| bench.source.is_empty());
            assert!(bench.slave.beats().is_empty());

            bench.source.inactive = false;
            if has_id {
                bench.activate();
            }
            bench.set_id(7);
            bench.enable(true);
            bench.source.push(&[4, 5]);
            bench.until(10 * WHILE, "the next trace", |bench| bench.all_received() && bench.received() == 3);
            assert_eq!(bench.slave.bytes(7), [0xFF, 4, 5]);
        }
    }
}
