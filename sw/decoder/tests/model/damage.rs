// SPDX-License-Identifier: Apache-2.0
//! Damaged traces: no panic, no hang, bounded output, and right addresses from the next intact synchronising message.

use crate::wander::Wander;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use tracewright_decoder::{decode, Item, Mode, Settings};
use tracewright_messages::reader::Reader;
use tracewright_messages::Field;

/// A million in release builds.
const DAMAGED: u64 = if cfg!(debug_assertions) { 50_000 } else { 1_000_000 };
/// How many of them are of the same run.
const OF_A_RUN: u64 = 500;

/// Spoils a trace in one to three places.
fn spoil(trace: &mut Vec<u8>, rng: &mut SmallRng) {
    for _ in 0..rng.random_range(1..4) {
        let (a, b) = (rng.random_range(0..=trace.len()), rng.random_range(0..=trace.len()));
        let (from, to) = (a.min(b), a.max(b));
        let near = (from + rng.random_range(0..8)).min(trace.len());
        let noise = |rng: &mut SmallRng| (0..rng.random_range(1..20)).map(|_| rng.random()).collect::<Vec<u8>>();
        match rng.random_range(0..12) {
            0 => trace.truncate(from),
            1 => drop(trace.drain(from..to)),
            2 => trace[from..to].fill([0x00, 0xFF, 0x02, 0x01][rng.random_range(0..4)]),
            3 => rng.fill(&mut trace[from..to]),
            4 => trace[from..to].reverse(),
            5 => drop(trace.drain(from..near)),
            6 => drop(trace.splice(from..from, noise(rng))),
            7 => drop(trace.splice(from..from, vec![0xFF; rng.random_range(1..40)])),
            _ => trace[from..near].iter_mut().for_each(|byte| *byte ^= 1 << rng.random_range(0..8)),
        }
    }
}

/// What follows the synchronising message at `offset`: addresses, times, and whether anything went wrong.
fn resumed(run: &Wander, trace: &[u8], offset: usize) -> Option<(Vec<u64>, usize)> {
    let (mut there, mut found, mut wrong) = (false, Vec::new(), 0);
    decode(trace, &run.program.image, &run.settings(), &mut |item| match item {
        Item::Sync { offset: here, .. } if here == offset => there = true,
        Item::Instruction { pc } if there => found.push(pc),
        Item::Time { time, .. } if there => found.push(time),
        Item::Error(_) | Item::Skipped { .. } if there => wrong += 1,
        _ => {}
    });
    there.then_some((found, wrong))
}

#[test]
fn whatever_the_damage_addresses_are_right_from_the_next_intact_synchronising_message() {
    let mut checked = 0;
    for seed in 0..DAMAGED / OF_A_RUN {
        let run = Wander::new(seed, 200);
        let trace = run.trace().concat();
        let messages: Vec<_> = Reader::new(&trace, run.settings().src_bits).map(Result::unwrap).collect();
        let syncs: Vec<usize> = (1..messages.len()).filter(|&m| messages[m].get(Field::Sync).is_some()).collect();
        if syncs.is_empty() {
            continue;
        }
        let mut rng = SmallRng::seed_from_u64(seed);
        for &sync in syncs.iter().take(8) {
            let offset = messages[sync].offset;
            let clean = resumed(&run, &trace, offset);
            // The damage may join the message after it with what is before, and no more than that.
            let joined = messages[sync - 1].offset;
            for _ in 0..4 {
                let mut damaged = trace[..joined].to_vec();
                spoil(&mut damaged, &mut rng);
                let moved = damaged.len() + offset - joined;
                damaged.extend_from_slice(&trace[joined..]);
                assert_eq!(resumed(&run, &damaged, moved), clean, "seed {seed}, byte {offset}");
                checked += 1;
            }
        }
    }
    assert!(checked > DAMAGED / OF_A_RUN, "{checked}");
}

/// Settings of any kind.
fn any_settings(rng: &mut SmallRng) -> Settings {
    Settings {
        mode: if rng.random() { Mode::History } else { Mode::Branch },
        src_bits: if rng.random() { 0 } else { rng.random_range(0..=12) },
        src: rng.random_range(0..3),
        timestamp_width: if rng.random() { 0 } else { rng.random_range(0..=64) },
        implicit_return: rng.random(),
        sequential_jump: rng.random(),
        all_jumps: rng.random(),
        extended_address: rng.random(),
        interrupt_address: rng.random(),
        ..Settings::default()
    }
}

/// How often RepeatBranch messages, whole or made by damage, repeat something.
fn repetitions(trace: &[u8], settings: &Settings) -> u64 {
    Reader::new(trace, settings.src_bits).flatten().filter_map(|m| m.get(Field::BCnt)).fold(0, u64::saturating_add)
}

#[test]
fn a_million_damaged_traces_are_survived() {
    let mut long = 0;
    for seed in 0..DAMAGED / OF_A_RUN {
        let run = Wander::new(seed, 100);
        let trace = run.trace().concat();
        let mut rng = SmallRng::seed_from_u64(seed);
        for _ in 0..OF_A_RUN {
            let mut damaged = trace.clone();
            spoil(&mut damaged, &mut rng);
            let settings = if rng.random_bool(0.9) { run.settings() } else { any_settings(&mut rng) };
            // What is repeated so often takes seconds, as it should.
            let repeated = repetitions(&damaged, &settings);
            if repeated > 1 << 12 {
                long += 1;
                continue;
            }
            let mut steps = 0_u64;
            decode(&damaged, &run.program.image, &settings, &mut |_| steps += 1);
            assert!(steps <= (damaged.len() as u64 + repeated) << 23, "seed {seed}: {steps} steps");
        }
    }
    assert!(long < DAMAGED / 100, "{long}");
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
        decode(&noise, &run.program.image, &any_settings(&mut rng), &mut |_| ());
    }
}
