// SPDX-License-Identifier: Apache-2.0
//! The system-memory sink: a circular buffer that a bus master writes (Trace Control 4.5.3,
//! Trace Control ch. 6; docs/sinks.md).
//!
//! [`SbaSink`] gathers trace to words of the bus and keeps them in [`SbaFifo`]. [`SbaPlan`] knows where in the buffer
//! the next word goes, and decides when a burst begins and how long it is; [`SbaAxi4`], [`SbaTileLink`] or
//! [`SbaWishbone`] then takes its words to memory, and says what was answered. So nothing but a master knows of a bus.

mod axi4;
mod fifo;
mod plan;
mod ports;
mod sink;
mod tilelink;
mod wishbone;

pub use axi4::SbaAxi4;
pub use fifo::SbaFifo;
pub use plan::SbaPlan;
pub use ports::{Answer, MemoryAxi4Port, MemoryTileLinkPort, MemoryWishbonePort, Order};
pub use sink::SbaSink;
pub use tilelink::SbaTileLink;
pub use wishbone::SbaWishbone;
