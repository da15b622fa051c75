// SPDX-License-Identifier: Apache-2.0
//! Hardware with faults. Those that change nothing but expressions are in one design, which is built once; each of the
//! others has its own.

use crate::hardware::{quick_design, sources};
use crate::verilog::{changed_expressions, with_changes, Change, Sources, INPUT, WIDTH};
use tracewright_config::Build;
use tracewright_cosim::Design;
use verilator_sys::text::{with_fault, wrong, Fault, Missing};
use verilator_sys::{Port, Settings};

/// The hardware of a build, and faults of it.
pub struct Faulty<'a> {
    build: &'a Build,
    sources: Sources,
    faults: &'a [Fault],
    /// All faults that are chosen by an input.
    design: Design,
    /// Which they are.
    chosen: Vec<bool>,
}

impl<'a> Faulty<'a> {
    /// The hardware of `build` with these faults.
    ///
    /// # Panics
    /// If Verilator refuses it.
    pub fn new(build: &'a Build, faults: &'a [Fault]) -> Faulty<'a> {
        let sources = sources(build);
        let mut changes = Vec::new();
        let chosen = faults.iter().zip(1..).map(|(fault, number)| {
            let (module, net, from, to) = *fault;
            let file = sources.iter().find(|(name, _)| name.strip_suffix(".v") == Some(module));
            let expressions = file.and_then(|(_, text)| changed_expressions(text, &wrong(text, net, from, to).ok()?));
            let change = |(expression, wrong)| Change { number, module: module.into(), expression, wrong };
            expressions.map(|expressions| changes.extend(expressions.into_iter().map(change))).is_some()
        });
        let chosen = chosen.collect();
        // This design runs for each of its faults, so it is compiled with optimisation.
        let settings = Settings::tested();
        let input = Port::input(INPUT, WIDTH);
        let design = Design::with_inputs(build, with_changes(&sources, &changes), &[input], &settings).unwrap();
        Faulty { build, sources, faults, design, chosen }
    }

    /// The hardware without a fault.
    pub fn right(&self) -> Design {
        self.design.clone()
    }

    /// The hardware with one of the faults, if it has what the fault changes.
    ///
    /// # Panics
    /// If Verilator refuses it: a fault is one that lint passes.
    pub fn with(&self, number: usize) -> Result<Design, Missing> {
        if self.chosen[number] {
            return Ok(self.design.holding(INPUT, number as u64 + 1).unwrap());
        }
        Ok(quick_design(self.build, with_fault(&self.sources, &self.faults[number])?))
    }
}
