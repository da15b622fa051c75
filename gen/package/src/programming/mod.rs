// SPDX-License-Identifier: Apache-2.0
//! How a run is programmed: a configuration in the words of the driver, and the register accesses that the driver makes
//! of it.

mod recording;
mod settings;

pub use recording::{follows, register, release, Access, Recording, BLOCK};
pub use settings::{funnel_settings, pib_settings, settings, tandem_settings, whole_sram};
