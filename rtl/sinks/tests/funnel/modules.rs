// SPDX-License-Identifier: Apache-2.0
//! Funnel, joiner and router in the simulator are their Verilog, whatever comes in, legal or not.

use tracewright_config::{Build, Packer, Reset, SinkKind};
use tracewright_regmap::{ALL_CONSTANTS, TE_SINK_PIB};
use tracewright_sinks::{Funnel, FunnelPlan, Router, Words};
use verilator_sys::differential::Batch;

const CYCLES: usize = 1500;

/// Gives the inputs named random values.
macro_rules! randomise {
    ($block:ident, $random:ident: $($($input:ident).+),+) => {
        $($block.$($input).+.next = $random.any();)+
    };
}

/// A build whose chunks have `bits`.
fn build(bits: usize, reset: Reset) -> Build {
    let mut build = Build { reset, ..Build::default() };
    build.encoder.packer = match bits {
        8 => Packer::Byte,
        32 => Packer::Word,
        _ => Packer::Double,
    };
    build
}

fn add_funnel<const IN: usize>(batch: &mut Batch, inputs: usize, reset: Reset, is_outlived: bool) {
    batch.add_clocked(
        &format!("funnel_{IN}_{inputs}_{is_outlived}"),
        Funnel::<IN>::new(&FunnelPlan { build: build(IN, reset), inputs, is_outlived }),
        |x| &mut x.clock,
        |x, r| {
            x.rst_n.next = r.reset();
            randomise!(x, r: trace.ready, disable);
            for input in &mut x.input {
                randomise!(input, r: valid, data, bytes, last);
            }
            x.enable.next = !r.rarely(8);
            x.clear.next = r.rarely(30);
        },
    );
}

fn add_router<const IN: usize>(batch: &mut Batch, has_pib: bool) {
    let mut build = build(IN, Reset::Async);
    let other = if has_pib { SinkKind::Pib } else { SinkKind::Atb };
    build.sink.kind = [SinkKind::Sram, other].into_iter().collect();
    batch.add_clocked(
        &format!("router_{IN}_{has_pib}"),
        Router::<IN>::new(&build),
        |x| &mut x.clock,
        |x, r| {
            x.rst_n.next = r.reset();
            randomise!(x, r: joiner_empty, source.valid, source.data, source.bytes, source.last, joiner.ready);
            randomise!(x, r: pib.ready, select);
            // Half of the time the PIB.
            x.select.next = if r.bit() { (TE_SINK_PIB as u64).into() } else { r.any() };
        },
    );
}

fn add_words<const OUT: usize, const TWICE: usize>(batch: &mut Batch, name: &str, words: Words<OUT, TWICE>) {
    batch.add_clocked(
        &format!("words_{OUT}_{name}"),
        words,
        |x| &mut x.clock,
        |x, r| {
            x.rst_n.next = r.reset();
            randomise!(x, r: in_valid, in_data, in_bytes, word_ready, in_last);
            x.flush.next = r.rarely(6);
            x.clear.next = r.rarely(40);
        },
    );
}

#[test]
fn funnel_joiner_and_router_mean_the_same_in_verilog() {
    let mut batch = Batch::new(ALL_CONSTANTS);
    add_funnel::<8>(&mut batch, 2, Reset::Async, true);
    add_funnel::<8>(&mut batch, 16, Reset::Sync, false);
    add_funnel::<32>(&mut batch, 3, Reset::Async, false);
    add_funnel::<64>(&mut batch, 5, Reset::Async, true);
    for has_pib in [false, true] {
        add_router::<8>(&mut batch, has_pib);
        add_router::<32>(&mut batch, has_pib);
        add_router::<64>(&mut batch, has_pib);
    }
    add_words::<32, 64>(&mut batch, "across", Words::across_messages(Reset::Async));
    add_words::<64, 128>(&mut batch, "across", Words::across_messages(Reset::Sync));
    add_words::<32, 64>(&mut batch, "within", Words::within_messages(Reset::Async));
    add_words::<64, 128>(&mut batch, "within", Words::within_messages(Reset::Async));
    if let Err(error) = batch.run(CYCLES, 3) {
        panic!("{error}");
    }
}
