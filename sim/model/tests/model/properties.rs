// SPDX-License-Identifier: Apache-2.0
//! What holds for every trace.

use crate::fields::{self, icnt};
use crate::record::{any_build, lossless, lossy};
use proptest::prelude::*;
use tracewright_messages::{itype, sync, Block, Field, Size, Tcode};
use tracewright_model::codec::{self, Framing};
use tracewright_model::stimulus::{Knobs, Stimulus};
use tracewright_model::{encode, messages, Message};

/// HIST of a message, under whichever name.
fn hist(message: &Message) -> Option<u64> {
    fields::hist(message).map(|(hist, _)| hist)
}

fn is_branch(block: &Block) -> bool {
    matches!(block.itype, itype::BRANCH_NOT_TAKEN | itype::BRANCH_TAKEN)
}

fn has_address(block: &Block) -> bool {
    block.iretire != 0 || block.itype == itype::EXCEPTION
}

/// Whether the target of the block that ends with this code is known from `iaddr` alone.
fn is_uninferable(itype: u8) -> bool {
    matches!(itype, 1..=3 | 6 | 8 | 10 | 12..=14)
}

/// The fields of a message's bytes: the bits between ends of fields, with TCODE and fixed fields in front of the first.
fn fields_of(bytes: &[u8]) -> Vec<u128> {
    let mut fields = vec![0];
    let mut shift = 0;
    for byte in bytes {
        *fields.last_mut().unwrap() |= u128::from(byte >> 2) << shift;
        shift += 6;
        if byte & 3 == 1 {
            fields.push(0);
            shift = 0;
        }
    }
    fields
}

