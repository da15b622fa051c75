// SPDX-License-Identifier: Apache-2.0
//! The control bus.

use serde::{Deserialize, Serialize};

/// The control bus.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Bus {
    /// Kind of the bus.
    pub kind: BusKind,
    /// Whether it has a clock of its own.
    pub own_clock: bool,
    /// Width of a TileLink source identifier in bits.
    pub source_bits: u32,
    /// Whether the registers can be locked.
    pub lock: bool,
    /// Whether a lock clears the SRAM.
    pub lock_scrub: bool,
}

/// Kind of the control bus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BusKind {
    /// AMBA APB4.
    Apb4,
    /// AMBA AXI4-Lite.
    #[serde(rename = "axi4-lite")]
    Axi4Lite,
    /// Wishbone B4, classic cycles.
    Wishbone,
    /// TileLink Uncached Lightweight.
    #[serde(rename = "tilelink-ul")]
    TileLinkUl,
}

impl Default for Bus {
    fn default() -> Self {
        Bus { kind: BusKind::Apb4, own_clock: false, source_bits: 4, lock: false, lock_scrub: true }
    }
}
