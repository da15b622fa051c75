// SPDX-License-Identifier: Apache-2.0
//! Call stacks: folded, and as a flame graph.

use super::dump::Dump;
use super::program::Program;
use crate::failure::Failure;
use inferno::flamegraph::{from_lines, Options};
use std::collections::BTreeMap;
use tracewright_driver::ctr::{Record, Transfer};

/// Stacks, the outermost function first, separated by `;`, with their weights.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Stacks {
    weights: BTreeMap<String, u64>,
    /// What the weights are.
    unit: &'static str,
}

impl Stacks {
    /// The stacks of a dump. With RAS emulation there is one, with weight 1. Else they are followed from the oldest
    /// record on: calls and traps add a function, returns and trap returns take one away, and what ran before a record
    /// weighs its cycles, or 1 where no record has any.
    pub fn new(dump: &Dump, program: &Program) -> Stacks {
        let records: Vec<Record> = dump.entries.iter().rev().filter_map(|entry| entry.record()).collect();
        match dump.header.is_call_stack() {
            true => Stacks::emulated(&records, program),
            false => Stacks::followed(&records, program),
        }
    }

    /// Stacks that were sampled so often.
    pub fn sampled(weights: BTreeMap<String, u64>) -> Stacks {
        Stacks { weights, unit: "samples" }
    }

    fn emulated(records: &[Record], program: &Program) -> Stacks {
        let mut stack = Stack::default();
        for record in records {
            stack.is_in(program.function(record.source));
            stack.0.push(program.function(record.target));
        }
        let weights = if stack.0.is_empty() { BTreeMap::new() } else { BTreeMap::from([(stack.folded(), 1)]) };
        Stacks { weights, unit: "stacks" }
    }

    fn followed(records: &[Record], program: &Program) -> Stacks {
        let has_cycles = records.iter().any(|record| record.cycles.is_some());
        let mut stacks = Stacks { weights: BTreeMap::new(), unit: if has_cycles { "cycles" } else { "transfers" } };
        let mut stack = Stack::default();
        for record in records {
            if record.source != 0 {
                stack.is_in(program.function(record.source));
                let weight = if has_cycles { record.cycles.unwrap_or_default() } else { 1 };
                if weight > 0 {
                    *stacks.weights.entry(stack.folded()).or_default() += u64::from(weight);
                }
            }
            stack.follow(record, program);
        }
        stacks
    }

    /// A stack a line, with its weight.
    pub fn folded(&self) -> String {
        self.weights.iter().map(|(stack, weight)| format!("{stack} {weight}\n")).collect()
    }

    /// The flame graph.
    pub fn flame_graph(&self, title: &str) -> Result<Vec<u8>, Failure> {
        if self.weights.is_empty() {
            return Err(Failure::usage("the dump has no record with a source: there is nothing to draw"));
        }
        let folded = self.folded();
        let mut options = Options::default();
        (options.title, options.count_name) = (title.into(), self.unit.into());
        // The same dump gives the same picture.
        (options.hash, options.deterministic) = (true, true);
        let mut picture = vec![];
        let drawn = from_lines(&mut options, folded.lines(), &mut picture);
        drawn.map_err(|error| Failure::usage(format!("cannot draw the flame graph: {error}")))?;
        Ok(picture)
    }
}

/// A function as a frame of a stack, which has no separator in its name.
pub fn frame(name: &str) -> String {
    name.replace(';', ":")
}

/// Functions that have called each other, the outermost first.
#[derive(Debug, Default)]
struct Stack(Vec<String>);

impl Stack {
    /// The innermost function is this one: a jump has led there, or nothing is known of it yet.
    fn is_in(&mut self, function: String) {
        match self.0.last_mut() {
            Some(last) => *last = function,
            None => self.0.push(function),
        }
    }

    fn follow(&mut self, record: &Record, program: &Program) {
        use Transfer::*;
        let target = (record.target != 0).then(|| program.function(record.target));
        match record.transfer {
            Some(IndirectCall | DirectCall) => self.0.extend(target),
            // Without a target it leads to where nothing is recorded; so does a trap return, whose target is not shown.
            Some(Exception | Interrupt) => self.0.extend(target),
            Some(Return | TrapReturn) => {
                self.0.pop();
                if let Some(target) = target {
                    self.is_in(target);
                }
            }
            // It leaves one co-routine and enters another.
            Some(CoRoutineSwap) => {
                self.0.pop();
                self.0.extend(target);
            }
            _ => {
                if let Some(target) = target {
                    self.is_in(target);
                }
            }
        }
    }

    fn folded(&self) -> String {
        self.0.iter().map(|name| frame(name)).collect::<Vec<_>>().join(";")
    }
}
