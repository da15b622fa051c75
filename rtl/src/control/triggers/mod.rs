// SPDX-License-Identifier: Apache-2.0
//! External triggers (Trace Control ch. 8).

mod inputs;
mod outputs;
#[cfg(test)]
mod tests;

pub use inputs::TriggerInputs;
pub use outputs::TriggerOutputs;
