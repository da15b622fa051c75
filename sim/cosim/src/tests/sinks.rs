// SPDX-License-Identifier: Apache-2.0
//! Every sink, and several of them: what arrives downstream of them is what left the encoder. Every hart of a system.

use super::{design, plain_blocks, preset};
use crate::{from_blocks, run, run_system, Design, Options, Random, Summary};
use tracewright_config::{
    Build, Choice, Packer, PibMode, Run, RunPibMode, RunSink, SbaBus, SinkKind, System, TimestampSource,
};
use tracewright_model::stimulus::{Knobs, Pressure};

const BLOCKS: u64 = 4000;

fn options(seed: u64, knobs: &Knobs) -> Options<'static> {
    Options { pressure: Some(Pressure::new(seed, knobs)), jitter: Some(seed), ..Options::default() }
}

/// What of `run` is drawn at random, with its sinks kept.
fn drawn(seed: u64, build: &Build, run: &Run) -> Run {
    let Run { sink, sba_base, sba_bytes, pib_mode, pib_divider, pib_ref_center, atb_id, stop_on_wrap, .. } =
        run.clone();
    let drawn = Knobs::draw_run(seed, &build.hart(0));
    let inhibit_src = drawn.inhibit_src && build.system.harts == 1;
    let drawn = Run { sink, sba_base, sba_bytes, stop_on_wrap, inhibit_src, ..drawn };
    Run { pib_mode, pib_divider, pib_ref_center, atb_id, ..drawn }
}

fn run_seed(design: &Design, seed: u64, settings: &Run) -> Summary {
    let build = design.config();
    let knobs = Knobs::draw(seed, &build.hart(0));
    let settings = drawn(seed, build, settings);
    let options = options(seed, &knobs);
    let result = match build.system.harts {
        1 => run(design, &settings, Random::new(seed, build, BLOCKS), options),
        harts => {
            let source = |hart| Random::new(seed ^ u64::from(hart) << 32, &build.hart(hart), BLOCKS);
            run_system(design, &settings, (0..harts).map(source).collect(), options)
        }
    };
    result.unwrap_or_else(|error| panic!("seed {seed}: {error}\n{knobs}\n{settings:?}"))
}

fn agrees(build: &Build, runs: &[Run]) {
    let design = design(build, None);
    for (run, seed) in runs.iter().zip(0..) {
        for seed in [seed, seed + 100] {
            let summary = run_seed(&design, seed, run);
            assert!(summary.trace_bytes > 100 && !summary.memory.is_empty(), "{run:?}: {summary:?}");
            assert!(summary.wrapped || summary.memory.len() as u64 == summary.trace_bytes, "{run:?}");
        }
    }
}

fn with(kind: SinkKind, packer: Packer) -> Build {
    let mut build = preset("mcu");
    build.sink.kind = kind.into();
    build.encoder.packer = packer;
    build
}

#[test]
fn pins_in_every_mode() {
    // pibRefCenter is without effect in serial modes.
    let mode = |(mode, n): (&PibMode, u32)| {
        let pib_ref_center = !mode.is_parallel() || n % 2 == 0;
        Run { pib_mode: RunPibMode::Mode(*mode), pib_divider: n % 3, pib_ref_center, ..Run::default() }
    };
    let runs: Vec<Run> = PibMode::ALL.iter().zip(0..).map(mode).collect();
    agrees(&with(SinkKind::Pib, Packer::Word), &runs);
    agrees(&with(SinkKind::Pib, Packer::Byte), &runs[4..]);
}

#[test]
fn the_atb_in_every_width() {
    for (width, packer) in
        [(8, Packer::Byte), (16, Packer::Byte), (32, Packer::Word), (64, Packer::Double), (128, Packer::Word)]
    {
        let mut build = with(SinkKind::Atb, packer);
        build.sink.atb_width = width;
        agrees(&build, &[Run { atb_id: width.min(0x6F), ..Run::default() }]);
    }
}

#[test]
fn system_memory_on_every_bus() {
    for (sba_bus, width, packer) in [
        (SbaBus::Axi4, 32, Packer::Byte),
        (SbaBus::Axi4, 64, Packer::Double),
        (SbaBus::Axi4, 128, Packer::Word),
        (SbaBus::TileLinkUl, 64, Packer::Word),
        (SbaBus::Wishbone, 32, Packer::Word),
    ] {
        let mut build = with(SinkKind::Sba, packer);
        (build.sink.sba_bus, build.sink.sba_width, build.sink.sba_address) = (sba_bus, width, 40);
        let large = Run { sba_base: 0x12_8000_0040, sba_bytes: 1 << 20, ..Run::default() };
        let small = Run { sba_bytes: 4096 + 64, ..large.clone() };
        agrees(&build, &[large, small]);
    }
}

