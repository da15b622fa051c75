// SPDX-License-Identifier: Apache-2.0
//! A fault in any module of the control interface is found by register traffic: each is built with what drives one
//! of its nets wrong, and breaks a rule of the bus or does not agree with the model any more.

mod list;

use list::{FAULTS, INTERFACES};
use rayon::prelude::*;
use tracewright_config::Build;
use tracewright_cosim::{register_traffic, Design, Error};
use tracewright_tests::hardware::{config, quick_design, sources};
use verilator_sys::text::{with_fault, Fault};

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

/// A build and its Verilog.
struct Interface {
    build: Build,
    sources: Vec<(String, String)>,
}

impl Interface {
    fn new(changes: &[&str]) -> Interface {
        let build = config("micro", &[list::EVERY_UNIT, changes].concat()).build;
        Interface { sources: sources(&build), build }
    }

    /// Why the fault is not found, if it is not.
    fn unseen(&self, fault: &Fault) -> Option<String> {
        match with_fault(&self.sources, fault) {
            Ok(sources) => (!differs(&quick_design(&self.build, sources))).then(|| "is not found".to_string()),
            Err(missing) => Some(missing.to_string()),
        }
    }
}

#[test]
fn a_fault_in_any_module_of_the_control_interface_is_found() {
    let interfaces: Vec<Interface> = INTERFACES.iter().map(|(_, changes)| Interface::new(changes)).collect();
    let unseen = |(bus, fault): &(&'static str, Fault)| {
        let place = INTERFACES.iter().position(|(name, _)| name == bus).unwrap();
        interfaces[place].unseen(fault).map(|why| (*bus, *fault, why))
    };
    let unseen: Vec<_> = FAULTS.par_iter().filter_map(unseen).collect();
    assert!(unseen.is_empty(), "bus, fault, what it does: {unseen:#?}");
}

#[test]
fn without_a_fault_there_is_no_difference() {
    INTERFACES.par_iter().for_each(|(bus, changes)| {
        let Interface { build, sources } = Interface::new(changes);
        assert!(!differs(&quick_design(&build, sources)), "{bus}");
    });
}
