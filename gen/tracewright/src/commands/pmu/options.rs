// SPDX-License-Identifier: Apache-2.0
//! Arguments of `pmu`.

use crate::cli::ConfigArgs;
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Arguments of `pmu`.
#[derive(Debug, Args)]
pub struct PmuArgs {
    /// What to do.
    #[command(subcommand)]
    pub command: PmuCommand,
}

/// What to do with performance counters.
#[derive(Debug, Subcommand)]
pub enum PmuCommand {
    /// Count events while a program runs, as `perf stat` does.
    #[command(after_help = "Examples:\n  \
        tracewright pmu stat --preset pmu --elf sort.elf -e cycles,instructions,branches\n  \
        tracewright pmu stat --preset pmu --elf sort.elf --format json\n  \
        tracewright pmu stat --preset pmu --set pmu.counters=2 --elf sort.elf -e taken,r6\n\n\
        Events are named as build.pmu.events and build.pmu.bus have them, or rN, N being the selector in hexadecimal.")]
    Stat(StatArgs),
    /// Sample where a program is when a counter overflows, as `perf record` and `perf report` do.
    #[command(after_help = "Examples:\n  tracewright pmu record --preset pmu --elf sort.elf\n  \
        tracewright pmu record --preset pmu --elf sort.elf -e branches -c 100 --output folded\n  \
        tracewright pmu record --preset pmu --elf sort.elf -c 1000 --output flame-graph -o sort.svg")]
    Record(RecordArgs),
}

/// What runs.
#[derive(Debug, Args)]
pub struct RunArgs {
    /// Which configuration.
    #[command(flatten)]
    pub config: ConfigArgs,
    /// Program: a RISC-V ELF file.
    #[arg(long, value_name = "FILE")]
    pub elf: PathBuf,
    /// Stop after this many instructions; after a billion if it is not given.
    #[arg(long, value_name = "N")]
    pub limit: Option<u64>,
}

/// Arguments of `pmu stat`.
#[derive(Debug, Args)]
pub struct StatArgs {
    /// What runs.
    #[command(flatten)]
    pub run: RunArgs,
    /// Events to count, with commas between; as many of the build's as it has counters, if it is not given.
    #[arg(short, long = "event", value_name = "EVENTS", value_delimiter = ',')]
    pub events: Vec<String>,
}

/// Arguments of `pmu record`.
#[derive(Debug, Args)]
pub struct RecordArgs {
    /// What runs.
    #[command(flatten)]
    pub run: RunArgs,
    /// Event to sample by.
    #[arg(short, long, value_name = "EVENT", default_value = "cycles")]
    pub event: String,
    /// Take a sample each time the event was this often.
    #[arg(short, long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    pub count: u64,
    /// What to write; text, or json with --format json, if it is not said.
    #[arg(long = "output", value_enum)]
    pub kind: Option<RecordOutput>,
    /// File to write instead of standard output; - is standard output too.
    #[arg(short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// What `pmu record` writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RecordOutput {
    /// A function a line, with its samples, most first.
    Text,
    /// One JSON object with functions and stacks.
    Json,
    /// Call stacks and their samples, a line each: what flame graphs are made of.
    Folded,
    /// A flame graph, as SVG.
    FlameGraph,
}
