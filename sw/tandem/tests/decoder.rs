// SPDX-License-Identifier: Apache-2.0
//! The decoder: every opcode, what is refused and where, and how it goes on.

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use tracewright_tandem::{
    Decoder, Element, Group, Groups, Identifier, Item, Json, Opcode, Operation, Outcome, Part, Problem, Register, Size,
    Widths,
};

const RV64GC: Widths = Widths::rv64(64);
const RV32: Widths = Widths::rv32(0, true);

/// The items of a trace that comes in pieces of `piece` bytes.
fn items(widths: Widths, trace: &[u8], piece: usize) -> Vec<Item> {
    let mut decoder = Decoder::new(widths);
    let mut items = vec![];
    for mut bytes in trace.chunks(piece) {
        while !bytes.is_empty() {
            bytes = &bytes[decoder.feed(bytes)..];
            items.extend(std::iter::from_fn(|| decoder.pop()));
        }
    }
    decoder.finish();
    items.extend(std::iter::from_fn(|| decoder.pop()));
    items
}

/// The elements of a trace without errors.
fn elements(widths: Widths, trace: &[u8]) -> Vec<Element> {
    let element = |item| match item {
        Item::Element { element, .. } => element,
        broken => panic!("{broken:?}"),
    };
    items(widths, trace, usize::MAX).into_iter().map(element).collect()
}

/// The first error of a trace: where, and what.
fn error(widths: Widths, trace: &[u8]) -> (u64, Problem) {
    let found = items(widths, trace, usize::MAX).into_iter().find_map(|item| match item {
        Item::Error(error) => Some((error.offset, error.problem)),
        _ => None,
    });
    found.expect("an error")
}

/// A group of a compressed instruction, of 6 bytes.
const NOP: [u8; 6] = [1, 3, 16, 1, 0, 2];

#[test]
fn tandem_ch_2_every_opcode_is_decoded() {
    let (a0, f1, mie) = (Register::gpr(10), Register::fpr(1), Register::csr(0x304));
    let (address, size) = (0x3_8000_0010, Size::Bits32);
    let request = Element::Request { address, operation: Operation::Store, size, data: Some(0x0102_0304) };
    let cases: [(&[u8], Element); 12] = [
        (&[1], Element::BeginGroup),
        (&[3], Element::IncrementPc),
        (&[17, 0x13, 0, 0, 0], Element::Instruction32(0x13)),
        (&[4, 10, 16, 1, 2, 3, 4], Element::Full(a0, 0x0403_0201)),
        (&[5, 0x21, 16, 0xFE], Element::Offset(f1, -2)),
        (&[6, 4, 3, 0x88], Element::Mask(mie, 0x88)),
        (&[7, 2, 1, 2, 3, 4, 3], Element::State(Identifier::PhysicalAddress, 0x3_0403_0201)),
        (&[8, 0x10, 0, 0, 0x80, 3, 0x21, 4, 3, 2, 1], request),
        (&[9, 0x02], Element::Response { size, outcome: Outcome::Success, data: None }),
        (&[2], Element::EndGroup),
        (&[10], Element::Reset),
        (&[1], Element::BeginGroup),
    ];
    let more: [(&[u8], Element); 3] = [
        (&[11], Element::Initialisation),
        (&[7, 1, 3], Element::State(Identifier::Privilege, 3)),
        (&[2], Element::EndGroup),
    ];
    let nop: [(&[u8], Element); 3] =
        [(&[1], Element::BeginGroup), (&[16, 1, 0], Element::Instruction16(1)), (&[2], Element::EndGroup)];
    let cases: Vec<_> = cases.into_iter().chain(more).chain(nop).collect();
    let trace: Vec<u8> = cases.iter().flat_map(|(bytes, _)| *bytes).copied().collect();
    let widths = Widths { flen: 64, ..RV32 };
    let expected: Vec<_> = cases.iter().map(|(_, element)| *element).collect();
    assert_eq!(elements(widths, &trace), expected);
    for &opcode in Opcode::ALL {
        assert!(expected.iter().any(|element| element.opcode() == opcode), "{}", opcode.name());
    }
    let whole = items(widths, &trace, usize::MAX);
    (1..20).for_each(|piece| assert_eq!(items(widths, &trace, piece), whole, "pieces of {piece}"));
}

#[test]
fn tandem_ch_2_data_of_requests_and_responses_is_where_they_write_and_read() {
    for &operation in Operation::ALL {
        for &size in Size::ALL {
            let mut trace = vec![8, 0, 0, 0, 0, 0, operation.code() | size.code() << 4];
            trace.extend(vec![0x5A; if operation.writes() { size.bytes() } else { 0 }]);
            trace.extend([9, size.code() | 0x10]);
            trace.extend(vec![0xA5; if operation.reads() { size.bytes() } else { 0 }]);
            let found = elements(RV32, &trace);
            let [Element::Request { data: written, .. }, Element::Response { data: read, outcome, .. }] = found[..]
            else {
                panic!("{found:?}");
            };
            assert_eq!((written.is_some(), read.is_some()), (operation.writes(), operation.reads()));
            assert_eq!(outcome, Outcome::Failure);
        }
    }
    let reads: Vec<_> = Operation::ALL.iter().filter(|operation| !operation.writes()).collect();
    assert_eq!(reads, [&Operation::Load, &Operation::LoadReserved, &Operation::Fetch]);
}

