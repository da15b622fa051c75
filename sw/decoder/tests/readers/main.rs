// SPDX-License-Identifier: Apache-2.0
//! Mutated inputs of every reader that a trace comes by: program image, log, trace, capture, samples, configuration.
//! Whatever comes, no reader panics, hangs, or takes memory. `TRACEWRIGHT_SOAK=n` mutates n times as many,
//! `PROPTEST_RNG_SEED=n` others.

mod inputs;
mod mutate;

use inputs::Reader;
use mutate::mutate;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use std::time::{Duration, Instant};

/// Mutated inputs of each reader.
const EACH: u64 = 500;
/// Longest time for one of them, on a machine that has other things to do. None takes a hundredth of it on one that has
/// not.
const LONGEST: Duration = Duration::from_secs(20);
/// Memory in KiB that a reader may take at its peak for inputs of up to 1 MiB.
const MOST_MEMORY: u64 = 256 << 10;

/// The most memory in KiB that this process has had; none where the system does not say.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

fn soak() -> u64 {
    std::env::var("TRACEWRIGHT_SOAK").ok().and_then(|times| times.parse().ok()).unwrap_or(1)
}

/// The seed of the first input: where the environment has another seed than 1, none of them is one of another's.
fn first() -> u64 {
    let asked = std::env::var("PROPTEST_RNG_SEED").ok().and_then(|seed| seed.parse::<u32>().ok());
    u64::from(asked.unwrap_or(1).saturating_sub(1)) << 32
}

#[test]
fn mutated_inputs_neither_panic_nor_hang_nor_take_memory() {
    for reader in Reader::all() {
        let before = peak();
        let mut taken = 0;
        for seed in first()..first() + EACH * soak() {
            let mut rng = SmallRng::seed_from_u64(seed);
            let mut input = reader.seeds[rng.random_range(0..reader.seeds.len())].clone();
            mutate(&mut input, reader.words, &mut rng);
            let start = Instant::now();
            taken += u64::from((reader.read)(&input, &mut rng));
            let elapsed = start.elapsed();
            assert!(elapsed < LONGEST, "{}, seed {seed}: {elapsed:?} for {} bytes", reader.name, input.len());
        }
        println!("{}: {taken} of {} read without an error", reader.name, EACH * soak());
        assert!((1..EACH * soak()).contains(&taken), "{}: some are refused, and not all", reader.name);
        if let (Some(before), Some(after)) = (before, peak()) {
            assert!(after - before < MOST_MEMORY, "{}: {} KiB", reader.name, after - before);
        }
    }
}
