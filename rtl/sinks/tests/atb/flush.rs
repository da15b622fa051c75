// SPDX-License-Identifier: Apache-2.0
//! Flushes, one at a time (docs/sinks.md, "ATB").

use crate::bench::{Bench, Clocks};
use crate::case::Case;
use tracewright_config::Reset;
use tracewright_peers::buses::{AtbSettings, Ready};

const CLOCKS: [[u64; 2]; 4] = [[4, 4], [4, 12], [12, 4], [400, 12]];
/// Cycles of the slower clock that a flush through both takes at most: two synchronisers, the joiner and a FIFO.
const THROUGH: u64 = 40;

/// One that sends, to a slave that asks for nothing by itself; its source has nothing yet.
fn quiet(unit: usize, width: u32, period: [u64; 2]) -> Bench {
    let case = Case { unit, width, reset: Reset::Async };
    let settings = AtbSettings { patience: 4000, ..AtbSettings::fast(width) };
    let mut bench = Bench::new(case, &case.library(), Clocks { period, wander: true }, settings);
    bench.activate();
    bench.set_id(0x2A);
    bench.enable(true);
    bench.source.rate = 0.0;
    bench.source.runs = true;
    bench.slave.set_drained(false);
    bench
}

fn flush(bench: &mut Bench) {
    let before = bench.slave.flushes();
    bench.slave.request_flush();
    bench.until(THROUGH, "AFREADY", |bench| bench.slave.flushes() > before);
}

fn lengths(bench: &Bench) -> Vec<usize> {
    bench.slave.beats().iter().map(|beat| beat.bytes.len()).collect()
}

#[test]
fn what_is_held_leaves_in_a_partial_beat() {
    for period in CLOCKS {
        let mut bench = quiet(32, 32, period);
        bench.source.push(&[1, 2, 3, 4, 5, 6]);
        bench.run_both(THROUGH);
        assert_eq!(lengths(&bench), [4], "a part of a beat waits");
        assert!(bench.empty, "it is in the joiner");
        flush(&mut bench);
        assert_eq!(lengths(&bench), [4, 2]);
        assert_eq!(bench.slave.bytes(0x2A), [1, 2, 3, 4, 5, 6]);
        bench.source.push(&[7, 8, 9, 10]);
        bench.run_both(THROUGH);
        assert_eq!(lengths(&bench), [4, 2, 4]);
    }
}

#[test]
fn a_word_that_has_begun_is_part_of_it() {
    for period in CLOCKS {
        let mut bench = quiet(8, 64, period);
        for byte in 0..11 {
            bench.source.push(&[byte]);
            bench.run_both(4);
        }
        bench.run_both(THROUGH);
        assert!(lengths(&bench) == [8] && !bench.empty, "three bytes wait in the sink");
        flush(&mut bench);
        bench.run_both(THROUGH);
        assert!(lengths(&bench) == [8, 3] && bench.empty);
    }
}

#[test]
fn with_nothing_held_the_answer_comes_without_a_beat() {
    for period in CLOCKS {
        for (unit, width) in [(8, 8), (32, 128)] {
            let mut bench = quiet(unit, width, period);
            flush(&mut bench);
            flush(&mut bench);
            assert!(bench.slave.beats().is_empty());
        }
    }
}

#[test]
fn a_flush_of_one_that_may_not_send_is_answered() {
    for period in CLOCKS {
        let mut bench = quiet(32, 64, period);
        bench.enable(false);
        bench.source.push(&[1, 2, 3, 4, 5]);
        bench.run_both(THROUGH);
        flush(&mut bench);
        assert!(!bench.flush_joiner && bench.slave.beats().is_empty(), "what the joiner holds waits");
        bench.enable(true);
        flush(&mut bench);
        assert_eq!(lengths(&bench), [5]);

        bench.deactivate();
        bench.slave.request_flush();
        let (asked, atb) = (bench.slave.flushes(), bench.cycles[1]);
        bench.until(THROUGH, "AFREADY", |bench| bench.slave.flushes() > asked);
        assert!(bench.cycles[1] - atb <= 3, "at once, without the other clock");
        bench.activate();
        flush(&mut bench);
    }
}

#[test]
fn the_answer_waits_for_the_last_beat() {
    let mut bench = quiet(32, 32, [4, 4]);
    bench.slave.settings_mut().ready.ready = Ready::Share(0.0);
    bench.source.push(&[1, 2, 3, 4, 5]);
    bench.slave.request_flush();
    bench.run_both(200);
    assert!(bench.slave.flushes() == 0 && bench.slave.beats().is_empty());
    bench.slave.settings_mut().ready.ready = Ready::Share(1.0);
    bench.run_both(THROUGH);
    assert!(bench.slave.flushes() == 1 && lengths(&bench) == [4, 1]);
}

#[test]
fn trace_that_follows_does_not_keep_a_flush_from_its_end() {
    for (unit, width) in [(8, 8), (8, 32), (32, 32), (64, 128)] {
        for period in CLOCKS {
            let mut bench = quiet(unit, width, period);
            bench.source.rate = 1.0;
            bench.run_both(THROUGH);
            for _ in 0..20 {
                flush(&mut bench);
                bench.run_both(7);
            }
            let before = bench.received();
            bench.run_both(THROUGH);
            assert!(bench.received() > before, "trace goes on");
        }
    }
}

/// The cycle with AFVALID and AFREADY completes a flush; AFVALID that stays asks for what is held from then on.
#[test]
fn afvalid_that_stays_flushes_what_has_come_since() {
    for period in CLOCKS {
        let mut bench = quiet(32, 64, period);
        bench.slave.settings_mut().flush = 1.0;
        for byte in 0..20 {
            bench.source.push(&[byte; 3]);
            bench.run_both(3);
            let before = bench.slave.flushes();
            bench.until(3 * THROUGH, "two more flushes", |bench| bench.slave.flushes() > before + 1);
            assert!(bench.source.joiner_empty() && bench.all_received(), "{period:?}");
        }
        assert_eq!(bench.received(), 60);
    }
}

#[test]
fn a_drained_source_needs_no_afvalid() {
    for period in CLOCKS {
        let mut bench = quiet(8, 128, period);
        bench.source.push(&[9; 1]);
        bench.run_both(THROUGH);
        assert!(lengths(&bench).is_empty() && !bench.empty);
        bench.slave.set_drained(true);
        bench.source.runs = false;
        bench.until(THROUGH, "atbEmpty 1", |bench| bench.empty);
        assert!(lengths(&bench) == [1] && bench.slave.flushes() == 0);
    }
}
