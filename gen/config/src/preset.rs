// SPDX-License-Identifier: Apache-2.0
//! Named configurations.

use crate::ConfigError;

/// A named configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// Its TOML text.
    pub text: &'static str,
}

/// Every preset with an N-Trace encoder, from small to large.
pub const PRESETS: &[Preset] = &[
    Preset { name: "micro", text: include_str!("../presets/micro.toml") },
    Preset { name: "mcu", text: include_str!("../presets/mcu.toml") },
    Preset { name: "rv64", text: include_str!("../presets/rv64.toml") },
    Preset { name: "soc", text: include_str!("../presets/soc.toml") },
];

/// Presets of what stands alone, without an N-Trace encoder.
pub const ALONE: &[Preset] = &[
    Preset { name: "tandem", text: include_str!("../presets/tandem.toml") },
    Preset { name: "ctr", text: include_str!("../presets/ctr.toml") },
    Preset { name: "pmu", text: include_str!("../presets/pmu.toml") },
];

impl Preset {
    /// Those with an N-Trace encoder, and those of what stands alone.
    pub fn all() -> impl Iterator<Item = &'static Preset> {
        PRESETS.iter().chain(ALONE)
    }

    /// The preset of this name.
    pub fn named(name: &str) -> Result<Preset, ConfigError> {
        Preset::all().find(|preset| preset.name == name).copied().ok_or_else(|| ConfigError::Preset {
            name: name.into(),
            known: Preset::all().map(|preset| preset.name).collect::<Vec<_>>().join(", "),
        })
    }

    /// What it is for, in a line.
    pub fn summary(&self) -> &'static str {
        let mut comments = self.text.lines().filter_map(|line| line.strip_prefix("# "));
        comments.find(|line| !line.starts_with("SPDX")).unwrap_or_default()
    }
}
