// SPDX-License-Identifier: Apache-2.0
//! Co-simulation of the emitted Verilog with the golden model.
//!
//! The Verilog runs in Verilator and is programmed over its own bus by the driver of `sw/driver`, as a user would do it.
//! Three threads work at a [`run`]: one makes the ingress, one drives the Verilog and writes down what it saw, one gives the
//! model the same ingress and compares. Compared are
//!
//! - each message that enters the queue, field by field;
//! - each byte that reaches the sink, with the bytes of the model's messages;
//! - at the end, what the driver reads: teControl, and the trace memory with its pointer.
//!
//! The model is told two things that are a matter of time and not of the protocol: what the register bits are in each
//! cycle, and how much room the queue has. Nothing is tolerated: the first difference ends the run as a [`Mismatch`].

mod bench;
mod check;
mod design;
mod error;
mod mismatch;
mod observed;
mod run;
mod seams;
mod source;
mod summary;
#[cfg(test)]
mod tests;

pub use design::Design;
pub use error::{BusError, Error, SourceError};
pub use mismatch::{Difference, Mismatch, Seen};
pub use run::{run, Options, Progress};
pub use source::{from_blocks, Random};
pub use summary::Summary;
