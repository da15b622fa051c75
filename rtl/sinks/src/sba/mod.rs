// SPDX-License-Identifier: Apache-2.0
//! The system-memory sink: a circular buffer that a bus master writes (Trace Control 4.5.3, Trace Control ch. 6): the
//! words of the bus that are whole within teRamBaseHigh:teRamBase to teRamLimit + 3, in each the first byte lowest.
//!
//! [`SbaSink`] gathers words for [`SbaFifo`]. [`SbaPlan`] has teRamWP, and decides when a burst begins, and its length;
//! [`SbaAxi4`], [`SbaTileLink`] or [`SbaWishbone`] writes it. Its answer moves teRamWP on, after the buffer's last word
//! to the first, with teWrap set; with teStopOnWrap that burst stops tracing. Software reads the words as any memory.

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
