// SPDX-License-Identifier: Apache-2.0
//! What the golden model encodes decodes to what was executed.

use crate::wander::Wander;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use std::collections::BTreeMap;
use tracewright_decoder::{decode, Item};
use tracewright_messages::reader::Reader;
use tracewright_messages::{Ingress, Tcode};
use tracewright_model::codec::{self, Framing};
use tracewright_model::{Cycle, Encoder};

#[test]
fn a_whole_trace_decodes_to_every_executed_address() {
    let mut messages = BTreeMap::<Tcode, usize>::new();
    for seed in 0..3000 {
        let run = Wander::new(seed, 1000);
        let trace = run.trace().concat();
        let decoded = run.decode(&trace);
        assert_eq!(decoded.errors(), [], "seed {seed} {:?}", run.settings());
        assert!(decoded.pcs == run.executed, "seed {seed}");
        for message in Reader::new(&trace, run.settings().src_bits) {
            *messages.entry(message.unwrap().tcode).or_default() += 1;
        }
    }
    let missing: Vec<_> =
        Tcode::ALL.iter().filter(|&&t| t != Tcode::Error && messages.get(&t).is_none_or(|&n| n < 100)).collect();
    assert!(missing.is_empty(), "{missing:?} {messages:?}");
}

#[test]
fn times_never_go_back_in_a_whole_trace() {
    let mut found = 0;
    for seed in 0..500 {
        let run = Wander::new(seed, 500);
        let mut last = 0;
        let cycles = run.port.len() as u64;
        for item in run.decode(&run.trace().concat()).others {
            if let Item::Time { time, offset } = item {
                assert!((last..=cycles).contains(&time), "seed {seed}, byte {offset}: {last}, {time}");
                last = time;
                found += 1;
            }
        }
    }
    assert!(found > 10_000, "{found}");
}

#[test]
fn a_trace_cut_off_at_its_front_decodes_to_the_last_executed_addresses() {
    let mut used = 0;
    for seed in 0..500 {
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
    let (build, program) = (&run.config.build, &run.config.run);
    let mut encoder = Encoder::new(build, program);
    let framing = Framing::new(build, program);
    let mut trace = Vec::new();
    let mut state = Cycle { active: true, enable: true, tracing: true, ..Cycle::default() };
    let mut halted = false;
    let mut cycle = |state: &Cycle| {
        for message in encoder.cycle(state).messages() {
            trace.extend_from_slice(&codec::encode(message, &framing));
        }
    };
    for &ingress in &run.port {
        if rng.random_bool(0.02) {
            state.room = [0, 1, 8, 8][rng.random_range(0..4)];
        }
        state.tracing ^= rng.random_bool(0.005);
        halted ^= rng.random_bool(0.005);
        state.ingress = Ingress { halted, ..ingress };
        state.time += 1;
        cycle(&state);
    }
    state = Cycle { room: 8, tracing: false, ingress: Ingress::default(), ..state };
    cycle(&state);
    cycle(&state);
    trace
}

#[test]
fn what_is_traced_between_gaps_decodes_to_stretches_of_the_execution_in_order() {
    let (mut losses, mut stretches) = (0, 0);
    for seed in 0..2000 {
        let run = Wander::new(seed, 1000);
        let trace = encode_with_gaps(&run, &mut SmallRng::seed_from_u64(seed));
        let mut pieces = vec![Vec::new()];
        decode(&trace, &run.program.image, &run.settings(), &mut |item| match item {
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
