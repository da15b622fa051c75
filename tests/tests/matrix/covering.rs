// SPDX-License-Identifier: Apache-2.0
//! Few rows in which every two values of different factors come together.

use rand::rngs::SmallRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::SeedableRng;
use std::collections::BTreeSet;

/// A factor: its name, and its values.
pub type Factor = (&'static str, &'static [&'static str]);

/// A value: the index of its factor, and its own index there.
type Value = (usize, usize);

/// Rows that are tried for each that is taken.
const CANDIDATES: usize = 200;

/// What the rows begin with: of the first sixteen this gave the fewest for the factors here.
const SEED: u64 = 1;

/// Rows that have, between them, every pair of values of different factors but the forbidden ones. Each row has a value
/// of every factor.
pub fn rows(factors: &[Factor], forbidden: &[(&str, &str)]) -> Vec<Vec<&'static str>> {
    let mut open = pairs(factors, forbidden);
    let mut rng = SmallRng::seed_from_u64(SEED);
    let mut rows = Vec::new();
    while !open.is_empty() {
        let candidates = (0..CANDIDATES).filter_map(|_| candidate(factors, forbidden, &open, &mut rng));
        let best = candidates.max_by_key(|row| covered(row, &open).count());
        let best = best.expect("a row with a pair that no row has yet");
        let covers: Vec<_> = covered(&best, &open).collect();
        covers.iter().for_each(|pair| {
            open.remove(pair);
        });
        rows.push(best.iter().map(|&(factor, value)| factors[factor].1[value]).collect());
    }
    rows
}

/// Whether two values go together.
pub fn compatible(a: &str, b: &str, forbidden: &[(&str, &str)]) -> bool {
    !forbidden.iter().any(|&pair| pair == (a, b) || pair == (b, a))
}

/// Every pair that must come.
fn pairs(factors: &[Factor], forbidden: &[(&str, &str)]) -> BTreeSet<[Value; 2]> {
    let values: Vec<Value> =
        factors.iter().enumerate().flat_map(|(factor, (_, list))| (0..list.len()).map(move |n| (factor, n))).collect();
    let text = |(factor, value): Value| factors[factor].1[value];
    let all = values.iter().flat_map(|&a| values.iter().map(move |&b| [a, b]));
    all.filter(|[a, b]| a.0 < b.0 && compatible(text(*a), text(*b), forbidden)).collect()
}

fn covered<'a>(row: &'a [Value], open: &'a BTreeSet<[Value; 2]>) -> impl Iterator<Item = [Value; 2]> + 'a {
    let pairs = row.iter().enumerate().flat_map(|(index, &a)| row[index + 1..].iter().map(move |&b| [a, b]));
    pairs.filter(|pair| open.contains(pair))
}

/// A row with a pair that is still open; the other factors, in any order, take the values that bring the most.
fn candidate(
    factors: &[Factor],
    forbidden: &[(&str, &str)],
    open: &BTreeSet<[Value; 2]>,
    rng: &mut SmallRng,
) -> Option<Vec<Value>> {
    let text = |(factor, value): Value| factors[factor].1[value];
    let list: Vec<_> = open.iter().copied().collect();
    let mut row = list.choose(rng)?.to_vec();
    let mut rest: Vec<usize> =
        (0..factors.len()).filter(|factor| row.iter().all(|(other, _)| other != factor)).collect();
    rest.shuffle(rng);
    for factor in rest {
        let fits = |value: &Value| row.iter().all(|other| compatible(text(*value), text(*other), forbidden));
        let mut values: Vec<Value> = (0..factors[factor].1.len()).map(|n| (factor, n)).filter(fits).collect();
        values.shuffle(rng);
        let brings = |a: Value| row.iter().filter(|&&b| open.contains(&[a.min(b), a.max(b)])).count();
        row.push(values.into_iter().max_by_key(|&value| brings(value))?);
    }
    row.sort_unstable();
    Some(row)
}
