// SPDX-License-Identifier: Apache-2.0
//! The control side: bus front ends and the register file (Trace Control ch. 3 to 5, 8).

mod apb;
mod features;
mod options;
mod registers;
mod triggers;

pub use apb::Apb;
pub use features::InstFeatures;
pub use options::ControlOptions;
pub use registers::Registers;
pub use triggers::TriggerActions;
