// SPDX-License-Identifier: Apache-2.0
//! A fault in any module of Control Transfer Records is found: each is built with one line of its Verilog wrong.

use super::BLOCKS;
use crate::ctr::{random_ctr, CtrDesign};
use crate::seeded::{with_fault, Fault};
use tracewright_config::{Build, Loader, Preset};
use tracewright_csrs::ctr;
use verilator_sys::Settings;

/// Seeds that a fault may take to show.
const SEEDS: u64 = 8;

/// What is wrong.
const FAULTS: &[Fault] = &[
    // Only the transfer that freezes is left out.
    ("tw_ctr_transfer", "frozen || (acts_2 && freezes_2)", "acts_2 && freezes_2"),
    // NTBREN is a filter as the others.
    ("tw_ctr_transfer", "filters[itype] == (itype == ITYPE_BRANCH_NOT_TAKEN)", "!filters[itype]"),
    // A trap out of a mode that is not enabled shows its source.
    ("tw_ctr_transfer", "assign action_source = from;", "assign action_source = 1'b1;"),
    // An external trap shows its target.
    ("tw_ctr_transfer", "to || (!is_trap && !is_trap_return);", "1'b1;"),
    // An external trap is one of an enabled mode, too, and passes every filter.
    ("tw_ctr_transfer", "&& !to", "&& 1'b1"),
    // A transfer into debug mode is recorded.
    ("tw_ctr_transfer", "transfers && (after != PRIVILEGE_DEBUG)", "transfers"),
    // The source is the address after the last instruction.
    ("tw_ctr_lane", "kept_offset_d = iretire + back_2;", "kept_offset_d = iretire;"),
    // An exception is mispredicted.
    ("tw_ctr_lane", "mispredict && (itype != ITYPE_EXCEPTION) &&", "mispredict &&"),
    // CCV of a swap.
    ("tw_ctr_cycles", "valid_q && !action_pops", "valid_q"),
    // The counter does not stop at its mantissa's end.
    ("tw_ctr_cycles", "assign widens = carries && is_full;", "assign widens = 1'b0;"),
    // A cycle right after a record is not counted.
    ("tw_ctr_cycles", "one_q != counts", "counts"),
    // WRPTR can't be written.
    ("tw_ctr_status", "at_d = value[7:0] & last;", "at_d = at_2;"),
    // FROZEN can't be written.
    ("tw_ctr_status", "held_d = value[31];", "held_d = freezes;"),
    // A swap moves WRPTR.
    ("tw_ctr_status", "action_records && !action_pops", "action_records"),
    // An entry that is written while there is a transfer.
    ("tw_ctr_array", "acts ? 3'd0 : registers", "registers"),
    // An entry that is read in the cycle of its write.
    ("tw_ctr_bank", "assign holds = held_is_read && !clash;", "assign holds = held_is_read;"),
    // MISP of a record can't be overwritten.
    ("tw_ctr_bank", "mispredicted_read_data || brought_mispredict", "mispredicted_read_data"),
    // The first write of a blank entry leaves its other registers.
    ("tw_ctr_bank", "((|registers) && !held_is_held)", "1'b0"),
    // A pop leaves V.
    ("tw_ctr_bank", "assign valid_write = all || marked_marked_q ||", "assign valid_write = all ||"),
    // A record that does not show its source leaves what it was.
    ("tw_ctr_bank", "assign address_write = acts && entry_shows_source;", "assign address_write = acts;"),
    // SCTRCLR leaves entries.
    ("tw_ctr_held", "clear ? 16'd0 : kept_16", "kept_16"),
    // What the debug port brings is put to the operand of the CSR port.
    ("tw_ctr", "(ports_access_op == CSR_CLEAR) || ports_access_brings", "ports_access_op == CSR_CLEAR"),
    // The half that was kept is written after the port was locked.
    ("tw_ctr_ports", "stores && has_lower_q", "stores"),
    // sireg3 is another number.
    ("tw_ctr_decode", "(access_address == 12'h153)", "(access_address == 12'h154)"),
    // LCOFIFRZ is BPFRZ.
    ("tw_ctr_registers", "assign written_overflow = value[12];", "assign written_overflow = value[11];"),
];

/// What is wrong where the depth can change: the mask of a depth that is not the largest.
const FAULTS_OF_DEPTH: &[Fault] = &[
    // Entries are counted from the pointer in the whole array.
    ("tw_ctr", "(status_pointer + ~decode_entry) & registers_last", "status_pointer + ~decode_entry"),
    // Entries beyond the depth can be seen.
    ("tw_ctr", "|(decode_entry & ~registers_last)", "1'b0"),
    // The pointer steps through the whole array, upwards and downwards.
    ("tw_ctr_status", "assign up = (at_q + 8'd1) & last;", "assign up = at_q + 8'd1;"),
    ("tw_ctr_status", "assign down = (at_q - 8'd1) & last;", "assign down = at_q - 8'd1;"),
    // A smaller depth leaves the pointer where it is.
    ("tw_ctr_status", "at_d = at_2 & next_last;", "at_d = at_2;"),
    // A pointer that is written can be beyond the depth.
    ("tw_ctr_status", "at_d = value[7:0] & last;", "at_d = value[7:0];"),
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
    let settings = Settings { quick: true, ..Settings::default() };
    let mut unseen = vec![];
    for fault in faults {
        let design = CtrDesign::of(build, with_fault(&right.files, fault), &settings).expect("lint passes the fault");
        if (0..SEEDS).all(|seed| random_ctr(&design, seed, BLOCKS).is_ok()) {
            unseen.push(fault);
        }
    }
    assert!(unseen.is_empty(), "module, text, wrong text: {unseen:#?}");
}
