// SPDX-License-Identifier: Apache-2.0
//! Resets, enables, disables, locks and flushes in any order, while trace flows: everything stays alive, and what is
//! not cut arrives whole.

use rayon::prelude::*;
use tracewright_cosim::{interleavings, Interleavings};
use tracewright_tests::hardware::{config, quick_design, soak, sources};

/// Interleavings of a run.
const RUN: u64 = 12;
/// Runs of each configuration in a plain test.
const RUNS: u64 = 2;

/// What all have.
const COMMON: &[&str] = &["build.bus.lock=true", "build.encoder.src_bits=4", "build.timestamp.source=core"];

/// An encoder alone, with each sink and with all of them.
const ALONE: &[&[&str]] = &[
    &["sink.kind=stream"],
    &["sink.kind=stream", "packer=4"],
    &["sink.kind=pib", "build.power.delay=3", "build.power.clock_request=true"],
    &["sink.kind=pib", "packer=4"],
    &["sink.kind=atb"],
    &["sink.kind=atb", "packer=8", "atb_width=64"],
    &["sink.kind=sba"],
    &["sink.kind=sram,sba,pib,atb,stream", "packer=4"],
];

/// A funnel of two harts.
const TWO: &[&[&str]] = &[
    &["system.harts=2", "sink.kind=stream"],
    &["system.harts=2", "sink.kind=sba,pib,atb", "packer=4", "build.bus.own_clock=true"],
    &["system.harts=2", "sink.kind=pib", "packer=8"],
];

/// Five harts, and two levels of funnels.
const FIVE: &[&[&str]] = &[
    &["system.harts=5", "system.funnel_inputs=3", "sink.kind=stream,sram"],
    &["system.harts=5", "system.funnel_inputs=3", "sink.kind=pib,atb", "packer=4"],
];

/// Module, what it says, what it says wrongly.
type Fault = (&'static str, &'static str, &'static str);

/// Each leaves a message without its end, or somebody waiting for one.
const FAULTS: &[(&[&str], &[Fault])] = &[
    (&["sink.kind=stream"], &[("tw_packer", "closing_d = 1'b1;", "closing_d = 1'b0;")]),
    (&["sink.kind=stream", "packer=4"], &[("tw_cutter", "closing_d = 1'b1;", "closing_d = 1'b0;")]),
    (&["system.harts=2", "sink.kind=stream"], &[("tw_funnel", "(clear && under_way_q)", "1'b0")]),
    (&["sink.kind=pib"], &[("tw_pib_entries", "(inactive && !in_message_q && !begins)", "1'b0")]),
    (
        &["sink.kind=atb"],
        &[
            ("tw_atb_control", "owes_end_d = 1'b1;", "owes_end_d = 1'b0;"),
            // The rest of a message that was cut where the ATB alone was reset.
            ("tw_atb_rest", "cut_q <= cut_d;", "cut_q <= 1'b0;"),
        ],
    ),
];

/// Runs of a fault, at most.
const FAULT_RUNS: u64 = 30;

fn campaign(change: &[&str], runs: u64) -> Interleavings {
    let build = config("mcu", &[COMMON, change].concat()).build;
    let design = quick_design(&build, sources(&build));
    let mut sum = Interleavings::default();
    for seed in 0..runs {
        let done = interleavings(&design, seed, RUN).unwrap_or_else(|error| panic!("{change:?}, seed {seed}: {error}"));
        sum.interleavings += done.interleavings;
        sum.actions += done.actions;
        sum.resets += done.resets;
        sum.messages += done.messages;
        sum.damaged += done.damaged;
    }
    println!("{change:?}: {sum:?}");
    sum
}

fn campaigns(builds: &[&[&str]]) {
    let runs = RUNS * soak();
    let done: Vec<_> = builds.par_iter().map(|change| campaign(change, runs)).collect();
    assert!(done.iter().all(|done| done.resets > 10 * runs && done.messages > 0), "{done:?}");
}

#[test]
fn an_encoder_alone() {
    campaigns(ALONE);
}

#[test]
fn a_funnel_of_two_harts() {
    campaigns(TWO);
}

#[test]
fn five_harts_in_two_levels() {
    campaigns(FIVE);
}

#[test]
fn a_message_without_its_end_is_found() {
    FAULTS.par_iter().flat_map(|(change, faults)| faults.par_iter().map(move |fault| (change, fault))).for_each(
        |(change, (module, right, wrong))| {
            let build = config("mcu", &[COMMON, change].concat()).build;
            let mut sources = sources(&build);
            let (_, text) = sources.iter_mut().find(|(name, _)| *name == format!("{module}.v")).unwrap();
            assert!(text.contains(right), "{module}: {right}");
            *text = text.replace(right, wrong);
            let design = quick_design(&build, sources);
            let found = (0..FAULT_RUNS).find_map(|seed| interleavings(&design, seed, RUN).err());
            println!("{module}: {wrong}: {found:?}");
            assert!(found.is_some(), "{module}: {wrong}");
        },
    );
}
