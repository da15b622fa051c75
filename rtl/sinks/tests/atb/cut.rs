// SPDX-License-Identifier: Apache-2.0
//! A message of which the ATB drops a part (docs/sinks.md, "ATB"): a reader has its beginning, and from then on whole
//! messages.

use crate::bench::{Bench, Clocks};
use crate::case::{Case, MISTAKE};
use crate::source::IDLE;
use tracewright_config::Reset;
use tracewright_peers::buses::{AtbSettings, Ready};

const CLOCKS: [[u64; 2]; 4] = [[4, 4], [4, 12], [12, 4], [12, 400]];
/// Bits of a unit and of a beat.
const WIDTHS: [(usize, u32); 7] = [(8, 8), (8, 16), (8, 32), (32, 32), (32, 64), (64, 64), (64, 128)];
const WHILE: u64 = 60;
const ID: u8 = 0x2A;
/// The message that follows the one that is cut: as long as the longest beat.
const NEXT: [u8; 16] = [8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 0x03];

fn start(bench: &mut Bench) {
    bench.activate();
    bench.set_id(ID);
    bench.enable(true);
}

/// One that sends to a slave that takes a few beats at most, with a source that has only what it is given.
fn sending(unit: usize, width: u32, period: [u64; 2]) -> Bench {
    let case = Case { unit, width, reset: Reset::Async };
    let settings = AtbSettings { patience: 4000, ..AtbSettings::fast(width) };
    let mut bench = Bench::new(case, &case.library(), Clocks { period, wander: true }, settings);
    start(&mut bench);
    (bench.source.rate, bench.source.runs) = (0.0, true);
    bench
}

/// The message that is cut: none of its bytes is the same as one before it.
fn message(bytes: u8) -> Vec<u8> {
    let mut message: Vec<u8> = (0..bytes).map(|at| at << 2 | 1).collect();
    message[usize::from(bytes) - 1] |= 0b11;
    message
}

/// The messages that a reader has, without idle bytes outside of them.
fn messages(bytes: &[u8]) -> Vec<&[u8]> {
    let ended = bytes.split_inclusive(|byte| byte & 0b11 == 0b11);
    ended.filter(|message| *message != [IDLE]).collect()
}

/// A beginning of `cut`, ended by an idle byte, or all of it if the joiner still had it; then the messages that follow.
fn check(bench: &Bench, cut: &[u8], next: &[u8]) {
    let read = messages(bench.slave.bytes(ID));
    let (begin, rest) = match read.split_first() {
        Some((begin, rest)) if *begin != next => (*begin, rest),
        _ => (&[IDLE][..], &read[..]),
    };
    let (end, begin) = begin.split_last().expect("bytes");
    assert!(*end == IDLE && cut.starts_with(begin) || read[0] == cut, "{read:02x?}");
    assert_eq!(rest, [next], "{read:02x?}");
}

/// Cuts a message at each of some places, by atbActive 0 and 1 again while the source goes on; then once more in what
/// is left of it.
fn cut_a_message(unit: usize, width: u32) {
    for period in CLOCKS {
        for (first, again) in [(5, 0), (16, 0), (35, 0), (18, 7), (3, 21)] {
            let mut bench = sending(unit, width, period);
            let cut = message(50);
            bench.slave.settings_mut().ready.ready = Ready::Share(0.0);
            bench.source.push(&cut[..first]);
            bench.run_both(WHILE);
            bench.deactivate();
            bench.slave.settings_mut().ready.ready = Ready::Share(1.0);
            start(&mut bench);
            bench.source.push(&cut[first..first + again]);
            if again > 0 {
                bench.run_both(WHILE);
                bench.deactivate();
                start(&mut bench);
            }
            bench.source.push(&cut[first + again..]);
            bench.source.push(&NEXT);
            bench.run_both(WHILE);
            bench.source.runs = false;
            bench.until(40 * WHILE, "the end", |bench| bench.source.is_empty() && bench.all_received());
            check(&bench, &cut, &NEXT);
        }
    }
}

#[test]
fn the_rest_of_a_message_that_was_cut_is_idle_bytes() {
    WIDTHS.into_iter().for_each(|(unit, width)| cut_a_message(unit, width));
}

