// SPDX-License-Identifier: Apache-2.0
//! Random trace into random buffers of a memory that is slow, wrong, or both: what is in it is exact, word by word.

use crate::bench::Bench;
use crate::case::Case;
use crate::run::Run;
use tracewright_config::{Reset, SbaBus};

/// A million bytes, or what the environment asks for.
fn bytes() -> u64 {
    match std::env::var("TRACEWRIGHT_SOAK") {
        Ok(_) => 30_000_000,
        Err(_) => 1_000_000,
    }
}

fn campaign(unit: u32, bus: SbaBus, width: u32, burst: u32, reset: Reset) {
    let case = Case { unit, bus, width, burst, reset };
    let seed = u64::from(unit + width) << 16 | u64::from(burst);
    let mut run = Run::new(Bench::new(case, &case.library(), seed));
    let begin = std::time::Instant::now();
    run.all(bytes());
    let (cycles, words) = (run.bench.cycle, run.expected.len());
    println!("{case:?}: {} bytes sent, {words} words written, {cycles} cycles, {:?}", run.sent, begin.elapsed());
}

#[test]
fn axi4_32_bits_from_bytes() {
    campaign(8, SbaBus::Axi4, 32, 16, Reset::Async);
}

#[test]
fn axi4_64_bits_from_words() {
    campaign(32, SbaBus::Axi4, 64, 64, Reset::Async);
}

#[test]
fn axi4_128_bits_from_double_words() {
    campaign(64, SbaBus::Axi4, 128, 4, Reset::Sync);
}

#[test]
fn axi4_64_bits_without_bursts() {
    campaign(64, SbaBus::Axi4, 64, 1, Reset::Async);
}

#[test]
fn tilelink_32_bits() {
    campaign(32, SbaBus::TileLinkUl, 32, 2, Reset::Async);
}

#[test]
fn tilelink_64_bits() {
    campaign(8, SbaBus::TileLinkUl, 64, 8, Reset::Sync);
}

#[test]
fn wishbone_32_bits() {
    campaign(8, SbaBus::Wishbone, 32, 32, Reset::Async);
}

#[test]
fn wishbone_64_bits() {
    campaign(64, SbaBus::Wishbone, 64, 16, Reset::Async);
}

#[test]
fn a_pointer_that_moves_at_any_time_breaks_nothing() {
    for (bus, unit, width, burst) in
        [(SbaBus::Axi4, 32, 64, 64), (SbaBus::TileLinkUl, 8, 64, 8), (SbaBus::Wishbone, 8, 32, 32)]
    {
        let reset = if bus == SbaBus::TileLinkUl { Reset::Sync } else { Reset::Async };
        let case = Case { unit, bus, width, burst, reset };
        let mut run = Run::new(Bench::new(case, &case.library(), 5));
        (0..40).for_each(|_| run.wild());
    }
}
