// SPDX-License-Identifier: Apache-2.0
//! What a run does and returns.

use super::{design, plain, plain_blocks, preset};
use crate::{from_blocks, run, Error, Options, Progress, SourceError};
use std::convert::Infallible;
use tracewright_config::{Build, Run, SinkKind, SyncMode};
use tracewright_messages::{Block, Ingress};
use tracewright_model::encode;
use verilator_sys::Wave;

const BLOCKS: usize = 3000;

fn with_stall() -> Run {
    Run { stall: true, sync_mode: SyncMode::HalfWords, sync_max: 3, ..Run::default() }
}

/// The trace of an encoder that is never short of room.
fn ideal(build: &Build, run: &Run, blocks: usize) -> Vec<u8> {
    let mut bytes = vec![];
    let blocks = plain_blocks(build, blocks).filter_map(Result::ok);
    encode(build, run, blocks, |message| bytes.extend_from_slice(message));
    bytes
}

#[test]
fn a_stalled_hart_loses_nothing() {
    for build in [preset("micro"), plain("mcu"), plain("rv64")] {
        stalls_without_loss(&build, &with_stall());
    }
    // Where the queue decides late, the cycles of a stall are in the periods between synchronising messages. The trace
    // of these blocks never fills a queue of 16.
    for mut build in [preset("mcu"), preset("rv64")] {
        build.encoder.queue_depth = 4;
        stalls_without_loss(&build, &Run { sync_mode: SyncMode::Off, ..with_stall() });
    }
}

/// A run in which the hart is stalled has the trace of an encoder that is never short of room.
fn stalls_without_loss(build: &Build, settings: &Run) {
    let mut trace = vec![];
    let mut take = |bytes: &[u8]| trace.extend_from_slice(bytes);
    let options = Options { trace: Some(&mut take), ..Options::default() };
    let summary = run(&design(build, None), settings, from_blocks(plain_blocks(build, BLOCKS)), options).unwrap();
    assert_eq!(trace, ideal(build, settings, BLOCKS), "{build:?}");
    assert_eq!((summary.lost_messages, summary.trace_bytes), (0, trace.len() as u64));
    assert!(summary.stall_cycles > 0, "the blocks are dense enough to stall: {build:?}");
    let has_block = |port: &Result<Ingress, SourceError>| port.as_ref().is_ok_and(|port| port.blocks[0].is_valid());
    assert_eq!(summary.blocks, plain_blocks(build, BLOCKS).filter(has_block).count() as u64);
}

#[test]
fn trace_memory_holds_the_last_part_of_the_trace_filled_with_idle() {
    let build = preset("micro");
    for blocks in [20, BLOCKS] {
        let summary =
            run(&design(&build, None), &with_stall(), from_blocks(plain_blocks(&build, blocks)), Options::default())
                .unwrap();
        let mut expected = ideal(&build, &with_stall(), blocks);
        expected.resize(expected.len().next_multiple_of(4), 0xFF);
        let start = expected.len().saturating_sub(build.sink.sram_bytes as usize);
        assert_eq!((summary.memory, summary.wrapped), (expected[start..].to_vec(), blocks == BLOCKS));
    }
}

#[test]
fn stop_on_wrap_keeps_the_first_part_of_the_trace() {
    let build = preset("micro");
    let settings = Run { stop_on_wrap: true, ..with_stall() };
    let summary =
        run(&design(&build, None), &settings, from_blocks(plain_blocks(&build, BLOCKS)), Options::default()).unwrap();
    let expected = ideal(&build, &settings, BLOCKS);
    assert_eq!(summary.memory, expected[..build.sink.sram_bytes as usize]);
}

#[test]
fn a_stream_sink_has_no_memory_to_read() {
    let mut build = preset("mcu");
    build.sink.kind = SinkKind::Stream.into();
    let summary =
        run(&design(&build, None), &with_stall(), from_blocks(plain_blocks(&build, 100)), Options::default()).unwrap();
    assert_eq!((summary.memory, summary.trace_bytes), (vec![], ideal(&build, &with_stall(), 100).len() as u64));
}

#[test]
fn a_source_that_fails_ends_the_run_with_its_error() {
    let failing = (0..10).map(|n| if n < 9 { Ok(Block::default()) } else { Err(SourceError::from("line 10: broken")) });
    let error =
        run(&design(&preset("mcu"), None), &with_stall(), from_blocks(failing), Options::default()).unwrap_err();
    assert!(matches!(&error, Error::Source(e) if e.to_string() == "line 10: broken"), "{error}");
}

#[test]
fn progress_is_reported_to_the_end() {
    let build = preset("mcu");
    let mut seen = vec![];
    let mut note = |progress: Progress| seen.push(progress);
    let options = Options { progress: Some(&mut note), ..Options::default() };
    let source = from_blocks(plain_blocks(&build, 20_000));
    let summary = run(&design(&build, None), &with_stall(), source, options).unwrap();
    assert!(seen.len() > 3 && seen.is_sorted_by_key(|p| p.cycles));
    assert_eq!(seen.last(), Some(&Progress { cycles: summary.cycles }));
}

#[test]
fn a_waveform_shows_the_hardware_from_reset() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.vcd");
    let design = design(&preset("micro"), Some(Wave::Vcd));
    let block = Ok::<_, Infallible>(Block { iaddr: 0x100, iretire: 1, ..Block::default() });
    let options = Options { wave: Some(path.clone()), ..Options::default() };
    run(&design, &with_stall(), from_blocks(std::iter::once(block)), options).unwrap();
    let text = std::fs::read_to_string(path).unwrap();
    assert!(text.contains("$scope module tw_top") && text.contains("entry_valid"));
}
