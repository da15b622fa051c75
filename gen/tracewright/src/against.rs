// SPDX-License-Identifier: Apache-2.0
//! A decoded trace beside what retired.
//!
//! A trace may begin after the first instruction that retired, end before the last one, and have gaps. So where a
//! stretch of the trace begins, the place in the file is the first that fits; where it fits no longer, the next place
//! that fits all of the stretch so far is taken. If there is none, that is the first difference.

use crate::program;
use crate::report::grouped;
use crate::{failure::Failure, progress::Progress};
use serde::{Serialize, Serializer};
use std::fmt;
use std::path::Path;
use tracewright_decoder::output::{self, Address, Printer};
use tracewright_decoder::{Item, TrapKind};
use tracewright_hart::RetiredAddresses;
use tracewright_image::Image;
use tracewright_messages::isa::Flow;

/// Instructions that a difference shows before it, and from it on.
const AROUND: usize = 5;

/// Compares a trace, item by item.
pub struct Against<'a> {
    image: &'a Image,
    /// What retired.
    rows: Vec<u64>,
    /// An instruction that trapped may be among the rows.
    may_have_trapped: bool,
    /// Row where the stretch begins.
    start: usize,
    /// Row that comes next.
    at: usize,
    /// What the trace has of the stretch.
    stretch: Vec<Step>,
    /// How many instructions of the stretch the list may lack.
    lacking: usize,
    /// Row up to which earlier stretches, and what is between them, have come.
    from: usize,
    /// The next instruction begins a stretch.
    fresh: bool,
    /// Instructions of the trace so far.
    traced: u64,
    compared: Compared,
}

/// An instruction of a stretch.
struct Step {
    pc: u64,
    /// The instruction trapped, or is an ecall, which counts as retired in the trace (N-Trace Table 2): the list may
    /// have a row of it, or none.
    may_lack: bool,
}

/// What the comparison has found.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Compared {
    /// Instructions of the trace that retired where the trace has them, with ecalls that the list has left out.
    pub equal: u64,
    /// Instructions that retired before the first one of the trace.
    pub before: u64,
    /// Instructions that retired in gaps of the trace.
    pub in_gaps: u64,
    /// Instructions that retired after the last one of the trace.
    pub after: u64,
    /// The first difference.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<Difference>,
}

/// Where trace and retirement are different.
#[derive(Clone, Debug, Serialize)]
pub struct Difference {
    /// Number of the instruction in the trace, from 1.
    pub instruction: u64,
    /// Number of the instruction in the file, from 1; none where no place fits the beginning of a stretch.
    pub retired_instruction: Option<u64>,
    /// What both had before it.
    pub before: Listing,
    /// What retired, from there on.
    pub retired: Listing,
    /// What the trace has, from there on.
    pub trace: Listing,
}

/// Addresses, and how they are shown.
#[derive(Clone, Debug, Default)]
pub struct Listing {
    pcs: Vec<u64>,
    text: Vec<u8>,
}

impl Listing {
    fn push(&mut self, pc: u64, image: &Image) {
        self.pcs.push(pc);
        let mut printer = Printer::new(image, output::Format::Listing, &mut self.text);
        printer.item(&Item::Instruction { pc }).expect("a vector takes everything");
    }

    fn of(pcs: &[u64], image: &Image) -> Listing {
        let mut listing = Listing::default();
        pcs.iter().for_each(|&pc| listing.push(pc, image));
        listing
    }

    fn write(&self, who: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        String::from_utf8_lossy(&self.text).lines().try_for_each(|line| writeln!(f, "  {who:<8} {line}"))
    }
}

impl Serialize for Listing {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.pcs.iter().map(|&pc| Address(pc)))
    }
}

