// SPDX-License-Identifier: Apache-2.0
//! The trace control registers, described once as data (Trace Control 0.9.4, ch. 3, 5 to 13).
//!
//! [`REGISTERS`] describes the trace encoder, [`FUNNEL_REGISTERS`] the trace funnel, [`TANDEM_REGISTERS`] the encoder
//! of tandem-verification trace; every offset, bit position and code in them is also a constant of this crate, for the
//! hardware and the driver. What a build makes of a register follows from its [`Features`].
#![cfg_attr(not(test), no_std)]

mod beside;
mod choices;
pub mod csr;
mod encoder;
mod features;
mod funnel;
mod legal;
mod macros;
mod rule;
mod shared;
mod sinks;
mod tandem;
mod types;

pub use beside::*;
pub use choices::{ModeFeature, ReturnFeature, TimestampFeature};
pub use encoder::*;
pub use features::{Defaults, Feature, Features, System};
pub use funnel::*;
pub use legal::Legal;
pub use rule::Rule;
pub use sinks::{PibFeature, SinkFeatures};
pub use tandem::*;
pub use types::{Access, Field, Hardware, Register, Unit, Value};

use beside::BESIDE_CONSTANTS;
use encoder::ENCODER_CONSTANTS;
use funnel::FUNNEL_CONSTANTS;
use tandem::TANDEM_CONSTANTS;

/// Every constant of the tables that hardware may name: offsets, bit positions and codes.
pub const ALL_CONSTANTS: &[(&str, u64)] = {
    const LISTS: [&[(&str, u64)]; 4] = [ENCODER_CONSTANTS, BESIDE_CONSTANTS, FUNNEL_CONSTANTS, TANDEM_CONSTANTS];
    const LENGTH: usize = LISTS[0].len() + LISTS[1].len() + LISTS[2].len() + LISTS[3].len();
    const JOINED: [(&str, u64); LENGTH] = {
        let mut all = [("", 0); LENGTH];
        let (mut list, mut next) = (0, 0);
        while list < LISTS.len() {
            let mut i = 0;
            while i < LISTS[list].len() {
                all[next] = LISTS[list][i];
                next += 1;
                i += 1;
            }
            list += 1;
        }
        all
    };
    &JOINED
};

#[cfg(test)]
mod tests;
