// SPDX-License-Identifier: Apache-2.0
//! The control side: from accesses of the bus to the registers (Trace Control ch. 3 to 13).

mod access;
mod power;
mod registers;
mod triggers;

pub use access::Access;
pub use power::Power;
pub use registers::{Registers, Surroundings};
pub use triggers::{TriggerInputs, TriggerOutputs};
