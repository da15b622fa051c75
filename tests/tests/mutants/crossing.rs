// SPDX-License-Identifier: Apache-2.0
//! Changes of a word that crosses clocks, in the campaign of that crossing: its clocks have any ratio, either side is
//! reset alone, and a synchroniser sees a bit early or late. In the simulation of a whole design nothing does that.

#[path = "../../../rtl/prim/tests/crossings/bench.rs"]
mod bench;
#[path = "../../../rtl/prim/tests/crossings/handoff.rs"]
mod handoff;

use crate::schemata::{changed, Mutant};
use bench::{modelled, verilate};
use tracewright_tests::verilog::Sources;
use verilator_sys::Port;

/// Modules of a handoff; the size of the word follows in their names where there are several.
const MODULES: [&str; 3] = ["tw_handoff_source", "tw_handoff_sink", "tw_hold"];
const TOP: &str = "tw_handoff";

/// What finds a change of a handoff; nothing of any other change.
pub fn crossing(sources: &Sources, mutant: &Mutant) -> Option<String> {
    let size = MODULES.iter().find_map(|module| mutant.module.strip_prefix(module))?;
    let top = format!("{TOP}{size}");
    let (_, text) = sources.iter().find(|(name, _)| *name == format!("{top}.v"))?;
    let width = width(text)?;
    let sources: Sources = changed(sources, mutant).into_iter().filter(|(name, _)| is_part(name, &top, size)).collect();
    let sources = modelled(&sources, (0, width as usize), Some(&mutant.module));
    let mut bench = verilate(sources, &ports(width), &top);
    handoff::check(&mut bench, width).err()
}

/// The ports of a handoff of words of so many bits.
fn ports(width: u32) -> Vec<Port> {
    let inputs = ["in_clk", "in_rst_n", "out_clk", "out_rst_n"].map(|name| Port::input(name, 1));
    let value = [Port::input("in_value", width), Port::output("out_value", width), Port::output("in_settled", 1)];
    inputs.into_iter().chain(value).collect()
}

/// Whether the crossing is made of this file.
fn is_part(name: &str, top: &str, size: &str) -> bool {
    let module = name.trim_end_matches(".v");
    module == top || module == "tw_synchronizer" || module.strip_suffix(size).is_some_and(|m| MODULES.contains(&m))
}

/// The bits of the word that goes in.
fn width(text: &str) -> Option<u32> {
    let line = text.lines().find(|line| line.contains(" in_value"))?;
    let (_, range) = line.split_once('[')?;
    range.split_once(':')?.0.trim().parse::<u32>().ok().map(|highest| highest + 1)
}
