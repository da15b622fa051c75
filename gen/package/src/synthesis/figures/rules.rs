// SPDX-License-Identifier: Apache-2.0
//! What a list of figures must be.

use super::{List, Table};
use crate::synthesis::{Error, Target, MOST_DELAY_PS, MOST_SEEDS};

/// The first rule that `list` breaks.
pub(super) fn check(list: &List) -> Result<(), Error> {
    let wrong = |what: String| Err(Error::Figures(what));
    if !(0.0..100.0).contains(&list.fmax_percent) {
        return wrong(format!("fmax_percent is {}, not from 0 to 100", list.fmax_percent));
    }
    if list.table.is_empty() {
        return wrong("the list of figures has no table".into());
    }
    let labels = list.table.iter().flat_map(|table| table.row.iter().map(|row| &row.label));
    let texts = list.table.iter().flat_map(|table| [&table.name, &table.head]).chain(labels);
    if let Some(text) = texts.into_iter().find(|text| text.contains("<!--") || text.contains(char::is_control)) {
        return wrong(format!("{text:?} has a comment or a control character, which a table of the page can't have"));
    }
    for (n, table) in list.table.iter().enumerate() {
        let target = Target::named(&table.target);
        let target = target.map_err(|error| Error::Figures(format!("the table `{}`: {error}", table.name)))?;
        if let Some(what) = wrong_with(table, target, list) {
            return wrong(format!("the table `{}` {what}", table.name));
        }
        if list.table[..n].iter().any(|other| other.name == table.name) {
            return wrong(format!("the table `{}` is there twice", table.name));
        }
    }
    Ok(())
}

/// What is wrong with a table, after its name.
fn wrong_with(table: &Table, target: Target, list: &List) -> Option<String> {
    if table.row.is_empty() {
        return Some("has no rows".into());
    }
    if table.columns.is_empty() {
        return Some("has no columns".into());
    }
    if let Some(column) = table.columns.iter().find(|column| !is_column(column, target)) {
        return Some(format!("has a column `{column}`, which is not of the target {}", target.name()));
    }
    if table.modules {
        let is_key = |column: &String| target.columns().iter().any(|known| known.key == column);
        return match table.columns.iter().find(|column| !is_key(column)) {
            Some(column) => Some(format!("has a row for each module, which can't have a column `{column}`")),
            None if table.row.len() > 1 => Some("has a row for each module, so it is of one design".into()),
            None => wrong_with_rows(table, list),
        };
    }
    let mut labels = std::collections::BTreeSet::new();
    if let Some(row) =
        table.row.iter().find(|row| !labels.insert(row.label.split('|').map(str::trim).collect::<Vec<_>>()))
    {
        return Some(format!("has two rows `{}`", row.label));
    }
    let labels = table.head.split('|').count();
    match table.row.iter().find(|row| row.label.split('|').count() != labels) {
        Some(row) => Some(format!("begins its rows with `{}`, and one with `{}`", table.head, row.label)),
        None => wrong_with_rows(table, list),
    }
}

/// What is wrong with the rows of a table.
fn wrong_with_rows(table: &Table, list: &List) -> Option<String> {
    let is_placed = table.columns.iter().any(|column| ["fmax", "clocks"].contains(&column.as_str()));
    let wrong = |row: &super::Case| {
        let seeds = row.seeds.unwrap_or(table.seeds);
        if seeds > MOST_SEEDS {
            return Some(format!("has {seeds} seeds in the row `{}`, more than {MOST_SEEDS}", row.label));
        }
        if is_placed && seeds == 0 {
            return Some(format!("has a frequency, and no seeds in the row `{}`", row.label));
        }
        if row.delay_ps.is_some_and(|delay| !(1..=MOST_DELAY_PS).contains(&delay)) {
            return Some(format!("has a delay_ps in the row `{}` that is not from 1 to {MOST_DELAY_PS}", row.label));
        }
        let is_unsaid = list.plain.is_empty() && (table.plain || row.plain);
        is_unsaid.then(|| "has plain rows, but the list does not say what makes a preset `plain`".into())
    };
    table.row.iter().find_map(wrong)
}

