// SPDX-License-Identifier: Apache-2.0
//! The constraints of a design against what synthesis finds in it.

use super::Flat;
use tracewright_constraints::{Constraints, Error, Source};
use tracewright_verilog::VerilogFile;

fn constraints(top: &str, files: &[VerilogFile]) -> Result<Constraints, Error> {
    let sources: Vec<(&str, &str)> = files.iter().map(|file| (file.name.as_str(), file.text.as_str())).collect();
    Constraints::of(top, &sources, "Made by a test.")
}

/// Every path from a clock to another is one of the crossings, and every crossing is such a path.
pub fn check(name: &str, top: &str, files: &[VerilogFile]) -> Constraints {
    let found = constraints(top, files).unwrap_or_else(|error| panic!("{name}: {error}"));
    let flat = Flat::of(top, files);
    for (from, to) in flat.crossings() {
        let covered = found
            .crossings
            .iter()
            .any(|crossing| crossing.target() == to && crossing.source_register().is_none_or(|source| source == from));
        assert!(covered, "{name}: from {from} to {to}");
    }
    for crossing in &found.crossings {
        let target = crossing.target();
        assert!(flat.has(&target), "{name}: {target}");
        match (&crossing.source, crossing.source_register()) {
            (Source::Port(port), _) => assert!(flat.ports().any(|name| name == port.trim_end_matches("[*]")), "{port}"),
            (_, Some(source)) => assert!(flat.has(&source), "{name}: {source}"),
            (_, None) => unreachable!("a register has a name"),
        }
        for text in [&found.sdc, &found.xdc] {
            assert!(text.contains(&target), "{name}: {target} in {text}");
        }
    }
    assert_eq!(flat.clocks(), found.clocks.iter().cloned().collect(), "{name}");
    found
}
