// SPDX-License-Identifier: Apache-2.0
//! Trace-control driver: discover, enable, disable and read out an encoder over its memory-mapped registers; in [`ctr`]
//! a driver of Control Transfer Records.
//!
//! The sequences are those of Trace Control 0.9.4, ch. 14 and 15. Whoever can read and write 32-bit registers
//! implements [`Mmio`]; nothing is allocated, and every wait has a limit.
//!
//! ```
//! # use tracewright_driver::{Driver, Error, Mmio, Settings};
//! fn record<M: Mmio>(registers: M, run: impl FnOnce()) -> Result<(), Error<M::Error>> {
//!     let mut encoder = Driver::new(registers);
//!     encoder.discover()?;
//!     encoder.enable(&Settings::default())?;
//!     run();
//!     encoder.disable()?;
//!     encoder.read_trace(|word| { let _bytes = word.to_le_bytes(); })?;
//!     Ok(())
//! }
//! ```
#![no_std]

mod bus_error;
mod capabilities;
pub mod ctr;
mod disable;
mod discovery;
mod driver;
mod error;
mod fields;
mod funnel;
mod mmio;
mod readout;
mod settings;
mod sink;
mod sink_discovery;
mod status;
mod system;
mod tandem;
mod time;
mod version;
mod word;

pub use capabilities::{Capabilities, FunnelCapabilities, PibUnit, Sinks, Source, TimestampUnit, Values};
pub use disable::disable;
pub use driver::Driver;
pub use error::Error;
pub use funnel::Funnel;
pub use mmio::Mmio;
pub use readout::{Extent, Readout};
pub use settings::{Buffer, FunnelSettings, PibSettings, Settings, SinkSettings, TimestampSettings};
pub use status::{Progress, Status};
pub use system::{Block, Component, Found, System, SystemError};
pub use tandem::{Tandem, TandemSettings};
pub use tracewright_regmap as registers;
pub use version::Ratified;
