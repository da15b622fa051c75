// SPDX-License-Identifier: Apache-2.0
//! Damaged traces: no panic, no hang, bounded output, and right addresses from the next intact synchronising message.

use crate::wander::Wander;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use tracewright_decoder::{decode, Item, Mode, Settings};
use tracewright_messages::reader::Reader;
use tracewright_messages::{Field, Tcode};

const ALL_SETTINGS: [Settings; 4] = {
    let plain = Settings {
        mode: Mode::History,
        src_bits: 0,
        src: 0,
        timestamp_width: 0,
        implicit_return: false,
        sequential_jump: false,
        all_jumps: false,
        extended_address: false,
    };
    [
        plain,
        Settings { mode: Mode::Branch, ..plain },
        Settings { implicit_return: true, ..plain },
        Settings { src_bits: 3, src: 1, ..plain },
    ]
};

fn items(run: &Wander, trace: &[u8]) -> Vec<Item> {
    let mut items = Vec::new();
    decode(trace, &run.program.image, &Settings::default(), &mut |item| items.push(item));
    items
}

/// Everything behind the synchronising message at `offset`.
fn behind(items: &[Item], offset: usize) -> Option<&[Item]> {
    let at = items.iter().position(|i| matches!(i, Item::Sync { offset: o, .. } if *o == offset))?;
    Some(&items[at..])
}

#[test]
fn addresses_are_right_from_the_next_intact_synchronising_message() {
    let mut checked = 0;
    for seed in 0..1000 {
        let run = Wander::new(seed, 300);
        let trace = run.trace().concat();
        let whole = items(&run, &trace);
        let messages: Vec<_> = Reader::new(&trace, 0).map(Result::unwrap).collect();
        let mut rng = SmallRng::seed_from_u64(seed);
        for _ in 0..20 {
            let at = rng.random_range(0..trace.len());
            let mut damaged = trace.clone();
            damaged[at] ^= 1 << rng.random_range(0..8);
            // The damage may join its message with the next.
            let touched = messages.iter().position(|m| at < m.offset + m.len).unwrap() + 2;
            let intact = messages.iter().skip(touched).find(|m| m.get(Field::Sync).is_some());
            if let Some(intact) = intact {
                let found = items(&run, &damaged);
                assert_eq!(behind(&found, intact.offset), behind(&whole, intact.offset), "seed {seed}, byte {at}");
                checked += 1;
            }
        }
    }
    assert!(checked > 5000, "{checked}");
}

/// One of many ways to spoil a trace.
fn spoil(trace: &mut Vec<u8>, rng: &mut SmallRng) {
    let place = |trace: &[u8], rng: &mut SmallRng| rng.random_range(0..=trace.len());
    for _ in 0..rng.random_range(1..4) {
        let (a, b) = (place(trace, rng), place(trace, rng));
        let (from, to) = (a.min(b), a.max(b));
        match rng.random_range(0..8) {
            0 => trace.truncate(from),
            1 => drop(trace.drain(from..to)),
            2 => trace[from..to].fill([0x00, 0xFF, 0x02, 0x01][rng.random_range(0..4)]),
            3 => rng.fill(&mut trace[from..to]),
            4 => trace[from..to].reverse(),
            _ => trace[from..to].iter_mut().take(3).for_each(|byte| *byte ^= 1 << rng.random_range(0..8)),
        }
    }
}

#[test]
fn a_hundred_thousand_spoilt_traces_are_survived() {
    for seed in 0..1000 {
        let run = Wander::new(seed, 100);
        let trace = run.trace().concat();
        let mut rng = SmallRng::seed_from_u64(seed);
        for _ in 0..100 {
            let mut spoilt = trace.clone();
            spoil(&mut spoilt, &mut rng);
            let settings = ALL_SETTINGS[rng.random_range(0..4)];
            let mut steps = 0_u64;
            decode(&spoilt, &run.program.image, &settings, &mut |_| steps += 1);
            let messages = Reader::new(&spoilt, settings.src_bits).flatten();
            let repeats = messages.filter(|m| m.tcode == Tcode::RepeatBranch).count() as u64;
            assert!(steps <= ((spoilt.len() as u64) << 23) + (repeats << 28), "seed {seed}: {steps} steps");
        }
    }
}

#[test]
fn noise_is_survived() {
    let run = Wander::new(0, 1);
    let mut rng = SmallRng::seed_from_u64(0);
    for round in 0..20_000 {
        let mut noise = vec![0; rng.random_range(0..60)];
        rng.fill(&mut noise[..]);
        // Half of the rounds with noise that looks like trace: known messages, long fields.
        if round % 2 == 0 {
            noise.iter_mut().for_each(|b| *b &= [0xFC, 0xFD, 0xFF, 0xFF][usize::from(*b & 3)]);
            noise.splice(0..0, [9 << 2, 5 << 2, 1, 0, 0, 0, 0, 0, 1 << 4 | 3]);
        }
        decode(&noise, &run.program.image, &ALL_SETTINGS[round % 4], &mut |_| ());
    }
}
