// SPDX-License-Identifier: Apache-2.0
//! A fault in any module of the hardware is found: each is built with what drives one of its nets wrong, and no
//! longer agrees with the model.

mod list;

use list::{FAULTS, OTHERWISE, OTHER_FAULTS};
use rayon::prelude::*;
use tracewright_config::Run;
use tracewright_cosim::{run, Design, Error, Options, Random};
use tracewright_model::stimulus::{Knobs, Pressure};
use tracewright_tests::faulty::Faulty;
use tracewright_tests::hardware::{config, EVERY_OPTION};
use tracewright_tests::stimulus::CLOSE;
use verilator_sys::text::Fault;

/// Seeds that a fault may take to show.
const SEEDS: u64 = 120;
/// The same of each stimulus that looks closely at one thing.
const CLOSE_SEEDS: u64 = 8;
/// Blocks of a seed.
const BLOCKS: u64 = 4_000;

/// Whether some seed shows a difference, or a loss although the hart can be stalled.
fn differs(design: &Design) -> bool {
    let build = design.config();
    let shows = |seed, (knobs, settings): (Knobs, Run)| {
        let pressure = Some(Pressure::new(seed, &knobs));
        let options = Options { pressure, ..Options::default() };
        match run(design, &settings, Random::with_knobs(seed, build, knobs, BLOCKS), options) {
            Ok(summary) => settings.stall && summary.lost_messages > 0,
            Err(Error::Mismatch(_) | Error::Driver(_) | Error::Discovery { .. }) => true,
            Err(error) => panic!("{error}"),
        }
    };
    (0..SEEDS).any(|seed| shows(seed, (Knobs::draw(seed, build), Knobs::draw_run(seed, build))))
        || CLOSE.iter().any(|draw| (0..CLOSE_SEEDS).any(|seed| shows(seed, draw(seed, build))))
}

/// Finds every one of these faults in the build with every option and these changes.
fn all_are_found(changes: &[&str], faults: &[Fault]) {
    // Counters so short that they are full often.
    let small = ["blocks=2", "icnt_width=9", "hist_width=12", "timestamp.source=external", "timestamp.width=20"];
    let build = config("mcu", &[EVERY_OPTION, &small, changes].concat()).build;
    let faulty = Faulty::new(&build, faults);
    assert!(!differs(&faulty.right()), "the hardware as it is");
    let unseen = |number: usize| match faulty.with(number) {
        Ok(design) => (!differs(&design)).then(|| "is not found".to_string()),
        Err(missing) => Some(missing.to_string()),
    };
    let unseen = |number: usize| unseen(number).map(|why| (faults[number], why));
    let unseen: Vec<_> = (0..faults.len()).into_par_iter().filter_map(unseen).collect();
    assert!(unseen.is_empty(), "fault, what it does: {unseen:#?}");
}

#[test]
fn a_fault_in_any_module_is_found() {
    all_are_found(&[], FAULTS);
}

#[test]
fn a_fault_of_another_hart_is_found() {
    all_are_found(OTHERWISE, OTHER_FAULTS);
}
