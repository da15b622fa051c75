// SPDX-License-Identifier: Apache-2.0
//! Configuration of a Tracewright build and run.
//!
//! [`Build`] is what exists in hardware, [`Run`] how its registers are programmed. [`KEYS`] describes every key once:
//! what is allowed, and what the documentation says. A [`Loader`] reads a file or preset and `key=value` assignments,
//! and refuses what is not allowed with its place, what was met and what would be right.
//!
//! ```
//! use tracewright_config::{Loader, Preset};
//!
//! let mut loader = Loader::preset(Preset::named("mcu")?);
//! loader.set("hist_width=16")?;
//! let config = loader.finish()?;
//! assert_eq!(config.build.encoder.hist_width, 16);
//! # Ok::<(), tracewright_config::ConfigError>(())
//! ```

mod adapter;
mod ctr;
mod document;
mod each;
mod error;
mod features;
mod hash;
mod keys;
mod load;
mod parse;
mod parts;
mod pattern;
mod pmu;
mod preset;
mod rules;
mod run;
mod set;
mod sinks;
mod system;
mod table;
mod tandem;
mod types;

pub use adapter::Adapter;
pub use ctr::{Ctr, CtrMemory, CtrModes, CtrVersion};
pub use document::{commented, reference};
pub use each::{Each, EXTERNAL_TRIGGERS};
pub use error::{ConfigError, Place};
pub use keys::{Key, Kind, Values};
pub use load::Loader;
pub use pattern::Pattern;
pub use pmu::{Pmu, PmuBus, PmuBusEvent, PmuIngressEvent};
pub use preset::{Preset, ALONE, PRESETS};
pub use run::*;
pub use set::{Choice, Set};
pub use sinks::{PibMode, SbaBus, Sink, SinkKind};
pub use system::{Component, FunnelInput, System};
pub use table::KEYS;
pub use tandem::{Tandem, TandemClass};
pub use tracewright_regmap::csr::pmu::MAX_BUS_EVENTS as MAX_PMU_BUS_EVENTS;
pub use types::*;
