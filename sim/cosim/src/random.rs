// SPDX-License-Identifier: Apache-2.0
//! A random run: everything about it is drawn from its seed.

use crate::options::{Options, UnitSource};
use crate::probes::{compared_at, ComparedAt};
use crate::run::{run, run_system};
use crate::{register_traffic, Design, Error, Random, Summary};
use rand::rngs::SmallRng;
use rand::seq::IteratorRandom;
use rand::{Rng, SeedableRng};
use std::fmt;
use tracewright_config::{Build, Run, RunPibMode, RunSink};
use tracewright_model::stimulus::{Knobs, Pressure};

/// Blocks for each random access of the registers.
const BLOCKS_AN_ACCESS: u64 = 8;
/// Cycles of a block, at most, on average, and of what comes before and after all blocks.
const LONGEST_BLOCK: u64 = 2_000;
const BEFORE_AND_AFTER: u64 = 20_000_000;
/// Sizes of a buffer in system memory: one that wraps often, one that hardly ever does.
const BUFFERS: [u64; 2] = [4096 + 64, 1 << 20];
/// Where such a buffer begins, in its 4 GiB.
const BASE: u64 = 0x8000_0040;
/// Probability that such a buffer stops when it has filled, and is not overwritten.
const STOPS: f64 = 0.3;
/// Most of pibDivider that is drawn: a trace through serial pins takes long enough.
const LARGEST_DIVIDER: u32 = 1;
/// Identifiers of an ATB that are none of its own (ATB specification, "ATID").
pub(crate) const ATB_IDS: std::ops::Range<u32> = 1..0x70;

/// What the seed of a random run draws, besides the blocks themselves.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// What the ingress is like.
    pub knobs: Knobs,
    /// How the registers are programmed.
    pub settings: Run,
}

impl Drawn {
    /// What `seed` draws for `build`.
    pub fn new(seed: u64, build: &Build) -> Drawn {
        let first = build.hart(0);
        let knobs = Knobs::draw(seed, &first);
        let run = Knobs::draw_run(seed, &first);
        let mut rng = SmallRng::seed_from_u64(seed ^ 0x51_4B5);
        let kind = build.sink.kind.iter().choose(&mut rng);
        let mode = build.sink.pib_modes.iter().choose(&mut rng);
        let run = Run {
            sink: kind.map_or(RunSink::Default, RunSink::Kind),
            sba_base: BASE,
            sba_bytes: BUFFERS[rng.random_range(0..BUFFERS.len())],
            pib_mode: mode.map_or(RunPibMode::Default, RunPibMode::Mode),
            pib_divider: rng.random_range(0..=LARGEST_DIVIDER) & ((1 << build.sink.pib_divider_bits) - 1),
            pib_ref_center: rng.random(),
            atb_id: rng.random_range(ATB_IDS),
            // Without SRC nobody can tell whose message it is.
            inhibit_src: run.inhibit_src && build.system.harts == 1,
            ..run
        };
        // In a system the registers of the last funnel say it, in all builds.
        let stops = build.system.harts > 1 && rng.random_bool(STOPS);
        let stop_on_wrap = run.stop_on_wrap || stops && run.sink_of(build).has_buffer();
        let pib_ref_center = run.pib_ref_center && build.sink.pib_ref_center && run.pib_mode_of(build).is_parallel();
        Drawn { knobs, settings: Run { pib_ref_center, stop_on_wrap, ..run } }
    }
}

impl fmt::Display for Drawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}, {:?}", self.knobs, self.settings)
    }
}

/// Runs random, legal ingress of so many blocks at each hart, and compares. The seed draws it, how the registers are
/// set, which sink is used and how, whether pins show their calibration pattern first, when the sink is busy, the gaps
/// on the bus, if any, and the ratios of the clocks. Where trace goes to an SRAM or a stream alone, random register
/// traffic follows.
///
/// The summary is that of the first part.
pub fn random_run(design: &Design, seed: u64, blocks: u64, options: Options<'_>) -> Result<Summary, Error> {
    let build = design.config();
    let Drawn { knobs, settings } = Drawn::new(seed, build);
    let options = Options {
        pressure: Some(Pressure::new(seed, &knobs)),
        // Without gaps, a bus shows its last address for as long as nothing is asked for.
        jitter: (seed % 2 == 1).then_some(seed),
        calibrate: seed % 3 == 1,
        units: UnitSource::Random(seed),
        limit: options.limit.or(Some(LONGEST_BLOCK * blocks + BEFORE_AND_AFTER)),
        ..options
    };
    let harts = build.system.harts;
    if harts > 1 {
        let source = |hart| Random::new(seed ^ u64::from(hart) << 32, &build.hart(hart), blocks);
        return run_system(design, &settings, (0..harts).map(source).collect(), options);
    }
    let summary = run(design, &settings, Random::new(seed, build, blocks), options)?;
    if compared_at(build) != ComparedAt::Chunks {
        register_traffic(design, seed, blocks / BLOCKS_AN_ACCESS)?;
    }
    Ok(summary)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_divider_is_drawn_that_the_build_has() {
        let mut build = Build::default();
        for (bits, most) in [(0, 0), (1, 1), (16, LARGEST_DIVIDER)] {
            build.sink.pib_divider_bits = bits;
            let drawn = (0..50).map(|seed| Drawn::new(seed, &build).settings.pib_divider);
            assert_eq!(drawn.max(), Some(most), "{bits} bits");
        }
    }
}
