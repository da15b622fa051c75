// SPDX-License-Identifier: Apache-2.0
//! Traces as a whole: where they begin and end, whose messages they have, how far they are followed.

use crate::common::*;
use std::collections::BTreeMap;
use tracewright_decoder::output::{Format, Printer};
use tracewright_decoder::{decode, ErrorKind, Ignored, Item, Mode, Settings, Summary};
use tracewright_image::Image;
use tracewright_messages::reader::MessageErrorKind;
use tracewright_messages::Tcode;

const TWO_SOURCES: Settings = Settings { src_bits: 6, src: 1, ..PLAIN };

fn image() -> Image {
    program(&[(0x100, &[C_ADD, C_ADD, C_ADD, C_ADD]), (0x200, &[C_ADD, C_EBREAK])])
}

/// `message` with a SRC of six bits.
fn from(src: u8, message: Vec<u8>) -> Vec<u8> {
    [&message[..1], &[src << 2], &message[1..]].concat()
}

fn summary(trace: &[u8], settings: &Settings) -> Summary {
    decode(trace, &image(), settings, &mut |_| ())
}

/// Messages that no decoder can follow, of source `src`.
fn unreadable(src: u8) -> Vec<Vec<u8>> {
    let of = |bytes: &[u8]| [&[bytes[0] << 2, src << 2], &bytes[1..]].concat();
    vec![
        of(&[60, 0x13]),
        of(&[1, 0x13]),
        of(&[27, 9 << 2 | 3]),
        of(&[30, 1, 1, 1, 3]),
        of(&[4, 0x10, 0x02, 0x13]),
        of(&[4, 0x13]),
        of(&[33, 2 << 6, 0x13]),
        of(&[30, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3]),
    ]
}

#[test]
fn what_cannot_be_read_of_another_source_does_not_touch_this_one() {
    let whole = [from(1, start(0x100)), from(1, stop(2, 1))];
    for foreign in unreadable(2) {
        let trace = [whole[0].clone(), foreign.clone(), whole[1].clone()].concat();
        let decoded = decode_with(&trace, &image(), TWO_SOURCES);
        assert_eq!((&decoded.pcs[..], decoded.others.len()), (&[0x100, 0x102][..], 2), "{foreign:x?}");
        let first = [&foreign[..], &whole.concat()].concat();
        let decoded = decode_with(&first, &image(), TWO_SOURCES);
        assert_eq!((&decoded.pcs[..], decoded.others.len()), (&[0x100, 0x102][..], 2), "{foreign:x?}");
    }
    for (index, own) in unreadable(1).into_iter().enumerate() {
        let trace = [whole[0].clone(), own, whole[1].clone()].concat();
        let decoded = decode_with(&trace, &image(), TWO_SOURCES);
        let errors = usize::from(index >= 3);
        assert_eq!((decoded.pcs.len(), decoded.errors().len()), (2 - 2 * errors, errors), "{index}");
        assert_eq!(decoded.others.len(), 3 + errors, "{index}: {:?}", decoded.others);
    }
}

#[test]
fn timestamps_go_on_over_what_another_source_sent() {
    let at = |time: u8, mut message: Vec<u8>| {
        *message.last_mut().unwrap() &= 0b1111_1101;
        [message, vec![time << 2 | 3]].concat()
    };
    let settings = Settings { timestamp_width: 40, ..TWO_SOURCES };
    for foreign in unreadable(2) {
        let trace = [at(5, from(1, start(0x100))), foreign, at(2, from(1, stop(2, 1)))].concat();
        let decoded = decode_with(&trace, &image(), settings);
        let times =
            decoded.others.iter().filter_map(|i| if let Item::Time { time, .. } = i { Some(*time) } else { None });
        assert_eq!(times.collect::<Vec<_>>(), [5, 7]);
    }
}

#[test]
fn ntrace_table_19_a_resource_of_the_vendor_is_ignored_by_name_and_decoding_goes_on() {
    for rcode in 8..16 {
        for vendor in [vec![27 << 2, rcode << 2 | 3], vec![27 << 2, rcode << 2 | 1, 0x41, 0x81, 0x07]] {
            let trace = [start(0x100), vendor, stop(2, 1)];
            let decoded = history(&trace, &image());
            let what = Ignored::VendorResource(rcode);
            assert_eq!(decoded.others[1], Item::Ignored { offset: trace[0].len(), what });
            assert_eq!((&decoded.pcs[..], decoded.errors().len()), (&[0x100, 0x102][..], 0));
        }
    }
    let image = image();
    let mut printer = Printer::new(&image, Format::Json, Vec::new());
    let what = Ignored::VendorResource(9);
    printer.item(&Item::Ignored { offset: 4, what }).unwrap();
    let line = r#"{"item":"ignored","byte":4,"tcode":27,"name":"vendor-defined resource, RCODE 9"}"#;
    assert_eq!(String::from_utf8(printer.into_inner()).unwrap(), format!("{line}\n"));
}

