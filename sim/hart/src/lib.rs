// SPDX-License-Identifier: Apache-2.0
//! What a hart does, as the trace ingress port sees it.
//!
//! A [`Stream`] tells which instructions retired and where traps came in between. [`Blocks`] turns it into the blocks
//! that a hart with a trace ingress port would report (E-Trace 2.0 ch. 4, N-Trace ch. 2).

mod blocks;
mod error;
mod event;
mod hart;
mod log;

pub use blocks::{Blocks, DEFAULT_MAX_INSTRUCTIONS};
pub use error::Error;
pub use event::{Event, Stream};
pub use hart::{Exit, Hart, LoadError, Options};
pub use log::{open_log, Problem};
