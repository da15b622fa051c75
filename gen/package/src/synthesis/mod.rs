// SPDX-License-Identifier: Apache-2.0
//! Size and speed of Verilog on FPGA families, and its size in gates.
//!
//! Yosys maps a design twice, without its hierarchy, which is what counts, and with it, which says where things are;
//! nextpnr places it with several seeds. What tools wrote is kept in a folder that is named by the hash of everything
//! that went into it, so that nothing is done twice; reports are made from that afresh.

mod cells;
mod comparison;
mod error;
mod memory;
mod netlist;
mod path;
mod place;
mod result;
mod run;
mod scripts;
mod table;
mod target;
mod tools;
mod tree;
mod wrapper;

pub mod chart;
pub mod figures;

pub use cells::{Area, Cells, Column};
pub use comparison::{Comparison, Variant};
pub use error::Error;
pub use memory::{Kind, Memory};
pub use path::{Hop, Path};
pub use result::{Clock, Synthesis};
pub use run::{run, Options, Watch, MOST_DELAY_PS, MOST_SEEDS};
pub use target::{Target, TARGETS};
pub use tools::{Tool, NEXTPNR_ECP5, NEXTPNR_ICE40, YOSYS};
pub use tree::{Instance, Module};

use std::collections::BTreeMap;

/// Verilog to synthesise.
#[derive(Clone, Debug, Default)]
pub struct Design {
    /// Name of the top module.
    pub top: String,
    /// Name and text of every file, which is named after its module.
    pub files: Vec<(String, String)>,
    /// Clocks and resets of the top module: no register may be in front of them.
    pub direct: Vec<String>,
    /// Clocks of its other ports; `clk` where there is none.
    pub clocks: BTreeMap<String, String>,
}

/// A port of the top module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Port {
    pub(crate) name: String,
    pub(crate) input: bool,
    pub(crate) width: usize,
    /// The clock of the register in front of or after it; none for a clock or a reset.
    pub(crate) clock: Option<String>,
}
