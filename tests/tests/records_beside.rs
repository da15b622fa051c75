// SPDX-License-Identifier: Apache-2.0
//! Control Transfer Records beside an encoder, on one ingress port: both are compared with their models in one run.

use rayon::prelude::*;
use tracewright_cosim::{random_run, register_traffic, Options};
use tracewright_tests::hardware::{config, quick_design, soak, sources, EVERY_OPTION, PLAIN};
use tracewright_tests::signed::signed_program;

/// What all have.
const RECORDS: &[&str] = &["build.ingress.interrupt_address=true", "build.ctr.cycles=true"];

/// Presets, and what is built besides.
const BUILDS: &[(&str, &[&str])] = &[
    ("mcu", &["build.ctr.version=0.1.4", "build.encoder.stall=true"]),
    ("rv64", &["build.ctr.version=1.0", "build.encoder.context=true", "build.ctr.memory=registers"]),
    ("rv64", &["build.ctr.version=0.1.4", "blocks=4", "queue_depth=32", "build.encoder.stall=true"]),
    ("mcu", &["build.ctr.version=1.0", "system.harts=2", "build.encoder.src_bits=4", "blocks=2"]),
];

/// Blocks of a run.
const BLOCKS: u64 = 4_000;
/// Accesses of a run.
const ACCESSES: u64 = 4_000;

#[test]
fn records_and_trace_are_those_of_their_models() {
    BUILDS.par_iter().for_each(|(preset, keys)| {
        let build = config(preset, &[PLAIN, RECORDS, keys].concat()).build;
        let design = quick_design(&build, sources(&build));
        for seed in 0..4 * soak() {
            let run = random_run(&design, seed, BLOCKS, Options::default());
            run.unwrap_or_else(|error| panic!("{preset} {keys:?}, seed {seed}: {error}"));
        }
    });
}

#[test]
fn every_option_goes_with_records() {
    let keys = [EVERY_OPTION, RECORDS, &["build.ctr.version=1.0", "build.encoder.stall=true"]].concat();
    let build = config("rv64", &keys).build;
    let design = quick_design(&build, sources(&build));
    for seed in 0..4 * soak() {
        random_run(&design, seed, BLOCKS, Options::default()).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    }
}

/// The control bus reaches the records of each hart, whatever these do, and not while it is locked.
#[test]
fn a_debugger_reaches_the_records_of_each_hart() {
    let builds: [(&str, &[&str]); 4] = [
        ("mcu", &["build.ctr.version=0.1.4", "build.bus.lock=true"]),
        ("rv64", &["build.ctr.version=1.0", "build.bus.kind=axi4-lite", "build.bus.own_clock=true"]),
        ("mcu", &["build.ctr.version=1.0", "system.harts=2", "build.encoder.src_bits=4", "build.bus.lock=true"]),
        ("rv64", &["build.ctr.version=0.1.4", "build.ctr.memory=registers", "build.bus.kind=tilelink-ul"]),
    ];
    builds.par_iter().for_each(|(preset, keys)| {
        let build = config(preset, &[PLAIN, RECORDS, keys].concat()).build;
        let design = quick_design(&build, sources(&build));
        for seed in 0..4 * soak() {
            let run = register_traffic(&design, seed, ACCESSES);
            run.unwrap_or_else(|error| panic!("{preset} {keys:?}, seed {seed}: {error}"));
        }
    });
}

/// Runs a program that uses its records, in `keys`. Gives the cycles in which it was stalled.
fn program(preset: &str, keys: &[&str], file: &str) -> u64 {
    signed_program(&config(preset, &[RECORDS, keys].concat()), file)
}

#[test]
fn programs_use_their_records_while_they_are_traced() {
    let presets: [(&str, &[&str], &str); 2] = [
        ("rv64", &["build.ctr.version=1.0", "build.encoder.implicit_return=full", "blocks=2"], "1.0.rv64"),
        ("mcu", &["build.ctr.version=0.1.4", "queue_depth=4"], "0.1.4.rv32"),
    ];
    for (preset, keys, kind) in presets {
        for name in ["filters", "unwind", "profile", "switch"] {
            program(preset, keys, &format!("{name}.{kind}.elf"));
        }
    }
}

/// A hart that waits for the queue shows an access once, and its records are those of a hart that does not wait.
#[test]
fn a_stalled_hart_has_the_same_records() {
    let keys =
        ["build.ctr.version=1.0", "build.encoder.stall=true", "run.stall=true", "queue_depth=4", "sink.kind=pib"];
    let build = [&keys[..], &["pib_modes=uart", "run.pib_divider=9"]].concat();
    assert!(program("rv64", &build, "filters.1.0.rv64.elf") > 0);
}

/// A window that answers another access, or another hart's, or a locked one, is found.
#[test]
fn a_fault_of_the_window_is_found() {
    let keys = ["build.ctr.version=1.0", "system.harts=2", "build.encoder.src_bits=4", "build.bus.lock=true"];
    let build = config("mcu", &[PLAIN, RECORDS, &keys].concat()).build;
    let faults = [
        ("tw_top", "access_records_request && selected_1", "access_records_request && selected_0"),
        ("tw_top", "selected_0 ? hart_0_window_rdata", "selected_1 ? hart_0_window_rdata"),
        ("tw_hart", ".debug_locked   (locked)", ".debug_locked   (1'b0)"),
        ("tw_hart", "bus_addr[3:2]", "2'd1"),
        ("tw_access", "!at_records || records_done", "1'b1"),
        ("tw_access", "(&access_strobe)", "1'b1"),
    ];
    faults.par_iter().for_each(|(module, right, wrong)| {
        let mut sources = sources(&build);
        let (_, text) = sources.iter_mut().find(|(name, _)| *name == format!("{module}.v")).unwrap();
        assert!(text.contains(right), "{right} in {text}");
        *text = text.replace(right, wrong);
        let design = quick_design(&build, sources);
        let found = (0..4).find_map(|seed| register_traffic(&design, seed, ACCESSES).err());
        println!("{module}: {right}: {found:?}");
        assert!(found.is_some(), "{module}: {right}");
    });
}

/// A block of a stalled hart that is recorded twice is found, and so is what is drawn beside the port.
#[test]
fn a_fault_of_records_is_found() {
    let build = config("mcu", &[PLAIN, RECORDS, BUILDS[0].1].concat()).build;
    let faults = [("tw_hart", "!stall", "1'b1"), ("tw_ctr", "csr_privilege", "3'd3")];
    faults.par_iter().for_each(|(module, right, wrong)| {
        let mut sources = sources(&build);
        let (_, text) = sources.iter_mut().find(|(name, _)| *name == format!("{module}.v")).unwrap();
        // The last place that reads it.
        let place = text.rfind(right).unwrap();
        text.replace_range(place..place + right.len(), wrong);
        let design = quick_design(&build, sources);
        let found = (0..12).find_map(|seed| random_run(&design, seed, BLOCKS, Options::default()).err());
        println!("{module}: {found:?}");
        assert!(found.is_some(), "{module}: {right}");
    });
}
