// SPDX-License-Identifier: Apache-2.0
//! The trace control registers, described once as data (Trace Control 0.9.4, ch. 3, 5 to 8).
//!
//! [`REGISTERS`] is the description; every offset, bit position and code in it is also a constant of this crate, for the
//! hardware and the driver. What a build makes of a register follows from its [`Features`].
#![no_std]

mod features;
mod table;
mod types;

pub use features::{Feature, Features, ModeFeature, ReturnFeature, SinkFeature, TimestampFeature};
pub use table::*;
pub use types::{Access, Field, Legal, Register, Rule};

#[cfg(test)]
mod tests;
