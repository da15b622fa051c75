// SPDX-License-Identifier: Apache-2.0
//! Co-simulation of the emitted Verilog with the golden model.
//!
//! The Verilog runs in Verilator and is programmed over its own bus by the driver of `sw/driver`, as a user would do
//! it. Three threads work at a [`run`]: one makes the ingress, one drives the Verilog and writes down what it saw, one
//! gives the model the same ingress and compares. Compared are
//!
//! - each entry of the queue, message by message and field by field, with its time;
//! - each byte that reaches the sink, with the bytes of the model's messages;
//! - each access inside: that it is what was asked for on the bus, in order, that it takes its steps, and what it
//!   reads, trace memory and its pointers included;
//! - in each cycle teActive, teEnable, teInstTracing, the time, `trigger_out`, `clock_request`, `time_broadcast`;
//! - the rules of the bus: what is offered stays until it is taken, nothing is answered that was not asked for, all
//!   that is asked for is answered;
//! - in each cycle the room in the queue and `stall`, by the entries that entered and left. When one leaves is seen in
//!   the hardware, but the queue never holds what has reached the sink, and all but six entries of what has not.
//!
//! The model has registers of its own, which get the accesses that are seen inside, and takes its settings from there.
//! It is told what is a matter of time and not of the protocol: when an access acts, when an entry leaves the queue,
//! and when the encoder is empty, which is checked to be true and not to be late. Nothing is tolerated: the first
//! difference ends the run as a [`Mismatch`].
//!
//! [`register_traffic`] does the same with random accesses instead of the driver's, [`interleavings`] with resets,
//! enables, disables and locks in any order.

mod bench;
mod bus;
mod check;
pub mod ctr;
mod design;
mod differences;
mod discovered;
mod downstream;
mod entry;
mod error;
mod interleavings;
mod mismatch;
mod observed;
mod options;
mod outlet;
pub mod pmu;
mod pool;
mod ports;
mod probes;
mod random;
mod run;
mod shared;
mod software;
mod source;
mod summary;
mod system;
pub mod tandem;
#[cfg(test)]
mod tests;
mod traffic;

pub use bus::Violation;
pub use design::Design;
pub use differences::Discrepancy;
pub use error::{BusError, CsrMismatch, CsrShown, Error, SinkError, SourceError};
pub use interleavings::{interleavings, Interleavings};
pub use mismatch::{Accessed, Difference, Mismatch, Seen};
pub use options::{Options, Progress, UnitSource};
pub use random::{random_run, Drawn};
pub use run::{run, run_system};
pub use shared::{SharedCycles, SharedSteps, SharedUnits, UnitCycle};
pub use software::{run_registers, run_software, Hardware};
pub use source::{from_blocks, from_parts, Random};
pub use summary::Summary;
pub use traffic::register_traffic;