#[test]
fn tandem_ch_3_what_is_refused_is_named_with_its_place() {
    let nops = NOP.repeat(2);
    let refused = |bytes: &[u8], offset: u64, problem: Problem| {
        let trace = [&nops, bytes].concat();
        assert_eq!(error(RV32, &trace), (12 + offset, problem), "{bytes:x?}");
    };
    refused(&[12], 0, Problem::Opcode { code: 12 });
    refused(&[4, 0x40, 0x10], 0, Problem::Register { address: 0x1040 });
    refused(&[4, 0x20, 0x10], 0, Problem::Register { address: 0x1020 });
    refused(&[7, 11], 0, Problem::Identifier { code: 11 });
    refused(&[7, 1, 4], 0, Problem::Privilege { code: 4 });
    refused(&[7, 2, 0, 0, 0, 0, 4], 0, Problem::TooWide { value: 4 << 32 });
    refused(&[8, 0, 0, 0, 0, 0, 0x0E], 0, Problem::Operation { code: 14 });
    refused(&[8, 0, 0, 0, 0, 0, 0x41], 0, Problem::Size { code: 4 });
    refused(&[8, 0, 0, 0, 0, 0, 0, 9, 0x20, 0], 7, Problem::Result { code: 2 });
    refused(&[9, 0], 0, Problem::ResponseWithoutRequest);
    refused(&[1, 16, 3, 0, 2], 1, Problem::NotCompressed { bits: 3 });
    refused(&[2], 0, Problem::EndWithoutBegin);
    refused(&[3], 0, Problem::OutsideGroup);
    refused(&[16, 1, 0], 0, Problem::OutsideGroup);
    refused(&[11], 0, Problem::OutsideGroup);
    refused(&[1, 3, 2], 2, Problem::IncrementWithoutInstruction);
    refused(&[1, 3, 1], 2, Problem::IncrementWithoutInstruction);
    refused(&[1, 3, 3], 2, Problem::Twice);
    refused(&[1, 3, 7, 10, 0, 0, 0, 0], 2, Problem::Twice);
    refused(&[1, 5, 1, 16, 1, 6, 1, 16, 1], 5, Problem::Twice);
    refused(&[1, 7, 4, 0, 7, 5, 0, 0], 4, Problem::Twice);
    refused(&[1, 11, 10], 2, Problem::InitialisationWithOther);
    refused(&[1, 16, 1, 0, 11], 4, Problem::InitialisationWithOther);
    refused(&[1, 3, 16], 2, Problem::Cut);
    refused(&[1, 3, 16, 1, 0], 5, Problem::CutGroup);
    let endless = [vec![1], [8, 0, 0, 0, 0, 0, 0].repeat(10_000)].concat();
    assert!(matches!(error(RV32, &endless), (65_533..=65_545, Problem::GroupTooLong)));
    let said = Problem::Opcode { code: 12 }.to_string();
    assert_eq!(said, "0x0c is no opcode; expected 1 to 11, 16 or 17");
}

/// A trace of groups that say which they are, in a register.
fn numbered(groups: u32) -> Vec<u8> {
    let group = |number: u32| [&[1, 3, 17, 0x13, 5, 0, 0, 4, 10, 16][..], &number.to_le_bytes(), &[2]].concat();
    (0..groups).flat_map(group).collect()
}

/// The groups of a trace, and how many errors there are.
fn groups(trace: &[u8]) -> (Vec<Group>, usize) {
    let mut groups = Groups::new(RV32);
    let (mut found, mut errors, mut rest) = (vec![], 0, trace);
    loop {
        rest = &rest[groups.feed(rest)..];
        if rest.is_empty() {
            groups.finish();
        }
        while let Some(part) = groups.pop() {
            match part {
                Part::Group(group) => found.push(group.clone()),
                Part::Error(_) => errors += 1,
                _ => {}
            }
        }
        if rest.is_empty() {
            return (found, errors);
        }
    }
}

