// SPDX-License-Identifier: Apache-2.0
//! Lattice ECP5, through Yosys and nextpnr-ecp5.

use super::{wrapper, Area, Design, Module, Synthesis, Tool};
use crate::failure::Failure;
use crate::progress::Progress;
use serde::de::DeserializeOwned;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

/// What nextpnr aims at; it stops improving where it is reached.
const TARGET_MHZ: &str = "200";

/// Everything that decides on the result beside the Verilog.
pub fn settings(design: &Design, seeds: u32) -> String {
    format!("{} {} {TARGET_MHZ} {seeds}", whole_script(design), modules_script(design))
}

/// Synthesises, places and routes the files that lie in `folder`.
pub fn run(design: &Design, seeds: u32, folder: &Path, yosys: &Tool, nextpnr: &Tool) -> Result<Synthesis, Failure> {
    let progress = Progress::spinner("synthesising with Yosys");
    std::thread::scope(|scope| {
        let by_module = scope.spawn(|| {
            yosys.run(folder, &["-p", &modules_script(design)], "modules.log")?;
            read::<Statistics>(&folder.join("modules.json"))
        });
        yosys.run(folder, &["-p", &whole_script(design)], "whole.log")?;
        let whole = read::<Statistics>(&folder.join("whole.json"))?;
        drop(progress);
        let mut fmax_by_seed = Vec::new();
        for seed in 1..=seeds {
            let _progress = Progress::spinner(format!("placing and routing with nextpnr, seed {seed}"));
            fmax_by_seed.push(place(seed, folder, nextpnr)?);
        }
        let by_module = by_module.join().expect("the thread does not panic")?;
        let mut modules: Vec<Module> = by_module.modules.iter().map(|(name, cells)| module(name, cells)).collect();
        modules.sort_by_key(|module| (std::cmp::Reverse(module.area.lut4), std::cmp::Reverse(module.area.ff)));
        Ok(Synthesis {
            target: "ecp5".into(),
            area: whole.modules.values().map(|cells| area(&cells.num_cells_by_type)).fold(
                Area::default(),
                |mut sum, a| {
                    sum += a;
                    sum
                },
            ),
            fmax_mhz: median(&fmax_by_seed),
            fmax_by_seed,
            modules,
        })
    })
}

/// The middle one, the lower of the two middle ones of an even number.
fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len().saturating_sub(1) / 2).copied().unwrap_or_default()
}

fn read_files(design: &Design) -> String {
    design.files.iter().map(|(name, _)| format!("read_verilog {name}; ")).collect()
}

/// The whole design without hierarchy; then the wrapper around what is mapped already, for placement.
fn whole_script(design: &Design) -> String {
    format!(
        "{}synth_ecp5 -top {}; tee -q -o whole.json stat -json; \
         read_verilog {}; hierarchy -check -top {}; flatten; opt_clean; write_json whole.netlist.json",
        read_files(design),
        design.top,
        wrapper::FILE,
        wrapper::NAME
    )
}

/// First that nothing is a latch, a loop or driven twice; then every module for itself.
fn modules_script(design: &Design) -> String {
    let (files, top) = (read_files(design), &design.top);
    format!(
        "{files}hierarchy -check -top {top}; proc; check -assert; select -assert-none t:$dlatch t:$adlatch; design -reset; \
         {files}synth_ecp5 -noflatten -top {top}; tee -q -o modules.json stat -json"
    )
}

/// Places and routes with this seed: the frequency in MHz.
fn place(seed: u32, folder: &Path, nextpnr: &Tool) -> Result<f64, Failure> {
    let report = format!("timing-{seed}.json");
    let seed_text = seed.to_string();
    let arguments = [
        "--85k",
        "--package",
        "CABGA756",
        "--speed",
        "6",
        "--out-of-context",
        "--timing-allow-fail",
        "--json",
        "whole.netlist.json",
        "--freq",
        TARGET_MHZ,
        "--seed",
        &seed_text,
        "--report",
        &report,
    ];
    nextpnr.run(folder, &arguments, &format!("nextpnr-{seed}.log"))?;
    let timing: Timing = read(&folder.join(report))?;
    let achieved = timing.fmax.values().map(|clock| clock.achieved).reduce(f64::min);
    achieved.ok_or_else(|| Failure::tool("nextpnr-ecp5 found no clock in the design"))
}

#[derive(Deserialize)]
struct Statistics {
    modules: BTreeMap<String, Cells>,
}

#[derive(Deserialize)]
struct Cells {
    #[serde(default)]
    num_cells_by_type: BTreeMap<String, u64>,
}

#[derive(Deserialize)]
struct Timing {
    fmax: BTreeMap<String, Clock>,
}

#[derive(Deserialize)]
struct Clock {
    achieved: f64,
}

fn read<T: DeserializeOwned>(path: &Path) -> Result<T, Failure> {
    let text = std::fs::read(path).map_err(|e| Failure::io("read", path, &e))?;
    serde_json::from_slice(&text).map_err(|e| Failure::tool(format!("{} is not as expected: {e}", path.display())))
}

fn module(name: &str, cells: &Cells) -> Module {
    Module { name: name.trim_start_matches('\\').into(), area: area(&cells.num_cells_by_type) }
}

fn area(cells: &BTreeMap<String, u64>) -> Area {
    let count = |kinds: &[&str]| kinds.iter().filter_map(|kind| cells.get(*kind)).sum::<u64>();
    let (logic, carry, ram16x4) = (count(&["LUT4"]), count(&["CCU2C"]), count(&["TRELLIS_DPR16X4"]));
    Area {
        lut4: logic + 2 * carry + 4 * ram16x4,
        logic,
        carry,
        ram16x4,
        ff: count(&["TRELLIS_FF"]),
        ebr: count(&["DP16KD", "PDPW16KD"]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_counted_in_lookup_tables() {
        let cells =
            [("LUT4", 10), ("CCU2C", 3), ("TRELLIS_DPR16X4", 2), ("TRELLIS_FF", 7), ("DP16KD", 1), ("PFUMX", 5)];
        let cells = cells.map(|(kind, count)| (kind.to_string(), count)).into();
        let expected = Area { lut4: 24, logic: 10, carry: 3, ram16x4: 2, ff: 7, ebr: 1 };
        assert_eq!(area(&cells), expected);
    }

    #[test]
    fn the_median_is_a_measured_value() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 3.0, 2.0]), 2.0);
        assert_eq!(median(&[7.0]), 7.0);
    }
}
