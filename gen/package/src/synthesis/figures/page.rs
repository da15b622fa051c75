// SPDX-License-Identifier: Apache-2.0
//! Where a table is in a page.

use crate::synthesis::Error;
use std::ops::Range;

/// What a table begins after.
const MARK: &str = "<!-- synth: ";
/// What ends a table.
const END: &str = "<!-- end -->";

/// The lines of the table `name`, as a part of the page.
pub(super) fn find(page: &str, name: &str) -> Result<Range<usize>, Error> {
    let mark = format!("{MARK}{name} -->");
    let missing = |what: String| Error::Figures(format!("the page has no {what}"));
    let start = page.find(&mark).ok_or_else(|| missing(format!("`{mark}`")))?;
    let start = page[start..].find('\n').map_or(page.len(), |line| start + line + 1);
    let end = page[start..].find(END).ok_or_else(|| missing(format!("`{END}` after `{mark}`")))?;
    if page[start..start + end].contains(MARK) {
        return Err(missing(format!("`{END}` after `{mark}`, before the next table")));
    }
    Ok(start..start + end)
}

/// The cells of the rows of a table, without its head.
pub(super) fn rows(table: &str) -> Vec<Vec<String>> {
    let cells = |line: &str| {
        let line = line.trim().trim_start_matches('|').trim_end_matches('|');
        line.split('|').map(|cell| cell.trim().to_string()).collect()
    };
    table.lines().filter(|line| line.starts_with('|')).skip(2).map(cells).collect()
}
