// SPDX-License-Identifier: Apache-2.0
//! Mutations of bytes.

use rand::rngs::SmallRng;
use rand::Rng;

/// No input gets longer.
const LARGEST: usize = 1 << 20;

/// A stretch of `input`: often a short one.
fn stretch(input: &[u8], rng: &mut SmallRng) -> std::ops::Range<usize> {
    let from = rng.random_range(0..=input.len());
    let longest = if rng.random() { 8 } else { input.len() };
    from..rng.random_range(from..=(from + longest).min(input.len()))
}

/// Changes `input` in one to four places; `words` are what inputs of its kind consist of.
pub fn mutate(input: &mut Vec<u8>, words: &[&[u8]], rng: &mut SmallRng) {
    for _ in 0..rng.random_range(1..5) {
        let range = stretch(input, rng);
        let place = range.start;
        let word = words[rng.random_range(0..words.len())];
        match rng.random_range(0..12) {
            0 => input.truncate(place),
            1 => drop(input.drain(range)),
            2 => input[range].iter_mut().for_each(|byte| *byte ^= 1 << rng.random_range(0..8)),
            3 => rng.fill(&mut input[range]),
            4 => input[range].fill([0x00, 0xFF, b'9', b' ', b'\n'][rng.random_range(0..5)]),
            5 => drop(input.splice(place..place, word.iter().copied())),
            6 => drop(input.splice(range, word.iter().copied())),
            // As deep, as long or as often as it goes.
            7 => {
                let part = if rng.random() { word.to_vec() } else { input[range].to_vec() };
                let most = LARGEST / part.len().max(1);
                let times = [2, 100, 5_000, 100_000][rng.random_range(0..4)].min(most);
                drop(input.splice(place..place, part.repeat(times)));
            }
            8 => numbers(input, rng),
            9 => {
                let copy = input[range].to_vec();
                let to = rng.random_range(0..=input.len());
                drop(input.splice(to..to, copy));
            }
            _ => {
                if let Some(byte) = input.get_mut(place) {
                    *byte = rng.random();
                }
            }
        }
        input.truncate(LARGEST);
    }
}

/// Replaces a number in a text, or four or eight bytes, by one at a limit.
fn numbers(input: &mut Vec<u8>, rng: &mut SmallRng) {
    let place = rng.random_range(0..=input.len());
    let limits = [0, 1, u64::MAX, u64::MAX - 1, 1 << 63, (1 << 63) - 1, 1 << 32, (1 << 32) - 1, 1 << 31, 1 << 20];
    let number: u64 = limits[rng.random_range(0..limits.len())];
    let digits = input[place..].iter().position(u8::is_ascii_digit).map(|at| place + at);
    match digits {
        Some(start) if rng.random() => {
            let end = input[start..].iter().position(|b| !b.is_ascii_digit()).map_or(input.len(), |at| start + at);
            drop(input.splice(start..end, number.to_string().bytes()));
        }
        _ => {
            let size = [1, 2, 4, 8][rng.random_range(0..4)].min(input.len() - place);
            input[place..place + size].copy_from_slice(&number.to_le_bytes()[..size]);
        }
    }
}
