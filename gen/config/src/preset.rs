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

/// Every preset, from small to large.
pub const PRESETS: &[Preset] = &[
    Preset { name: "micro", text: include_str!("../presets/micro.toml") },
    Preset { name: "mcu", text: include_str!("../presets/mcu.toml") },
    Preset { name: "rv64", text: include_str!("../presets/rv64.toml") },
    Preset { name: "soc", text: include_str!("../presets/soc.toml") },
];

impl Preset {
    /// The preset of this name.
    pub fn named(name: &str) -> Result<Preset, ConfigError> {
        PRESETS.iter().find(|preset| preset.name == name).copied().ok_or_else(|| ConfigError::Preset {
            name: name.into(),
            known: PRESETS.iter().map(|preset| preset.name).collect::<Vec<_>>().join(", "),
        })
    }

    /// What it is for, in a line.
    pub fn summary(&self) -> &'static str {
        let mut comments = self.text.lines().filter_map(|line| line.strip_prefix("# "));
        comments.find(|line| !line.starts_with("SPDX")).unwrap_or_default()
    }
}
