// SPDX-License-Identifier: Apache-2.0
//! Tables of figures in a page, from a list of what to synthesise for them: checked against it, or written into it.
//!
//! A table of the page lies between `<!-- synth: NAME -->` and `<!-- end -->`; all of it comes from the list and from
//! what was found. Areas are the same to the cell wherever the tools are; frequencies may be off by what placement
//! makes of them.

mod check;
mod page;
mod render;
mod rules;

use crate::synthesis::{Error, Target};
use serde::Deserialize;

pub use check::{Cell, Checked, Report, Row};

/// The tables of a page.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct List {
    /// How much a frequency may differ from the one in the page, in percent of that.
    pub fmax_percent: f64,
    /// Changes that make a preset plain, as `--set` takes them.
    #[serde(default)]
    pub plain: Vec<String>,
    /// The tables.
    pub table: Vec<Table>,
    /// Rows were left out: those of the page that are not in the list are not gone.
    #[serde(skip)]
    is_part: bool,
}

/// A table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// Its name in the page.
    pub name: String,
    /// Titles of what its rows begin with, with ` | ` between them.
    pub head: String,
    /// Columns after that: `lut4`, `ff` and other keys of the target; `ram`, lookup tables that are RAM; `fmax`, the
    /// slowest clock; `clocks`, every clock; `tw_x.lut4`, cells of one module.
    pub columns: Vec<String>,
    /// Placements. With 0 nothing is placed, and there is no frequency.
    #[serde(default)]
    pub seeds: u32,
    /// Rows but the first show the difference to it.
    #[serde(default)]
    pub differences: bool,
    /// A row for each module of the first row's design, instead of one for each design.
    #[serde(default)]
    pub modules: bool,
    /// Target of the rows that name none.
    #[serde(default = "ecp5")]
    pub target: String,
    /// Every row is plain.
    #[serde(default)]
    pub plain: bool,
    /// The designs.
    pub row: Vec<Case>,
}

/// A design.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// What its row begins with.
    pub label: String,
    /// The preset.
    pub preset: String,
    /// The list's changes that make it plain come first.
    #[serde(default)]
    pub plain: bool,
    /// Changes to it, as `--set` takes them.
    #[serde(default)]
    pub set: Vec<String>,
    /// Only this module of it, as the top.
    #[serde(default)]
    pub module: Option<String>,
    /// Placements, if not as many as the table says.
    #[serde(default)]
    pub seeds: Option<u32>,
    /// Delay of logic in ps below which the mapper saves area.
    #[serde(default)]
    pub delay_ps: Option<u32>,
    /// The mapper tries several forms of the logic.
    #[serde(default)]
    pub thorough: bool,
}

/// What to synthesise for a row.
#[derive(Clone, Debug)]
pub struct Job {
    /// The name of the table that it is in.
    pub table: String,
    /// The design.
    pub case: Case,
    /// The target.
    pub target: Target,
    /// Placements.
    pub seeds: u32,
    /// Also by module.
    pub by_module: bool,
}

fn ecp5() -> String {
    "ecp5".into()
}

impl List {
    /// Reads a list, which is TOML.
    pub fn parse(text: &str) -> Result<List, Error> {
        let list: List =
            toml::from_str(text).map_err(|error| Error::Figures(format!("the list of figures: {error}")))?;
        rules::check(&list)?;
        Ok(list)
    }

    /// The first row of each table alone, placed once: what every table is made by, in a fraction of the time. That a
    /// frequency of one placement is compared with the median of several is what `fmax_percent` allows for.
    #[must_use]
    pub fn first_rows(mut self) -> List {
        self.is_part = true;
        for table in &mut self.table {
            table.row.truncate(1);
            table.seeds = table.seeds.min(1);
            for case in &mut table.row {
                case.seeds = case.seeds.map(|seeds| seeds.min(1));
            }
        }
        self
    }

    /// Whether `page` has a place for every table.
    pub fn finds_places(&self, page: &str) -> Result<(), Error> {
        self.table.iter().try_for_each(|table| page::find(page, &table.name).map(|_| ()))
    }

