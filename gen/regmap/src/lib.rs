// SPDX-License-Identifier: Apache-2.0
//! The trace control registers, described once as data (Trace Control 0.9.4, ch. 3, 5 to 13).
//!
//! [`REGISTERS`] describes the trace encoder, [`FUNNEL_REGISTERS`] the trace funnel; every offset, bit position and
//! code in them is also a constant of this crate, for the hardware and the driver. What a build makes of a register
//! follows from its [`Features`].
#![cfg_attr(not(test), no_std)]

pub mod csr;
mod encoder;
mod features;
mod funnel;
mod legal;
mod macros;
mod sinks;
mod types;

pub use encoder::*;
pub use features::{Defaults, Feature, Features, ModeFeature, ReturnFeature, System, TimestampFeature};
pub use funnel::*;
pub use legal::Legal;
pub use sinks::{PibFeature, SinkFeatures};
pub use types::{Access, Field, Hardware, Register, Rule, Unit, Value};

use encoder::ENCODER_CONSTANTS;
use funnel::FUNNEL_CONSTANTS;

/// Every constant of the tables that hardware may name: offsets, bit positions and codes.
pub const ALL_CONSTANTS: &[(&str, u64)] = {
    const LENGTH: usize = ENCODER_CONSTANTS.len() + FUNNEL_CONSTANTS.len();
    const JOINED: [(&str, u64); LENGTH] = {
        let mut all = [("", 0); LENGTH];
        let mut i = 0;
        while i < LENGTH {
            all[i] = if i < ENCODER_CONSTANTS.len() {
                ENCODER_CONSTANTS[i]
            } else {
                FUNNEL_CONSTANTS[i - ENCODER_CONSTANTS.len()]
            };
            i += 1;
        }
        all
    };
    &JOINED
};

#[cfg(test)]
mod tests;
