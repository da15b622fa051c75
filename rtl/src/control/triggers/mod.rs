// SPDX-License-Identifier: Apache-2.0
//! External triggers.

mod inputs;
mod outputs;
#[cfg(test)]
mod tests;

pub use inputs::TriggerInputs;
pub use outputs::TriggerOutputs;
