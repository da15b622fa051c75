// SPDX-License-Identifier: Apache-2.0
//! Nothing is ever written outside what teRamBase and teRamLimit say, whatever they say, in whatever order and whenever
//! they are written: random register traffic while trace goes to system memory, which refuses what is outside.

use rayon::prelude::*;
use tracewright_config::Build;
use tracewright_cosim::{register_traffic, Error};
use tracewright_tests::hardware::{config, quick_design, soak, sources, PLAIN};

/// Accesses of a build, in all runs together.
const ACCESSES: u64 = 40_000;
/// Accesses of a run.
const RUN: u64 = 5_000;

/// The kinds of builds: every width on every bus, as an encoder's and a funnel's sink, beside others.
const BUILDS: &[&[&str]] = &[
    &["sba_bus=axi4", "sba_width=32", "packer=1"],
    &["sba_bus=axi4", "sba_width=64", "packer=8", "sba_burst=64", "build.sink.sba_address=40"],
    &["sba_bus=axi4", "sba_width=128", "packer=4", "sba_burst=4", "build.reset=sync", "build.bus.lock=true"],
    &["sba_bus=tilelink-ul", "sba_width=32", "packer=4", "build.bus.lock=true"],
    &["sba_bus=tilelink-ul", "sba_width=64", "packer=1", "sba_burst=8", "build.power.delay=5"],
    &["sba_bus=wishbone", "sba_width=32", "packer=1", "sba_burst=2"],
    &["sba_bus=wishbone", "sba_width=64", "packer=8", "build.bus.own_clock=true", "build.sink.sba_address=32"],
    &["sink.kind=sram,sba", "sram_bytes=256", "sba_bus=axi4", "sba_width=64", "packer=4"],
];

/// An encoder of this kind that sends as much as it can.
fn build(changes: &[&str]) -> Build {
    let small = ["sink.kind=sba", "hist_width=8", "icnt_width=9", "build.sink.sba_address=32"];
    config("mcu", &[PLAIN, &small, changes].concat()).build
}

/// What is not as it should be in random traffic, if anything is.
fn difference(build: &Build, sources: Vec<(String, String)>, accesses: u64) -> Option<String> {
    let design = quick_design(build, sources);
    (0..accesses / RUN).find_map(|seed| match register_traffic(&design, seed, RUN) {
        Ok(_) => None,
        Err(Error::Verilator(error)) => panic!("{error}"),
        Err(error) => Some(format!("seed {seed}: {error}")),
    })
}

#[test]
fn nothing_is_written_outside_what_software_has_set() {
    let wrong = BUILDS.par_iter().filter_map(|changes| {
        let build = build(changes);
        let text = difference(&build, sources(&build), ACCESSES * soak())?;
        Some(format!("{changes:?}: {text}"))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What a sink's plan says, what it says wrongly, and what the report speaks of.
const FAULTS: &[(&str, &str, &str)] = &[
    // A word that ends beyond the limit is written.
    ("- {1'b0, write_at_q | WITHIN};", "- {1'b0, write_at_q};", "outside the buffer"),
    // The pointer is used where it is below the base.
    ("assign outside = (write_at_q < te_ram_base[31:2]) ||", "assign outside = 1'b0 ||", "outside the buffer"),
    // It is used where it is above the limit.
    ("|| to_limit[30];", "|| 1'b0;", "outside the buffer"),
    // The base is rounded down.
    (
        "assign rounded = {1'b0, te_ram_base[31:2]} + {1'b0, WITHIN};",
        "assign rounded = {1'b0, te_ram_base[31:2]};",
        "outside the buffer",
    ),
    // A limit below the base leaves a word.
    ("({1'b0, te_ram_limit[31:2]} < (first | {1'b0, WITHIN}))", "1'b0", "teSbaStatus"),
    // What was not written since reset is taken for an address.
    ("!base_written_q\n        || ", "", "teSbaStatus"),
    // What was settled stays where registers change meanwhile.
    ("if (bus_write && (step_q != BURST_STATE_BURST)) begin", "if (1'b0) begin", "there is no buffer"),
];

#[test]
fn a_sink_that_leaves_its_buffer_is_found() {
    let build = build(BUILDS[1]);
    let sources = sources(&build);
    let unseen = FAULTS.par_iter().filter_map(|(right, wrong, report)| {
        let mut sources = sources.clone();
        let (_, text) = sources.iter_mut().find(|(name, _)| name == "tw_sba_plan.v")?;
        if !text.contains(right) {
            return Some(format!("the module does not say {right}"));
        }
        *text = text.replace(right, wrong);
        match difference(&build, sources, 4 * ACCESSES) {
            Some(found) if found.contains(report) => None,
            other => Some(format!("{right}: {other:?}")),
        }
    });
    let unseen: Vec<String> = unseen.collect();
    assert!(unseen.is_empty(), "{}", unseen.join("\n"));
}