impl<'a> Against<'a> {
    /// Reads what retired from the log or list at `path`.
    pub fn open(path: &Path, image: &'a Image) -> Result<Against<'a>, Failure> {
        let progress = Progress::spinner("reading what retired");
        let mut source = RetiredAddresses::open(path, image).map_err(program::failure)?;
        let mut rows = Vec::new();
        while let Some(pc) = source.read().map_err(program::failure)? {
            rows.push(pc);
        }
        drop(progress);
        if rows.is_empty() {
            return Err(Failure::usage(format!("{}: nothing retired", path.display())));
        }
        Ok(Against {
            image,
            rows,
            may_have_trapped: source.may_have_trapped(),
            start: 0,
            at: 0,
            stretch: vec![],
            lacking: 0,
            from: 0,
            fresh: true,
            traced: 0,
            compared: Compared::default(),
        })
    }

    /// Takes in an item of the trace.
    pub fn take(&mut self, item: &Item) {
        match *item {
            Item::Instruction { pc } => {
                self.traced += 1;
                self.instruction(pc);
            }
            Item::Trap { kind: TrapKind::Exception | TrapKind::Either, from: Some(pc), .. }
                if self.may_have_trapped && !self.fresh && self.compared.difference.is_none() =>
            {
                self.extend(pc, true);
                if self.rows.get(self.at) == Some(&pc) {
                    self.at += 1;
                }
            }
            Item::Stop { .. } | Item::Lost { .. } | Item::Skipped { .. } | Item::Error(_) => self.close(),
            _ => {}
        }
    }

    /// What was found, at the end of the trace.
    pub fn finish(mut self) -> Compared {
        self.close();
        self.compared.after = (self.rows.len() - self.at) as u64;
        self.compared
    }

    fn instruction(&mut self, pc: u64) {
        let image = self.image;
        if let Some(difference) = &mut self.compared.difference {
            if difference.trace.pcs.len() < AROUND {
                difference.trace.push(pc, image);
            }
            return;
        }
        let may_lack = self.may_have_trapped && self.is_ecall(pc);
        self.extend(pc, may_lack);
        if self.fresh {
            let Some(place) = self.next_place(self.from) else {
                return self.differ(pc, None);
            };
            ((self.start, self.at), self.fresh) = (place, false);
        } else if self.rows.get(self.at) == Some(&pc) {
            self.at += 1;
        } else if !may_lack {
            let Some(place) = self.next_place(self.start + 1) else {
                return self.differ(pc, Some(self.at));
            };
            (self.start, self.at) = place;
        }
        self.compared.equal += 1;
    }

    fn extend(&mut self, pc: u64, may_lack: bool) {
        self.stretch.push(Step { pc, may_lack });
        self.lacking += usize::from(may_lack);
    }

    fn is_ecall(&self, pc: u64) -> bool {
        self.image.instruction(pc).is_some_and(|instruction| instruction.flow == Flow::Ecall)
    }

    /// The first row, from row `from` on, at which all of the stretch fits, and the row after it.
    ///
    /// The stretch's last instruction is looked for first: it is the one that did not fit where the stretch was, so in
    /// a loop of millions of turns it rules out nearly every place.
    fn next_place(&self, from: usize) -> Option<(usize, usize)> {
        let last = self.stretch.last()?;
        let (most, least) = (self.stretch.len(), self.stretch.len() - self.lacking);
        let may_fit = |start: usize| {
            let ends = (start + least).saturating_sub(1)..(start + most).min(self.rows.len());
            last.may_lack || self.rows.get(ends).is_some_and(|rows| rows.contains(&last.pc))
        };
        (from..self.rows.len())
            .filter(|&start| may_fit(start))
            .find_map(|start| self.end_at(start).map(|at| (start, at)))
    }

    /// The row after the stretch, if it fits from row `start` on.
    fn end_at(&self, start: usize) -> Option<usize> {
        self.stretch.iter().try_fold(start, |at, step| match self.rows.get(at) {
            Some(&row) if row == step.pc => Some(at + 1),
            _ => step.may_lack.then_some(at),
        })
    }

    fn differ(&mut self, pc: u64, row: Option<usize>) {
        let before = match row {
            Some(row) => &self.rows[self.start.max(row.saturating_sub(AROUND))..row],
            None => &[],
        };
        let from = row.unwrap_or(self.from);
        let retired = &self.rows[from..self.rows.len().min(from + AROUND)];
        self.compared.difference = Some(Difference {
            instruction: self.traced,
            retired_instruction: row.map(|row| row as u64 + 1),
            before: Listing::of(before, self.image),
            retired: Listing::of(retired, self.image),
            trace: Listing::of(&[pc], self.image),
        });
    }

    /// The stretch has ended: what follows comes after a gap.
    fn close(&mut self) {
        if self.fresh || self.compared.difference.is_some() {
            return;
        }
        let left_out = (self.start - self.from) as u64;
        match self.from {
            0 => self.compared.before = left_out,
            _ => self.compared.in_gaps += left_out,
        }
        (self.from, self.fresh) = (self.at, true);
        self.stretch.clear();
        self.lacking = 0;
    }
}

impl Compared {
    /// The first difference in one line.
    pub fn problem(&self, file: &str) -> Option<String> {
        let difference = self.difference.as_ref()?;
        let number = grouped(difference.instruction);
        let traced = difference.trace.pcs.first().map(|&pc| Address(pc).to_string()).unwrap_or_default();
        let what = match (difference.retired_instruction, difference.retired.pcs.first()) {
            (None, _) => format!("begins a stretch that fits nowhere in {file}"),
            (Some(row), None) => format!("comes after the end of {file}, which has {}", grouped(row - 1)),
            (Some(row), Some(&pc)) => format!("is {} in {file}, instruction {}", Address(pc), grouped(row)),
        };
        Some(format!("instruction {number} of the trace, {traced}, {what}"))
    }
}

impl fmt::Display for Compared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "as they retired   {:>14}", grouped(self.equal))?;
        writeln!(f, "  retired before  {:>14}", grouped(self.before))?;
        writeln!(f, "  retired in gaps {:>14}", grouped(self.in_gaps))?;
        let Some(difference) = &self.difference else {
            return writeln!(f, "  retired after   {:>14}", grouped(self.after));
        };
        writeln!(f, "first difference")?;
        difference.before.write("both", f)?;
        difference.retired.write("retired", f)?;
        difference.trace.write("trace", f)
    }
}
