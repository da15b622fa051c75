// SPDX-License-Identifier: Apache-2.0
//! Full timestamps (N-Trace 8.7).

use crate::common::*;
use tracewright_decoder::{ErrorKind, Item, Settings, TrapKind};
use tracewright_image::Image;
use tracewright_messages::{Field, Tcode};

const TIMED: Settings = Settings { timestamp_width: 40, ..PLAIN };

fn image() -> Image {
    program(&[(0x100, &[C_ADD, branch(-2), C_ADD]), (0x200, &[C_ADD, JUMP_REGISTER])])
}

/// `message` with a TSTAMP after its last field.
fn at(time: u64, mut message: Vec<u8>) -> Vec<u8> {
    *message.last_mut().unwrap() &= 0b1111_1101;
    let mut stamp = Vec::new();
    let mut rest = time;
    loop {
        stamp.push((rest as u8 & 0x3F) << 2);
        rest >>= 6;
        if rest == 0 {
            break;
        }
    }
    *stamp.last_mut().unwrap() |= 0b11;
    [message, stamp].concat()
}

fn times(items: &[Item]) -> Vec<u64> {
    items.iter().filter_map(|i| if let Item::Time { time, .. } = i { Some(*time) } else { None }).collect()
}

fn sync(to: u64) -> Vec<u8> {
    message(Tcode::IndirectBranchHistSync, &[2, 0, 0, to >> 1, 1])
}

#[test]
fn ntrace_8_7_absolute_where_a_message_synchronises_and_relative_elsewhere() {
    let own = message(Tcode::Ownership, &[0xC]);
    let interrupt = message(Tcode::IndirectBranch, &[3, 1, (0x100 ^ 0x200) >> 1]);
    let trace = [at(1000, start(0x100)), at(0, own), at(24, interrupt), at(2000, sync(0x200)), at(1, stop(1, 1))];
    let decoded = decode_with(&trace.concat(), &image(), TIMED);
    let place = |n: usize| trace[..n].concat().len();
    let time = |n, time| Item::Time { offset: place(n), time };
    assert_eq!(decoded.others[0], time(0, 1000));
    assert!(matches!(decoded.others[1], Item::Sync { .. }));
    assert_eq!(decoded.others[2], time(1, 1000));
    assert!(matches!(decoded.others[3], Item::Ownership { .. }));
    let trap = Item::Trap { kind: TrapKind::Interrupt, from: Some(0x102), to: 0x200 };
    assert_eq!(decoded.others[4..6], [time(2, 1024), trap]);
    assert_eq!(times(&decoded.others), [1000, 1000, 1024, 2000, 2001]);
    assert_eq!((decoded.pcs.as_slice(), decoded.errors().len()), (&[0x100, 0x200][..], 0));
}

#[test]
fn the_time_of_a_message_comes_behind_the_instructions_that_it_reports() {
    let trace = [at(7, start(0x100)), at(5, message(Tcode::ResourceFull, &[2, 0b1_1, 2])), at(1, stop(6, 1))].concat();
    let mut seen = Vec::new();
    tracewright_decoder::decode(&trace, &image(), &TIMED, &mut |item| match item {
        Item::Instruction { pc } => seen.push(pc),
        Item::Time { time, .. } => seen.push(time),
        _ => {}
    });
    assert_eq!(seen, [7, 0x100, 0x102, 0x100, 0x102, 12, 13]);
}

#[test]
fn no_time_is_known_before_the_first_synchronising_message_or_behind_a_message_that_cannot_be_read() {
    let own = || at(5, message(Tcode::Ownership, &[0xC]));
    let vendor = vec![60 << 2, 0x13];
    let damage = vec![4 << 2, 0b10, 0b11];
    let trace =
        [vec![0xFF], own(), at(100, start(0x100)), own(), vendor, own(), at(300, start(0x100)), own(), damage, own()];
    let decoded = decode_with(&trace.concat(), &image(), TIMED);
    assert_eq!(times(&decoded.others), [100, 105, 300, 305]);
}

