// SPDX-License-Identifier: Apache-2.0
//! A fault in any module of the control interface is found by register traffic: each is built with one line of its
//! Verilog wrong, and breaks a rule of the bus or does not agree with the model any more.

mod list;

use list::{FAULTS, INTERFACES};
use rayon::prelude::*;
use tracewright_config::Build;
use tracewright_cosim::{register_traffic, Design, Error};
use tracewright_tests::hardware::{config, quick_design, sources};

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

    /// Whether a module that says `wrong` where it should say `right` is found; nothing if it does not say that.
    fn finds(&self, module: &str, right: &str, wrong: &str) -> Option<bool> {
        let mut sources = self.sources.clone();
        let (_, text) = sources.iter_mut().find(|(name, _)| *name == format!("{module}.v"))?;
        if !text.contains(right) {
            return None;
        }
        *text = text.replace(right, wrong);
        Some(differs(&quick_design(&self.build, sources)))
    }
}

#[test]
fn a_fault_in_any_module_of_the_control_interface_is_found() {
    let interfaces: Vec<Interface> = INTERFACES.iter().map(|(_, changes)| Interface::new(changes)).collect();
    let unseen = |(bus, module, right, wrong): &(&'static str, &'static str, &'static str, &str)| {
        let place = INTERFACES.iter().position(|(name, _)| name == bus).unwrap();
        let found = interfaces[place].finds(module, right, wrong);
        (found != Some(true)).then_some((*bus, *module, *right, found))
    };
    let unseen: Vec<_> = FAULTS.par_iter().filter_map(unseen).collect();
    assert!(unseen.is_empty(), "bus, module, text, whether it is found, if the module says it: {unseen:#?}");
}

#[test]
fn without_a_fault_there_is_no_difference() {
    INTERFACES.par_iter().for_each(|(bus, changes)| {
        let Interface { build, sources } = Interface::new(changes);
        assert!(!differs(&quick_design(&build, sources)), "{bus}");
    });
}
