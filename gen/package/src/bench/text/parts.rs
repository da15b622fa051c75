// SPDX-License-Identifier: Apache-2.0
//! What several modules have in common: parts that stand where a module includes them, so that each file of the bench
//! is complete.

/// Name and text of each part.
const PARTS: [(&str, &str); 5] = [
    ("bus_checks.vh", include_str!("../../../verilog/bus_checks.vh")),
    ("memory_head.vh", include_str!("../../../verilog/memory_head.vh")),
    ("memory_state.vh", include_str!("../../../verilog/memory_state.vh")),
    ("pins_bytes.vh", include_str!("../../../verilog/pins_bytes.vh")),
    ("pins_frames.vh", include_str!("../../../verilog/pins_frames.vh")),
];

/// Lines at the beginning of a part that are about its source.
const HEADING: usize = 2;

/// `text` with the parts that it includes, and those that these include.
pub(super) fn put_in(text: &str) -> String {
    let line = |line: &str| match part(line) {
        Some(part) => put_in(&part.split_inclusive('\n').skip(HEADING).collect::<String>()),
        None => line.into(),
    };
    text.split_inclusive('\n').map(line).collect()
}

/// The part that a line stands for.
fn part(line: &str) -> Option<&'static str> {
    let name = line.strip_prefix("`include \"")?.trim_end().strip_suffix('"')?;
    PARTS.iter().find(|(part, _)| *part == name).map(|(_, text)| *text)
}

#[cfg(test)]
mod tests {
    use super::{put_in, PARTS};

    #[test]
    fn every_part_that_is_included_is_put_in() {
        for (name, text) in PARTS {
            let whole = put_in(&format!("first\n`include \"{name}\"\nlast\n"));
            assert!(whole.starts_with("first\n") && whole.ends_with("\nlast\n"), "{whole}");
            assert!(!whole.contains("`include") && !whole.contains("SPDX"), "{name}: {whole}");
            assert!(whole.contains(text.lines().last().expect("lines")), "{name}: {whole}");
        }
    }
}
