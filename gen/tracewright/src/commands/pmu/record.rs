// SPDX-License-Identifier: Apache-2.0
//! `tracewright pmu record`: samples of a program, taken when a counter overflows.

use super::events::{differs, features, named, Counted, Event};
use super::options::{RecordArgs, RecordOutput};
use super::run::{alone, Run};
use super::samples::Calls;
use crate::cli::Format;
use crate::commands::ctr::program::function;
use crate::commands::ctr::stacks::{frame, Stacks};
use crate::failure::Failure;
use crate::files;
use crate::program;
use crate::report::{grouped, render_json};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use tracewright_hart::Event as Happened;
use tracewright_image::Image;
use tracewright_regmap::csr::pmu::{PmuFeatures, MHPMEVENT3, MHPMEVENT3H, OF};

/// The counter that overflows: mcycle and minstret have no interrupt.
const COUNTER: u32 = 3;

/// What the samples say.
#[derive(Debug, Serialize)]
struct Profile {
    /// The event by which samples were taken.
    event: String,
    /// How often it was from a sample to the next.
    count: u64,
    /// Samples.
    samples: u64,
    /// Functions in which they were, most first.
    functions: Vec<Function>,
    /// Call stacks, the outermost function first, with their samples.
    stacks: BTreeMap<String, u64>,
    /// What is to be said of the program's end.
    note: Option<String>,
}

#[derive(Debug, Serialize)]
struct Function {
    name: String,
    samples: u64,
}

/// Runs the command.
pub fn run(arguments: &RecordArgs, format: Format) -> Result<(), Failure> {
    let build = alone(arguments.run.config.load()?.build);
    let features = features(&build)?;
    if !features.sscofpmf || features.counters == 0 {
        let problem = "no counter can interrupt: that takes build.pmu.sscofpmf, and build.pmu.counters of 1 or more";
        return Err(Failure::usage(problem).hint("tracewright pmu stat counts without"));
    }
    let largest = u64::MAX >> (64 - features.width);
    if arguments.count > largest {
        let problem = format!("-c {} is more than a counter of {} bits counts", arguments.count, features.width);
        return Err(Failure::usage(problem));
    }
    let event = named(&build, &arguments.event)?;
    let image = program::load(&arguments.run.elf, &build)?;
    let mut run = Run::new(&build, &image, None)?;
    run.hardware.sample();
    let counter = Counted { event, counter: COUNTER };
    let first = (largest - (arguments.count - 1)) & largest;
    counter.select(&run.hardware)?;
    counter.write(&features, &run.hardware, first)?;
    let begin = |address| image.symbol_at(address).map(|(_, offset)| address - offset);
    let (mut calls, mut due) = (Calls::new(begin), 0);
    let mut sampled: BTreeMap<(Vec<u64>, u64), u64> = BTreeMap::new();
    let ran = run.run_out(arguments.run.limit, |event, hardware| {
        if let Some(pc) = address(event) {
            calls.at(pc);
            if due > 0 {
                *sampled.entry((calls.sites().collect(), pc)).or_default() += std::mem::take(&mut due);
            }
        }
        calls.follow(event);
        if hardware.take_overflow() {
            // What came between the wrap and the interrupt counts for the next sample, or is samples of its own.
            let since = counter.read(&features, hardware)?;
            due += 1 + since / arguments.count;
            counter.write(&features, hardware, first + since % arguments.count)?;
            clear_overflow(&features, hardware, &counter.event)?;
        }
        Ok(())
    })?;
    differs(run.hardware.finish())?;
    let profile = Profile::new(&counter.event, arguments.count, sampled, &image, ran.note_of_counts());
    let kind = arguments.kind.unwrap_or(match format {
        Format::Human => RecordOutput::Text,
        Format::Json => RecordOutput::Json,
    });
    let name = arguments.run.elf.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let text = match kind {
        RecordOutput::Text => profile.to_string().into_bytes(),
        RecordOutput::Json => (render_json(&profile) + "\n").into_bytes(),
        RecordOutput::Folded => Stacks::sampled(profile.stacks).folded().into_bytes(),
        RecordOutput::FlameGraph if profile.samples == 0 => {
            let problem = format!("no sample was taken: there is nothing to draw in {name}");
            return Err(Failure::usage(problem).hint("-c N takes them more often"));
        }
        RecordOutput::FlameGraph => {
            Stacks::sampled(profile.stacks).flame_graph(&format!("{name} ({})", profile.event))?
        }
    };
    files::write_or_print(arguments.output.as_deref(), &text)
}

/// Where the hart was when this happened.
fn address(event: &Happened) -> Option<u64> {
    match *event {
        Happened::Retired { pc, .. } | Happened::Exception { pc } | Happened::Interrupt { pc } => Some(pc),
        Happened::Gap => None,
    }
}

/// Makes OF 0 again, which an interrupt needs.
fn clear_overflow(
    features: &PmuFeatures,
    hardware: &tracewright_cosim::pmu::PmuHardware,
    event: &Event,
) -> Result<(), Failure> {
    debug_assert!(u64::from(event.selector) >> OF == 0);
    match features.xlen {
        32 => differs(hardware.write(MHPMEVENT3H, 0)),
        _ => differs(hardware.write(MHPMEVENT3, event.selector.into())),
    }
}

impl Profile {
    fn new(
        event: &Event,
        count: u64,
        sampled: BTreeMap<(Vec<u64>, u64), u64>,
        image: &Image,
        note: Option<String>,
    ) -> Profile {
        let (mut stacks, mut functions, mut samples) = (BTreeMap::new(), BTreeMap::new(), 0);
        for ((sites, pc), times) in sampled {
            let names = sites.iter().chain([&pc]).map(|address| frame(&function(image, *address)));
            *stacks.entry(names.collect::<Vec<_>>().join(";")).or_default() += times;
            *functions.entry(function(image, pc)).or_default() += times;
            samples += times;
        }
        let mut functions: Vec<Function> =
            functions.into_iter().map(|(name, samples)| Function { name, samples }).collect();
        functions.sort_by(|a, b| b.samples.cmp(&a.samples).then_with(|| a.name.cmp(&b.name)));
        Profile { event: event.name.clone(), count, samples, functions, stacks, note }
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "# {} samples, one every {} {}", grouped(self.samples), grouped(self.count), self.event)?;
        writeln!(f, "# overhead   samples  function")?;
        for Function { name, samples } in &self.functions {
            let share = 100.0 * *samples as f64 / self.samples as f64;
            writeln!(f, "{share:>9.2}% {:>9}  {name}", grouped(*samples))?;
        }
        match &self.note {
            Some(note) => writeln!(f, "note: {note}"),
            None => Ok(()),
        }
    }
}
