// SPDX-License-Identifier: Apache-2.0
//! Where trace goes: the sinks and the funnel (docs/sinks.md).

pub mod atb;
mod funnel;
mod gather;
mod merge;
mod outside;
pub mod pib;
mod router;
pub mod sba;
mod sinks;
mod slice;
mod sram;
mod stream;
mod unit;
mod words;

pub use atb::AtbSink;
pub use funnel::{Funnel, FunnelPlan};
pub use gather::{Gather, GatherPlan};
pub use merge::Merge;
pub use outside::{Outside, StreamPort};
pub use pib::PibSink;
pub use router::Router;
pub use sba::{SbaAxi4, SbaFifo, SbaPlan, SbaSink, SbaTileLink, SbaWishbone};
pub use sinks::Sinks;
pub use slice::{RegisterSlice, SlicePlan};
pub use sram::{SramPort, SramSink};
pub use stream::{Downstream, SinkRegisters, SinkValues, TraceIn, TraceOut, Upstream};
pub use unit::{Unit, UnitOut};
pub use words::{Words, WordsPlan};
