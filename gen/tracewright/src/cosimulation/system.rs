// SPDX-License-Identifier: Apache-2.0
//! Systems of several harts: the generated Verilog against a golden model for each.

use super::{steps, Cosimulated, HartReport, Steps};
use crate::failure::Failure;
use crate::program::{limited, Execution};
use crate::progress::Progress;
use crate::report::{grouped, ratio};
use std::collections::VecDeque;
use std::fmt;
use std::path::PathBuf;
use tracewright_config::{Config, Run};
use tracewright_cosim::SharedCycles;
use tracewright_cosim::{run_system, Design, Options, Summary, UnitSource};

/// Runs a program on each hart, at most so many instructions of it.
pub fn programs(
    design: &Design,
    config: &Config,
    (executions, limit): (Vec<(Execution<'_>, Option<SharedCycles>)>, Option<u64>),
    wave: Option<PathBuf>,
) -> Result<Cosimulated, Failure> {
    let mut retired = vec![0u64; executions.len()];
    let (mut harts, shown): (Vec<_>, Vec<_>) = executions.into_iter().unzip();
    let (mut sources, mut records) = (Vec::new(), VecDeque::new());
    for ((execution, shown), retired) in harts.iter_mut().zip(shown).zip(&mut retired) {
        let (steps, cycles) = steps(execution, shown, &config.build, limit, |_| *retired += 1);
        sources.push(steps);
        records.extend(cycles);
    }
    let summary = simulate(design, &config.run, sources, UnitSource::Programs(records), wave)?;
    let complaints = harts.iter().map(|execution| execution.complaint()).enumerate();
    let mut notes: Vec<String> =
        complaints.filter_map(|(hart, complaint)| Some(format!("hart {hart}: {}", complaint?))).collect();
    let ended = retired.iter().map(|retired| limited(*retired, limit)).enumerate();
    notes.extend(ended.filter_map(|(hart, ended)| Some(format!("hart {hart}: {}", ended?))));
    let mut report = Cosimulated::of_system(&summary, notes.join("; "));
    report.read_out(config, summary.wrapped, summary.memory);
    for (hart, retired) in report.harts.iter_mut().zip(&retired) {
        hart.instructions = Some(*retired);
    }
    let instructions = retired.iter().sum();
    report.instructions = Some(instructions);
    report.bits_per_instruction = Some(ratio(report.trace_bytes * 8, instructions));
    Ok(report)
}

fn simulate(
    design: &Design,
    settings: &Run,
    sources: Vec<Steps<'_>>,
    records: UnitSource,
    wave: Option<PathBuf>,
) -> Result<Summary, Failure> {
    let progress = Progress::cycles("simulating");
    let mut show = |now: tracewright_cosim::Progress| progress.set(now.cycles);
    let options = Options { wave, units: records, progress: Some(&mut show), ..Options::default() };
    Ok(run_system(design, settings, sources, options)?)
}

impl Cosimulated {
    pub(super) fn of_system(summary: &Summary, note: String) -> Cosimulated {
        let report = |(hart, summary): (usize, &Summary)| HartReport {
            hart,
            instructions: None,
            blocks: summary.blocks,
            stall_cycles: summary.stall_cycles,
            trace_bytes: summary.trace_bytes,
            lost_messages: summary.lost_messages,
        };
        let harts = summary.harts.iter().enumerate().map(report).collect();
        Cosimulated { harts, ..Cosimulated::new(summary, (!note.is_empty()).then_some(note)) }
    }
}

impl fmt::Display for HartReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let HartReport { hart, instructions, blocks, stall_cycles, trace_bytes, .. } = self;
        write!(f, "hart {hart:<2} ")?;
        if let Some(instructions) = instructions {
            write!(f, "{} instructions, ", grouped(*instructions))?;
        }
        write!(f, "{} blocks, {} cycles stalled, ", grouped(*blocks), grouped(*stall_cycles))?;
        write!(f, "{} bytes", grouped(*trace_bytes))
    }
}
