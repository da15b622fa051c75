// SPDX-License-Identifier: Apache-2.0
//! Where trace goes: the sinks and the funnel (docs/sinks.md).

mod gather;
pub mod pib;
mod sba;
mod sram;
mod words;

pub use gather::Gather;
pub use pib::PibSink;
pub use sba::{SbaAxi4, SbaFifo, SbaPlan, SbaSink, SbaTileLink, SbaWishbone};
pub use sram::SramSink;
pub use words::Words;