    /// What to synthesise, row by row of every table.
    pub fn jobs(&self) -> Result<Vec<Job>, Error> {
        let rows = self.table.iter().flat_map(|table| table.row.iter().map(move |case| (table, case)));
        let job = |(table, case): (&Table, &Case)| {
            let by_module = table.modules || table.columns.iter().any(|column| column.contains('.'));
            let target = Target::named(&table.target)?;
            let plain = if table.plain || case.plain { &self.plain[..] } else { &[] };
            let case = Case { set: [plain, &case.set].concat(), ..case.clone() };
            Ok(Job { table: table.name.clone(), seeds: case.seeds.unwrap_or(table.seeds), case, target, by_module })
        };
        rows.map(job).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synthesis::{Area, Cells, Module, Synthesis};

    const LIST: &str = "fmax_percent = 5.0\nplain = [\"b=2\", \"c=3\"]\n\
        [[table]]\nname = \"presets\"\nhead = \"preset\"\ncolumns = [\"lut4\", \"fmax\"]\nseeds = 3\ndifferences = true\n\
        [[table.row]]\nlabel = \"`micro`\"\npreset = \"micro\"\n\
        [[table.row]]\nlabel = \"more\"\npreset = \"micro\"\nset = [\"a=1\"]\nseeds = 1\nplain = true\n\
        [[table]]\nname = \"modules\"\nhead = \"module\"\ncolumns = [\"ff\"]\nmodules = true\nplain = true\n\
        [[table.row]]\nlabel = \"\"\npreset = \"micro\"\n";

    const PAGE: &str = "# Page\n<!-- synth: presets -->\n| preset | LUT4 | fmax (MHz) |\n|---|--:|--:|\n\
        | `micro` | 1,000 | 100.0 (90.0 to 104.0) |\n| more | +5 | 80.0 |\n<!-- end -->\nText.\n\
        <!-- synth: modules -->\n<!-- end -->\n";

    fn found(lut4: u64, fmax: &[f64]) -> Synthesis {
        let mut cells = Cells::default();
        cells.count("LUT4", lut4);
        cells.count("TRELLIS_FF", 7);
        let area = Area::of(&cells, Target::Ecp5.columns());
        Synthesis {
            target: "ecp5".into(),
            device: "ECP5".into(),
            top: "t".into(),
            fmax_mhz: Some(crate::synthesis::result::median(fmax)),
            fmax_by_seed: fmax.to_vec(),
            clocks: vec![],
            tree: None,
            modules: vec![Module { name: "tw_a".into(), instances: 2, own: area.clone(), parts: Area::default() }],
            memories: vec![],
            area,
        }
    }

    fn report(lut4: u64, fmax: f64) -> Report {
        let list = List::parse(LIST).unwrap();
        let found = [found(lut4, &[fmax, 90.0, 104.5]), found(1005, &[80.1]), found(1, &[1.0])];
        list.report(&found, PAGE).unwrap()
    }

    #[test]
    fn a_job_is_a_row() {
        let jobs = List::parse(LIST).unwrap().jobs().unwrap();
        let jobs: Vec<_> = jobs.iter().map(|job| (job.case.set.join(" "), job.seeds, job.by_module)).collect();
        let expected = [("", 3, false), ("b=2 c=3 a=1", 1, false), ("b=2 c=3", 0, true)];
        assert_eq!(jobs, expected.map(|(set, seeds, by_module)| (set.to_string(), seeds, by_module)));
    }

    #[test]
    fn areas_are_exact_and_frequencies_may_be_off_a_little() {
        // The module is not in the page: one cell that differs.
        assert_eq!(report(1000, 104.9).differing(), 1);
        assert_eq!(report(1000, 94.0).differing(), 2);
        // One more, and a difference of one less.
        assert_eq!(report(1001, 100.0).differing(), 3);
    }

    /// Rows of the page are those of the list: `make test` makes but the first of each table.
    #[test]
    fn the_page_has_the_rows_of_the_list() {
        let list = List::parse(include_str!("../../figures.toml")).unwrap();
        let page = include_str!("../../../../docs/performance.md");
        for table in list.table.iter().filter(|table| !table.modules) {
            let labels = table.head.split('|').count();
            let rows = page::rows(&page[page::find(page, &table.name).unwrap()]);
            let of_page: Vec<String> = rows.iter().map(|row| row[..labels].join(" | ")).collect();
            let of_list: Vec<String> = table.row.iter().map(|row| row.label.clone()).collect();
            assert_eq!(of_page, of_list, "{}", table.name);
        }
    }

    #[test]
    fn a_row_of_the_page_that_is_no_more_differs() {
        let list = List::parse(LIST).unwrap();
        let found = [found(1000, &[100.0]), found(1005, &[80.0]), found(1, &[1.0])];
        let page = PAGE.replace("| more |", "| much | +9 | 1.0 |\n| more |");
        let report = list.report(&found, &page).unwrap();
        assert_eq!(report.differing(), 1 + 2);
        assert!(report.to_string().contains("found -"), "{report}");
    }

    #[test]
    fn the_first_rows_are_compared_by_themselves() {
        let list = List::parse(LIST).unwrap().first_rows();
        let jobs: Vec<_> = list.jobs().unwrap().iter().map(|job| (job.case.set.len(), job.seeds)).collect();
        assert_eq!(jobs, [(0, 1), (2, 0)]);
        // Of the modules all are found: one that the page does not have differs.
        let differing = |lut4| list.report(&[found(lut4, &[96.0]), found(1, &[1.0])], PAGE).unwrap().differing();
        assert_eq!([differing(1000), differing(1001)], [1, 2]);
        let gone = PAGE.replace("modules -->\n", "modules -->\n| module | FF |\n|---|--:|\n| `tw_b` | 7 |\n");
        assert_eq!(list.report(&[found(1000, &[96.0]), found(1, &[1.0])], &gone).unwrap().differing(), 2);
    }

    #[test]
    fn a_page_that_was_written_is_as_found() {
        let list = List::parse(LIST).unwrap();
        let found = [found(1234, &[100.0]), found(1230, &[80.1]), found(1, &[1.0])];
        let page = list.report(&found, PAGE).unwrap().page;
        let expected = "# Page\n<!-- synth: presets -->\n| preset | LUT4 | fmax (MHz) |\n|---|--:|--:|\n\
            | `micro` | 1,234 | 100.0 |\n| more | -4 | 80.1 |\n<!-- end -->\nText.\n\
            <!-- synth: modules -->\n| module | FF |\n|---|--:|\n| `tw_a`, 2 of it | 7 |\n<!-- end -->\n";
        assert_eq!(page, expected);
        let again = list.report(&found, &page).unwrap();
        assert_eq!((again.differing(), again.page == page), (0, true));
        let lines_of_dos = list.report(&found, &PAGE.replace('\n', "\r\n")).unwrap();
        assert_eq!(lines_of_dos.page, page.replace('\n', "\r\n"));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let error = List::parse(&LIST.replace("seeds = 3", "sheds = 3")).unwrap_err().to_string();
        assert!(error.contains("sheds"), "{error}");
        let list = List::parse(LIST).unwrap();
        let found = [found(1, &[1.0]), found(1, &[1.0]), found(1, &[1.0])];
        let error = list.report(&found, "no table").unwrap_err().to_string();
        assert_eq!(error, "the page has no `<!-- synth: presets -->`");
        let error = list.report(&found, "<!-- synth: presets -->\n").unwrap_err().to_string();
        assert_eq!(error, "the page has no `<!-- end -->` after `<!-- synth: presets -->`");
        let unended = PAGE.replacen("<!-- end -->", "", 1);
        let error = list.finds_places(&unended).unwrap_err().to_string();
        assert_eq!(error, "the page has no `<!-- end -->` after `<!-- synth: presets -->`, before the next table");
        let beside = PAGE.replacen("<!-- end -->", "Text. <!-- end -->", 1);
        let error = list.finds_places(&beside).unwrap_err().to_string();
        assert!(error.starts_with("the page has other text before the `<!-- end -->`"), "{error}");
        let error = list.finds_places(&PAGE.repeat(2)).unwrap_err().to_string();
        assert_eq!(error, "the page has `<!-- synth: presets -->` twice");
        let other = List::parse(&LIST.replace("[\"lut4\", \"fmax\"]", "[\"tw_b.lut4\"]")).unwrap();
        let error = other.report(&found, PAGE).unwrap_err().to_string();
        assert_eq!(error, "`micro` has no module `tw_b`, of which the table `presets` has a column");
    }
}