#[test]
fn a_message_without_a_timestamp_leaves_the_time_as_it_is() {
    let own = || message(Tcode::Ownership, &[0xC]);
    let trace = [at(100, start(0x100)), own(), at(3, own()), stop(0, 1)];
    assert_eq!(times(&decode_with(&trace.concat(), &image(), TIMED).others), [100, 103]);
}

#[test]
fn times_wrap_as_those_of_the_encoder_do() {
    let own = |time| at(time, message(Tcode::Ownership, &[0xC]));
    let trace = [at(250, start(0x100)), own(5), own(3)].concat();
    let with = |timestamp_width| times(&decode_with(&trace, &image(), Settings { timestamp_width, ..PLAIN }).others);
    assert_eq!(with(8), [250, 255, 2]);
    assert_eq!(with(64), [250, 255, 258]);
    let trace = [at(u64::MAX, start(0x100)), own(2)].concat();
    assert_eq!(times(&decode_with(&trace, &image(), Settings { timestamp_width: 64, ..PLAIN }).others), [u64::MAX, 1]);
}

#[test]
fn a_timestamp_that_the_encoder_cannot_have_sent_is_an_error() {
    let trace = [at(1, start(0x100)), at(256, stop(0, 1))].concat();
    let decoded = decode_with(&trace, &image(), Settings { timestamp_width: 8, ..PLAIN });
    assert_eq!(decoded.only_error().2, ErrorKind::Value { field: Field::Tstamp, value: 256 });
}

#[test]
fn timestamps_that_were_not_declared_are_told_once_with_the_flag_that_declares_them() {
    let round = || [at(7, start(0x100)), at(1, message(Tcode::Ownership, &[0xC])), at(2, stop(1, 1))].concat();
    let trace = [round(), round(), round()].concat();
    let decoded = decode_with(&trace, &image(), PLAIN);
    assert_eq!(decoded.only_error(), (0, None, ErrorKind::UndeclaredTimestamp));
    assert!(decoded.errors()[0].to_string().contains("`--timestamp-width N`"));
    let place = start(0x100).len() + 1;
    assert_eq!(decoded.others[1..], [Item::Skipped { offset: place, len: trace.len() - place }]);
    // Where a single message has one, it is that message alone that can't be used.
    let trace = [start(0x100), at(1, stop(1, 1)), start(0x200), stop(1, 1)];
    let decoded = decode_with(&trace.concat(), &image(), PLAIN);
    assert_eq!(decoded.only_error(), (trace[0].len(), None, ErrorKind::UndeclaredTimestamp));
    assert_eq!(decoded.pcs, [0x200]);
}

#[test]
fn people_and_tools_read_the_time() {
    use tracewright_decoder::output::{Format, Printer};
    let image = image();
    for (format, line) in
        [(Format::Listing, "-- byte 0: time 1234"), (Format::Json, r#"{"item":"time","byte":0,"time":"1234"}"#)]
    {
        let mut printer = Printer::new(&image, format, Vec::new());
        tracewright_decoder::decode(&at(1234, start(0x100)), &image, &TIMED, &mut |item| printer.item(&item).unwrap());
        let text = String::from_utf8(printer.into_inner()).unwrap();
        assert_eq!(text.lines().next(), Some(line));
    }
}

#[test]
fn the_rest_of_a_message_that_reads_as_another_one_is_skipped() {
    let error = |etype| message(Tcode::Error, &[etype, 0]);
    for rest in [at(3, start(0x22)), error(8)] {
        let trace = [rest.clone(), start(0x100), stop(1, 1)].concat();
        let decoded = decode_with(&trace, &image(), PLAIN);
        assert_eq!((decoded.errors().len(), &decoded.pcs[..]), (0, &[0x100][..]));
        assert_eq!(decoded.others[0], Item::Skipped { offset: 0, len: rest.len() });
    }
    // An Error that encoders send is one.
    let decoded = decode_with(&[error(0), start(0x100), stop(1, 1)].concat(), &image(), PLAIN);
    assert!(matches!(decoded.others[0], Item::Lost { offset: 0, etype: 0, .. }));
}
