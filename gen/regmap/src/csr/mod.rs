// SPDX-License-Identifier: Apache-2.0
//! The CSRs of Control Transfer Records, described once as data: versions 0.1.4 and 1.0, XLEN 32 and 64.
//!
//! [`CtrFeatures::csrs`] are those of a build, [`ENTRY_REGISTERS`] what their windows show of an entry of the array.
//! Every number and position is also a constant: those of a version in [`v0_1_4`] and [`v1_0`], those of both here.

mod features;
mod indirect;
mod macros;
pub mod pmu;
mod types;
pub mod v0_1_4;
pub mod v1_0;

pub use features::CtrFeatures;
pub use indirect::*;
pub use types::*;
