// SPDX-License-Identifier: Apache-2.0
//! What a page says beside what was found.

use super::{page, render, List, Table};
use crate::synthesis::{Error, Synthesis};
use serde::Serialize;
use std::fmt;

/// Every table of a page.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The tables.
    pub tables: Vec<Checked>,
    /// The page with what was found.
    #[serde(skip)]
    pub page: String,
}

/// A table.
#[derive(Clone, Debug, Serialize)]
pub struct Checked {
    /// Its name.
    pub name: String,
    /// Titles of its columns.
    pub titles: Vec<String>,
    /// Its rows.
    pub rows: Vec<Row>,
}

/// A row.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// What it begins with.
    pub label: String,
    /// What follows.
    pub cells: Vec<Cell>,
}

/// A figure.
#[derive(Clone, Debug, Serialize)]
pub struct Cell {
    /// What the page says; nothing where it has no such row.
    pub documented: Option<String>,
    /// What was found.
    pub found: String,
    /// Whether they agree.
    pub agrees: bool,
}

impl List {
    /// Compares the page with what was found by the jobs, in their order.
    pub fn report(&self, found: &[Synthesis], page: &str) -> Result<Report, Error> {
        let (mut tables, mut written, mut rest) = (vec![], page.to_string(), found);
        for table in &self.table {
            let (here, after) = rest.split_at(table.row.len().min(rest.len()));
            rest = after;
            render::check_modules(table, here)?;
            let rows = render::rows(table, here);
            let documented = page::rows(&page[page::find(page, &table.name)?]);
            let mut checked = check(table, &rows, &documented, self.fmax_percent);
            // The modules of a design are always whole.
            if table.modules || !self.is_part {
                checked.rows.extend(gone(table, &rows, &documented));
            }
            tables.push(checked);
            page::replace(&mut written, &table.name, &markdown(table, &rows))?;
        }
        Ok(Report { tables, page: written })
    }
}

impl Report {
    /// How many figures differ.
    pub fn differing(&self) -> usize {
        self.tables.iter().flat_map(|table| &table.rows).flat_map(|row| &row.cells).filter(|cell| !cell.agrees).count()
    }

    fn count(&self) -> usize {
        self.tables.iter().flat_map(|table| &table.rows).map(|row| row.cells.len()).sum()
    }
}

fn check(table: &Table, rows: &[(String, Vec<String>)], documented: &[Vec<String>], percent: f64) -> Checked {
    let labels = table.head.split('|').count();
    let row = |(label, cells): &(String, Vec<String>)| {
        let key: Vec<&str> = label.split('|').map(str::trim).collect();
        let before = documented.iter().find(|row| row.len() > labels && row[..labels] == key[..]);
        let cell = |(i, found): (usize, &String)| {
            let documented = before.and_then(|row| row.get(labels + i)).cloned();
            let is_fmax = ["fmax", "clocks"].contains(&table.columns[i].as_str());
            let agrees = documented.as_ref().is_some_and(|documented| match is_fmax {
                true => near(documented, found, percent),
                false => documented == found,
            });
            Cell { documented, found: found.clone(), agrees }
        };
        Row { label: label.clone(), cells: cells.iter().enumerate().map(cell).collect() }
    };
    Checked { name: table.name.clone(), titles: render::titles(table), rows: rows.iter().map(row).collect() }
}

/// Rows of the page that were not found.
fn gone(table: &Table, rows: &[(String, Vec<String>)], documented: &[Vec<String>]) -> Vec<Row> {
    let labels = table.head.split('|').count();
    let labels_of = |label: &str| label.split('|').map(|part| part.trim().to_string()).collect::<Vec<_>>();
    let is_found =
        |old: &&Vec<String>| rows.iter().any(|(label, _)| old[..labels.min(old.len())] == labels_of(label)[..]);
    let row = |old: &Vec<String>| {
        let (label, cells) = old.split_at(labels.min(old.len()));
        let cell = |old: &String| Cell { documented: Some(old.clone()), found: "-".into(), agrees: false };
        Row { label: label.join(" | "), cells: cells.iter().map(cell).collect() }
    };
    documented.iter().filter(|old| !is_found(old)).map(row).collect()
}

/// Whether all frequencies outside parentheses are near one another.
fn near(documented: &str, found: &str, percent: f64) -> bool {
    let numbers = |text: &str| -> Vec<f64> {
        let medians = text.split('(').next().unwrap_or_default();
        medians.split([' ', ',']).filter_map(|word| word.parse().ok()).collect()
    };
    let (documented, found) = (numbers(documented), numbers(found));
    let is_near = |(documented, found): (&f64, &f64)| (documented - found).abs() <= documented * percent / 100.0;
    documented.len() == found.len() && documented.iter().zip(&found).all(is_near)
}

fn markdown(table: &Table, rows: &[(String, Vec<String>)]) -> String {
    let titles = render::titles(table);
    let labels = "---|".repeat(table.head.split('|').count());
    let mut text = format!("| {} | {} |\n|{labels}{}\n", table.head, titles.join(" | "), "--:|".repeat(titles.len()));
    for (label, cells) in rows {
        text += &format!("| {label} | {} |\n", cells.join(" | "));
    }
    text
}

impl fmt::Display for Report {
    /// What the page says and what was found, side by side.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for table in &self.tables {
            writeln!(f, "{}", table.name)?;
            for row in &table.rows {
                for (title, Cell { documented, found, agrees }) in table.titles.iter().zip(&row.cells) {
                    let documented = documented.as_deref().unwrap_or("-");
                    let sign = if *agrees { "" } else { "   differs" };
                    writeln!(f, "  {:<56} {title:<22} page {documented:<24} found {found}{sign}", row.label)?;
                }
            }
        }
        writeln!(f, "{} figures, {} of them differ from the page", self.count(), self.differing())
    }
}
