// SPDX-License-Identifier: Apache-2.0
//! Trace-control driver: discover, enable, disable and read out an encoder over its memory-mapped registers.
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

mod capabilities;
mod discovery;
mod driver;
mod settings;
mod types;

pub use capabilities::{Capabilities, Sink, TimestampUnit};
pub use driver::Driver;
pub use settings::{Settings, TimestampSettings};
pub use types::{Error, Mmio, Readout, Status};