#[test]
fn a_memory_macro_of_every_width() {
    for (sram_width, packer) in [(32, Packer::Byte), (64, Packer::Double), (128, Packer::Word)] {
        let mut build = with(SinkKind::Sram, packer);
        (build.sink.sram_macro, build.sink.sram_width, build.sink.sram_bytes) = (true, sram_width, 1024);
        agrees(&build, &[Run::default(), Run { stop_on_wrap: true, ..Run::default() }]);
    }
}

#[test]
fn stop_on_wrap_after_reset_is_what_any_memory_among_the_sinks_makes_of_it() {
    for other in [SinkKind::Atb, SinkKind::Pib] {
        let mut build = with(SinkKind::Sba, Packer::Word);
        build.sink.kind = [SinkKind::Sba, other].into_iter().collect();
        build.defaults.te_stop_on_wrap = true;
        agrees(&build, &[Run { sink: RunSink::Kind(other), ..Run::default() }]);
    }
}

#[test]
fn several_sinks_of_which_one_is_used() {
    let mut build = preset("mcu");
    build.encoder.packer = Packer::Word;
    build.sink.kind =
        [SinkKind::Sram, SinkKind::Sba, SinkKind::Pib, SinkKind::Atb, SinkKind::Stream].into_iter().collect();
    build.sink.sram_bytes = 65536;
    build.sink.sba_width = 64;
    let runs: Vec<Run> =
        build.sink.kind.iter().map(|kind| Run { sink: RunSink::Kind(kind), ..Run::default() }).collect();
    agrees(&build, &runs);
}

#[test]
fn a_buffer_that_stops_among_other_sinks_has_the_oldest_part() {
    let mut build = preset("mcu");
    build.sink.kind = [SinkKind::Sram, SinkKind::Sba, SinkKind::Pib].into_iter().collect();
    build.sink.sram_bytes = 256;
    let design = design(&build, None);
    for kind in [SinkKind::Sram, SinkKind::Sba] {
        let stops = Run { sink: RunSink::Kind(kind), sba_bytes: 256, stop_on_wrap: true, ..Run::default() };
        let mut sent = Vec::new();
        let mut take = |bytes: &[u8]| sent.extend_from_slice(bytes);
        let options = Options { trace: Some(&mut take), ..Options::default() };
        let ran = run(&design, &stops, from_blocks(plain_blocks(&build, 4000)), options);
        let summary = ran.unwrap_or_else(|error| panic!("{kind:?}: {error}"));
        assert!(summary.wrapped && summary.trace_bytes > 256, "{kind:?}: {summary:?}");
        assert_eq!(summary.memory, sent[..256], "{kind:?}");
    }
}

/// A system of several harts.
fn system(harts: u32, packer: Packer, kinds: &[SinkKind]) -> Build {
    let mut build = preset("mcu");
    build.system = System { harts, ..System::default() };
    build.encoder.src_bits = 4;
    build.encoder.packer = packer;
    build.timestamp.source = TimestampSource::Core;
    build.sink.kind = kinds.iter().copied().collect();
    build
}

#[test]
fn two_harts_share_a_sink() {
    for packer in [Packer::Byte, Packer::Word] {
        let build = system(2, packer, &[SinkKind::Sba, SinkKind::Pib]);
        let runs = [SinkKind::Sba, SinkKind::Pib].map(|kind| Run {
            sink: RunSink::Kind(kind),
            sba_bytes: 1 << 20,
            ..Run::default()
        });
        agrees(&build, &runs);
    }
}

#[test]
fn five_harts_and_funnels_that_feed_a_funnel() {
    let mut build = system(5, Packer::Word, &[SinkKind::Atb, SinkKind::Sram]);
    build.system.funnel_inputs = 2;
    build.sink.sram_bytes = 1 << 18;
    build.timestamp.own_clock = true;
    build.bus.own_clock = true;
    let runs = [SinkKind::Atb, SinkKind::Sram].map(|kind| Run { sink: RunSink::Kind(kind), ..Run::default() });
    agrees(&build, &runs);
}
