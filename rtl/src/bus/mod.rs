// SPDX-License-Identifier: Apache-2.0
//! The control buses: what turns their transfers into accesses (docs/control.md, "From the bus to the registers").

mod apb4;
mod axi4_lite;
mod crossing;
mod tilelink;
mod wishbone;

pub use apb4::Apb4;
pub use axi4_lite::Axi4Lite;
pub use crossing::{Requester, Responder};
pub use tilelink::TileLink;
pub use wishbone::Wishbone;
