// SPDX-License-Identifier: Apache-2.0
//! Where trace goes: the sinks and the funnel (docs/sinks.md).

mod sram;

pub use sram::SramSink;
