// SPDX-License-Identifier: Apache-2.0
//! Cells of a netlist, counted by type, and what they amount to.

use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::AddAssign;

/// Type under which the bits of memories are counted that stay memories.
pub const MEMORY_BITS: &str = "memory bits";

/// How many cells there are of each type.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Cells(BTreeMap<String, u64>);

impl Cells {
    /// Counts `count` cells of type `kind`.
    pub fn count(&mut self, kind: &str, count: u64) {
        match self.0.get_mut(kind) {
            Some(sum) => *sum += count,
            None => drop(self.0.insert(kind.into(), count)),
        }
    }

    /// The sum of the cells by their weights, in hundredths.
    pub fn weigh(&self, weights: &[Weight]) -> u64 {
        let weight =
            |kind: &str| weights.iter().find(|weight| weight.is_of(kind)).map_or(0, |weight| weight.hundredths);
        self.0.iter().map(|(kind, count)| count * weight(kind)).sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.values().all(|count| *count == 0)
    }
}

impl AddAssign<&Cells> for Cells {
    fn add_assign(&mut self, other: &Cells) {
        other.0.iter().for_each(|(kind, count)| self.count(kind, *count));
    }
}

/// What a cell counts for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weight {
    kind: &'static str,
    hundredths: u64,
}

impl Weight {
    fn is_of(&self, kind: &str) -> bool {
        match self.kind.strip_suffix('*') {
            Some(start) => kind.starts_with(start),
            None => self.kind == kind,
        }
    }
}

/// `hundredths` of one for a cell of type `kind`, or of types that begin like it if it ends in `*`.
pub const fn weight(kind: &'static str, hundredths: u64) -> Weight {
    Weight { kind, hundredths }
}

/// A column of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name in JSON.
    pub key: &'static str,
    /// Its name in tables.
    pub title: &'static str,
    /// What cells count for; the first that fits does.
    pub weights: &'static [Weight],
}

/// What cells amount to, by the keys of the columns.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Area(BTreeMap<&'static str, u64>);

impl Area {
    /// What `cells` amount to.
    pub fn of(cells: &Cells, columns: &[Column]) -> Area {
        Area(columns.iter().map(|column| (column.key, (cells.weigh(column.weights) + 50) / 100)).collect())
    }

    /// The sum of a column; 0 where there is no such column.
    pub fn get(&self, key: &str) -> u64 {
        self.0.get(key).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synthesis::Target;

    /// The area of `cells` on `target`, as (key, sum).
    fn area(target: Target, cells: &[(&str, u64)], keys: &[&str]) -> Vec<u64> {
        let mut counted = Cells::default();
        cells.iter().for_each(|(kind, count)| counted.count(kind, *count));
        let area = Area::of(&counted, target.columns());
        keys.iter().map(|key| area.get(key)).collect()
    }

    #[test]
    fn cells_of_ecp5_are_counted_in_lookup_tables() {
        let cells =
            [("LUT4", 10), ("CCU2C", 3), ("TRELLIS_DPR16X4", 2), ("TRELLIS_FF", 7), ("DP16KD", 1), ("PFUMX", 5)];
        let keys = ["lut4", "logic", "carry", "ram16x4", "ff", "ebr"];
        assert_eq!(area(Target::Ecp5, &cells, &keys), [24, 10, 3, 2, 7, 1]);
    }

    #[test]
    fn flip_flops_of_ice40_are_of_many_types() {
        let cells = [("SB_LUT4", 9), ("SB_CARRY", 4), ("SB_DFF", 2), ("SB_DFFER", 3), ("SB_RAM40_4KNW", 1)];
        assert_eq!(area(Target::Ice40, &cells, &["lut4", "carry", "ff", "ebr", "spram"]), [9, 4, 5, 1, 0]);
    }

    #[test]
    fn memories_in_lookup_tables_of_series_7_are_lookup_tables() {
        let cells =
            [("LUT2", 1), ("LUT6", 2), ("RAM32M", 3), ("SRL16E", 1), ("FDCE", 4), ("RAMB36E1", 2), ("RAMB18E1", 1)];
        assert_eq!(area(Target::Xilinx7, &cells, &["lut", "logic", "lut_ram", "ff", "ramb18"]), [16, 3, 13, 4, 5]);
    }

    #[test]
    fn gates_are_counted_in_nands() {
        // 3 * 1 + 3 * 0.67 + 2 * 2 + 1 * 5.67 + 1 * 6.67
        let cells =
            [("$_NAND_", 3), ("$_NOT_", 3), ("$_XOR_", 2), ("$_DFF_P_", 1), ("$_DFF_PN0_", 1), (MEMORY_BITS, 64)];
        assert_eq!(area(Target::Asic, &cells, &["ge", "gates", "ff", "memory_bits"]), [21, 8, 2, 64]);
    }
}
