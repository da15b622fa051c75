// SPDX-License-Identifier: Apache-2.0
//! What holds for every trace, with every option.

use crate::fields::{branches, direct_branches, half_words};
use crate::record::{any_build_with_options, lossless, lossy, stalled, Record};
use proptest::prelude::*;
use tracewright_config::{Build, SyncMode};
use tracewright_messages::reader::Reader;
use tracewright_messages::{error, rcode, Field, Tcode};
use tracewright_model::codec::{self, Framing};
use tracewright_model::stimulus::{Knobs, Stimulus};
use tracewright_model::{messages, Cycle, Encoder, Entry, Message};

/// The parts of an entry: what repeats, main, ownership.
fn parts(entry: &Entry) -> (Vec<&Message>, Vec<&Message>, Vec<&Message>) {
    let (ownership, others): (Vec<_>, Vec<_>) = entry.messages.iter().partition(|m| m.tcode() == Tcode::Ownership);
    let repeats = |message: &&&Message| {
        message.tcode() == Tcode::RepeatBranch || message.get(Field::RCode) == Some(rcode::HIST_REPEAT.into())
    };
    let (repeat, main) = others.iter().partition(repeats);
    (repeat, main, ownership)
}

/// The fields of a message as a reader finds them.
fn read(record: &Record, message: &Message) -> (u16, Vec<(Field, u64)>) {
    let framing = Framing { extend: None, ..Framing::new(&record.build, &record.run) };
    let bytes = codec::encode(message, &framing);
    let src_bits = framing.src.map_or(0, |(_, bits)| bits);
    let read = Reader::new(&bytes, src_bits).next().unwrap().unwrap();
    (read.src, read.fields().collect())
}

