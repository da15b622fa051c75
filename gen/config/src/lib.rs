// SPDX-License-Identifier: Apache-2.0
//! Configuration of a Tracewright build and run.
//!
//! [`Build`] is what exists in hardware, [`Run`] how its registers are programmed. One struct each, validated once.

mod types;
pub use types::*;
