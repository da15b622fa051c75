// SPDX-License-Identifier: Apache-2.0
//! What synthesis found.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::AddAssign;

/// Cells of a design.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Area {
    /// Four-input lookup tables in all: `logic`, 2 for each `carry`, 4 for each `ram16x4`.
    pub lut4: u64,
    /// Lookup tables that are logic.
    pub logic: u64,
    /// Carry cells (CCU2C).
    pub carry: u64,
    /// Memories of 16 by 4 bits in lookup tables (TRELLIS_DPR16X4).
    pub ram16x4: u64,
    /// Flip-flops.
    pub ff: u64,
    /// Block RAMs (DP16KD, PDPW16KD).
    pub ebr: u64,
}

impl AddAssign for Area {
    fn add_assign(&mut self, other: Area) {
        self.lut4 += other.lut4;
        self.logic += other.logic;
        self.carry += other.carry;
        self.ram16x4 += other.ram16x4;
        self.ff += other.ff;
        self.ebr += other.ebr;
    }
}

/// A module, synthesised with the hierarchy kept; what its instances hold is not in its area.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Module {
    /// Its name.
    pub name: String,
    /// Its own cells.
    pub area: Area,
}

/// What synthesis found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Synthesis {
    /// Device family.
    pub target: String,
    /// The whole design, its hierarchy dissolved.
    pub area: Area,
    /// Highest frequency in MHz of the slowest clock, the median of the placements: paths between registers, ports registered.
    pub fmax_mhz: f64,
    /// Frequency in MHz of every placement, by seed from 1.
    pub fmax_by_seed: Vec<f64>,
    /// Every module, the largest first.
    pub modules: Vec<Module>,
}

impl fmt::Display for Synthesis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = |f: &mut fmt::Formatter<'_>, name: &str, a: &Area| {
            writeln!(f, "{name:<28}{:>8}{:>8}{:>8}{:>9}{:>8}{:>6}", a.lut4, a.logic, a.carry, a.ram16x4, a.ff, a.ebr)
        };
        writeln!(
            f,
            "{:<28}{:>8}{:>8}{:>8}{:>9}{:>8}{:>6}",
            "module", "LUT4", "logic", "carry", "ram16x4", "FF", "EBR"
        )?;
        for module in &self.modules {
            row(f, &module.name, &module.area)?;
        }
        row(f, "whole, flattened", &self.area)?;
        writeln!(f, "fmax on {}: {:.1} MHz", self.target, self.fmax_mhz)
    }
}
