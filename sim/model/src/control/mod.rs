// SPDX-License-Identifier: Apache-2.0
//! The Trace Control Interface (Trace Control 0.9.4), from the description of the registers and `docs/control.md`.

mod file;
mod mock;

pub use file::{BusAccess, Doing, Place, RegisterFile, Written};
pub use mock::Mock;
