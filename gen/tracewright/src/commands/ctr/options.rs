// SPDX-License-Identifier: Apache-2.0
//! Arguments of `ctr`.

use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Arguments of `ctr`.
#[derive(Debug, Args)]
pub struct CtrArgs {
    /// Dump to read, binary or JSON; - is standard input.
    #[arg(value_name = "DUMP")]
    pub dump: PathBuf,
    /// Program: the RISC-V ELF file that was recorded.
    #[arg(long, value_name = "FILE")]
    pub elf: PathBuf,
    /// What to write; text, or json with --format json, if it is not said.
    #[arg(long = "output", value_enum)]
    pub kind: Option<CtrOutput>,
    /// File to write instead of standard output; - is standard output too.
    #[arg(short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// What `ctr` writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CtrOutput {
    /// A record a line, newest first, with symbols and source lines.
    Text,
    /// One JSON object with all of it.
    Json,
    /// Call stacks and their weights, a line each: what flame graphs are made of.
    Folded,
    /// A flame graph, as SVG.
    FlameGraph,
    /// The branch stack as `perf script -F brstack` prints it.
    Brstack,
    /// The branch stack as `perf script -F brstacksym` prints it.
    Brstacksym,
}
