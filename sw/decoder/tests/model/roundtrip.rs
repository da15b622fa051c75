// SPDX-License-Identifier: Apache-2.0
//! What the golden model encodes decodes to what was executed.

use crate::wander::Wander;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use tracewright_decoder::{decode, Item, Settings};
use tracewright_messages::Block;
use tracewright_model::{codec, Cycle, Encoder, Room};

#[test]
fn a_whole_trace_decodes_to_every_executed_address() {
    for seed in 0..2000 {
        let run = Wander::new(seed, 1000);
        let decoded = run.decode(&run.trace().concat());
        assert_eq!(decoded.errors(), [], "seed {seed}");
        assert!(decoded.pcs == run.executed, "seed {seed}");
    }
}

#[test]
fn a_trace_cut_off_at_its_front_decodes_to_the_last_executed_addresses() {
    let mut used = 0;
    for seed in 0..300 {
        let run = Wander::new(seed, 1000);
        let trace = run.trace().concat();
        let mut rng = SmallRng::seed_from_u64(seed);
        for _ in 0..20 {
            let decoded = run.decode(&trace[rng.random_range(1..trace.len())..]);
            assert!(run.executed.ends_with(&decoded.pcs), "seed {seed}");
            used += usize::from(!decoded.pcs.is_empty());
        }
    }
    assert!(used > 1000, "too few of these traces synchronise again: {used}");
}

/// Encodes with a queue that is full at random, and tracing that is switched and halted at random.
fn encode_with_gaps(run: &Wander, rng: &mut SmallRng) -> Vec<u8> {
    let mut encoder = Encoder::new(&run.config.build, &run.config.run);
    let mut trace = Vec::new();
    let mut state = Cycle { active: true, enable: true, tracing: true, ..Cycle::default() };
    let mut cycle = |block: Block, state: Cycle, trace: &mut Vec<u8>| {
        if let Some(message) = encoder.cycle(&Cycle { block, ..state }).sent() {
            trace.extend_from_slice(&codec::encode(&message));
        }
    };
    for &block in &run.blocks {
        if rng.random_bool(0.02) {
            state.room = [Room::None, Room::One, Room::TwoOrMore, Room::TwoOrMore][rng.random_range(0..4)];
        }
        state.tracing ^= rng.random_bool(0.005);
        state.halted ^= rng.random_bool(0.005);
        cycle(block, state, &mut trace);
    }
    state.room = Room::TwoOrMore;
    state.tracing = false;
    cycle(Block::default(), state, &mut trace);
    cycle(Block::default(), state, &mut trace);
    trace
}

#[test]
fn what_is_traced_between_gaps_decodes_to_stretches_of_the_execution_in_order() {
    let (mut losses, mut stretches) = (0, 0);
    for seed in 0..1000 {
        let run = Wander::new(seed, 1000);
        let trace = encode_with_gaps(&run, &mut SmallRng::seed_from_u64(seed));
        let mut pieces = vec![Vec::new()];
        decode(&trace, &run.program.image, &Settings::default(), &mut |item| match item {
            Item::Instruction { pc } => pieces.last_mut().unwrap().push(pc),
            Item::Stop { .. } => pieces.push(Vec::new()),
            Item::Lost { .. } => {
                losses += 1;
                pieces.push(Vec::new());
            }
            Item::Error(error) => panic!("seed {seed}: {error}"),
            _ => {}
        });
        let mut rest = &run.executed[..];
        for piece in pieces.iter().filter(|p| !p.is_empty()) {
            stretches += 1;
            let at = rest.windows(piece.len()).position(|w| w == piece);
            let at = at.unwrap_or_else(|| panic!("seed {seed}: {piece:x?}"));
            rest = &rest[at + piece.len()..];
        }
    }
    assert!(losses > 500 && stretches > 1000, "{losses} {stretches}");
}
