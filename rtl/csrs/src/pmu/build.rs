// SPDX-License-Identifier: Apache-2.0
//! From a configuration to the counters.

use super::events::count_bits;
use super::upper::words;
use super::Pmu;
use rust_hdl_core::prelude::Block;
use tracewright_config::Build;
use tracewright_verilog::{connected, emit, Error, Options, Output};

/// Name of the module.
pub const PMU: &str = "tw_pmu";

/// Cycles from one turn of a counter to the next, at most, for each place of the memory: with an access as often as it
/// may come, a turn is one cycle of three.
const CYCLES_A_TURN: usize = 3;
/// More cycles, for a turn that an access to the same counter has taken.
const SPARE: usize = 8;

/// Bits that each counter has by itself: no counter may carry twice between two of its turns.
pub(super) fn low_bits(build: &Build) -> u32 {
    let most = ((1 << count_bits(build)) - 1) * (CYCLES_A_TURN * words(build) + SPARE);
    match most {
        ..0x40 => 6,
        0x40..0x100 => 8,
        0x100..0x400 => 10,
        _ => 16,
    }
}

/// The counters of `build`, their signals connected.
///
/// # Panics
/// If `build` was not validated, or has no counters.
pub fn block(build: &Build) -> Box<dyn Block> {
    match (build.xlen, low_bits(build)) {
        (32, 6) => connected(Pmu::<32, 7, 58>::new(build)),
        (32, 8) => connected(Pmu::<32, 9, 56>::new(build)),
        (32, 10) => connected(Pmu::<32, 11, 54>::new(build)),
        (32, _) => connected(Pmu::<32, 17, 48>::new(build)),
        (64, 6) => connected(Pmu::<64, 7, 58>::new(build)),
        (64, 8) => connected(Pmu::<64, 9, 56>::new(build)),
        (64, 10) => connected(Pmu::<64, 11, 54>::new(build)),
        (64, _) => connected(Pmu::<64, 17, 48>::new(build)),
        (xlen, _) => panic!("xlen {xlen} was not validated"),
    }
}

/// The Verilog of the counters of `build`; `banner` is the second line of every file.
///
/// # Panics
/// If `build` was not validated, or has no counters.
pub fn verilog(build: &Build, banner: &str) -> Result<Output, Error> {
    emit(&*block(build), PMU, &Options { prefix: "tw_pmu_", banner, ..Options::default() })
}
