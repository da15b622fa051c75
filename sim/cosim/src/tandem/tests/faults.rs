// SPDX-License-Identifier: Apache-2.0
//! A fault in any module of the encoder is found: each is built with what drives one of its nets wrong.

use super::{whole, RUN};
use crate::tandem::{random_run, Tandem};
use tracewright_config::Packer;
use tracewright_verilog::VerilogFile;
use verilator_sys::text::{with_fault, Fault};
use verilator_sys::Settings;

/// Seeds that a fault may take to show.
const SEEDS: u64 = 20;

/// What is wrong.
const FAULTS: &[Fault] = &[
    ("tw_tandem_walk", "gpr", "&& (|held_0_gpr_number_q)", ""),
    ("tw_tandem_walk", "present", "(mtime || unobserved)", "mtime"),
    ("tw_tandem_walk", "register_head", "step_q[STEP_CSR_3] ?", "step_q[STEP_CSR_2] ?"),
    ("tw_tandem_walk", "head", "12'h807", "12'h907"),
    ("tw_tandem_walk", "pending_d", "rest", "rest | (lowest & 27'h10000)"),
    ("tw_tandem_walk", "go", "", "1'b1"),
    // Only a high bit tells that the pc is elsewhere.
    (
        "tw_tandem_walk",
        "follows_q",
        "expected_pc_q == held_0_pc_data_q",
        "expected_pc_q[15:0] == held_0_pc_data_q[15:0]",
    ),
    // Bit 31 changes besides the bits of a mask.
    ("tw_tandem_shadow", "is_short", "difference_q[31:8]", "difference_q[30:8]"),
    ("tw_tandem_shadow", "exact", "read_element_value_q - before_q", "read_element_value_q + before_q"),
    ("tw_tandem_shadow", "known_d", "&& told_read_data", ""),
    ("tw_tandem_shadow", "stales", "== CSR_FRM", "== CSR_FCSR"),
    ("tw_tandem_shadow", "sweeping_d", "sweep_q != LAST_WORD", "1'b0"),
    ("tw_tandem_packer", "trace_last", "&& last_q", ""),
];

#[test]
fn a_fault_in_any_module_is_found() {
    let build = whole(32, 32, 32, Packer::Byte);
    let right = tracewright_rtl_tandem::verilog(&build, "").expect("the build has Verilog");
    let right: Vec<_> = right.files.iter().map(VerilogFile::source).collect();
    let mut unseen = vec![];
    for fault in FAULTS {
        let wrong = with_fault(&right, fault).expect("the design has what is changed");
        let design = Tandem::new(&build, wrong, &Settings::quick()).expect("lint passes the fault");
        if (0..SEEDS).all(|seed| random_run(&design, seed, RUN, None).is_ok()) {
            unseen.push(fault);
        }
    }
    assert!(unseen.is_empty(), "{unseen:#?}");
}
