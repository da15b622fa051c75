// SPDX-License-Identifier: Apache-2.0
//! Random groups into each sink, which software reads.

use super::whole as with_all;
use crate::tandem::{random_whole, whole, Drawn};
use tracewright_config::{Build, BusKind, Packer, Run, RunSink, SinkKind};
use verilator_sys::Settings;

/// Retirements of a run.
const RUN: u64 = 400;
/// Runs of a build.
const RUNS: u64 = 12;

/// All that can be built, with these sinks.
fn with_sinks(packer: Packer, kinds: &[SinkKind]) -> Build {
    let mut build = with_all(32, 0, 32, packer);
    build.sink.kind = kinds.iter().copied().collect();
    build
}

/// The sink has what the model sent.
fn agrees(build: &Build, run: &Run, first_seed: u64) {
    let design = whole(build, &Settings::soaked()).expect("Verilator builds the hardware");
    for seed in first_seed..first_seed + RUNS {
        if let Err(error) = random_whole(&design, run, seed, RUN, None) {
            panic!("seed {seed}, {}: {error}", Drawn::new(seed));
        }
    }
}

#[test]
fn sram_has_everything() {
    let mut build = with_sinks(Packer::Byte, &[SinkKind::Sram]);
    build.sink.sram_bytes = 65536;
    agrees(&build, &Run::default(), 0);
}

#[test]
fn sram_has_the_newest_part() {
    let mut build = with_sinks(Packer::Word, &[SinkKind::Sram]);
    build.sink.sram_width = 64;
    build.bus.kind = BusKind::Axi4Lite;
    agrees(&build, &Run::default(), 1 << 32);
}

#[test]
fn sram_has_the_oldest_part() {
    let build = with_sinks(Packer::Byte, &[SinkKind::Sram]);
    agrees(&build, &Run { stop_on_wrap: true, ..Run::default() }, 2 << 32);
}

#[test]
fn a_bus_of_each_kind_has_a_clock_of_its_own() {
    for (number, kind) in (6..).zip([BusKind::Apb4, BusKind::Axi4Lite, BusKind::TileLinkUl, BusKind::Wishbone]) {
        let mut build = with_sinks(Packer::Word, &[SinkKind::Sram]);
        (build.bus.kind, build.bus.own_clock) = (kind, true);
        agrees(&build, &Run::default(), number << 32);
    }
}

#[test]
fn a_memory_that_is_overwritten_first_makes_no_hart_wait() {
    let mut build = with_sinks(Packer::Byte, &[SinkKind::Sram]);
    (build.bus.lock, build.bus.lock_scrub, build.sink.sram_bytes) = (true, true, 1 << 20);
    let design = whole(&build, &Settings::soaked()).expect("Verilator builds the hardware");
    random_whole(&design, &Run::default(), 3, RUN, None).unwrap();
}

#[test]
fn system_memory_has_everything() {
    let build = with_sinks(Packer::Byte, &[SinkKind::Sba]);
    agrees(&build, &Run { sba_bytes: 65536, ..Run::default() }, 3 << 32);
}

#[test]
fn the_stream_has_everything() {
    agrees(&with_sinks(Packer::Double, &[SinkKind::Stream]), &Run::default(), 4 << 32);
}

#[test]
fn the_atb_has_everything() {
    agrees(&with_sinks(Packer::Byte, &[SinkKind::Atb]), &Run::default(), 5 << 32);
}

#[test]
fn each_of_several_sinks_can_be_chosen() {
    let kinds = [SinkKind::Sram, SinkKind::Sba, SinkKind::Atb, SinkKind::Stream];
    let mut build = with_sinks(Packer::Byte, &kinds);
    build.sink.sram_bytes = 65536;
    build.bus.kind = BusKind::Wishbone;
    for (kind, number) in kinds.into_iter().zip(6..) {
        let run = Run { sink: RunSink::Kind(kind), sba_bytes: 65536, ..Run::default() };
        agrees(&build, &run, number << 32);
    }
}