proptest! {
    #[test]
    fn icnts_add_up_to_the_half_words_retired(record in lossless(any_build())) {
        let retired: u64 = record.traced().map(|block| record.half_words(block)).sum();
        prop_assert_eq!(fields::half_words(record.messages()), retired);
    }

    #[test]
    fn hists_joined_are_the_branches(record in lossless(any_build())) {
        let branches: Vec<_> =
            record.traced().filter(|block| is_branch(block)).map(|block| block.itype == itype::BRANCH_TAKEN).collect();
        prop_assert_eq!(fields::branches(record.messages()), branches);
    }

    #[test]
    fn addresses_undone_are_those_of_the_blocks(record in lossy(any_build())) {
        let mut reference = 0;
        for (cycle, outcome) in &record.cycles {
            let Some(message) = outcome.messages().next() else { continue };
            let Some(address) = message.get(Field::FAddr).or_else(|| Some(message.get(Field::UAddr)? ^ reference)) else {
                continue;
            };
            reference = address;
            prop_assert_eq!(address, cycle.ingress.blocks[0].iaddr >> 1, "{}", message);
        }
    }

    #[test]
    fn every_target_that_code_does_not_tell_is_reported(record in lossless(any_build())) {
        let mut btype = None;
        for (cycle, outcome) in &record.cycles {
            if !record.is_on(cycle) {
                btype = None;
                continue;
            }
            let block = &cycle.ingress.blocks[0];
            if btype.is_some() && has_address(block) {
                let reported = outcome.messages().next().and_then(|message| message.get(Field::BType));
                prop_assert_eq!(reported, btype);
                btype = None;
            }
            btype = match block.itype {
                _ if !block.is_valid() => btype,
                itype::EXCEPTION => Some(2),
                itype::INTERRUPT => Some(3),
                itype if is_uninferable(itype) => Some(0),
                _ => btype,
            };
        }
    }

    #[test]
    fn counters_fit_their_widths(record in lossy(any_build())) {
        for message in record.messages() {
            prop_assert!(icnt(message).is_none_or(|icnt| icnt < 1 << record.build.encoder.icnt_width), "{}", message);
            let fits = |hist| (1..1 << record.build.encoder.hist_width).contains(&hist);
            prop_assert!(hist(message).is_none_or(fits), "{}", message);
        }
    }

    #[test]
    fn a_trace_starts_with_a_sync_and_ends_with_a_correlation(record in lossless(any_build())) {
        let mut started = false;
        for message in record.messages() {
            match message.tcode() {
                Tcode::ProgTraceSync => {
                    prop_assert!(!started, "{}", message);
                    started = true;
                }
                Tcode::ProgTraceCorrelation => started = false,
                _ => prop_assert!(started, "{}", message),
            }
        }
        prop_assert!(!started);
    }

    #[test]
    fn a_loss_is_followed_by_error_and_sync_7(record in lossy(any_build())) {
        let mut lost = false;
        let mut after_error = false;
        for (_, outcome) in &record.cycles {
            for message in outcome.messages() {
                let restarts = message.get(Field::Sync) == Some(sync::RESTART_FROM_OVERRUN.into());
                prop_assert_eq!(message.tcode() == Tcode::Error, lost, "{}", message);
                prop_assert_eq!(restarts, after_error, "{}", message);
                after_error = lost;
                lost = false;
            }
            if !outcome.lost.is_empty() {
                prop_assert!(!lost && !after_error, "{:?}", outcome.lost);
                lost = true;
            }
        }
        prop_assert!(!lost);
    }

    #[test]
    fn half_words_between_synchronisations_are_bounded(record in lossless(any_build())) {
        let Some(period) = record.period_in_half_words() else { return Ok(()) };
        let longest = period + u64::from(record.build.ingress.max_half_words());
        let mut since = 0;
        for (cycle, outcome) in &record.cycles {
            if outcome.messages().any(Message::is_sync) {
                since = 0;
            }
            if record.is_on(cycle) {
                since += record.half_words(&cycle.ingress.blocks[0]);
            }
            prop_assert!(since < longest);
        }
    }

    #[test]
    fn bytes_read_back_are_the_fields(record in lossy(any_build())) {
        for message in record.messages() {
            let bytes = codec::encode(message, &Framing::default());
            prop_assert!(bytes.len() <= codec::MAX_BYTES);
            let mut expected = vec![u128::from(message.tcode() as u8)];
            let mut shift = 6;
            for (field, value) in message.fields() {
                if shift == 0 {
                    expected.push(0);
                }
                *expected.last_mut().unwrap() |= u128::from(value) << shift;
                shift = match field.size() {
                    Size::Fixed(bits) => shift + u32::from(bits),
                    Size::Var => 0,
                };
            }
            prop_assert_eq!(fields_of(&bytes), expected, "{}", message);
        }
    }

    #[test]
    fn cycles_without_a_block_change_nothing(build in any_build(), seed: u64, gaps: u64) {
        let run = Knobs::draw_run(seed, &build);
        prop_assume!(run.sync_mode != tracewright_config::SyncMode::Cycles);
        let blocks: Vec<_> =
            Stimulus::new(seed, &build).take(500).map(|step| step.ingress.blocks[0]).filter(Block::is_valid).collect();
        let all = |blocks: Vec<Block>| {
            let mut all = Vec::new();
            messages(&build, &run, blocks, |message| all.push(*message));
            all
        };
        let none = Block { iaddr: gaps, ..Block::default() };
        let spread = blocks.iter().enumerate().flat_map(|(index, &block)| {
            std::iter::repeat_n(none, (gaps >> (index % 64) & 1) as usize).chain([block])
        });
        prop_assert_eq!(all(spread.collect()), all(blocks));
    }

    #[test]
    fn an_encoded_trace_is_the_bytes_of_its_messages(build in any_build(), seed: u64) {
        let run = Knobs::draw_run(seed, &build);
        let blocks: Vec<_> = Stimulus::new(seed, &build).take(300).map(|step| step.ingress).collect();
        let (mut bytes, mut expected) = (Vec::new(), Vec::new());
        encode(&build, &run, blocks.iter().copied(), |message| bytes.extend_from_slice(message));
        messages(&build, &run, blocks, |message| expected.extend_from_slice(&codec::encode(message, &Framing::default())));
        prop_assert_eq!(bytes, expected);
    }
}