proptest! {
    #[test]
    fn icnts_add_up_to_the_half_words_retired(record in lossless(any_build_with_options())) {
        let retired: u64 = record.traced().map(|block| record.half_words(block)).sum();
        prop_assert_eq!(half_words(record.messages()), retired);
    }

    #[test]
    fn branches_are_all_there(record in lossless(any_build_with_options())) {
        let taken: Vec<_> =
            record.traced().filter(|block| record.is_branch(block)).map(|block| block.itype != 4).collect();
        if !record.is_btm() {
            prop_assert_eq!(branches(record.messages()), taken);
        } else if !record.build.encoder.context && !record.build.ingress.reset {
            // Those of a context that changes are indirect.
            let taken = taken.iter().filter(|&&taken| taken).count() as u64;
            prop_assert_eq!(direct_branches(record.messages()), taken);
        }
    }

    #[test]
    fn an_entry_has_its_parts_in_order(record in lossy(any_build_with_options())) {
        for (_, outcome) in &record.cycles {
            prop_assert!(outcome.sent.len() <= record.build.ingress.blocks as usize);
            for entry in outcome.sent.iter().chain(&outcome.lost) {
                let (repeat, main, ownership) = parts(entry);
                let [repeats, owns] = [repeat.len(), ownership.len()];
                // What is counted once is an ordinary ResourceFull, before the main message.
                let main_messages = match main[..] {
                    [branch, stop] if branch.tcode() == Tcode::DirectBranch => {
                        prop_assert_eq!(stop.tcode(), Tcode::ProgTraceCorrelation);
                        1
                    }
                    _ => main.len(),
                };
                prop_assert!(repeats + main_messages <= 2 && owns <= 2, "{:?}", entry);
                prop_assert!(!entry.messages.is_empty());
                let in_order: Vec<_> = repeat.into_iter().chain(main).chain(ownership).collect();
                prop_assert_eq!(in_order, entry.messages.iter().collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn ownership_follows_what_synchronises(record in lossy(any_build_with_options())) {
        for entry in record.entries() {
            if record.run.context && entry.is_sync() {
                prop_assert!(entry.messages.last().unwrap().tcode() == Tcode::Ownership, "{:?}", entry);
            }
        }
    }

    #[test]
    fn stalling_loses_nothing(record in stalled(any_build_with_options())) {
        let lost: Vec<_> = record.cycles.iter().flat_map(|(_, outcome)| &outcome.lost).collect();
        prop_assert!(lost.is_empty(), "{:?}", lost);
    }

    #[test]
    fn error_tells_what_was_lost(record in lossy(any_build_with_options())) {
        let mut ecode = None;
        for (_, outcome) in &record.cycles {
            for message in outcome.messages() {
                if message.tcode() == Tcode::Error {
                    prop_assert_eq!(message.get(Field::ECode), ecode.take());
                }
            }
            if !outcome.lost.is_empty() {
                let lost = || outcome.lost.iter().flat_map(|entry| &entry.messages);
                let ownership = lost().any(|m| m.tcode() == Tcode::Ownership);
                let program = lost().any(|m| m.tcode() != Tcode::Ownership);
                let bit = |lost, code: u8| if lost { u64::from(code) } else { 0 };
                let expected = bit(program, error::PROGRAM_TRACE_LOST) | bit(ownership, error::OWNERSHIP_LOST);
                prop_assert_eq!(ecode.replace(expected), None);
            }
        }
        prop_assert_eq!(ecode, None);
    }

    #[test]
    fn time_goes_on_and_tstamps_tell_it(record in lossy(any_build_with_options())) {
        let mask = u64::MAX >> (64 - record.build.timestamp.width);
        let (mut last, mut time) = (0, 0);
        for entry in record.entries() {
            prop_assert!(entry.time >= last, "{:?} before {}", entry, last);
            last = entry.time;
            for message in &entry.messages {
                let tstamp = message.get(Field::Tstamp);
                prop_assert_eq!(tstamp.is_some(), record.run.timestamp);
                let Some(tstamp) = tstamp else { continue };
                time = if message.is_sync() { tstamp } else { (time + tstamp) & mask };
                prop_assert_eq!(time, entry.time & mask);
            }
        }
    }

    #[test]
    fn bytes_read_back_are_the_message(record in lossy(any_build_with_options())) {
        let src = Framing::new(&record.build, &record.run).src.map_or(0, |(src, _)| src);
        for message in record.messages() {
            prop_assert_eq!(read(&record, message), (src, message.fields().collect()));
        }
    }

    #[test]
    fn extended_addresses_are_read_back(address: u64, bits in 1..=64u32, wide: bool) {
        let xlen = if wide { 64 } else { 32 };
        // Canonical for this many bits, then without bit 0, which is not sent.
        let canonical = (address as i64) << (64 - bits) >> (64 - bits);
        let value = (canonical as u64 & u64::MAX >> (64 - xlen)) >> 1;
        let message = Message::new(Tcode::IndirectBranch, |field| if field == Field::UAddr { value } else { 0 });
        let bytes = codec::encode(&message, &Framing { src: None, extend: Some(xlen) });
        let sent = &bytes[2..];
        let mut read = sent.iter().rev().fold(0u128, |read, byte| read << 6 | u128::from(byte >> 2));
        let length = 6 * sent.len() as u32;
        if read >> (length - 1) == 1 {
            read |= u128::MAX << length;
        }
        prop_assert_eq!(read as u64 & u64::MAX >> (65 - xlen), value);
        prop_assert!(length < bits + 6);
    }

    #[test]
    fn clearing_te_active_forgets_everything(build in any_build_with_options(), seed: u64) {
        let run = Knobs::draw_run(seed, &build);
        let steps = |seed| Stimulus::new(seed, &build).take(400).map(|step| step.ingress);
        let on = Cycle { active: true, enable: true, tracing: true, ..Cycle::default() };
        let outcomes = |encoder: &mut Encoder| {
            steps(!seed).map(|ingress| encoder.cycle(&Cycle { ingress, ..on })).collect::<Vec<_>>()
        };
        let mut used = Encoder::new(&build, &run);
        for (index, ingress) in steps(seed).enumerate() {
            used.cycle(&Cycle { ingress, time: index as u64, room: [3, 64][index % 2], ..on });
        }
        used.cycle(&Cycle::default());
        // Periods that hold are those of all blocks, whatever teActive is.
        let mut unused = Encoder::new(&build, &run);
        steps(seed).for_each(|ingress| drop(unused.cycle(&Cycle { ingress, ..Cycle::default() })));
        prop_assert_eq!(outcomes(&mut used), outcomes(&mut unused));
    }

    #[test]
    fn options_switched_off_are_as_if_not_there(build in any_build_with_options(), seed: u64) {
        let Build { xlen, ingress, encoder, .. } = build.clone();
        let tracewright_config::Encoder { icnt_width, hist_width, icnt_full, modes, external_triggers, .. } = encoder;
        let encoder = tracewright_config::Encoder {
            icnt_width,
            hist_width,
            icnt_full,
            modes,
            external_triggers,
            ..Default::default()
        };
        let bare = Build { xlen, ingress, encoder, ..Build::default() };
        let mut off = Knobs::draw_run(seed, &build).on(&bare);
        if build.cycles_late() != bare.cycles_late() {
            // The period is due later in builds that decide late.
            off.sync_mode = SyncMode::Off;
        }
        let all = |has: &Build| {
            let mut all = Vec::new();
            let port = Stimulus::new(seed, &build).take(500).map(|step| step.ingress);
            messages(has, &off, port, |message| all.push(*message));
            all
        };
        prop_assert_eq!(all(&build), all(&bare));
    }
}
