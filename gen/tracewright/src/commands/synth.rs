// SPDX-License-Identifier: Apache-2.0
//! `tracewright synth`: size and speed of a configuration, of two side by side, or of all that a page documents.

use crate::cli::{Format, SynthArgs};
use crate::failure::Failure;
use crate::files;
use crate::hardware::{Hardware, CLOCK, CLOCKS, RESET, RESETS};
use crate::progress::Progress;
use crate::report;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use tracewright_config::{Adapter, Build, Loader, Preset};
use tracewright_package::constraints::{Constraints, PortTiming, Timing};
use tracewright_package::synthesis::figures::{Case, Job, List};
use tracewright_package::synthesis::{chart, Comparison, Design, Options, Synthesis, Target};

/// Where results are kept, below the current folder.
const BUILD: &str = "build";

/// Runs the command.
pub fn run(arguments: &SynthArgs, format: Format) -> Result<(), Failure> {
    if let Some(list) = &arguments.figures {
        return figures(arguments, list, format);
    }
    let target = Target::named(arguments.target.as_deref().unwrap_or_default())?;
    if let [first, second] = &arguments.compare[..] {
        return report::print(&compare(arguments, [first, second], target)?, format);
    }
    let config = arguments.config.load_if_named()?;
    let config = config.ok_or_else(|| Failure::usage("no configuration").hint("add --preset or --config"))?;
    let module = arguments.module.as_deref();
    let hardware = with_module(&config.build, module)?;
    let by_module = arguments.options.is_empty();
    let options = options(arguments, target, by_module);
    if !arguments.options.is_empty() {
        return report::print(&options_cost(arguments, &hardware, &options)?, format);
    }
    let found = synthesise(&hardware, module, &options)?;
    if let Some(path) = &arguments.chart {
        let name = arguments.config.origin();
        let name = module.map_or_else(|| name.clone(), |module| format!("{module} of {name}"));
        files::write(path, chart::area(&found, &name).as_bytes())?;
    }
    report::print(&found, format)
}

/// What is asked for.
fn options(arguments: &SynthArgs, target: Target, by_module: bool) -> Options {
    let SynthArgs { seeds, delay_ps, thorough, .. } = *arguments;
    Options { target, seeds, by_module, delay_ps, thorough }
}

/// Two configurations side by side.
fn compare(arguments: &SynthArgs, sources: [&String; 2], target: Target) -> Result<Comparison, Failure> {
    let [first, second] = sources.map(|source| arguments.config.other(source));
    let [first_build, second_build] = [first.load()?.build, second.load()?.build];
    let module = arguments.module.as_deref();
    let hardware = [with_module(&first_build, module)?, with_module(&second_build, module)?];
    let options = options(arguments, target, true);
    let found = [synthesise(&hardware[0], module, &options)?, synthesise(&hardware[1], module, &options)?];
    Ok(Comparison::of([first.origin(), second.origin()], [&found[0], &found[1]]))
}

/// Synthesises `base`, then the same with each option. Every option is checked before the first takes its time.
fn options_cost(arguments: &SynthArgs, base: &Hardware, options: &Options) -> Result<Comparison, Failure> {
    let mut designs = vec![];
    for option in &arguments.options {
        let changed = arguments.config.load_with(&option.split(',').collect::<Vec<_>>());
        let hardware = changed.and_then(|config| with_module(&config.build, arguments.module.as_deref()));
        designs.push((option.as_str(), hardware.map_err(|failure| failure.hint(format!("it is --option {option}")))?));
    }
    let module = arguments.module.as_deref();
    let mut comparison = Comparison::new(arguments.config.origin(), &synthesise(base, module, options)?);
    for (option, hardware) in designs {
        comparison.add(option, &synthesise(&hardware, module, options)?);
    }
    Ok(comparison)
}

