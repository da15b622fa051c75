// SPDX-License-Identifier: Apache-2.0
//! Several harts: what each retires together arrives in one piece, in its order, and says whose it is.

use super::whole as with_all;
use crate::tandem::{random_whole, whole, Drawn, Whole};
use tracewright_config::{Build, Packer, Run, SinkKind};
use tracewright_verilog::VerilogFile;
use verilator_sys::text::{with_fault, Fault};
use verilator_sys::Settings;

/// Retirements of a hart in a run.
const RUN: u64 = 200;
/// Runs of a build.
const RUNS: u64 = 12;

/// Faults of what a system has beside a single encoder.
const FAULTS: &[Fault] = &[
    // Every hart says that it is the first one.
    ("tw_tandem_top", "hart_id", "7'h41", "7'h40"),
    ("tw_tandem_walk", "register_head", "20'hf1404", "20'hf1304"),
    // A retirement of what is outside of groups alone does not say whose it is.
    ("tw_tandem_walk", "present", "group || mtime || unobserved", "group"),
    // The funnel changes to another hart within a piece.
    ("tw_tandem_funnel", "turns", "gives && moves && last_1", "gives && moves"),
    // A byte ends a piece where no other follows it at once.
    ("tw_tandem_packer", "trace_last", "ends_q &&", ""),
];

/// Harts that have all that can be built.
fn system(xlen: u32, packer: Packer, harts: u32, kinds: &[SinkKind]) -> Build {
    let mut build = with_all(xlen, 0, xlen, packer);
    build.sink.kind = kinds.iter().copied().collect();
    build.sink.sram_width = 64;
    (build.system.harts, build.tandem.hart_id) = (harts, 0x40);
    build
}

/// The sink has what the models sent.
fn agrees(build: &Build, run: &Run, first_seed: u64) {
    let design = whole(build, &Settings::soaked()).expect("Verilator builds the hardware");
    for seed in first_seed..first_seed + RUNS {
        if let Err(error) = random_whole(&design, run, seed, RUN, None) {
            panic!("seed {seed}, {}: {error}", Drawn::new(seed));
        }
    }
}

#[test]
fn two_harts_a_byte_a_cycle_to_the_stream() {
    agrees(&system(32, Packer::Byte, 2, &[SinkKind::Stream]), &Run::default(), 0);
}

#[test]
fn funnels_of_funnels_to_the_atb() {
    let mut build = system(32, Packer::Word, 5, &[SinkKind::Atb]);
    (build.system.funnel_inputs, build.tandem.instructions) = (2, 2);
    agrees(&build, &Run::default(), 1 << 32);
}

#[test]
fn system_memory_has_everything_of_rv64_harts() {
    let build = system(64, Packer::Double, 3, &[SinkKind::Sba]);
    let build = Build { sink: tracewright_config::Sink { sba_width: 64, ..build.sink.clone() }, ..build };
    agrees(&build, &Run { sba_bytes: 65536, ..Run::default() }, 2 << 32);
}

#[test]
fn sram_has_the_newest_part_of_two_harts() {
    agrees(&system(32, Packer::Word, 2, &[SinkKind::Sram]), &Run::default(), 3 << 32);
}

#[test]
fn sram_has_the_oldest_part_of_two_harts() {
    let build = system(32, Packer::Byte, 2, &[SinkKind::Sram]);
    agrees(&build, &Run { stop_on_wrap: true, ..Run::default() }, 4 << 32);
}

#[test]
fn a_fault_in_what_several_harts_have_is_found() {
    let build = system(32, Packer::Byte, 2, &[SinkKind::Stream]);
    let right = tracewright_rtl::verilog(&build, "").expect("the build has Verilog");
    let right: Vec<_> = right.files.iter().map(VerilogFile::source).collect();
    let mut unseen = vec![];
    for fault in FAULTS {
        let wrong = with_fault(&right, fault).expect("the design has what is changed");
        let design = Whole::new(&build, wrong, &Settings::quick()).expect("lint passes the fault");
        let found = (0..RUNS).find_map(|seed| random_whole(&design, &Run::default(), seed, RUN, None).err());
        println!("{fault:?}: {found:?}");
        if found.is_none() {
            unseen.push(fault);
        }
    }
    assert!(unseen.is_empty(), "{unseen:#?}");
}
