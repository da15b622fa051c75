// SPDX-License-Identifier: Apache-2.0
//! Faults in the Verilog, each of which the random traffic must find.

use crate::bench::{library, Bench};
use crate::corners::{config, CORNERS};
use tracewright_cosim::pmu::PmuTraffic;

/// Cycles in which a fault is found.
const CYCLES: usize = 20_000;

/// What is changed: the file, the text that is there, and what takes its place.
const FAULTS: &[(&str, &str, &str)] = &[
    // A carry is lost; it is added twice.
    ("tw_pmu_lower.v", "waiting_q || ", "waiting_q || 1'b0 && "),
    ("tw_pmu_lower.v", "&& !visit", ""),
    // A turn begins in the cycle before an access to the same counter, or in the one after it.
    ("tw_pmu_upper.v", "!soon && !busy", "!busy"),
    ("tw_pmu_upper.v", "free && !clashes", "free"),
    // An overflow a cycle early; that of the upper bits before a write; with OF 1; a write of OF that is lost.
    ("tw_pmu_event.v", "due_q && ", "carried && "),
    ("tw_pmu_event.v", "settles ? full : was_full_q", "was_full_q"),
    ("tw_pmu_event.v", "overflows && !", "overflows || 1'b0 && !"),
    // A shadow from U-mode without scounteren.
    ("tw_pmu.v", "(is_user && !supervisor", "(1'b0 && !supervisor"),
    // An instruction of a debugger's write is not counted; that of a hart's is.
    ("tw_pmu.v", "(privilege_q != 3'd4)", "1'b1"),
    ("tw_pmu.v", "written_q || writes", "writes"),
    // Events in debug mode.
    ("tw_pmu_events.v", "halted || ", "1'b0 && halted || "),
];

#[test]
fn every_fault_is_found() {
    let config = config(&CORNERS[0].1);
    for fault in FAULTS {
        let mut bench = Bench::new(&library(&config, Some(*fault)));
        let mut traffic = PmuTraffic::new(&config, 1);
        let found = (0..CYCLES).find_map(|_| bench.cycle(&traffic.cycle()).err());
        println!("{fault:?}: {found:?}");
        assert!(found.is_some(), "{fault:?} is not found");
    }
}
