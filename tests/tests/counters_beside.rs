// SPDX-License-Identifier: Apache-2.0
//! Performance counters beside an encoder, with Control Transfer Records and without, on one ingress port and one CSR
//! port: all are compared with their models in one run.

use rayon::prelude::*;
use tracewright_cosim::{random_run, Options};
use tracewright_tests::hardware::{config, quick_design, soak, sources, EVERY_OPTION, PLAIN};
use tracewright_tests::signed::signed_program;

/// What all have.
const COUNTERS: &[&str] = &["build.pmu.built=true"];

/// What those with records have.
const BOTH: &[&str] = &["build.pmu.built=true", "build.ingress.interrupt_address=true"];

/// Presets, and what is built besides.
const BUILDS: &[(&str, &[&str], &[&str])] = &[
    ("micro", COUNTERS, &["build.pmu.events=branches,exceptions"]),
    ("mcu", COUNTERS, &["build.encoder.stall=true", "build.pmu.bus=miss:0x10001,stall:0x8,uops:raw:3", "counters=29"]),
    ("rv64", COUNTERS, &["build.encoder.context=true", "build.pmu.smcntrpmf=true", "build.pmu.width=40", "blocks=4"]),
    ("rv64", BOTH, &["build.ctr.version=1.0", "build.encoder.stall=true", "build.pmu.bus=miss:0x10001"]),
    (
        "mcu",
        BOTH,
        &["build.ctr.version=0.1.4", "system.harts=2", "build.encoder.src_bits=4", "blocks=2", "build.ctr.cycles=true"],
    ),
];

/// Blocks of a run.
const BLOCKS: u64 = 4_000;

#[test]
fn counters_records_and_trace_are_those_of_their_models() {
    BUILDS.par_iter().for_each(|(preset, first, keys)| {
        let build = config(preset, &[PLAIN, *first, keys].concat()).build;
        let design = quick_design(&build, sources(&build));
        for seed in 0..4 * soak() {
            let run = random_run(&design, seed, BLOCKS, Options::default());
            run.unwrap_or_else(|error| panic!("{preset} {keys:?}, seed {seed}: {error}"));
        }
    });
}

#[test]
fn every_option_goes_with_counters_and_records() {
    let keys = [EVERY_OPTION, BOTH, &["build.ctr.version=1.0", "build.encoder.stall=true"]].concat();
    let build = config("rv64", &keys).build;
    let design = quick_design(&build, sources(&build));
    for seed in 0..4 * soak() {
        random_run(&design, seed, BLOCKS, Options::default()).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    }
}

/// The interrupt of a counter that overflows freezes the records, and all three agree with their models meanwhile.
#[test]
fn a_program_takes_the_overflow_interrupt_that_freezes_its_records() {
    for (preset, version, xlen) in [("rv64", "1.0", "rv64"), ("mcu", "0.1.4", "rv32"), ("rv64", "0.1.4", "rv64")] {
        let config = config(preset, &[BOTH, &[&format!("build.ctr.version={version}")]].concat());
        signed_program(&config, &format!("overflow.{version}.{xlen}.elf"));
    }
}

/// Programs that do not know of counters have the records that they have without.
#[test]
fn programs_use_their_records_beside_counters() {
    let config = config("rv64", &[BOTH, &["build.ctr.version=1.0", "blocks=2"]].concat());
    for name in ["filters", "unwind", "profile", "switch"] {
        signed_program(&config, &format!("{name}.1.0.rv64.elf"));
    }
}

/// A fault in the wiring between the hart's port and the units is found.
#[test]
fn a_fault_of_the_wiring_is_found() {
    let keys = ["build.ctr.version=1.0", "system.harts=2", "build.encoder.src_bits=4", "build.encoder.stall=true"];
    let more = ["build.ctr.cycles=true", "build.pmu.bus=miss:0x10001"];
    let build = config("mcu", &[PLAIN, BOTH, &keys, &more].concat()).build;
    let faults = [
        ("tw_hart", "taken = !stall", "taken = 1'b1"),
        ("tw_hart", "if (counters_owns)", "if (1'b0)"),
        ("tw_hart", "counted || records_csr_done", "records_csr_done"),
        ("tw_hart", "counters_csr_done && counters_csr_ours", "counters_csr_done"),
        ("tw_hart", ".cycle          (counters_cycle)", ".cycle          (1'b1)"),
        ("tw_top", "(hart1_retired)", "(hart0_retired)"),
        ("tw_top", "(hart1_bus_event)", "(hart0_bus_event)"),
        ("tw_pmu", "assign lcofi_request = ", "assign lcofi_request = 1'b0 && "),
    ];
    faults.par_iter().for_each(|(module, right, wrong)| {
        let mut sources = sources(&build);
        let (_, text) = sources.iter_mut().find(|(name, _)| *name == format!("{module}.v")).unwrap();
        assert!(text.contains(right), "{right} in {text}");
        *text = text.replace(right, wrong);
        let design = quick_design(&build, sources);
        let found = (0..12).find_map(|seed| random_run(&design, seed, BLOCKS, Options::default()).err());
        println!("{module}: {right}: {found:?}");
        assert!(found.is_some(), "{module}: {right}");
    });
}
