// SPDX-License-Identifier: Apache-2.0
//! A fault in any module of the control interface is found by register traffic: what drives one of its nets is
//! wrong, and it breaks a rule of the bus or does not agree with the model any more.

mod list;

use list::{FAULTS, INTERFACES};
use rayon::prelude::*;
use tracewright_cosim::{register_traffic, Design, Error};
use tracewright_tests::faulty::Faulty;
use tracewright_tests::hardware::{config, quick_design, sources};
use verilator_sys::text::Fault;

/// Seeds that a fault may take to show.
const SEEDS: u64 = 16;
/// Accesses of a seed.
const ACCESSES: u64 = 3_000;

/// Whether some seed shows a difference.
fn differs(design: &Design) -> bool {
    (0..SEEDS).any(|seed| match register_traffic(design, seed, ACCESSES) {
        Ok(_) => false,
        Err(Error::Mismatch(_) | Error::Driver(_)) => true,
        Err(error) => panic!("{error}"),
    })
}

#[test]
fn a_fault_in_any_module_of_the_control_interface_is_found() {
    let unseen = INTERFACES.par_iter().flat_map(|(bus, changes)| {
        let build = config("micro", &[list::EVERY_UNIT, changes].concat()).build;
        let faults: Vec<Fault> = FAULTS.iter().filter(|(of, _)| of == bus).map(|(_, fault)| *fault).collect();
        let faulty = Faulty::new(&build, &faults);
        assert!(!differs(&faulty.right()), "{bus}");
        let why = |number| match faulty.with(number) {
            Ok(design) => (!differs(&design)).then(|| "is not found".to_string()),
            Err(missing) => Some(missing.to_string()),
        };
        let numbers = (0..faults.len()).into_par_iter();
        numbers.filter_map(|number| why(number).map(|why| (*bus, faults[number], why))).collect::<Vec<_>>()
    });
    let unseen: Vec<_> = unseen.collect();
    assert!(unseen.is_empty(), "bus, fault, what it does: {unseen:#?}");
}

#[test]
fn every_fault_is_of_an_interface() {
    assert!(FAULTS.iter().all(|(bus, _)| INTERFACES.iter().any(|(name, _)| name == bus)));
}

#[test]
fn without_a_fault_there_is_no_difference() {
    INTERFACES.par_iter().for_each(|(bus, changes)| {
        let build = config("micro", &[list::EVERY_UNIT, changes].concat()).build;
        assert!(!differs(&quick_design(&build, sources(&build))), "{bus}");
    });
}