#[test]
fn a_whole_synchronising_message_is_used_wherever_the_trace_begins() {
    let image = image();
    let with_hist = message(Tcode::IndirectBranchHistSync, &[2, 0, 40, 0x100 >> 1, 0b1_0110]);
    let indirect = message(Tcode::IndirectBranchSync, &[4, 3, 40, 0x100 >> 1]);
    let direct = message(Tcode::DirectBranchSync, &[2, 40, 0x100 >> 1]);
    let branch_stop = message(Tcode::ProgTraceCorrelation, &[0, 0, 2]);
    for (mode, first, last) in [
        (Mode::History, &with_hist, stop(2, 1)),
        (Mode::History, &indirect, stop(2, 1)),
        (Mode::Branch, &indirect, branch_stop.clone()),
        (Mode::Branch, &direct, branch_stop),
    ] {
        let decoded = decode_with(&[&first[..], &last].concat(), &image, Settings { mode, ..PLAIN });
        assert!(matches!(decoded.others[0], Item::Sync { offset: 0, address: 0x100, .. }), "{:?}", decoded.others);
        assert_eq!((&decoded.pcs[..], decoded.others.len()), (&[0x100, 0x102][..], 2));
    }
}

#[test]
fn what_looks_like_a_synchronising_message_at_the_front_is_not_used_where_the_program_says_otherwise() {
    let hist_sync = |to: u64| message(Tcode::IndirectBranchHistSync, &[2, 0, 40, to >> 1, 1]);
    let nowhere = [hist_sync(0x300), start(0x200), stop(1, 1)].concat();
    let contradicted = [hist_sync(0x100), stop(3, 0b1_0), start(0x200), stop(1, 1)].concat();
    for trace in [nowhere, contradicted] {
        let decoded = decode_with(&trace, &image(), PLAIN);
        let skipped = trace.len() - start(0x200).len() - stop(1, 1).len();
        assert!(matches!(decoded.others.iter().find(|i| matches!(i, Item::Skipped { .. })),
            Some(&Item::Skipped { offset: 0, len }) if len == skipped));
        assert_eq!((&decoded.pcs[..], decoded.errors().len()), (&[0x200][..], 0));
    }
}

#[test]
fn a_trace_that_is_cut_is_told_apart_from_one_that_ends() {
    let whole = [start(0x100), stop(2, 1)].concat();
    assert_eq!(summary(&whole, &PLAIN), Summary::default());
    for len in 1..whole.len() {
        let last = if len > start(0x100).len() { start(0x100).len() } else { 0 };
        let expected = (len != start(0x100).len()).then_some(last);
        assert_eq!(summary(&whole[..len], &PLAIN).cut, expected, "{len}");
    }
    // Whoever it is from, and whatever is the matter with it.
    let own = from(1, start(0x100));
    for cut in [&[9 << 2, 2 << 2, 0][..], &[60 << 2, 2 << 2], &[60 << 2, 1 << 2], &[27 << 2, 1 << 2, 9 << 2]] {
        assert_eq!(summary(&[&own[..], cut].concat(), &TWO_SOURCES).cut, Some(own.len()), "{cut:x?}");
    }
    let nothing = decode_with(&whole[..2], &image(), PLAIN);
    assert_eq!(nothing.only_error(), (0, None, ErrorKind::NoSync));
}

#[test]
fn the_sources_of_a_trace_are_counted() {
    let trace = [from(1, start(0x100)), from(63, start(0x100)), from(1, stop(2, 1)), unreadable(5).concat()].concat();
    assert_eq!(summary(&trace, &TWO_SOURCES).sources, BTreeMap::from([(1, 2), (63, 1)]));
    assert_eq!(summary(&[start(0x100), stop(1, 1)].concat(), &PLAIN).sources, BTreeMap::new());
}

#[test]
fn decoding_stops_at_the_bound_with_an_error_that_names_it() {
    let image = program(&[(0x100, &[C_ADD, branch(-2), C_ADD])]);
    let trace = [start(0x100), message(Tcode::ResourceFull, &[2, 0b1_1, 1000]), start(0x100), stop(1, 1)].concat();
    for limit in [0, 1, 7, 1999] {
        let (mut pcs, mut errors) = (0, Vec::new());
        let summary = decode(&trace, &image, &Settings { limit, ..PLAIN }, &mut |item| match item {
            Item::Instruction { .. } => pcs += 1,
            Item::Error(error) => errors.push(error.kind),
            _ => {}
        });
        assert_eq!((pcs, errors, summary.limited), (limit, vec![ErrorKind::Limit(limit)], true));
    }
    assert!(ErrorKind::Limit(7).to_string().contains("`--limit N`"));
    assert_eq!(Settings::default().limit, 1_000_000_000);
    let enough = decode(&trace, &image, &Settings { limit: 2001, ..PLAIN }, &mut |_| ());
    assert!(!enough.limited);
}

#[test]
fn the_bound_holds_for_traps_without_an_instruction_too() {
    let trap = message(Tcode::IndirectBranch, &[3, 0, 0]);
    let trace = [start(0x100), trap, message(Tcode::RepeatBranch, &[1 << 23])].concat();
    let settings = Settings { mode: Mode::Branch, limit: 1000, ..PLAIN };
    let mut traps = 0;
    let summary =
        decode(&trace, &image(), &settings, &mut |item| traps += u64::from(matches!(item, Item::Trap { .. })));
    assert_eq!((traps, summary.limited), (1 + 1000, true));
}

#[test]
fn damage_of_this_source_is_still_an_error() {
    let damaged = [4 << 2, 1 << 2, 0b10, 0b11];
    let trace = [&from(1, start(0x100))[..], &damaged, &from(1, stop(2, 1))].concat();
    let decoded = decode_with(&trace, &image(), TWO_SOURCES);
    assert_eq!(decoded.only_error().2, ErrorKind::Message(MessageErrorKind::ReservedMseo));
}
