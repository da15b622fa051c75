// SPDX-License-Identifier: Apache-2.0
//! The room in the queue, what leaves it, and `stall`.

use super::{cycle, report_with};
use crate::mismatch::Difference;
use crate::observed::{flag, Cycle, Item};
use crate::tests::plain;
use tracewright_config::Run;

/// The signal that is reported when `tamper` has its hands on a run that is stalled now and then, with what it is to be
/// and is.
fn signal(tamper: impl FnMut(&mut Item) + Send) -> (&'static str, u64, u64) {
    let run = Run { stall: true, ..Run::default() };
    match report_with(&plain("mcu"), &run, tamper).difference {
        Difference::Signal { name, expected, found } => (name, expected, found),
        other => panic!("{other}"),
    }
}

/// Flips `flag` in the `index`-th cycle of those that `which` picks.
fn flip(index: usize, which: impl Fn(&Cycle) -> bool + Send, flag: u16) -> impl FnMut(&mut Item) + Send {
    cycle(index, which, move |batch, at| batch.cycles[at.cycle].flags ^= flag)
}

#[test]
fn a_stall_too_many_and_one_too_few_are_reported() {
    let stalled = |c: &Cycle| c.has(flag::STALL);
    assert_eq!(signal(flip(20, stalled, flag::STALL)), ("stall", 1, 0));
    let full_room_but_one = |c: &Cycle| c.has(flag::TRACING) && c.room == 3;
    assert_eq!(signal(flip(20, full_room_but_one, flag::STALL)), ("stall", 0, 1));
}

#[test]
fn room_too_high_and_too_low_are_reported() {
    let room = |step: i8| {
        signal(cycle(
            20,
            |c| c.room == 2,
            move |batch, at| {
                let room = &mut batch.cycles[at.cycle].room;
                *room = room.wrapping_add_signed(step);
            },
        ))
    };
    assert_eq!(room(1), ("the queue's room", 2, 3));
    assert_eq!(room(-1), ("the queue's room", 2, 1));
}

#[test]
fn an_entry_that_leaves_too_late_or_too_early_is_reported() {
    let at_little_room = |c: &Cycle| c.room == 2;
    let late = flip(0, move |c| at_little_room(c) && c.has(flag::LEAVES), flag::LEAVES);
    assert_eq!(signal(late), ("the queue's room", 2, 3));
    let early = flip(0, move |c| at_little_room(c) && !c.has(flag::LEAVES), flag::LEAVES);
    assert!(matches!(signal(early), ("the queue's room", 2 | 3, 1 | 2)));
    let from_nothing = flip(0, |c| c.has(flag::ACTIVE) && !c.has(flag::TRACING), flag::LEAVES);
    assert_eq!(signal(from_nothing), ("a row that leaves the empty queue", 0, 1));
}
