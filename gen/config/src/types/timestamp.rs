// SPDX-License-Identifier: Apache-2.0
//! Timestamps.

use serde::{Deserialize, Serialize};

/// Where timestamps come from (Trace Control ch. 7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TimestampSource {
    /// There are none.
    None,
    /// A counter (tsType 2, internal).
    Core,
    /// The port `hart_time` (tsType 1, external).
    External,
    /// The port `broadcast_time`, the time of another encoder (tsType 4, slave).
    Slave,
}

/// Timestamps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Timestamp {
    /// Where they come from.
    pub source: TimestampSource,
    /// Their width in bits.
    pub width: u32,
    /// Whether the time has a clock of its own.
    pub own_clock: bool,
    /// Whether the time leaves the encoder.
    pub broadcast: bool,
}

impl Default for Timestamp {
    fn default() -> Self {
        Timestamp { source: TimestampSource::None, width: 40, own_clock: false, broadcast: false }
    }
}
