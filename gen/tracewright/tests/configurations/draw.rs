// SPDX-License-Identifier: Apache-2.0
//! Configurations with extreme values, drawn at random.

use rand::rngs::SmallRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, SeedableRng};
use tracewright_config::{Config, Key, Kind, Loader, EXTERNAL_TRIGGERS, KEYS, MAX_PMU_BUS_EVENTS};

/// How often each key gets its chance.
const ROUNDS: usize = 2;

/// Largest values that are drawn, where larger ones would only take longer.
const AT_MOST: &[(&str, i64)] = &[
    ("build.sink.sram_bytes", 1 << 16),
    ("run.sba_bytes", 1 << 20),
    // The receivers of the simulations are slow.
    ("run.pib_divider", 15),
];

/// Values that are drawn more often than others, by repeating them.
const OFTEN: &[(&str, &[i64])] = &[
    ("build.system.harts", &[1, 1, 1, 1, 1, 1, 1, 1, 2, 3, 4, 16]),
    ("build.power.delay", &[0, 0, 0, 1, 9, 700, 65535]),
];

/// The configuration of this seed, and the assignments that it differs from the default one by.
pub fn draw(seed: u64) -> (Config, Vec<String>) {
    let mut rng = SmallRng::seed_from_u64(seed);
    let mut loader = Loader::default();
    let mut taken: Vec<(&Key, String)> = Vec::new();
    let density = *[0.15, 0.4, 0.8].choose(&mut rng).expect("there are some");
    for _ in 0..ROUNDS {
        let mut keys: Vec<&Key> = KEYS.iter().collect();
        keys.shuffle(&mut rng);
        for key in keys {
            if !rng.random_bool(density) {
                continue;
            }
            let assignment = format!("{}={}", key.path, value(key, &mut rng));
            let mut changed = loader.clone();
            changed.set(&assignment).unwrap_or_else(|error| panic!("{assignment}: {error}"));
            // What contradicts what there is already is left out.
            if changed.clone().finish().is_ok() {
                loader = changed;
                taken.retain(|(other, _)| other.path != key.path);
                taken.push((key, assignment));
            }
        }
    }
    let config = loader.finish().expect("nothing that was refused was taken");
    (config, taken.into_iter().map(|(_, assignment)| assignment).collect())
}

/// A value that the key takes.
fn value(key: &Key, rng: &mut SmallRng) -> String {
    let limit = AT_MOST.iter().find(|(path, _)| *path == key.path).map_or(i64::MAX, |(_, limit)| *limit);
    if let Some((_, values)) = OFTEN.iter().find(|(path, _)| *path == key.path) {
        return values.choose(rng).expect("there are some").to_string();
    }
    let list = |words: &[&str], count: usize, rng: &mut SmallRng| {
        (0..count).map(|_| *words.choose(rng).expect("there are some")).collect::<Vec<_>>().join(",")
    };
    match key.kind {
        Kind::Bool => rng.random::<bool>().to_string(),
        Kind::Range(min, max) => in_range(min, max.min(limit), rng).to_string(),
        Kind::PowerOfTwo(min, max) => {
            let (min, max) = (min.ilog2(), max.min(limit).ilog2());
            (1_i64 << rng.random_range(min..=max)).to_string()
        }
        Kind::Integers(values) => values.choose(rng).expect("there are some").to_string(),
        Kind::Words(words) => words.choose(rng).expect("there are some").to_string(),
        Kind::WordList(words) => {
            let count = rng.random_range(1..=EXTERNAL_TRIGGERS);
            list(words, count, rng)
        }
        Kind::WordSet(words) => {
            let mut words = words.to_vec();
            words.shuffle(rng);
            words.truncate(rng.random_range(1..=words.len()));
            words.join(",")
        }
        Kind::EventBus => {
            let count = rng.random_range(0..=MAX_PMU_BUS_EVENTS);
            let events = (0..count).map(|n| format!("event_{n}:raw:{}", rng.random_range(1..=4)));
            events.collect::<Vec<_>>().join(",")
        }
    }
}

/// An end of the range, or something between, small numbers as often as large ones; addresses often fit the widest bus.
fn in_range(min: i64, max: i64, rng: &mut SmallRng) -> i64 {
    let bits = (max - min).max(1).ilog2() + 1;
    let between = min + (rng.random_range(0..=i64::MAX) >> (i64::BITS - 1 - rng.random_range(1..=bits)));
    match rng.random_range(0..4) {
        0 => min,
        1 => max,
        2 if max > 0xFFFF => (between & !0xF).clamp(min, max),
        _ => between.min(max),
    }
}