/// Whether `target` has what a column shows.
fn is_column(column: &str, target: Target) -> bool {
    match column {
        "fmax" | "clocks" => target.placement().is_some(),
        "ram" => target == Target::Ecp5,
        _ => {
            let key = column.split_once('.').map_or(column, |(_, key)| key);
            target.columns().iter().any(|known| known.key == key)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "fmax_percent = 5.0\nplain = [\"a=1\"]\n\
        [[table]]\nname = \"t\"\nhead = \"p | q\"\ncolumns = [\"lut4\", \"fmax\"]\nseeds = 3\n\
        [[table.row]]\nlabel = \"a | b\"\npreset = \"micro\"\nplain = true\ndelay_ps = 10\n\
        [[table]]\nname = \"m\"\nhead = \"module\"\ncolumns = [\"ff\"]\nmodules = true\n\
        [[table.row]]\nlabel = \"\"\npreset = \"micro\"\n";

    #[test]
    fn each_rule_says_what_is_wrong() {
        List::parse(LIST).unwrap();
        let row = "[[table.row]]\nlabel = \"\"\npreset = \"micro\"\n";
        let rules = [
            ("= 5.0", "= nan", "fmax_percent is NaN, not from 0 to 100"),
            ("= 5.0", "= -5.0", "fmax_percent is -5, not from 0 to 100"),
            ("name = \"m\"", "name = \"t\"", "the table `t` is there twice"),
            (row, "row = []\n", "the table `m` has no rows"),
            ("[\"ff\"]", "[]", "the table `m` has no columns"),
            ("[\"ff\"]", "[\"f_f\"]", "the table `m` has a column `f_f`, which is not of the target ecp5"),
            ("[\"ff\"]", "[\"tw_a.f_f\"]", "the table `m` has a column `tw_a.f_f`, which is not of the target ecp5"),
            (
                "[\"ff\"]",
                "[\"tw_a.ff\"]",
                "the table `m` has a row for each module, which can't have a column `tw_a.ff`",
            ),
            ("[\"ff\"]", "[\"fmax\"]", "the table `m` has a row for each module, which can't have a column `fmax`"),
            (row, &format!("{row}{row}"), "the table `m` has a row for each module, so it is of one design"),
            (
                "seeds = 3",
                "seeds = 3\ntarget = \"asic\"",
                "the table `t` has a column `lut4`, which is not of the target asic",
            ),
            (
                "[[table]]\nname = \"m\"",
                "[[table.row]]\nlabel = \"a|b\"\npreset = \"mcu\"\n[[table]]\nname = \"m\"",
                "the table `t` has two rows `a|b`",
            ),
            (
                "\"a | b\"",
                "\"a | <!-- end -->\"",
                "\"a | <!-- end -->\" has a comment or a control character, which a table of the page can't have",
            ),
            (
                "\"p | q\"",
                "\"p | q\\n\"",
                "\"p | q\\n\" has a comment or a control character, which a table of the page can't have",
            ),
            ("\"a | b\"", "\"a\"", "the table `t` begins its rows with `p | q`, and one with `a`"),
            ("seeds = 3", "seeds = 65", "the table `t` has 65 seeds in the row `a | b`, more than 64"),
            ("seeds = 3", "seeds = 0", "the table `t` has a frequency, and no seeds in the row `a | b`"),
            ("= 10", "= 0", "the table `t` has a delay_ps in the row `a | b` that is not from 1 to 100000"),
            (
                "plain = [\"a=1\"]\n",
                "",
                "the table `t` has plain rows, but the list does not say what makes a preset `plain`",
            ),
        ];
        for (right, wrong, expected) in rules {
            assert_eq!(List::parse(&LIST.replacen(right, wrong, 1)).unwrap_err().to_string(), expected);
        }
        let unknown = LIST.replacen("seeds = 3", "seeds = 3\ntarget = \"fpga\"", 1);
        let error = List::parse(&unknown).unwrap_err().to_string();
        assert!(error.starts_with("the table `t`: unknown target `fpga`; there are "), "{error}");
        let error = List::parse("fmax_percent = 5.0\ntable = []\n").unwrap_err().to_string();
        assert_eq!(error, "the list of figures has no table");
    }
}
