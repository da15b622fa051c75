// SPDX-License-Identifier: Apache-2.0
//! Random register traffic on each bus, in the encoder's clock and in one of its own: what is read is what the model
//! has.

use tracewright_cosim::register_traffic;
use tracewright_tests::hardware::{config, design, sources};

/// Accesses on a bus, in all runs together.
const ACCESSES: u64 = 100_000;
/// Accesses of a run: each has its own gaps, ratios of clocks and ingress.
const RUN: u64 = 5_000;

/// Every register that there can be, and all that acts on one; the encoder no larger than that takes.
const EVERY_REGISTER: &[&str] = &[
    "modes=both",
    "sram_bytes=256",
    "hist_width=8",
    "icnt_width=9",
    "build.ingress.triggers=true",
    "build.encoder.context=true",
    "build.encoder.src_bits=12",
    "build.encoder.src_id=2748",
    "build.encoder.external_triggers=8",
    "build.encoder.trigger_outputs=8",
    "build.encoder.implicit_return=count",
    "build.encoder.sequential_jump=true",
    "build.encoder.all_jumps=true",
    "build.encoder.repeat_branch=true",
    "build.encoder.extended_address=true",
    "build.timestamp.source=core",
    "build.timestamp.width=64",
    "build.timestamp.broadcast=true",
    "build.bus.lock=true",
    "build.power.delay=5",
    "build.power.clock_request=true",
    "build.defaults.te_context=true",
    "build.defaults.te_sync_max=5",
];

fn agrees(change: &[&str]) {
    let build = config("mcu", &[EVERY_REGISTER, change].concat()).build;
    let design = design(&build, sources(&build));
    let (mut blocks, mut bytes) = (0, 0);
    for seed in 0..ACCESSES / RUN {
        let summary = register_traffic(&design, seed, RUN).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        blocks += summary.blocks;
        bytes += summary.trace_bytes;
    }
    assert!(blocks > ACCESSES && bytes > ACCESSES, "the encoder runs: {blocks} blocks, {bytes} bytes of trace");
}

#[test]
fn apb4() {
    agrees(&["build.bus.kind=apb4"]);
}

#[test]
fn apb4_in_its_own_clock() {
    agrees(&["build.bus.kind=apb4", "build.bus.own_clock=true", "build.timestamp.own_clock=true"]);
}

#[test]
fn axi4_lite() {
    agrees(&["build.bus.kind=axi4-lite", "sram_macro=true", "sram_width=64"]);
}

#[test]
fn axi4_lite_in_its_own_clock() {
    agrees(&["build.bus.kind=axi4-lite", "build.bus.own_clock=true", "build.power.delay=0"]);
}

#[test]
fn wishbone() {
    agrees(&["build.bus.kind=wishbone", "build.timestamp.own_clock=true"]);
}

#[test]
fn wishbone_in_its_own_clock() {
    agrees(&["build.bus.kind=wishbone", "build.bus.own_clock=true", "packer=4", "build.reset=sync", "sram_macro=true"]);
}

#[test]
fn tilelink_ul() {
    agrees(&["build.bus.kind=tilelink-ul", "build.bus.source_bits=1", "build.timestamp.source=external"]);
}

#[test]
fn tilelink_ul_in_its_own_clock() {
    let time = ["build.timestamp.source=slave", "build.timestamp.own_clock=true"];
    agrees(&[&["build.bus.kind=tilelink-ul", "build.bus.own_clock=true", "sink.kind=stream"], &time[..]].concat());
}

#[test]
fn a_system() {
    let of_system = ["system.harts=3", "system.funnel_inputs=2", "sink.kind=sram,sba,pib,atb", "packer=4"];
    agrees(&[&of_system[..], &["build.encoder.src_bits=4", "build.encoder.src_id=9"]].concat());
}
