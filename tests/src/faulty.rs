// SPDX-License-Identifier: Apache-2.0
//! Hardware with faults. Those that change nothing but expressions are in one design, which is built once; each of the
//! others has its own.

use crate::hardware::{quick_design, sources};
use crate::verilog::{changed_expressions, with_changes, Change, Sources, INPUT, WIDTH};
use tracewright_config::Build;
use tracewright_cosim::Design;
use verilator_sys::{Port, Settings};

/// Module, what it says, what it says wrongly.
pub type Fault = (&'static str, &'static str, &'static str);

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
            let expressions = wrong(&sources, fault).and_then(|(right, wrong)| changed_expressions(right, &wrong));
            let change = |(expression, wrong)| Change { number, module: fault.0.into(), expression, wrong };
            expressions.map(|expressions| changes.extend(expressions.into_iter().map(change))).is_some()
        });
        let chosen = chosen.collect();
        let settings = Settings { quick: true, ..Settings::default() };
        let input = Port::input(INPUT, WIDTH);
        let design = Design::with_inputs(build, with_changes(&sources, &changes), &[input], &settings).unwrap();
        Faulty { build, sources, faults, design, chosen }
    }

    /// The hardware without a fault.
    pub fn right(&self) -> Design {
        self.design.clone()
    }

    /// Whether the module says what the fault changes.
    pub fn says(&self, number: usize) -> bool {
        wrong(&self.sources, &self.faults[number]).is_some()
    }

    /// The hardware with one of the faults; none if the module does not say what it changes.
    ///
    /// # Panics
    /// If Verilator refuses it: a fault is one that lint passes.
    pub fn with(&self, number: usize) -> Option<Design> {
        if self.chosen[number] {
            return Some(self.design.holding(INPUT, number as u64 + 1).unwrap());
        }
        let fault = &self.faults[number];
        let (right, wrong) = wrong(&self.sources, fault)?;
        let replace = |(name, text): &(String, String)| {
            (name.clone(), if std::ptr::eq(text.as_str(), right) { wrong.clone() } else { text.clone() })
        };
        Some(quick_design(self.build, self.sources.iter().map(replace).collect()))
    }
}

/// The text of the fault's module, and that with the fault; none if it does not say what the fault changes.
fn wrong<'s>(sources: &'s Sources, (module, right, wrong): &Fault) -> Option<(&'s str, String)> {
    let (_, text) = sources.iter().find(|(name, _)| name.strip_suffix(".v") == Some(module))?;
    text.contains(right).then(|| (text.as_str(), text.replace(right, wrong)))
}
