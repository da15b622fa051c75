// SPDX-License-Identifier: Apache-2.0
//! Two levels of funnels.

use crate::bench::{Bench, LEVELS};
use crate::reference::Settings;
use crate::source::{Pauses, Source};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use rust_hdl_core::prelude::*;
use tracewright_config::Build;
use tracewright_prim::{kernel, Join, Link, Module};
use tracewright_sinks::{Funnel, FunnelPlan, TraceIn, TraceOut};

/// Two funnels of three inputs each, in front of one.
#[derive(Module)]
#[module(build: Build)]
pub struct Levels {
    pub clock: Signal<In, Clock>,
    pub rst_n: Signal<In, Bit>,
    pub clear: Signal<In, Bit>,
    pub enable: Signal<In, Bit>,
    pub disable: Signal<In, Bits<16>>,
    #[count(6)]
    pub input: Vec<TraceIn<32>>,
    pub trace: TraceOut<32>,
    pub empty: Signal<Out, Bit>,
    #[count(2)]
    #[new(Funnel::new(&FunnelPlan { build: build.clone(), inputs: 3, is_outlived: true }))]
    near: Vec<Funnel<32>>,
    #[new(Funnel::new(&FunnelPlan { build: build.clone(), inputs: 2, is_outlived: true }))]
    last: Funnel<32>,
}

impl Logic for Levels {
    #[kernel]
    fn update(&mut self) {
        for i in 0..2 {
            self.near[i].clear.next = self.clear.val();
            self.near[i].enable.next = self.enable.val();
            self.near[i].disable.next = self.disable.val() >> (i * 3).to_bits::<4>();
            for k in 0..3 {
                self.input[i * 3 + k].link(&mut self.near[i].input[k]);
            }
            self.near[i].trace.join(&mut self.last.input[i]);
        }
        self.last.clear.next = self.clear.val();
        self.last.enable.next = true;
        self.last.disable.next = bits::<16>(0);
        self.trace.link(&mut self.last.trace);
        self.empty.next = self.near[0].empty.val() & self.near[1].empty.val() & self.last.empty.val();
    }
}

fn sources(pauses: Pauses) -> Vec<Source> {
    (0..LEVELS.inputs).map(|n| Source::new(n, LEVELS.width, pauses, 12, 3)).collect()
}

#[test]
fn two_levels_share_equally_a_chunk_a_cycle_and_lose_nothing() {
    let mut bench = Bench::new(LEVELS, sources(Pauses::NONE));
    while bench.received.messages.iter().sum::<usize>() < 60_000 {
        bench.cycle_without_loss(Settings::ON, true);
        assert!(bench.received.cycles < 10_000_000, "hangs");
    }
    let received = &bench.received;
    let share = received.messages.iter().sum::<usize>() / LEVELS.inputs;
    assert!(received.messages[..LEVELS.inputs].iter().all(|&count| count.abs_diff(share) <= share / 100));
    // Before the first chunk there is a cycle for the turn, and one for the register, of each level.
    assert!(received.chunks + 4 >= received.cycles, "{} chunks in {} cycles", received.chunks, received.cycles);
}

#[test]
fn two_levels_lose_nothing_under_any_pressure() {
    let mut random = SmallRng::seed_from_u64(9);
    for between in [20, 250] {
        let mut bench = Bench::new(LEVELS, sources(Pauses { between, within: 60 }));
        while bench.received.messages.iter().sum::<usize>() < 10_000 {
            bench.cycle_without_loss(Settings::ON, random.random_ratio(2, 3));
            assert!(bench.received.cycles < 10_000_000, "hangs");
        }
    }
}
