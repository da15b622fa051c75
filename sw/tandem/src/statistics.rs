// SPDX-License-Identifier: Apache-2.0
//! Sizes of groups by category, laid out as the table of Trace Protocol Appendix D.

use crate::{Category, Group, Part, Widths};
use core::fmt;

/// What the groups of a category come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// How many there are.
    pub groups: u64,
    /// Bytes of all of them.
    pub bytes: u64,
    /// Bytes of the largest.
    pub largest: u64,
}

/// Sizes of groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statistics {
    xlen: u8,
    rows: [Row; Category::ALL.len()],
    /// Elements that are in no group.
    pub outside: u64,
    /// Contradictions in the trace.
    pub errors: u64,
    /// Bytes that could not be used.
    pub skipped_bytes: u64,
}

impl Statistics {
    /// Nothing so far.
    pub fn new(widths: &Widths) -> Statistics {
        let rows = [Row::default(); Category::ALL.len()];
        Statistics { xlen: widths.xlen, rows, outside: 0, errors: 0, skipped_bytes: 0 }
    }

    /// Counts a part of a trace.
    pub fn take(&mut self, part: &Part) {
        match part {
            Part::Group(group) => self.take_group(group),
            Part::Outside(..) => self.outside += 1,
            Part::Error(_) => self.errors += 1,
            Part::Skipped(_, bytes) => self.skipped_bytes += bytes,
        }
    }

    fn take_group(&mut self, group: &Group) {
        let row = &mut self.rows[Category::of(group, self.xlen) as usize];
        row.groups += 1;
        row.bytes += group.bytes;
        row.largest = row.largest.max(group.bytes);
    }

    /// The row of a category.
    pub fn row(&self, category: Category) -> Row {
        self.rows[category as usize]
    }

    /// All groups.
    pub fn total(&self) -> Row {
        self.rows.iter().fold(Row::default(), |sum, row| Row {
            groups: sum.groups + row.groups,
            bytes: sum.bytes + row.bytes,
            largest: sum.largest.max(row.largest),
        })
    }
}

impl Row {
    /// Hundredths of bytes that a group has on average.
    fn hundredths(&self) -> u64 {
        (self.bytes * 100 + self.groups / 2).checked_div(self.groups).unwrap_or(0)
    }
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = ["instruction category", "groups", "mean", "largest", "App. D"];
        writeln!(f, "{:<31} {:>12} {:>8} {:>8} {:>7}  fields", head[0], head[1], head[2], head[3], head[4])?;
        for &category in Category::ALL {
            let row = self.row(category);
            if row.groups != 0 {
                write_row(f, category.name(), &row)?;
                match category.proposed_bytes() {
                    Some(bytes) => write!(f, " {bytes:>7}")?,
                    None => write!(f, " {:>7}", "-")?,
                }
                writeln!(f, "  {}", category.fields())?;
            }
        }
        write_row(f, "all", &self.total())?;
        writeln!(f)
    }
}

fn write_row(f: &mut fmt::Formatter<'_>, name: &str, row: &Row) -> fmt::Result {
    let mean = row.hundredths();
    write!(f, "{name:<31} {:>12} {:>5}.{:02} {:>8}", row.groups, mean / 100, mean % 100, row.largest)
}
