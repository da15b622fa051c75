// SPDX-License-Identifier: Apache-2.0
//! A driver of Control Transfer Records, versions 0.1.4 and 1.0: discover, configure, read out newest first, save and
//! restore, as the chapters and notes of the specification advise.
//!
//! Whoever can access CSRs implements [`Csrs`]; nothing is allocated.
//!
//! ```
//! # use tracewright_driver::ctr::{Csrs, Driver, Error, Level, Record, Settings, Version};
//! fn profile<C: Csrs>(csrs: C, run: impl FnOnce(), mut take: impl FnMut(Record)) -> Result<(), Error<C::Error>> {
//!     let mut records = Driver::new(csrs, Version::V1_0, Level::Supervisor, 64);
//!     let found = records.discover()?;
//!     let settings = Settings { user: true, depth: Some(found.max_depth), ..Settings::default() };
//!     records.configure(&settings)?;
//!     run();
//!     records.freeze()?;
//!     records.read_out(|_, record| take(record))
//! }
//! ```

mod capabilities;
mod csrs;
mod driver;
pub mod dump;
mod error;
mod layout;
mod record;
mod saved;
mod settings;
mod state;
mod window;

pub use capabilities::Capabilities;
pub use csrs::Csrs;
pub use driver::{Driver, Status};
pub use error::Error;
pub use layout::Level;
pub use record::{Entry, Record, Transfer};
pub use saved::{Saved, MAX_DEPTH};
pub use settings::{Settings, TransferSet};
pub use tracewright_regmap::csr as registers;
pub use tracewright_regmap::csr::CtrVersion as Version;
pub use window::Window;
