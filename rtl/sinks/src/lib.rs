// SPDX-License-Identifier: Apache-2.0
//! Where trace goes: the sinks and the funnel (docs/sinks.md).

mod gather;
mod sram;

pub use gather::Gather;
pub use sram::SramSink;
