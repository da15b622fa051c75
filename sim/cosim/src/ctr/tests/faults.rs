// SPDX-License-Identifier: Apache-2.0
//! A fault in any module of Control Transfer Records is found: each is built with what drives one of its
//! nets wrong.

use super::BLOCKS;
use crate::ctr::{random_ctr, CtrDesign};
use tracewright_config::{Build, Loader, Preset};
use tracewright_csrs::ctr;
use tracewright_verilog::VerilogFile;
use verilator_sys::text::{with_fault, Fault};
use verilator_sys::Settings;

/// Seeds that a fault may take to show.
const SEEDS: u64 = 8;

/// What is wrong.
const FAULTS: &[Fault] = &[
    // Only the transfer that freezes is left out.
    ("tw_ctr_transfer", "freezes", "frozen ||", ""),
    // NTBREN is a filter as the others.
    ("tw_ctr_transfer", "passes", "", "!filters[itype]"),
    // A trap out of a mode that is not enabled shows its source.
    ("tw_ctr_transfer", "action_source", "from", "1'b1"),
    // An external trap shows its target.
    ("tw_ctr_transfer", "action_target", "", "1'b1"),
    // An external trap is one of an enabled mode, too, and passes every filter.
    ("tw_ctr_transfer", "external", "&& !to", ""),
    // A transfer into debug mode is recorded.
    ("tw_ctr_transfer", "acts", "&& (after != PRIVILEGE_DEBUG)", ""),
    // The source is the address after the last instruction.
    ("tw_ctr_lane", "kept_offset_d", "back", "6'd0"),
    // An exception is mispredicted.
    ("tw_ctr_lane", "kept_mispredict_q", "(itype != ITYPE_EXCEPTION) &&", ""),
    // CCV of a swap.
    ("tw_ctr_cycles", "known", "&& !action_pops", ""),
    // The counter does not stop at its mantissa's end.
    ("tw_ctr_cycles", "widens", "", "1'b0"),
    // A cycle right after a record is not counted.
    ("tw_ctr_cycles", "mantissa_write_data", "one_q != counts", "counts"),
    // WRPTR can't be written.
    ("tw_ctr_status", "at_d", "value[3:0] & last", "at"),
    // FROZEN can't be written.
    ("tw_ctr_status", "is_frozen_d", "value[31]", "freezes"),
    // A swap moves WRPTR.
    ("tw_ctr_status", "at", "&& !action_pops", ""),
    // An entry that is written while there is a transfer.
    ("tw_ctr_array", "written_q", "acts ? 3'd0 : registers", "registers"),
    // An entry that is read in the cycle of its write.
    ("tw_ctr_bank", "holds", "&& !clash", ""),
    // MISP of a record can't be overwritten.
    ("tw_ctr_bank", "target_write_data", "|| brought_mispredict", ""),
    // The first write of a blank entry leaves its other registers.
    ("tw_ctr_bank", "all", "(|registers) && !held_is_held", "1'b0"),
    // A pop leaves V.
    ("tw_ctr_bank", "valid_write", "|| marked_marked_q", ""),
    // A record that does not show its source leaves what it was.
    ("tw_ctr_bank", "address_write", "&& entry_shows_source", ""),
    // SCTRCLR leaves entries.
    ("tw_ctr_bank", "clear", "clear", "1'b0"),
    // What the debug port brings is put to the operand of the CSR port.
    ("tw_ctr", "asked_clears_q", "|| ports_access_brings", ""),
    // The half that was kept is written after the port was locked.
    ("tw_ctr_ports", "way_lower_q", "&& has_lower_q", ""),
    // sireg3 is another number.
    ("tw_ctr_decode", "known", "access_address == 12'h153", "access_address == 12'h154"),
    // LCOFIFRZ is BPFRZ.
    ("tw_ctr_registers", "written_overflow", "value[12]", "value[11]"),
];

/// What is wrong where the depth can change: the mask of a depth that is not the largest.
const FAULTS_OF_DEPTH: &[Fault] = &[
    // Entries are counted from the pointer in the whole array.
    ("tw_ctr", "asked_place_q", "& registers_last", ""),
    // Entries beyond the depth can be seen.
    ("tw_ctr", "is_beyond", "", "1'b0"),
    // The pointer steps through the whole array, upwards and downwards.
    ("tw_ctr_status", "up", "& last", ""),
    ("tw_ctr_status", "down", "& last", ""),
    // A smaller depth leaves the pointer where it is.
    ("tw_ctr_status", "at_d", "& next_last", ""),
    // A pointer that is written can be beyond the depth.
    ("tw_ctr_status", "at_d", "& last", ""),
];

#[test]
fn a_fault_in_any_module_is_found() {
    let build = preset(&[]);
    assert_found(&build, FAULTS);
}

#[test]
fn a_fault_of_a_variable_depth_is_found() {
    let build = preset(&["ctr.max_depth=64"]);
    assert_found(&build, FAULTS_OF_DEPTH);
}

/// The build of the preset with these changes.
fn preset(changes: &[&str]) -> Build {
    let mut loader = Loader::preset(Preset::named("ctr").expect("the preset exists"));
    changes.iter().for_each(|change| loader.set(change).expect("the key exists"));
    loader.finish().expect("the preset is whole").build
}

/// Each fault is found in one of the seeds.
fn assert_found(build: &Build, faults: &[Fault]) {
    let right = ctr::verilog(build, "").expect("the build has Verilog");
    let right: Vec<_> = right.files.iter().map(VerilogFile::source).collect();
    let settings = Settings::quick();
    let mut unseen = vec![];
    for fault in faults {
        let wrong = with_fault(&right, fault).expect("the design has what is changed");
        let design = CtrDesign::of(build, wrong, &settings).expect("lint passes the fault");
        if (0..SEEDS).all(|seed| random_ctr(&design, seed, BLOCKS).is_ok()) {
            unseen.push(fault);
        }
    }
    assert!(unseen.is_empty(), "{unseen:#?}");
}
