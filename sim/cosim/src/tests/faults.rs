// SPDX-License-Identifier: Apache-2.0
//! Each comparison turns red: a fault in what is seen of the hardware is reported as what it is.

use super::{design, plain_blocks, preset};
use crate::mismatch::Difference;
use crate::observed::{flag, Cycle, Item, Memory, Readout, Shape};
use crate::run::tampered_run;
use crate::{from_blocks, Error, Mismatch, Options};
use tracewright_config::{Run, SyncMode};
use tracewright_messages::Field;
use tracewright_rtl::codes::{KIND_INDIRECT_BRANCH, KIND_INDIRECT_BRANCH_HIST};

/// What is reported when `tamper` has its hands on a run that is right.
fn report(tamper: impl FnMut(&mut Item) + Send) -> Mismatch {
    let build = preset("mcu");
    let design = design(&build, None);
    let run = Run { sync_mode: SyncMode::Messages, sync_max: 0, ..Run::default() };
    let source = from_blocks(plain_blocks(&build, 2000));
    match tampered_run(&design, &run, source, Options::default(), tamper) {
        Err(Error::Mismatch(mismatch)) => *mismatch,
        other => panic!("not reported: {other:?}"),
    }
}

/// Calls `change` with the `index`-th message of those that `which` picks.
fn message(
    index: usize,
    which: impl Fn(&Shape) -> bool + Send,
    change: impl Fn(&mut Shape) + Send,
) -> impl FnMut(&mut Item) + Send {
    let mut before = 0;
    move |item| {
        if let Item::Cycles(batch) = item {
            for shape in batch.messages.iter_mut().filter(|m| which(m)) {
                if before == index {
                    change(shape);
                }
                before += 1;
            }
        }
    }
}

/// Calls `change` with the `index`-th cycle of those that `which` picks.
fn cycle(
    index: usize,
    which: impl Fn(&Cycle) -> bool + Send,
    change: impl Fn(&mut Cycle) + Send,
) -> impl FnMut(&mut Item) + Send {
    let mut before = 0;
    move |item| {
        if let Item::Cycles(batch) = item {
            for cycle in batch.cycles.iter_mut().filter(|c| which(c)) {
                if before == index {
                    change(cycle);
                }
                before += 1;
            }
        }
    }
}

fn at_end(mut change: impl FnMut(&mut Readout) + Send) -> impl FnMut(&mut Item) + Send {
    move |item| {
        if let Item::End(readout) = item {
            change(readout);
        }
    }
}

fn in_memory(mut change: impl FnMut(&mut Memory) + Send) -> impl FnMut(&mut Item) + Send {
    at_end(move |readout| readout.memory.iter_mut().for_each(&mut change))
}

/// The first field in which the reported messages differ.
fn field(mismatch: &Mismatch) -> Option<Field> {
    match mismatch.difference {
        Difference::Message { expected: Some(expected), found: Some(found), .. } => {
            match expected.first_difference(&found) {
                Some(tracewright_model::Difference::Field { field, .. }) => Some(field),
                _ => None,
            }
        }
        _ => panic!("{mismatch}"),
    }
}

#[test]
fn a_bit_of_a_message_is_reported_by_its_field() {
    assert_eq!(field(&report(message(0, |_| true, |m| m.fixed ^= 1))), Some(Field::Sync));
    assert_eq!(field(&report(message(0, |_| true, |m| m.count ^= 1))), Some(Field::ICnt));
    assert_eq!(field(&report(message(0, |_| true, |m| m.addr ^= 1 << 30))), Some(Field::FAddr));
    let has_hist = |m: &Shape| usize::from(m.kind) == KIND_INDIRECT_BRANCH_HIST;
    assert_eq!(field(&report(message(3, has_hist, |m| m.hist ^= 1))), Some(Field::Hist));
    assert_eq!(field(&report(message(0, |_| true, |m| m.kind = KIND_INDIRECT_BRANCH as u8))), None, "TCODE");
}

#[test]
fn a_message_that_is_missing_is_reported() {
    let drop_flag = cycle(5, |c| c.has(flag::MESSAGE), |c| c.flags &= !flag::MESSAGE);
    let difference = report(drop_flag).difference;
    assert!(matches!(difference, Difference::Message { index: 5, expected: Some(_), found: None }), "{difference}");
}

#[test]
fn a_message_too_many_is_reported() {
    let quiet = |c: &Cycle| c.has(flag::TRACING) && !c.has(flag::MESSAGE);
    let difference = report(cycle(40, quiet, |c| c.flags |= flag::MESSAGE)).difference;
    assert!(matches!(difference, Difference::Message { expected: None, found: Some(_), .. }), "{difference}");
}

