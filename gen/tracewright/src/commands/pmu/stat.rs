// SPDX-License-Identifier: Apache-2.0
//! `tracewright pmu stat`.

use super::events::{all, differs, features, named, placed};
use super::options::StatArgs;
use super::run::{alone, Run};
use crate::cli::Format;
use crate::failure::Failure;
use crate::program;
use crate::report::{self, grouped};
use serde::Serialize;
use std::fmt;

/// What was counted.
#[derive(Debug, Serialize)]
struct Counts {
    /// The program.
    program: String,
    /// Events, in the order in which they were asked for.
    events: Vec<Count>,
    /// Instructions that the program has executed, ecall and ebreak too.
    executed: u64,
    /// Every answer and output of the counters was the model's.
    model_equal: bool,
    /// What is to be said of the program's end.
    note: Option<String>,
}

/// How often an event was.
#[derive(Debug, Serialize)]
struct Count {
    event: String,
    counter: &'static str,
    index: u32,
    count: u64,
}

/// Runs the command.
pub fn run(arguments: &StatArgs, format: Format) -> Result<(), Failure> {
    let build = alone(arguments.run.config.load()?.build);
    let features = features(&build)?;
    let events = match &arguments.events[..] {
        [] => all(&build).into_iter().take(features.counters as usize + 2).collect(),
        names => names.iter().map(|name| named(&build, name)).collect::<Result<_, _>>()?,
    };
    let counted = placed(&features, events)?;
    let image = program::load(&arguments.run.elf, &build)?;
    let mut run = Run::new(&build, &image, None)?;
    counted.iter().try_for_each(|event| event.select(&run.hardware))?;
    let ran = run.run_out(arguments.run.limit, |_, _| Ok(()))?;
    let mut counts = Vec::new();
    for event in &counted {
        let count = event.read(&features, &run.hardware)?;
        let (name, index) = (event.event.name.clone(), event.counter);
        let counter = match index {
            0 => "mcycle",
            2 => "minstret",
            _ => "mhpmcounter",
        };
        counts.push(Count { event: name, counter, index, count });
    }
    differs(run.hardware.finish())?;
    let program = arguments.run.elf.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let executed = ran.instructions;
    let report = Counts { program, events: counts, executed, model_equal: true, note: ran.note_of_counts() };
    report::print(&report, format)
}

impl Counts {
    fn of(&self, name: &str) -> Option<u64> {
        self.events.iter().find(|count| count.event == name).map(|count| count.count)
    }

    /// What is said of an event beside its count, as a share of another.
    fn beside(&self, count: &Count) -> Option<String> {
        let share = |of: u64| (of > 0).then(|| count.count as f64 / of as f64);
        match count.event.as_str() {
            "instructions" => Some(format!("{:.2} insn per cycle", share(self.of("cycles")?)?)),
            "taken" => Some(format!("{:.2}% of all branches", 100.0 * share(self.of("branches")?)?)),
            _ => None,
        }
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Performance counter stats for '{}':\n", self.program)?;
        for count in &self.events {
            write!(f, "{:>18}      ", grouped(count.count))?;
            match self.beside(count) {
                Some(beside) => writeln!(f, "{:<24}#  {beside}", count.event)?,
                None => writeln!(f, "{}", count.event)?,
            }
        }
        writeln!(f, "\ncounters of hardware and model agree in every cycle")?;
        match &self.note {
            Some(note) => writeln!(f, "note: {note}"),
            None => Ok(()),
        }
    }
}
