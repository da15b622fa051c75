// SPDX-License-Identifier: Apache-2.0
//! The command line of `synth`.

use super::ConfigArgs;
use clap::Args;
use std::path::PathBuf;
use tracewright_package::synthesis::{MOST_DELAY_PS, MOST_SEEDS};

/// Arguments of `synth`.
#[derive(Debug, Args)]
pub struct SynthArgs {
    /// Which configuration.
    #[command(flatten)]
    pub config: ConfigArgs,
    /// What to synthesise for: ecp5, ice40 (UP5K), ice40-hx8k, xilinx7 or asic; the last two are not placed.
    #[arg(long, value_name = "TARGET", required_unless_present = "figures")]
    pub target: Option<String>,
    /// Placements, from seed 1 on; the median of their frequencies counts. With 0 it is not placed.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(0..=MOST_SEEDS.into()))]
    pub seeds: u32,
    /// Save area where logic between registers takes less than this, without wires; else all of it is made as fast as
    /// can be. For ecp5.
    #[arg(long, value_name = "PS", value_parser = clap::value_parser!(u32).range(1..=MOST_DELAY_PS.into()))]
    pub delay_ps: Option<u32>,
    /// Let the mapper try several forms of the logic and keep the best, in somewhat more time. For ecp5.
    #[arg(long)]
    pub thorough: bool,
    /// Only this module of the design, with what is in it.
    #[arg(long, value_name = "MODULE")]
    pub module: Option<String>,
    /// Also synthesise with these changes, and say what they cost; may be repeated.
    #[arg(long = "option", value_name = "key=value,..")]
    pub options: Vec<String>,
    /// Two configurations side by side: presets or configuration files. --set changes both.
    #[arg(long, num_args = 2, value_names = ["A", "B"], conflicts_with_all = ["config", "preset", "options", "chart"])]
    pub compare: Vec<String>,
    /// Also draw the area by module: an SVG file to write.
    #[arg(long, value_name = "FILE", conflicts_with = "options")]
    pub chart: Option<PathBuf>,
    /// Make every figure that this list has instead, and compare the page that has them.
    #[arg(long, value_name = "LIST", conflicts_with_all = ["config", "preset", "assignments", "target", "options", "compare", "chart", "module", "delay_ps", "thorough", "seeds"])]
    pub figures: Option<PathBuf>,
    /// The page of --figures.
    #[arg(long, value_name = "FILE", default_value = "docs/performance.md", requires = "figures", conflicts_with_all = ["config", "preset", "compare"])]
    pub page: PathBuf,
    /// Write the figures into the page instead of comparing it.
    #[arg(long, requires = "figures", conflicts_with_all = ["config", "preset", "compare"])]
    pub write: bool,
    /// Of --figures only the first row of each table, placed once.
    #[arg(long, requires = "figures", conflicts_with_all = ["write", "config", "preset", "compare"])]
    pub first_rows: bool,
}
