// SPDX-License-Identifier: Apache-2.0
//! What options cost: the same configuration without and with each.

use super::{Area, Synthesis};
use serde::Serialize;
use std::fmt;

/// A configuration and its variants.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The configuration that the others are compared with.
    pub base: Variant,
    /// The same with one option each.
    pub options: Vec<Variant>,
}

/// A configuration's size and speed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Variant {
    /// The configuration, or how it differs from the base.
    pub name: String,
    /// Its cells, the hierarchy dissolved.
    pub area: Area,
    /// Its highest clock frequency in MHz.
    pub fmax_mhz: f64,
}

impl Comparison {
    /// Compares with the configuration `name`.
    pub fn new(name: String, found: &Synthesis) -> Self {
        Comparison { base: Variant { name, area: found.area, fmax_mhz: found.fmax_mhz }, options: vec![] }
    }

    /// Adds what was `found` with `option`.
    pub fn add(&mut self, option: &str, found: &Synthesis) {
        self.options.push(Variant { name: option.into(), area: found.area, fmax_mhz: found.fmax_mhz });
    }
}

impl fmt::Display for Comparison {
    /// A table in Markdown.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let signed = |with: u64, without: u64| {
            let difference = i128::from(with) - i128::from(without);
            if difference == 0 {
                "0".to_string()
            } else {
                format!("{difference:+}")
            }
        };
        let Variant { name, area: base, fmax_mhz } = &self.base;
        writeln!(f, "| configuration | LUT4 | FF | EBR | fmax (MHz) |\n|---|--:|--:|--:|--:|")?;
        writeln!(f, "| {name} | {} | {} | {} | {fmax_mhz:.1} |", base.lut4, base.ff, base.ebr)?;
        for Variant { name, area, fmax_mhz } in &self.options {
            let (lut4, ff, ebr) = (signed(area.lut4, base.lut4), signed(area.ff, base.ff), signed(area.ebr, base.ebr));
            writeln!(f, "| + `{name}` | {lut4} | {ff} | {ebr} | {fmax_mhz:.1} |")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(lut4: u64, ff: u64, fmax_mhz: f64) -> Synthesis {
        let area = Area { lut4, ff, ..Area::default() };
        Synthesis { target: "ecp5".into(), area, fmax_mhz, fmax_by_seed: vec![], modules: vec![] }
    }

    #[test]
    fn an_option_is_shown_by_what_it_adds_and_the_frequency_it_leaves() {
        let mut comparison = Comparison::new("preset micro".into(), &found(1000, 300, 120.0));
        comparison.add("stall=true", &found(990, 300, 121.25));
        comparison.add("modes=both", &found(1100, 310, 99.0));
        let text = comparison.to_string();
        let rows: Vec<_> = text.lines().skip(2).collect();
        assert_eq!(
            rows,
            [
                "| preset micro | 1000 | 300 | 0 | 120.0 |",
                "| + `stall=true` | -10 | 0 | 0 | 121.2 |",
                "| + `modes=both` | +100 | +10 | 0 | 99.0 |",
            ]
        );
    }
}
