// SPDX-License-Identifier: Apache-2.0
//! What random runs are too short for: HREPEAT and B-CNT at their end, and every length of the period of
//! synchronisation.

use std::collections::BTreeMap;
use tracewright_config::{Build, Mode, Run, SyncMode};
use tracewright_cosim::{from_blocks, run, Design, Options};
use tracewright_messages::reader::{RawMessage, Reader};
use tracewright_messages::{itype, sync, Block, Field, Ingress, Tcode, REPEAT_BITS};
use tracewright_tests::hardware::{config, quick_design, soak, sources, EVERY_OPTION};

/// The end of HREPEAT and B-CNT.
const END: u64 = (1 << REPEAT_BITS) - 1;

/// Every option, with so many blocks a cycle and these changes, and a queue for which the hart does not wait while it
/// is empty.
fn design(blocks: u32, changes: &[&str]) -> Design {
    let common = [&format!("blocks={blocks}"), "queue_depth=32", "sink.kind=stream", "xlen=64"];
    let build = config("mcu", &[EVERY_OPTION, &common, changes].concat()).build;
    quick_design(&build, sources(&build))
}

/// A block at `iaddr` of 16-bit instructions, with this itype.
fn block(iaddr: u64, half_words: u32, itype: u8) -> Block {
    Block { itype, iaddr, iretire: half_words, ..Block::default() }
}

/// `blocks` as a port shows them that has as many in a cycle as `build`.
fn shown(build: &Build, blocks: impl Iterator<Item = Block>) -> impl Iterator<Item = Ingress> {
    let (width, mut blocks) = (build.ingress.blocks as usize, blocks.peekable());
    std::iter::from_fn(move || {
        blocks.peek()?;
        let mut port = Ingress::default();
        port.blocks[..width].iter_mut().zip(&mut blocks).for_each(|(place, block)| *place = block);
        Some(port)
    })
}

/// The messages of a run that agrees with the model and loses nothing.
fn messages(design: &Design, settings: &Run, blocks: impl Iterator<Item = Block> + Send) -> Vec<RawMessage> {
    let build = design.config();
    let mut trace = Vec::new();
    let mut sink = |bytes: &[u8]| trace.extend_from_slice(bytes);
    let options = Options { trace: Some(&mut sink), ..Options::default() };
    let source = from_blocks(shown(build, blocks).map(Ok::<_, std::convert::Infallible>));
    let summary = run(design, settings, source, options).unwrap_or_else(|error| panic!("{error}\n{settings:?}"));
    assert_eq!(summary.lost_messages, 0, "{settings:?}");
    Reader::new(&trace, if settings.inhibit_src { 0 } else { build.encoder.src_bits }).map(Result::unwrap).collect()
}

fn settings(mode: Mode) -> Run {
    Run { mode, sync_mode: SyncMode::Off, context: false, inhibit_src: true, timestamp: false, ..Run::default() }
}

#[test]
fn repetitions_are_counted_to_their_end_and_on() {
    let counts = |messages: &[RawMessage], field| -> Vec<u64> {
        messages.iter().filter_map(|message| message.get(field)).collect()
    };
    for blocks in [1, 2, 4] {
        let design = design(blocks, &["packer=4", "hist_width=8"]);
        // A loop of one branch, with which the trace begins.
        let turns =
            |n: u64| (0..n).map(|_| block(0x100, 4, itype::BRANCH_TAKEN)).chain([block(0x108, 1, itype::RETURN)]);
        let leaves = || [block(0x4000, 2, itype::NONE)];
        // Two branches are counted as one pattern then, later four; eight would not fit into HIST.
        let branches = (END - 1) + 2 * (END - 1) + 4 * (END + 1000);
        let repeated = messages(&design, &settings(Mode::Htm), turns(branches).chain(leaves()));
        assert_eq!(counts(&repeated, Field::HRepeat), [END - 1, END - 1, END, 1000], "{blocks} blocks");
        // The first is a message, and the last leads elsewhere.
        let repeated = messages(&design, &settings(Mode::Btm), turns(2 * END + 1000).chain(leaves()));
        assert_eq!(counts(&repeated, Field::BCnt), [END, END, 998], "{blocks} blocks");
    }
}

#[test]
fn periods_of_every_length_end() {
    let lengths: Vec<u32> = if soak() > 1 { (0..16).collect() } else { vec![9, 15] };
    for blocks in [1, 4] {
        let design = design(blocks, &["packer=message"]);
        let mut found = BTreeMap::new();
        for (sync_mode, &sync_max) in [SyncMode::Messages, SyncMode::Cycles, SyncMode::HalfWords]
            .into_iter()
            .flat_map(|mode| lengths.iter().map(move |length| (mode, length)))
        {
            // A message from every block or nearly none; as many half-words as a block has.
            let length = 1_u64 << (sync_max + 4);
            let (each, end) = match sync_mode {
                SyncMode::Messages => (2, itype::RETURN),
                SyncMode::Cycles => (2, itype::NONE),
                _ => (14, itype::NONE),
            };
            let a_cycle = u64::from(blocks);
            let needed = match sync_mode {
                SyncMode::Messages => length,
                SyncMode::Cycles => length * a_cycle,
                _ => length / 14,
            };
            let run = Run { sync_mode, sync_max, implicit_return: false, ..settings(Mode::Htm) };
            let flow = (0..needed + needed / 4 + 100).map(|n| block(0x1000 + 2 * u64::from(each) * n, each, end));
            let periodic = messages(&design, &run, flow);
            let periodic = periodic.iter().filter(|message| message.get(Field::Sync) == Some(sync::PERIODIC.into()));
            *found.entry((sync_mode as u32, sync_max)).or_insert(0) += periodic.count();
        }
        assert!(found.values().all(|count| *count > 0), "{blocks} blocks: {found:?}");
        let longest = found.iter().filter(|((_, sync_max), _)| *sync_max == 15);
        assert!(longest.clone().count() == 3 && longest.clone().all(|(_, count)| *count == 1), "{found:?}");
    }
}

#[test]
fn a_repetition_ends_in_a_message_of_its_own() {
    let design = design(1, &["packer=4"]);
    let loops = (0..END + 1).map(|_| block(0x100, 4, itype::BRANCH_TAKEN));
    let sent = messages(&design, &settings(Mode::Btm), loops);
    let kinds: Vec<Tcode> = sent.iter().map(|message| message.tcode).collect();
    let [first, counted, last] = [Tcode::DirectBranch, Tcode::RepeatBranch, Tcode::DirectBranch];
    let expected = [Tcode::ProgTraceSync, first, counted, last, Tcode::ProgTraceCorrelation];
    assert_eq!(kinds, expected, "the last branch is taken right before the stop");
}
