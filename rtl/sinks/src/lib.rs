// SPDX-License-Identifier: Apache-2.0
//! Where trace goes: the sinks and the funnel (docs/sinks.md).

pub mod atb;
mod behind;
mod funnel;
mod gather;
mod merge;
pub mod pib;
mod router;
pub mod sba;
mod sram;
mod unit;
mod whole;
mod words;

pub use atb::AtbSink;
pub use behind::Behind;
pub use funnel::Funnel;
pub use gather::{Gather, GatherPlan};
pub use merge::Merge;
pub use pib::PibSink;
pub use router::Router;
pub use sba::{SbaAxi4, SbaFifo, SbaPlan, SbaSink, SbaTileLink, SbaWishbone};
pub use sram::{SramPort, SramSink};
pub use unit::Unit;
pub use whole::Sinks;
pub use words::Words;
