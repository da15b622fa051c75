// SPDX-License-Identifier: Apache-2.0
//! Records as text and as JSON.

use super::dump::Dump;
use super::program::{Place, Program};
use serde::Serialize;
use std::fmt;
use tracewright_driver::ctr::dump::version_name;

/// A dump with what the program says of it.
#[derive(Debug, Serialize)]
pub struct Report {
    /// The version of the specification.
    version: &'static str,
    /// XLEN.
    xlen: u32,
    /// The depth.
    depth: u32,
    /// WRPTR.
    write_pointer: u32,
    /// FROZEN.
    frozen: bool,
    /// RAS emulation: the records are a call stack.
    call_stack: bool,
    /// The records, newest first.
    records: Vec<Line>,
}

/// A record.
#[derive(Debug, Serialize)]
struct Line {
    /// The logical entry that has it.
    entry: usize,
    /// Where it came from; none if that may not be known.
    source: Option<Place>,
    /// Where it went to; none if that may not be known.
    target: Option<Place>,
    /// What it was; none if the hardware does not tell.
    #[serde(rename = "type")]
    transfer: Option<&'static str>,
    /// It was mispredicted.
    mispredicted: bool,
    /// Cycles since the record before, where they are known.
    cycles: Option<u32>,
}

impl Report {
    /// That of a dump.
    pub fn new(dump: &Dump, program: &Program) -> Report {
        let header = &dump.header;
        let records = dump.entries.iter().enumerate().filter_map(|(entry, registers)| {
            let record = registers.record()?;
            Some(Line {
                entry,
                source: program.place(record.source),
                target: program.place(record.target),
                transfer: record.transfer.map(|transfer| transfer.name()),
                mispredicted: record.mispredicted,
                cycles: record.cycles,
            })
        });
        Report {
            version: version_name(header.version),
            xlen: header.xlen,
            depth: header.depth,
            write_pointer: header.pointer(),
            frozen: header.is_frozen(),
            call_stack: header.is_call_stack(),
            records: records.collect(),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { version, xlen, depth, .. } = self;
        write!(f, "CTR {version}, XLEN {xlen}, depth {depth}: {} records, newest first", self.records.len())?;
        write!(f, "{}", if self.call_stack { ", a call stack" } else { "" })?;
        writeln!(f, "{}", if self.frozen { ", frozen" } else { "" })?;
        self.records.iter().try_for_each(|line| writeln!(f, "{line}"))
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = |place: &Option<Place>| place.as_ref().map_or_else(|| "not shown".into(), Place::to_string);
        write!(f, "{:>3}  {} -> {}", self.entry, place(&self.source), place(&self.target))?;
        write!(f, "  {}", self.transfer.unwrap_or("transfer"))?;
        match self.cycles {
            Some(1) => write!(f, ", 1 cycle")?,
            Some(cycles) => write!(f, ", {cycles} cycles")?,
            None => {}
        }
        write!(f, "{}", if self.mispredicted { ", mispredicted" } else { "" })
    }
}
