// SPDX-License-Identifier: Apache-2.0
//! A fault in any module of the encoder is found: each is built with one line of its Verilog wrong.

use super::{whole, RUN};
use crate::seeded::{with_fault, Fault};
use crate::tandem::{random_run, Tandem};
use tracewright_config::Packer;
use verilator_sys::Settings;

/// Seeds that a fault may take to show.
const SEEDS: u64 = 20;

/// What is wrong.
const FAULTS: &[Fault] = &[
    ("tw_tandem_walk", "held_0_gpr_valid_q && (|held_0_gpr_number_q)", "held_0_gpr_valid_q"),
    ("tw_tandem_walk", "(open_q && (mtime || unobserved))", "(open_q && mtime)"),
    ("tw_tandem_walk", "step_q[STEP_CSR_3] ?", "step_q[STEP_CSR_2] ?"),
    ("tw_tandem_walk", "step_q[STEP_MTIME] ? 24'h807", "step_q[STEP_MTIME] ? 24'h907"),
    ("tw_tandem_walk", "pending_d = rest;", "pending_d = rest | (lowest & 27'h10000);"),
    ("tw_tandem_walk", "assign go = !full_q || out_ready", "assign go = 1'b1"),
    // Only a high bit tells that the pc is elsewhere.
    ("tw_tandem_walk", "(expected_pc_q == held_0_pc_data_q)", "(expected_pc_q[15:0] == held_0_pc_data_q[15:0])"),
    // Bit 31 changes besides the bits of a mask.
    ("tw_tandem_shadow", "!(|difference_q[31:8])", "!(|difference_q[30:8])"),
    ("tw_tandem_shadow", "read_element_value_q - before_q", "read_element_value_q + before_q"),
    ("tw_tandem_shadow", "known_d = is_shadowed && told_read_data", "known_d = is_shadowed"),
    ("tw_tandem_shadow", "== CSR_FRM", "== CSR_FCSR"),
    ("tw_tandem_shadow", "sweeping_d = sweep_q != LAST_WORD", "sweeping_d = 1'b0"),
    ("tw_tandem_packer", "assign trace_last = ends_q && last_q", "assign trace_last = ends_q"),
];

#[test]
fn a_fault_in_any_module_is_found() {
    let build = whole(32, 32, 32, Packer::Byte);
    let right = tracewright_rtl_tandem::verilog(&build, "").expect("the build has Verilog");
    let settings = Settings { quick: true, ..Settings::default() };
    let mut unseen = vec![];
    for fault in FAULTS {
        let design = Tandem::new(&build, with_fault(&right.files, fault), &settings).expect("lint passes the fault");
        if (0..SEEDS).all(|seed| random_run(&design, seed, RUN, None).is_ok()) {
            unseen.push(fault);
        }
    }
    assert!(unseen.is_empty(), "module, text, wrong text: {unseen:#?}");
}
