// SPDX-License-Identifier: Apache-2.0
//! Markdown against the description.

use crate::cases::{cases, origin};
use crate::row::described;
use tracewright_package::registers::Output;

#[test]
fn the_page_has_a_line_for_every_field() {
    for case in cases() {
        let text = Output::Markdown.render(&case.map(), &origin());
        for row in described(&case) {
            let (register, field) = row.name.split_once('.').unwrap();
            let title = format!("0x{:03X} {register}\n", row.offset);
            let section = text.split("\n## ").find(|part| part.starts_with(&title));
            let high = row.lsb + row.width - 1;
            let bits = if row.width == 1 { high.to_string() } else { format!("{high}-{}", row.lsb) };
            let begins = format!("| {bits} | {field} | ");
            let line = section.unwrap().lines().find(|line| line.starts_with(&begins));
            let cells: Vec<&str> = line.unwrap_or_else(|| panic!("{begins}")).split(" | ").collect();
            assert_eq!((cells.len(), cells[3]), (6, row.reset.to_string().as_str()), "{}", row.name);
            assert!(row.values.iter().all(|(name, value)| cells[5].contains(&format!("{value} {name}: "))));
        }
    }
}
