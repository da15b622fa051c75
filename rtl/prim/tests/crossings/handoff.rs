// SPDX-License-Identifier: Apache-2.0
//! A word that is handed off is seen whole, and none comes back.

use super::bench::{Bench, Clocks, PERIODS};
use verilator_sys::differential::Random;

/// How long a reset lasts at least, in cycles of the other clock.
const RESET_CYCLES: u64 = 4;
/// In how many of its cycles at most the source sees a reset of the sink.
const SEEN_AFTER: u64 = 3;
/// In how many cycles of each clock at most a value that stands still is settled: two rounds through two synchronisers
/// there and back, each a cycle more where a bit is seen late.
const SETTLES_WITHIN: u64 = 16;

/// Hands off changing words of so many bits for so many instants; how many of them were seen.
fn run(bench: &mut Bench, width: u32, period: [u64; 2], resets: bool, seed: u64) -> Result<u64, String> {
    // The word of a number: all bits change from one to the next.
    let word = |number: u64| (number + 1).wrapping_mul(0x2C9_277B5) & ((1 << width) - 1);
    let clocks = ["in_clk", "out_clk"].map(|name| bench.input(name));
    let rst_n = ["in_rst_n", "out_rst_n"].map(|name| bench.input(name));
    let (in_value, out_value) = (bench.input("in_value"), bench.output("out_value"));
    let in_settled = bench.output("in_settled");
    let mut random = Random::new(seed);
    let mut time = Clocks::new(period, seed % 3 > 0, &mut random);
    for level in [1, 0, 1] {
        rst_n.iter().for_each(|input| bench.set(*input, level));
        bench.instant();
    }

    let (mut number, mut seen, mut seen_words) = (0, 0, 0);
    bench.set(in_value, word(number));
    // Edges that a reset of each side still lasts, the source's cycles in which it may not know of a reset of the sink,
    // and edges of each clock since the value changed or a reset ended.
    let (mut resetting, mut doubt, mut still) = ([None, None], 0_u64, [0; 2]);
    let mut calm = random.below(400);
    for _ in 0..6000 {
        let rises = time.instant(&mut random);
        bench.instant();
        for side in 0..2 {
            if resetting[side] == Some(0) {
                resetting[side] = None;
                bench.set(rst_n[side], 1);
            }
        }
        let side = usize::from(random.bit());
        let mut fresh = false;
        if resets && resetting[side].is_none() && random.rarely(150) {
            resetting[side] = Some(RESET_CYCLES + if random.bit() { 0 } else { random.below(20) });
            bench.set(rst_n[side], 0);
            if side == 1 {
                (doubt, fresh) = (SEEN_AFTER, true);
            }
        }
        if resetting.iter().any(Option::is_some) {
            still = [0; 2];
        }
        let first = usize::from(random.bit());
        for side in [first, 1 - first].into_iter().filter(|side| rises[*side]) {
            if side == 0 && bench.get(in_settled) == 1 && doubt == 0 && bench.get(out_value) != word(number) {
                return Err(format!("settled with {:x} for {:x}", bench.get(out_value), word(number)));
            }
            bench.set(clocks[side], 1);
            bench.set(clocks[side], 0);
            still[side] += 1;
            if let Some(left) = &mut resetting[1 - side] {
                *left = u64::saturating_sub(*left, 1);
            }
            if side == 0 {
                if !fresh {
                    doubt = doubt.saturating_sub(1);
                }
                calm = calm.saturating_sub(1);
                if calm == 0 {
                    calm = 1 + if random.bit() { random.below(6) } else { random.below(100) };
                    (number, still) = (number + 1, [0; 2]);
                    bench.set(in_value, word(number));
                }
            }
        }
        let shown = bench.get(out_value);
        if shown != 0 && shown != word(seen) {
            match (seen + 1..=number).find(|number| word(*number) == shown) {
                Some(newer) => (seen, seen_words) = (newer, seen_words + 1),
                None => return Err(format!("{shown:x} was not the value since {:x}", word(seen))),
            }
        }
        let settled = bench.get(in_settled) == 1 && shown == word(number);
        if still.iter().all(|edges| *edges > SETTLES_WITHIN) && !settled {
            return Err(format!("{shown:x} for {:x}, long ago", word(number)));
        }
    }
    Ok(seen_words)
}

/// Words of so many bits cross in clocks of many ratios, with resets of either side; how many were seen.
pub fn check(bench: &mut Bench, width: u32) -> Result<u64, String> {
    let mut seen = 0;
    for (seed, resets) in [(1, false), (2, true), (3, false), (4, true), (5, true)] {
        for period in PERIODS {
            bench.restart();
            let found = run(bench, width, period, resets, seed);
            seen += found.map_err(|error| format!("{period:?}, seed {seed}: {error}"))?;
        }
    }
    Ok(seen)
}