/// Makes all figures of the list, and compares the page with them, or writes them into it.
fn figures(arguments: &SynthArgs, list: &Path, format: Format) -> Result<(), Failure> {
    let read = |path: &Path| std::fs::read_to_string(path).map_err(|e| Failure::io("read", path, &e));
    let list = List::parse(&read(list)?)?;
    let list = if arguments.first_rows { list.first_rows() } else { list };
    // What is wrong with the page is said before the work, not after it.
    list.finds_places(&read(&arguments.page)?)?;
    let jobs = list.jobs()?;
    let named = |failure: Failure, job: &Job| failure.hint(place_of(job));
    let design = |job: &Job| case_design(&job.case).map_err(|failure| named(failure, job));
    let designs = jobs.iter().map(design).collect::<Result<Vec<_>, Failure>>()?;
    let progress = Progress::designs(jobs.len() as u64);
    let done = AtomicU64::new(0);
    let found = std::thread::scope(|scope| {
        let (progress, done) = (&progress, &done);
        let job = |(job, design)| {
            let job: &Job = job;
            scope.spawn(move || {
                let (delay_ps, thorough) = (job.case.delay_ps, job.case.thorough);
                let options =
                    Options { target: job.target, seeds: job.seeds, by_module: job.by_module, delay_ps, thorough };
                let found = tracewright_package::synthesis::run(design, &options, Path::new(BUILD), &|_| ());
                progress.set(done.fetch_add(1, Ordering::Relaxed) + 1);
                found
            })
        };
        let threads: Vec<_> = jobs.iter().zip(&designs).map(job).collect();
        let results = threads.into_iter().map(|thread| thread.join().expect("the thread does not panic"));
        let results = jobs.iter().zip(results).map(|(job, found)| found.map_err(|error| named(error.into(), job)));
        results.collect::<Result<Vec<Synthesis>, Failure>>()
    })?;
    drop(progress);
    // It may have been edited meanwhile.
    let report = list.report(&found, &read(&arguments.page)?)?;
    report::print(&report, format)?;
    if arguments.write {
        return files::write(&arguments.page, report.page.as_bytes());
    }
    match report.differing() {
        0 => Ok(()),
        _ => Err(Failure::found(format!("{} is not what is found now", arguments.page.display()))
            .hint("--write makes it so")),
    }
}

/// Where a design is in the list; that of a table of modules has no label.
fn place_of(job: &Job) -> String {
    match job.case.label.as_str() {
        "" => format!("it is in the table `{}`", job.table),
        label => format!("it is the row {label} of the table `{}`", job.table),
    }
}

/// The hardware of `build`; with its adapters if `module` is one of them or in one.
fn with_module(build: &Build, module: Option<&str>) -> Result<Hardware, Failure> {
    let mut hardware = Hardware::of(build)?;
    let is_there = |hardware: &Hardware, name: &str| hardware.files.iter().any(|file| file.name == name);
    let Some(name) = module.filter(|name| !is_there(&hardware, name)) else { return Ok(hardware) };
    let adapter = tracewright_adapters::output(build, &hardware.banner);
    let adapter = adapter.map_err(|error| Failure::usage(format!("this build has no adapter: {error}")))?;
    hardware.files.extend(adapter.into_iter().flat_map(|adapter| adapter.files));
    if is_there(&hardware, name) {
        return Ok(hardware);
    }
    let names: Vec<&str> = hardware.files.iter().map(|file| file.name.as_str()).collect();
    let failure = Failure::usage(format!("the design has no module `{name}`"));
    let more = match build.ingress.adapter {
        Adapter::None => "; --set build.ingress.adapter=rvfi adds the adapter",
        Adapter::Rvfi => "",
    };
    Err(failure.hint(format!("it has {}{more}", names.join(", "))))
}

/// The design of a row.
fn case_design(case: &Case) -> Result<Design, Failure> {
    let mut loader = Loader::preset(Preset::named(&case.preset)?);
    for assignment in &case.set {
        loader.set(assignment)?;
    }
    let module = case.module.as_deref();
    Ok(design(&with_module(&loader.finish()?.build, module)?, module))
}

/// Synthesises `hardware`, or a module of it.
pub fn synthesise(hardware: &Hardware, module: Option<&str>, options: &Options) -> Result<Synthesis, Failure> {
    let progress = Progress::spinner("synthesising");
    let watch = |what: &str| progress.say(what);
    Ok(tracewright_package::synthesis::run(&design(hardware, module), options, Path::new(BUILD), &watch)?)
}

/// `hardware` as what is synthesised.
fn design(hardware: &Hardware, module: Option<&str>) -> Design {
    let top = module.unwrap_or(hardware.top);
    let sources: Vec<(&str, &str)> =
        hardware.files.iter().map(|file| (file.name.as_str(), file.text.as_str())).collect();
    // A module by itself may have no clock at all; then its ports have none to be found.
    let ports = Constraints::of(top, &sources, &hardware.banner).map_or_else(|_| vec![], |found| found.ports);
    let is_direct = |port: &&PortTiming| matches!(port.timing, Timing::Clock | Timing::Reset) || is_reset(&port.name);
    let fixed = [&[CLOCK, RESET], CLOCKS, RESETS].concat();
    let direct = fixed.into_iter().chain(ports.iter().filter(is_direct).map(|port| port.name.as_str()));
    let clock = |port: &PortTiming| match &port.timing {
        Timing::Synchronous { clock, .. } if !is_reset(&port.name) => Some((port.name.clone(), clock.clone())),
        _ => None,
    };
    Design {
        top: top.into(),
        files: hardware.sources(),
        direct: direct.map(str::to_string).collect(),
        clocks: ports.iter().filter_map(clock).collect(),
    }
}

/// Whether a port of this name is a reset, of whatever kind.
fn is_reset(name: &str) -> bool {
    RESETS.contains(&name) || name.ends_with(RESET)
}
