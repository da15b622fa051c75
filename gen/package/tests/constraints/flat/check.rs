// SPDX-License-Identifier: Apache-2.0
//! The constraints of a design against what synthesis finds in it.

use super::Flat;
use tracewright_package::constraints::{Constraints, Error, PortTiming, Source, Timing};
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
        match crossing.source_register() {
            Some(source) => {
                let limit = format!("MAXDELAY FROM CELL \"{source}*\" TO CELL \"{target}*\" 10.0 NS;");
                assert!(found.lpf.contains(&limit), "{name}: {limit} in {}", found.lpf);
            }
            None => assert!(found.lpf.contains(&crossing.path), "{name}: {target} in {}", found.lpf),
        }
        assert!(found.pcf.contains(&crossing.path), "{name}: {target} in {}", found.pcf);
    }
    check_ports(name, &flat, &found);
    if top == "tw_top" {
        for (output, inputs) in flat.through() {
            let apb =
                ["prdata", "pready", "pslverr"].contains(&output) && inputs.iter().all(|input| input.starts_with('p'));
            assert!(apb || output.starts_with("sram_"), "{name}: {output} depends on {inputs:?}");
        }
    }
    for clock in &found.clocks {
        let said =
            |text: &str, line: &str| assert!(text.lines().any(|other| other == line), "{name}: {line} in {text}");
        said(&found.lpf, &format!("FREQUENCY PORT \"{clock}\" 100.0 MHZ;"));
        said(&found.pcf, &format!("set_frequency {clock} 48.0"));
    }
    assert_eq!(flat.clocks(), found.clocks.iter().cloned().collect(), "{name}");
    found
}

/// Each port has the clock of the registers next to it. An input may have a synchroniser in another one, too.
fn check_ports(name: &str, flat: &Flat, found: &Constraints) {
    let clocks = flat.port_clocks();
    for PortTiming { name: port, timing, .. } in &found.ports {
        let crosses = |clock: &str| {
            let plain = |source: &Source| matches!(source, Source::Port(from) if from.trim_end_matches("[*]") == port);
            found.crossings.iter().any(|crossing| crossing.clock == clock && plain(&crossing.source))
        };
        if let (Timing::Synchronous { clock, .. }, Some(real)) = (timing, clocks.get(port.as_str())) {
            let wrong: Vec<_> = real.iter().filter(|real| *real != clock && !crosses(real)).collect();
            assert!(wrong.is_empty(), "{name}: {port} is said to be of {clock}, and is of {wrong:?}");
        }
    }
}
