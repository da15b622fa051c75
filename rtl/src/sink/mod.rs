// SPDX-License-Identifier: Apache-2.0
//! Where trace goes.

mod sram;
pub use sram::SramSink;