/// AFVALID meanwhile: what is left of the message leaves, as idle bytes.
fn flush_the_rest(unit: usize, width: u32) {
    for period in CLOCKS {
        let mut bench = sending(unit, width, period);
        bench.slave.set_drained(false);
        let cut = message(50);
        bench.source.push(&cut[..20]);
        bench.slave.settings_mut().ready.ready = Ready::Share(0.0);
        bench.run_both(WHILE);
        bench.deactivate();
        bench.slave.settings_mut().ready.ready = Ready::Share(1.0);
        start(&mut bench);
        for bytes in [&cut[20..29], &cut[29..41], &cut[41..], &NEXT] {
            bench.source.push(bytes);
            bench.run_both(WHILE);
            let before = bench.slave.flushes();
            bench.slave.request_flush();
            bench.until(2 * WHILE, "AFREADY", |bench| bench.slave.flushes() > before);
        }
        bench.until(WHILE, "the end", |bench| bench.all_received());
        check(&bench, &cut, &NEXT);
    }
}

#[test]
fn a_flush_within_what_is_left_of_it_is_answered() {
    WIDTHS.into_iter().for_each(|(unit, width)| flush_the_rest(unit, width));
}

/// A source that is reset within it ends the message by a byte: that one is idle, too, or thrown away.
#[test]
fn a_source_that_is_reset_within_what_is_left_of_it_sends_whole_messages_then() {
    for (unit, width) in WIDTHS {
        for while_active in [false, true] {
            let mut bench = sending(unit, width, [4, 12]);
            let cut = message(50);
            bench.source.push(&cut[..20]);
            bench.slave.settings_mut().ready.ready = Ready::Share(0.0);
            bench.run_both(WHILE);
            bench.deactivate();
            bench.slave.settings_mut().ready.ready = Ready::Share(1.0);
            if while_active {
                start(&mut bench);
            }
            // The joiner is flushed with it.
            bench.source.push(&[cut[20], cut[21], 0x03]);
            (bench.source.inactive, bench.source.runs) = (true, false);
            bench.until(WHILE, "the source is drained", |bench| bench.source.is_empty());
            (bench.source.inactive, bench.source.runs) = (false, true);
            if !while_active {
                start(&mut bench);
            }
            bench.source.push(&NEXT);
            bench.run_both(WHILE);
            bench.source.runs = false;
            bench.until(10 * WHILE, "the end", |bench| bench.source.is_empty() && bench.all_received());
            check(&bench, &cut, &NEXT);
        }
    }
}

/// A message that ends just where bytes are dropped has no rest: the next one is whole.
#[test]
fn what_follows_a_message_that_was_dropped_with_its_end_is_whole() {
    for (unit, width) in WIDTHS {
        for period in CLOCKS {
            let mut bench = sending(unit, width, period);
            let cut = message(24);
            bench.source.push(&cut);
            bench.slave.settings_mut().ready.ready = Ready::Share(0.0);
            bench.run_both(WHILE);
            bench.deactivate();
            bench.slave.settings_mut().ready.ready = Ready::Share(1.0);
            start(&mut bench);
            bench.source.push(&NEXT);
            bench.run_both(WHILE);
            bench.source.runs = false;
            bench.until(40 * WHILE, "the end", |bench| bench.source.is_empty() && bench.all_received());
            check(&bench, &cut, &NEXT);
        }
    }
}

/// A net of `tw_atb_rest`, what drives it, what does wrongly, and who is to notice.
type Mistake = (&'static str, &'static str, &'static str, fn(usize, u32));

const MISTAKES: [Mistake; 3] = [
    ("cut_q", "cut_d", "1'b0", cut_a_message),
    ("open_q", "open_d", "1'b0", cut_a_message),
    ("open_d", "unit_bytes > 4'd3", "1'b1", flush_the_rest),
];

#[test]
fn a_rest_that_is_sent_is_noticed() {
    for (net, right, wrong, check) in MISTAKES {
        MISTAKE.set(Some(("tw_atb_rest", net, right, wrong)));
        let noticed = std::panic::catch_unwind(|| check(32, 64)).is_err();
        MISTAKE.set(None);
        assert!(noticed, "{wrong}: not noticed");
    }
}