#[test]
fn a_bit_of_a_byte_is_reported_with_its_message() {
    let mismatch = report(cycle(1, |c| c.has(flag::BYTE), |c| c.byte ^= 0x80));
    let Difference::Byte { offset: 1, expected: Some((byte, message, 1)), found } = mismatch.difference else {
        panic!("{mismatch}");
    };
    assert_eq!((byte ^ found, message.tcode().name()), (0x80, "ProgTraceSync"));
}

#[test]
fn a_byte_too_many_is_reported() {
    let difference = report(cycle(0, |c| !c.has(flag::TRACING), |c| c.flags |= flag::BYTE)).difference;
    assert!(matches!(difference, Difference::Byte { offset: 0, expected: None, .. }), "{difference}");
}

#[test]
fn a_byte_too_few_is_reported() {
    let mut last = None;
    let find_last = |item: &mut Item| {
        if let Item::Cycles(batch) = item {
            last = batch.cycles.iter().rposition(|c| c.has(flag::BYTE)).or(last);
        }
    };
    let build = preset("mcu");
    let clean = tampered_run(
        &design(&build, None),
        &Run::default(),
        from_blocks(plain_blocks(&build, 100)),
        Options::default(),
        find_last,
    );
    assert!(clean.is_ok() && last.is_some());

    let forget = move |item: &mut Item| {
        if let (Item::Cycles(batch), Some(last)) = (item, last) {
            batch.cycles[last].flags &= !flag::BYTE;
            batch.cycles.iter_mut().for_each(|c| c.flags &= !flag::FILL);
        }
    };
    let result = tampered_run(
        &design(&build, None),
        &Run::default(),
        from_blocks(plain_blocks(&build, 100)),
        Options::default(),
        forget,
    );
    let Err(Error::Mismatch(mismatch)) = result else { panic!("not reported") };
    assert!(matches!(mismatch.difference, Difference::Unsent { missing: 1, .. }), "{mismatch}");
}

#[test]
fn an_idle_byte_out_of_place_is_reported() {
    let difference = report(cycle(9, |c| c.has(flag::BYTE), |c| c.flags |= flag::FILL)).difference;
    assert!(matches!(difference, Difference::Fill { offset: 9 }), "{difference}");
}

#[test]
fn an_idle_byte_too_few_is_reported() {
    let difference = report(cycle(0, |c| c.has(flag::FILL), |c| c.flags &= !flag::FILL)).difference;
    assert!(matches!(difference, Difference::Unfilled { bytes: 3 }), "{difference}");
}

#[test]
fn each_register_bit_that_is_compared_is_reported() {
    for (bit, expected) in
        [(0, "teActive"), (1, "teEnable"), (2, "teInstTracing"), (3, "teEmpty"), (12, "teInstStallOrOverflow")]
    {
        let difference = report(at_end(move |readout| readout.control ^= 1 << bit)).difference;
        assert!(matches!(difference, Difference::Register { name, .. } if name == expected), "{difference}");
    }
    let difference = report(in_memory(|memory| memory.pointer ^= 4)).difference;
    assert!(matches!(difference, Difference::Register { name: "teRamWP", .. }), "{difference}");
}

#[test]
fn a_bit_of_trace_memory_is_reported() {
    let difference = report(in_memory(|memory| memory.words[7] ^= 1)).difference;
    let Difference::Memory { index: 7, expected: Some(expected), found: Some(found) } = difference else {
        panic!("{difference}");
    };
    assert_eq!(expected ^ found, 1);
}

#[test]
fn a_word_of_trace_memory_too_few_or_too_many_is_reported() {
    let difference = report(in_memory(|memory| memory.words.truncate(memory.words.len() - 1))).difference;
    assert!(matches!(difference, Difference::Memory { expected: Some(_), found: None, .. }), "{difference}");
    let difference = report(in_memory(|memory| memory.words.push(0))).difference;
    assert!(matches!(difference, Difference::Memory { expected: None, found: Some(0), .. }), "{difference}");
}

#[test]
fn a_report_speaks_the_words_of_the_specification_and_shows_the_last_blocks() {
    let mismatch = report(message(30, |_| true, |m| m.count ^= 1));
    let text = mismatch.to_string();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].contains(" entering the queue: I-CNT: expected 0x"), "{text}");
    assert!(
        lines[1].starts_with("  expected IndirectBranch") && lines[2].starts_with("  found    IndirectBranch"),
        "{text}"
    );
    assert_eq!((lines[3], lines.len()), ("the last blocks at the port:", 24), "{text}");
    assert!(lines[4].contains(": itype="), "{text}");
}
