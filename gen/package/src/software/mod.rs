// SPDX-License-Identifier: Apache-2.0
//! What starts and stops a trace and reads it, as C functions, Verilog tasks and coroutines: the steps of the guide.

mod c;
mod python;
mod verilog;

use crate::programming::BLOCK;
use crate::sequence::{Sequence, Step};
use crate::Package;
use std::path::PathBuf;
use tracewright_config::SinkKind;

/// The folder of the files.
pub const FOLDER: &str = "software";

/// How often a register is read at most until it is so.
const READS: u32 = 1_000_000;

/// What software does.
struct Plan {
    /// Where the files come from, in a line.
    banner: String,
    start: Vec<Step>,
    stop: Vec<Step>,
    read: Read,
}

/// Where the trace is then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Read {
    /// In the SRAM, which is read with registers; `block` is the address of the first one of the component.
    Sram { block: u32 },
    /// In system memory, the buffer beginning at this address; registers have the low 32 bits of others in it.
    Memory { block: u32, base: u64 },
    /// It has left.
    Nowhere,
}

/// Names and contents of the files.
pub(crate) fn files(package: &Package) -> Result<Vec<(PathBuf, Vec<u8>)>, String> {
    let Package { build, run, .. } = package;
    let Sequence { enable, disable } = Sequence::of(build, run)?;
    let block = build.sink_component() * BLOCK;
    let read = match run.sink_of(build) {
        SinkKind::Sram => Read::Sram { block },
        SinkKind::Sba => Read::Memory { block, base: run.sba_base },
        _ => Read::Nowhere,
    };
    let plan = Plan { banner: package.banner.into(), start: enable, stop: disable, read };
    let file = |name: &str, text: String| (PathBuf::from(format!("{FOLDER}/{name}")), text.into_bytes());
    Ok(vec![
        file("tw_trace.h", c::header(&plan)),
        file("tw_trace.c", c::source(&plan)),
        file("tw_trace.vh", verilog::text(&plan)),
        file("tw_trace.py", python::text(&plan)),
    ])
}

/// What a step does, for a comment.
fn comment(step: &Step) -> String {
    format!("{}: {}", step.place(), step.fields).trim_end_matches([':', ' ']).into()
}
