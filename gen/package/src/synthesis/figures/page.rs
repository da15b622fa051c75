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
    let problem = |what: String| Error::Figures(format!("the page has {what}"));
    let at = page.find(&mark).ok_or_else(|| problem(format!("no `{mark}`")))?;
    if page[at + mark.len()..].contains(&mark) {
        return Err(problem(format!("`{mark}` twice")));
    }
    let start = page[at..].find('\n').map_or(page.len(), |line| at + line + 1);
    let end = page[start..].find(END).ok_or_else(|| problem(format!("no `{END}` after `{mark}`")))?;
    let table = &page[start..start + end];
    if table.contains(MARK) {
        return Err(problem(format!("no `{END}` after `{mark}`, before the next table")));
    }
    // It would be taken for a part of the table, and be lost.
    if !table.is_empty() && !table.ends_with('\n') {
        return Err(problem(format!("other text before the `{END}` after `{mark}`, in the same line")));
    }
    Ok(start..start + end)
}

/// Puts these lines in place of the table `name`; they end as the line before them does.
pub(super) fn replace(page: &mut String, name: &str, lines: &str) -> Result<(), Error> {
    let table = find(page, name)?;
    let lines = if page[..table.start].ends_with("\r\n") { lines.replace('\n', "\r\n") } else { lines.into() };
    page.replace_range(table, &lines);
    Ok(())
}

/// The cells of the rows of a table, without its head.
pub(super) fn rows(table: &str) -> Vec<Vec<String>> {
    let cells = |line: &str| {
        let line = line.trim().trim_start_matches('|').trim_end_matches('|');
        line.split('|').map(|cell| cell.trim().to_string()).collect()
    };
    table.lines().filter(|line| line.starts_with('|')).skip(2).map(cells).collect()
}
