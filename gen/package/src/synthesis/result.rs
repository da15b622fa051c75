// SPDX-License-Identifier: Apache-2.0
//! What synthesis found.

use crate::synthesis::cells::Area;
use crate::synthesis::memory::Memory;
use crate::synthesis::path::{Names, Path};
use crate::synthesis::place::Timing;
use crate::synthesis::tree::{Instance, Module};
use serde::Serialize;
use std::collections::BTreeSet;

/// What synthesis found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Synthesis {
    /// Name of the target.
    pub target: String,
    /// The device.
    pub device: String,
    /// Name of the top module.
    pub top: String,
    /// The whole design, its hierarchy dissolved.
    pub area: Area,
    /// Highest frequency in MHz of the slowest clock, the median of the placements: paths between registers, ports
    /// registered. Nothing where the target is not placed.
    pub fmax_mhz: Option<f64>,
    /// Frequency in MHz of every placement, by seed from 1.
    pub fmax_by_seed: Vec<f64>,
    /// Every clock.
    pub clocks: Vec<Clock>,
    /// The instances, each module mapped for itself, if that was asked for.
    pub tree: Option<Instance>,
    /// The modules, the one with most in all its instances first.
    pub modules: Vec<Module>,
    /// The memories.
    pub memories: Vec<Memory>,
}

/// How fast a clock is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Clock {
    /// Its name.
    pub name: String,
    /// The median of its frequencies in MHz.
    pub fmax_mhz: f64,
    /// The lowest.
    pub min_mhz: f64,
    /// The highest.
    pub max_mhz: f64,
    /// The seed of the placement that has the median.
    pub seed: u32,
    /// The critical path of that placement.
    pub critical_path: Option<Path>,
}

impl Clock {
    /// The clocks of these placements, which are those of the seeds from 1 on.
    pub(crate) fn of(timings: &[Timing], names: &Names) -> Vec<Clock> {
        let clocks: BTreeSet<&str> = timings.iter().flat_map(|timing| timing.keys()).map(String::as_str).collect();
        let clock = |name: &str| {
            let found = timings.iter().zip(1..).filter_map(|(timing, seed)| Some((timing.get(name)?, seed)));
            let found: Vec<(&(f64, Vec<_>), u32)> = found.collect();
            let by_seed: Vec<f64> = found.iter().map(|((mhz, _), _)| *mhz).collect();
            let fmax_mhz = median(&by_seed);
            let of_median = found.iter().find(|((mhz, _), _)| *mhz == fmax_mhz);
            Clock {
                name: name.into(),
                fmax_mhz,
                min_mhz: by_seed.iter().copied().fold(f64::INFINITY, f64::min),
                max_mhz: by_seed.iter().copied().fold(0.0, f64::max),
                seed: of_median.map_or(1, |(_, seed)| *seed),
                critical_path: of_median
                    .filter(|((_, path), _)| !path.is_empty())
                    .map(|((_, path), _)| names.path(path)),
            }
        };
        let mut clocks: Vec<Clock> = clocks.into_iter().map(clock).collect();
        clocks.sort_by(|a, b| a.fmax_mhz.total_cmp(&b.fmax_mhz));
        clocks
    }
}

impl Synthesis {
    /// What the user should know and might not see: a line each.
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = vec![];
        for module in
            self.memories.iter().filter(|memory| memory.is_flip_flops()).map(|m| &m.module).collect::<BTreeSet<_>>()
        {
            let of: Vec<_> = self.memories.iter().filter(|m| &m.module == module && m.is_flip_flops()).collect();
            let (words, width) = (of[0].words, of[0].width);
            let times = if of.len() > 1 { format!("{} times ", of.len()) } else { String::new() };
            warnings.push(format!(
                "the memory of {module}, {times}{words} x {width} bits, became flip-flops: {}",
                of[0].path
            ));
        }
        warnings
    }
}

/// The middle one, the lower of the two middle ones of an even number.
pub(crate) fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len().saturating_sub(1) / 2).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_a_measured_value() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 3.0, 2.0]), 2.0);
        assert_eq!(median(&[7.0]), 7.0);
    }
}