#[test]
fn tandem_ch_2_decoding_goes_on_behind_what_is_broken() {
    let (trace, group) = (numbered(40), 15);
    let (whole, errors) = groups(&trace);
    assert_eq!((whole.len(), errors), (40, 0));
    for at in 0..group {
        let mut broken = trace.clone();
        broken[10 * group + at] ^= 0xFF;
        let (found, _) = groups(&broken);
        // The group itself, and the one whose begin its end was, at most.
        let lost = whole.iter().filter(|group| !found.contains(group)).count();
        assert!((1..=2).contains(&lost), "byte {at}: {lost} groups were lost");
        let mut cut = trace.clone();
        cut.drain(10 * group + at..10 * group + at + 7);
        let (found, _) = groups(&cut);
        let elements = |groups: &[Group]| groups.iter().map(|group| group.elements.clone()).collect::<Vec<_>>();
        assert!(elements(&found).ends_with(&elements(&whole[13..])), "byte {at}: {} groups", found.len());
    }
    let noise = [&[0x55; 10_000][..], &trace].concat();
    assert_eq!(groups(&noise).0.len(), 40);
    let first = items(RV32, &noise, 100)[..2].to_vec();
    assert!(matches!(first[1], Item::Skipped { offset: 0, bytes: 10_000 }), "{first:?}");
}

/// A trace with up to five changes: bytes that are others, bits that are flipped, bytes that are lost, and new ones.
fn changed(trace: &[u8], random: &mut SmallRng) -> Vec<u8> {
    let mut changed = trace.to_vec();
    for _ in 0..random.random_range(1..6) {
        let at = random.random_range(0..changed.len());
        match random.random_range(0..4) {
            0 => changed[at] = random.random(),
            1 => changed[at] ^= 1 << random.random_range(0..8),
            2 => drop(changed.drain(at..changed.len().min(at + random.random_range(1..9)))),
            _ => changed.splice(at..at, (0..random.random_range(1..9)).map(|_| random.random())).for_each(drop),
        }
        if changed.is_empty() {
            break;
        }
    }
    changed
}

/// Changed traces: every byte is accounted for once, in order, and nothing panics. `TRACEWRIGHT_SOAK` makes a million
/// of them.
#[test]
fn tandem_ch_2_changed_traces_are_decoded_to_their_ends() {
    let soak = std::env::var("TRACEWRIGHT_SOAK").is_ok();
    let mut random = SmallRng::seed_from_u64(19);
    let trace = [numbered(8), NOP.repeat(20), vec![7, 8, 0, 1, 2, 3, 4, 5, 6, 7], numbered(8)].concat();
    for _ in 0..if soak { 1_000_000 } else { 20_000 } {
        let changed = changed(&trace, &mut random);
        let widths = [RV64GC, RV32][random.random_range(0..2)];
        let mut before = 0;
        let found = items(widths, &changed, random.random_range(1..64));
        assert!(found.len() <= 2 * changed.len() + 2);
        for item in &found {
            let (offset, after) = match *item {
                Item::Element { offset, .. } => (offset, offset + 1),
                Item::Error(error) => (error.offset, error.offset),
                Item::Skipped { offset, bytes } => (offset, offset + bytes),
            };
            assert!(offset >= before, "{item:?}");
            before = after;
        }
        assert!(before <= changed.len() as u64);
        assert_eq!(items(widths, &changed, usize::MAX), found);
    }
}

/// After a changed part everything is right from the third whole group on: data of an element that a change has made
/// up reach into the first one, and a group without its end into the second. `TRACEWRIGHT_SOAK` makes a million
/// changes.
#[test]
fn tandem_ch_2_what_follows_a_changed_part_is_decoded_as_it_is() {
    let soak = std::env::var("TRACEWRIGHT_SOAK").is_ok();
    let mut random = SmallRng::seed_from_u64(21);
    let elements = |groups: &[Group]| groups.iter().map(|group| group.elements.clone()).collect::<Vec<_>>();
    let (before, after) = (numbered(8), numbered(12));
    let right = elements(&groups(&after).0);
    for _ in 0..if soak { 1_000_000 } else { 20_000 } {
        let part = changed(&before, &mut random);
        let found = elements(&groups(&[&part[..], &after].concat()).0);
        assert!(found.ends_with(&right[2..]), "{part:02x?}");
    }
}

#[test]
fn a_part_is_shown_as_text_and_as_json() {
    let mut groups = Groups::new(RV64GC);
    groups.feed(&[1, 3, 16, 1, 0, 6, 3, 0, 1, 2, 7, 8, 9, 0, 0, 0, 0, 0, 0, 0, 12]);
    let mut shown = |json: bool| {
        let part = groups.pop().unwrap();
        if json {
            Json(&part).to_string()
        } else {
            part.to_string()
        }
    };
    let expected = r#"{"offset":0,"bytes":10,"group":[{"opcode":3,"name":"increment pc"},{"opcode":16,"instruction":"0001"},{"opcode":6,"register":"fcsr","mask":"0x1"}]}"#;
    assert_eq!(shown(true), expected);
    assert_eq!(shown(false), "        10  mtime = 0x9");
    let expected = r#"{"offset":20,"error":"0x0c is no opcode; expected 1 to 11, 16 or 17"}"#;
    assert_eq!(shown(true), expected);
}
