// SPDX-License-Identifier: Apache-2.0
//! Settings that change under an encoder.

use crate::bench::full;
use tracewright_config::{Run, SyncMode};
use tracewright_messages::{Block, Ingress};
use tracewright_model::stimulus::{Knobs, Stimulus};
use tracewright_model::{Cycle, Encoder, Message, Outcome};

/// What an encoder makes of the ingress of a seed.
fn trace(encoder: &mut Encoder, seed: u64) -> Vec<Outcome> {
    let steps = Stimulus::new(seed, &full()).take(2000);
    let mut cycle = Cycle { active: true, enable: true, tracing: true, room: 40, ..Cycle::default() };
    let outcomes = steps.map(|step| {
        (cycle.ingress, cycle.time) = (step.ingress, cycle.time + 3);
        if let Some(request) = step.request {
            (cycle.enable, cycle.tracing) = (request.enable, request.tracing);
        }
        let outcome = encoder.cycle(&cycle);
        cycle.tracing = outcome.tracing.unwrap_or(cycle.tracing);
        outcome
    });
    outcomes.collect()
}

#[test]
fn an_encoder_that_takes_over_settings_is_one_that_began_with_them() {
    let build = full();
    for seed in 0..40 {
        let [before, after] = [seed, seed + 1000].map(|seed| Knobs::draw_run(seed, &build));
        let mut encoder = Encoder::new(&build, &before);
        trace(&mut encoder, seed);
        encoder.cycle(&Cycle::default());
        encoder.program(&after);
        encoder.cycle(&Cycle::default());
        assert_eq!(trace(&mut encoder, seed), trace(&mut Encoder::new(&build, &after), seed), "{seed} {after:?}");
    }
}

#[test]
fn a_new_te_sync_max_counts_from_the_next_synchronising_message_on() {
    let build = full();
    let run = |sync_max| Run { sync_mode: SyncMode::HalfWords, sync_max, context: false, ..Run::default() };
    let mut encoder = Encoder::new(&build, &run(0));
    let mut syncs = Vec::new();
    for n in 0..60u64 {
        if n == 4 {
            encoder.program(&run(1));
        }
        let block = Block { iaddr: 0x100 + 4 * n, iretire: 2, ..Block::default() };
        let cycle =
            Cycle { active: true, enable: true, tracing: true, ingress: Ingress::from(block), ..Cycle::default() };
        if encoder.cycle(&cycle).messages().any(Message::is_sync) {
            syncs.push(n - u64::from(build.cycles_late()));
        }
    }
    // 16 half-words, then 32, each due two cycles later.
    assert_eq!(syncs, [0, 8 + 2, 24 + 4, 40 + 6]);
}

#[test]
fn triggers_go_by_the_settings_of_their_cycle() {
    let build = full();
    let mut encoder = Encoder::new(&build, &Run { triggers: false, ..Run::default() });
    let ingress = Ingress { trigger_on: true, ..Ingress::default() };
    let cycle = Cycle { active: true, enable: true, ingress, ..Cycle::default() };
    assert_eq!(encoder.cycle(&cycle).tracing, None);
    encoder.program(&Run { triggers: true, ..Run::default() });
    assert_eq!(encoder.cycle(&cycle).tracing, Some(true));
}
