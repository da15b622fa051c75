// SPDX-License-Identifier: Apache-2.0
//! Two levels of funnels.

use crate::bench::{Bench, LEVELS};
use crate::reference::Settings;
use crate::source::{Pauses, Source};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use rust_hdl_core::prelude::*;
use tracewright_config::Reset;
use tracewright_prim::{clock, many, Module};
use tracewright_sinks::Funnel;

/// Two funnels of three inputs each, in front of one.
#[derive(Module)]
pub struct Levels {
    pub clock: Signal<In, Clock>,
    pub rst_n: Signal<In, Bit>,
    pub clear: Signal<In, Bit>,
    pub enable: Signal<In, Bit>,
    pub disable: Signal<In, Bits<16>>,
    pub in_valid: Vec<Signal<In, Bit>>,
    pub in_ready: Vec<Signal<Out, Bit>>,
    pub in_data: Vec<Signal<In, Bits<32>>>,
    pub in_bytes: Vec<Signal<In, Bits<4>>>,
    pub in_last: Vec<Signal<In, Bit>>,
    pub out_valid: Signal<Out, Bit>,
    pub out_ready: Signal<In, Bit>,
    pub out_data: Signal<Out, Bits<32>>,
    pub out_bytes: Signal<Out, Bits<4>>,
    pub out_last: Signal<Out, Bit>,
    pub empty: Signal<Out, Bit>,
    near: Vec<Funnel<32>>,
    last: Funnel<32>,
}

impl Levels {
    /// Six inputs.
    pub fn new(reset: Reset) -> Self {
        Levels {
            clock: Default::default(),
            rst_n: Default::default(),
            clear: Default::default(),
            enable: Default::default(),
            disable: Default::default(),
            in_valid: many(6),
            in_ready: many(6),
            in_data: many(6),
            in_bytes: many(6),
            in_last: many(6),
            out_valid: Default::default(),
            out_ready: Default::default(),
            out_data: Default::default(),
            out_bytes: Default::default(),
            out_last: Default::default(),
            empty: Default::default(),
            near: vec![Funnel::new(reset, 3, true), Funnel::new(reset, 3, true)],
            last: Funnel::new(reset, 2, true),
        }
    }
}

impl Logic for Levels {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, last);
        for i in 0..2 {
            self.near[i].clock.next = self.clock.val();
            self.near[i].rst_n.next = self.rst_n.val();
            self.near[i].clear.next = self.clear.val();
            self.near[i].enable.next = self.enable.val();
            self.near[i].disable.next = self.disable.val() >> (i * 3).to_bits::<16>();
            for k in 0..3 {
                self.near[i].in_valid[k].next = self.in_valid[i * 3 + k].val();
                self.near[i].in_data[k].next = self.in_data[i * 3 + k].val();
                self.near[i].in_bytes[k].next = self.in_bytes[i * 3 + k].val();
                self.near[i].in_last[k].next = self.in_last[i * 3 + k].val();
                self.in_ready[i * 3 + k].next = self.near[i].in_ready[k].val();
            }
            self.last.in_valid[i].next = self.near[i].out_valid.val();
            self.near[i].out_ready.next = self.last.in_ready[i].val();
            self.last.in_data[i].next = self.near[i].out_data.val();
            self.last.in_bytes[i].next = self.near[i].out_bytes[0].val();
            self.last.in_last[i].next = self.near[i].out_last[0].val();
        }
        self.last.clear.next = self.clear.val();
        self.last.enable.next = true;
        self.last.disable.next = bits::<16>(0);
        self.out_valid.next = self.last.out_valid.val();
        self.last.out_ready.next = self.out_ready.val();
        self.out_data.next = self.last.out_data.val();
        self.out_bytes.next = self.last.out_bytes[0].val();
        self.out_last.next = self.last.out_last[0].val();
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
    assert!(received.chunks + 3 >= received.cycles, "{} chunks in {} cycles", received.chunks, received.cycles);
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
