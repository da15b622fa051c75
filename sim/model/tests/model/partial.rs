// SPDX-License-Identifier: Apache-2.0
//! How often a partial return stack takes a wrong return for the predicted one (`docs/limitations.md`).

use crate::bench::{build, unsynced, Bench};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use tracewright_config::ImplicitReturn;
use tracewright_messages::itype::*;

/// Wrong returns of a width.
const RETURNS: u32 = 100_000;

/// How many of the wrong returns have no message, for addresses that are multiples of `alignment`.
fn silent(bits: u32, alignment: u64) -> u32 {
    let mut build = build();
    build.encoder.implicit_return = ImplicitReturn::Partial;
    build.encoder.return_address_bits = bits;
    let mut rng = SmallRng::seed_from_u64(bits.into());
    let mut bench = Bench::started(&build, &unsynced());
    let mut address = || rng.random_range(0..1 << 22) * alignment;
    let mut count = 0;
    for _ in 0..RETURNS {
        let (call, callee) = (address(), address());
        let next = call + alignment;
        let target = std::iter::repeat_with(&mut address).find(|&target| target != next).expect("another address");
        let half_words = alignment as u32 / 2;
        bench.blocks(&[(call, half_words, UNINFERABLE_CALL), (callee, half_words, RETURN)]).messages();
        // The call's message came with the callee.
        count += u32::from(bench.blocks(&[(target, half_words, NONE)]).messages().is_empty());
    }
    count
}

#[test]
fn a_wrong_return_is_silent_with_the_odds_of_its_bits() {
    println!("bits  multiples of 2  multiples of 4");
    for bits in [1, 2, 3, 4, 6, 8, 10, 12] {
        let [compressed, large] = [2, 4].map(|alignment| silent(bits, alignment));
        println!("{bits:4}  {compressed:14}  {large:14}  of {RETURNS}");
        // Bit 1 of the addresses of large instructions tells nothing. Five deviations of a binomial are never seen.
        for (count, telling) in [(compressed, bits), (large, bits - 1)] {
            let odds = 0.5_f64.powi(telling as i32);
            let expected = f64::from(RETURNS) * odds;
            let deviation = (expected * (1.0 - odds)).sqrt().max(1.0);
            assert!((f64::from(count) - expected).abs() < 5.0 * deviation, "{bits} bits: {count}, {expected} expected");
        }
    }
}
