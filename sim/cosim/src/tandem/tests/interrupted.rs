// SPDX-License-Identifier: Apache-2.0
//! Software makes the encoder inactive while trace is on its way: whole groups have left, and the encoder starts anew.

use super::whole as with_all;
use crate::tandem::{interrupted, Whole};
use tracewright_config::{Build, Packer, Run, SinkKind};
use tracewright_verilog::VerilogFile;
use verilator_sys::text::{with_fault, Fault};
use verilator_sys::Settings;

/// Retirements before tvActive is cleared, and after that.
const BEFORE: u64 = 40;
const AFTER: u64 = 40;
/// Runs of a build.
const RUNS: u64 = 60;

/// Faults of the module between registers, encoder and sinks, by the packer of the build that shows them.
const FAULTS: &[(Packer, Fault)] = &[
    (Packer::Byte, ("tw_tandem_recorder", "discards", "&& !under_way_q", "")),
    (Packer::Byte, ("tw_tandem_recorder", "under_way_d", "trace_ready &&", "")),
    (Packer::Byte, ("tw_tandem_recorder", "under_way_d", "&& encoder_trace_last", "")),
    (Packer::Byte, ("tw_tandem_recorder", "trace_valid", "&& !discards", "")),
    (Packer::Byte, ("tw_tandem_recorder", "encoder_trace_ready", "|| discards", "")),
    (Packer::Byte, ("tw_tandem_recorder", "registers_tv_active", "|| !registers_tv_empty", "")),
    // A word that is not full is still to leave.
    (Packer::Word, ("tw_tandem_recorder", "registers_tv_active", "!registers_tv_empty", "!drained")),
    (Packer::Byte, ("tw_tandem_recorder", "registers_tv_empty", "", "1'b1")),
    (Packer::Byte, ("tw_tandem_recorder", "registers_tv_empty", "encoder_empty &&", "")),
    (Packer::Word, ("tw_tandem_recorder", "registers_tv_empty", "&& sinks_empty", "")),
];

fn streamed(packer: Packer) -> Build {
    let mut build = with_all(32, 0, 32, packer);
    build.sink.kind = [SinkKind::Stream].into_iter().collect();
    build
}

#[test]
fn what_leaves_an_encoder_that_becomes_inactive_ends_whole() {
    for packer in [Packer::Byte, Packer::Word, Packer::Double] {
        let build = streamed(packer);
        let design = crate::tandem::whole(&build, &Settings::soaked()).expect("Verilator builds the hardware");
        let (mut cut, mut within) = (0, 0);
        for seed in 0..RUNS {
            let run = interrupted(&design, &Run::default(), seed, BEFORE, AFTER)
                .unwrap_or_else(|error| panic!("{packer:?}, seed {seed}: {error}"));
            cut += u64::from(run.lost > 0);
            within += u64::from(run.lost > 0 && run.sent > 0);
        }
        println!("{packer:?}: of {RUNS} runs {cut} lost something, {within} after something had left");
        assert!(cut > RUNS / 8 && within > 0, "{packer:?}: nothing is on its way");
    }
}

#[test]
fn the_other_harts_go_on_when_an_encoder_becomes_inactive() {
    for packer in [Packer::Byte, Packer::Word] {
        let mut build = streamed(packer);
        build.system.harts = 3;
        let design = crate::tandem::whole(&build, &Settings::soaked()).expect("Verilator builds the hardware");
        let mut cut = 0;
        for seed in 0..RUNS {
            let run = interrupted(&design, &Run::default(), seed, BEFORE, AFTER)
                .unwrap_or_else(|error| panic!("{packer:?}, seed {seed}: {error}"));
            cut += u64::from(run.lost > 0);
        }
        println!("{packer:?}: of {RUNS} runs {cut} lost something of the first hart");
        assert!(cut > 0, "{packer:?}: nothing is on its way");
    }
}

#[test]
fn a_fault_between_encoder_and_sinks_is_found() {
    let mut unseen = vec![];
    for (packer, fault) in FAULTS {
        let build = streamed(*packer);
        let right = tracewright_rtl::verilog(&build, "").expect("the build has Verilog");
        let right: Vec<_> = right.files.iter().map(VerilogFile::source).collect();
        let wrong = with_fault(&right, fault).expect("the design has what is changed");
        let design = Whole::new(&build, wrong, &Settings::quick()).expect("lint passes the fault");
        let found = (0..RUNS).find_map(|seed| interrupted(&design, &Run::default(), seed, BEFORE, AFTER).err());
        println!("{packer:?}, {fault:?}: {found:?}");
        if found.is_none() {
            unseen.push(fault);
        }
    }
    assert!(unseen.is_empty(), "{unseen:#?}");
}
