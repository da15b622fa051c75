// SPDX-License-Identifier: Apache-2.0
//! What a hart does, as the trace ingress port sees it.
//!
//! A [`Stream`] tells which instructions retired and where traps came in between. [`Blocks`] turns it into the blocks
//! that a hart with a trace ingress port would report (E-Trace ch. 4, N-Trace ch. 2). Streams come from the
//! embedded [`Hart`], or from a log of Spike or QEMU with [`open_log`].
//!
//! For tandem verification a [`Recorder`] tells all that the embedded hart changes, and a [`HartReference`] is what
//! trace of it, or of another hart, is verified against.
//!
//! ```no_run
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use tracewright_hart::{Blocks, Hart, Options};
//!
//! let image = tracewright_image::Image::load("program.elf".as_ref())?;
//! let mut hart = Hart::new(&image, &Options::default())?;
//! let mut retired = Vec::new();
//! let ingress = tracewright_config::Ingress::default();
//! for cycle in Blocks::new(&mut hart, &ingress).limit(1_000_000).observe(|pc| retired.push(pc)) {
//!     println!("{:?}", cycle?);
//! }
//! println!("{} instructions, {:?}", retired.len(), hart.exit());
//! # Ok(())
//! # }
//! ```

mod blocks;
mod error;
mod event;
mod hart;
mod log;
mod rvfi;
mod unit;

pub use blocks::{Blocks, DEFAULT_MAX_INSTRUCTIONS};
pub use error::Error;
pub use event::{Event, Stream};
pub use hart::{
    Exit, Firmware, Hart, HartReference, LoadError, Machine, Options, Recorded, Recorder, SbiCall, SbiReturn,
};
pub use log::{open_log, LogReference, Problem, RetiredAddresses};
pub use rvfi::{Retirement, Retirements};
pub use unit::{CsrUnit, CtrUnit, UnitError};
