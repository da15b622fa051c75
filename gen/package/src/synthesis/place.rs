// SPDX-License-Identifier: Apache-2.0
//! Places and routes, and reads how fast each clock is.

use crate::synthesis::netlist::read;
use crate::synthesis::path::Step;
use crate::synthesis::scripts::PLACED;
use crate::synthesis::target::Placement;
use crate::synthesis::tools::Tool;
use crate::synthesis::{Error, Target};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

/// What a placement reached: by clock, the frequency in MHz and the critical path.
pub(crate) type Timing = BTreeMap<String, (f64, Vec<Step>)>;

#[derive(Deserialize)]
struct Report {
    fmax: BTreeMap<String, Clock>,
    #[serde(default)]
    critical_paths: Vec<Critical>,
}

#[derive(Deserialize)]
struct Clock {
    achieved: f64,
}

#[derive(Deserialize)]
struct Critical {
    from: String,
    to: String,
    path: Vec<Step>,
}

/// A placement of a netlist.
#[derive(Clone, Copy)]
pub(crate) struct Trial<'a> {
    /// The seed.
    pub(crate) seed: u32,
    /// What else it depends on: the version of nextpnr and its options, as a hash.
    pub(crate) version: &'a str,
}

impl Trial<'_> {
    /// What its step is called.
    pub(crate) fn name(self) -> String {
        format!("seed-{}-{}", self.seed, self.version)
    }

    /// The file that has what was found: each has its own, so that none is taken for another's.
    pub(crate) fn report(self) -> String {
        format!("timing-{}-{}.json", self.seed, self.version)
    }
}

/// Look-up tables above which nextpnr's other router and placer are used. Its first router lays wires of a system of
/// four harts again and again, and may not end.
const LARGE: u64 = 10_000;

/// Frequency in MHz that a large design aims at. What misses it is routed again, in vain where it is out of reach.
const LARGE_AIM_MHZ: &str = "100";

/// How a design of this size is placed and routed, as options of nextpnr. In a large one nearly all of a path is wires,
/// of which the static placer leaves a third less. The router then leads a few wires of the longest paths a long way
/// round, where many others are: `--tmg-ripup` has those that miss the aim routed again.
pub(crate) fn effort(size: u64, placement: &Placement) -> Vec<&'static str> {
    if size > LARGE {
        vec!["--freq", LARGE_AIM_MHZ, "--router", "router2", "--placer", "static", "--tmg-ripup"]
    } else {
        vec!["--freq", placement.aim_mhz, "--router", "router1"]
    }
}

/// Places and routes with [`effort`].
pub(crate) fn run(
    target: Target,
    placement: &Placement,
    (trial, effort): (Trial, &[&str]),
    folder: &Path,
    tool: &Tool,
) -> Result<(), Error> {
    let log = format!("nextpnr-{}-{}.log", trial.seed, trial.version);
    let (seed_text, report) = (trial.seed.to_string(), trial.report());
    let common = ["--timing-allow-fail", "--json", PLACED];
    let arguments = [placement.device, &common, effort, &["--seed", &seed_text, "--report", &report]].concat();
    tool.run(folder, &arguments, &log, &[&report]).map_err(|error| {
        let said = std::fs::read_to_string(folder.join(&log)).unwrap_or_default();
        too_large(&said, target.device()).unwrap_or(error)
    })
}

/// What was found.
pub(crate) fn timing(trial: Trial, folder: &Path) -> Result<Timing, Error> {
    let report: Report = read(&folder.join(trial.report()))?;
    let clean = |name: &str| name.split('$').next().unwrap_or(name).to_string();
    let mut timing = Timing::new();
    for (name, clock) in report.fmax {
        let of = |edge: &str| edge.split_once(' ').is_some_and(|(_, clock)| clock == name);
        let path = report.critical_paths.iter().find(|path| of(&path.from) && of(&path.to));
        timing.insert(clean(&name), (clock.achieved, path.map(|path| path.path.clone()).unwrap_or_default()));
    }
    if timing.is_empty() {
        return Err(Error::tool("nextpnr found no path between two registers of a clock"));
    }
    Ok(timing)
}

/// What a device has too little of, from what nextpnr said: `Info:  ICESTORM_LC:  6000/  5280  113%`.
fn too_large(said: &str, device: &'static str) -> Option<Error> {
    let line = |line: &str| {
        let (what, counts) = line.trim_start_matches("Info:").trim().split_once(':')?;
        let (needed, rest) = counts.split_once('/')?;
        let needed: u64 = needed.trim().parse().ok()?;
        let available: u64 = rest.split_whitespace().next()?.parse().ok()?;
        (needed > available).then(|| Error::DoesNotFit { device, what: kind(what), needed, available })
    };
    said.lines().filter(|line| line.starts_with("Info:")).find_map(line)
}

/// What people call what nextpnr calls `kind`.
fn kind(kind: &str) -> String {
    match kind.trim() {
        "ICESTORM_LC" => "logic cells".into(),
        "ICESTORM_RAM" => "block RAMs".into(),
        "ICESTORM_SPRAM" => "single-port RAMs".into(),
        "TRELLIS_COMB" => "lookup tables".into(),
        "TRELLIS_FF" => "flip-flops".into(),
        "DP16KD" => "block RAMs".into(),
        other => other.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_large_is_said_with_what_there_is() {
        let said = "Info: Device utilisation:\nInfo: \t         ICESTORM_LC:    2386/   5280    45%\n\
                    Info: \t        ICESTORM_RAM:      64/     30   213%\nERROR: Unable to place cell";
        assert_eq!(
            too_large(said, "iCE40 UP5K").unwrap().to_string(),
            "the design does not fit: iCE40 UP5K has 30 block RAMs, 64 are needed"
        );
        assert!(too_large("Info: ICESTORM_LC: 1/ 2 50%\nERROR: out of luck", "iCE40 UP5K").is_none());
    }

    #[test]
    fn clocks_have_their_names_and_paths() {
        let folder = tempfile::tempdir().unwrap();
        let text = r#"{"fmax": {"clk$SB_IO_IN_$glb_clk": {"achieved": 30.5}, "pib_clk": {"achieved": 90.0}},
            "critical_paths": [
                {"from": "<async>", "to": "posedge pib_clk", "path": []},
                {"from": "posedge pib_clk", "to": "posedge pib_clk", "path": [
                    {"type": "clk-to-q", "delay": 0.5, "from": {"cell": "a"}, "to": {"cell": "a"}}]}]}"#;
        let trial = Trial { seed: 3, version: "abc" };
        std::fs::write(folder.path().join("timing-3-abc.json"), text).unwrap();
        let timing = timing(trial, folder.path()).unwrap();
        let found: Vec<_> = timing.iter().map(|(name, (mhz, path))| (name.as_str(), *mhz, path.len())).collect();
        assert_eq!(found, [("clk", 30.5, 0), ("pib_clk", 90.0, 1)]);
    }
}
