// SPDX-License-Identifier: Apache-2.0
//! Ch. 11: a funnel that may always pass messages on gives all inputs their share, and wastes no cycle.

use crate::bench::{Bench, Kind, BYTES, DOUBLES, SIXTEEN};
use crate::reference::Settings;
use crate::source::{Pauses, Source};

fn sources(kind: Kind, pauses: impl Fn(usize) -> Pauses) -> Vec<Source> {
    (0..kind.inputs).map(|n| Source::new(n, kind.width, pauses(n), 6, 1)).collect()
}

/// Runs until so many messages have left, and nothing was lost or mixed.
fn run(kind: Kind, pauses: impl Fn(usize) -> Pauses, messages: usize) -> Bench {
    let mut bench = Bench::new(kind, sources(kind, pauses));
    while bench.received.messages.iter().sum::<usize>() < messages {
        bench.cycle_without_loss(Settings::ON, true);
        assert!(bench.received.cycles < 100 * messages, "hangs");
    }
    bench
}

/// A chunk left in each cycle but the first ones.
fn wastes_nothing(bench: &Bench) {
    let received = &bench.received;
    assert!(received.chunks + 2 >= received.cycles, "{} chunks in {} cycles", received.chunks, received.cycles);
}

/// The inputs of `busy` sent as many messages, an idle byte counting as one.
fn shares_are_equal(bench: &Bench, busy: &[usize], tolerance: usize) {
    let share = bench.received.messages.iter().sum::<usize>() / busy.len();
    for &input in busy {
        let count = bench.received.messages[input];
        assert!(count.abs_diff(share) * 100 <= share * tolerance, "input {input}: {count} messages, not {share}");
    }
}

#[test]
fn sixteen_busy_inputs_share_a_million_messages_equally_a_chunk_a_cycle() {
    let bench = run(SIXTEEN, |_| Pauses::NONE, 1_000_000);
    wastes_nothing(&bench);
    // A quarter of a percent is what the idle bytes, which don't say whose they are, make at most.
    shares_are_equal(&bench, &(0..16).collect::<Vec<_>>(), 1);
}

#[test]
fn bytes_and_doubles_are_shared_as_equally() {
    for kind in [BYTES, DOUBLES] {
        let bench = run(kind, |_| Pauses::NONE, 50_000);
        wastes_nothing(&bench);
        shares_are_equal(&bench, &(0..kind.inputs).collect::<Vec<_>>(), 1);
    }
}

#[test]
fn inputs_without_anything_to_send_stop_nobody() {
    for silent in [0, 7, 15] {
        let bench = run(SIXTEEN, |n| if n == silent { Pauses::SILENT } else { Pauses::NONE }, 20_000);
        wastes_nothing(&bench);
        shares_are_equal(&bench, &(0..16).filter(|&n| n != silent).collect::<Vec<_>>(), 1);
    }
    let bench = run(SIXTEEN, |n| if n == 9 { Pauses::NONE } else { Pauses::SILENT }, 20_000);
    wastes_nothing(&bench);
}

#[test]
fn a_message_waits_for_one_of_each_other_input_at_most() {
    for between in [0, 200, 250] {
        let mut bench = Bench::new(SIXTEEN, sources(SIXTEEN, |_| Pauses { between, within: 0 }));
        let mut is_between = [true; 16];
        // How many messages of which input each one has waited for.
        let mut waited = [[0; 16]; 16];
        for _ in 0..100_000 {
            let ready = bench.cycle_unread(Settings::ON, true).ready;
            let begins = |n: usize| is_between[n] && bench.offered[n].is_some();
            if let Some(begun) = (0..16).find(|&n| begins(n) && ready[n]) {
                waited[begun] = [0; 16];
                for n in (0..16).filter(|&n| n != begun && begins(n)) {
                    waited[n][begun] += 1;
                    assert!(waited[n][begun] == 1, "{n} waits for {begun}");
                }
            }
            for (n, is_between) in is_between.iter_mut().enumerate() {
                if let Some(chunk) = bench.offered[n].filter(|_| ready[n]) {
                    *is_between = chunk.last;
                }
            }
        }
    }
}

#[test]
fn an_input_that_stops_within_a_message_is_waited_for() {
    let slow = |n| if n == 3 { Pauses { between: 0, within: 230 } } else { Pauses::NONE };
    run(SIXTEEN, slow, 20_000);
}
