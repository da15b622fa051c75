// SPDX-License-Identifier: Apache-2.0
//! The components of a system with their blocks of registers.

use crate::registers::map::{Map, BLOCK_BYTES};
use tracewright_config::{Build, Component};

/// A component of a system.
#[derive(Clone, Debug)]
pub struct Block {
    /// Its name in snake case: `hart0` for the encoder of hart 0, `funnel0`.
    pub name: String,
    /// Byte address of its registers, from the first of the system.
    pub base: usize,
    /// Its registers.
    pub map: Map,
}

impl Block {
    /// The components of a build, by address. A single hart has one, without a funnel.
    pub fn of(build: &Build) -> Vec<Block> {
        let block = |(n, component): (usize, Component)| {
            let (name, map) = match component {
                Component::Encoder(hart) => (format!("hart{hart}"), Map::encoder(&build.hart(hart).features())),
                Component::Tandem(hart) => (format!("hart{hart}"), Map::tandem(&build.hart(hart).tandem_features())),
                Component::Funnel(funnel) => (format!("funnel{funnel}"), Map::funnel(&build.funnel_features(funnel))),
            };
            Block { name, base: n * BLOCK_BYTES, map }
        };
        build.components().into_iter().enumerate().map(block).collect()
    }

    /// What it is, as a title.
    pub(crate) fn title(&self) -> String {
        format!("{} {}", self.map.component.title, self.name)
    }
}

/// What a system is called.
pub(crate) const SYSTEM: &str = "system";
/// The same, as a title.
pub(crate) const TITLE: &str = "Trace system";

/// Bytes of the addresses of all blocks: a power of two.
pub(crate) fn bytes(blocks: &[Block]) -> usize {
    (blocks.len() * BLOCK_BYTES).next_power_of_two()
}
