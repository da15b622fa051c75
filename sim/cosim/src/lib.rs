// SPDX-License-Identifier: Apache-2.0
//! Co-simulation of the emitted Verilog with the golden model.
//!
//! The Verilog runs in Verilator and is programmed over its own bus by the driver of `sw/driver`, as a user would do it.
//! Three threads work at a [`run`]: one makes the ingress, one drives the Verilog and writes down what it saw, one gives the
//! model the same ingress and compares. Compared are
//!
//! - each entry of the queue, message by message and field by field, with its time;
//! - each byte that reaches the sink, with the bytes of the model's messages;
//! - teInstTracing, as triggers set and clear it, and the timestamp;
//! - at the end, what the driver reads: teControl, and the trace memory with its pointer.
//!
//! The model is told what is a matter of time and not of the protocol: what the register bits and the timestamp are in each
//! cycle, and how much room the queue has. Nothing is tolerated: the first difference ends the run as a [`Mismatch`].

mod bench;
mod bus;
mod check;
mod design;
mod entry;
mod error;
mod mismatch;
mod observed;
mod ports;
mod programming;
mod run;
mod seams;
mod session;
mod source;
mod summary;
#[cfg(test)]
mod tests;
mod traffic;

pub use bus::Violation;
pub use design::Design;
pub use error::{BusError, Error, SourceError};
pub use mismatch::{Accessed, Difference, Mismatch, Seen};
pub use run::{run, Options, Progress};
pub use session::{session, Hardware};
pub use source::{from_blocks, Random};
pub use summary::Summary;
pub use traffic::register_traffic;
