// SPDX-License-Identifier: Apache-2.0
//! The control buses: what turns their transfers into accesses (docs/control.md, "From the bus to the registers").

mod accesses;
mod apb4;
mod axi4_lite;
mod crossing;
mod tilelink;
mod wishbone;

pub use accesses::{Asked, Asking, Served};
pub use apb4::{Apb4, Apb4Port};
pub use axi4_lite::{Axi4Lite, Axi4LitePort};
pub use crossing::{Answers, Asks, Requester, Responder};
pub use tilelink::{TileLink, TileLinkPort};
pub use wishbone::{Wishbone, WishbonePort};

use tracewright_config::Build;

/// Bits of a byte address on the bus: those of a component's registers, and those that choose the component.
fn address_bits(build: &Build) -> u32 {
    12 + build.component_bits()
}
