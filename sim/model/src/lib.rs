// SPDX-License-Identifier: Apache-2.0
//! Golden model of the N-Trace encoder, written from the specification.
//!
//! [`Encoder`] turns one clock cycle of the ingress port and of the register bits into [entries](Entry) of the queue,
//! which hold [messages](Message); [`codec`] turns a message into bytes of trace; [`Sram`] is the memory where they
//! end. [`encode`] joins them for the ideal case of a sink that is never busy. [`control::Control`] is the
//! Trace Control Interface: the registers, and all that decides on teActive, teEnable, teInstTracing, settings and
//! time, from accesses of the bus and the other ports. [`stimulus`] makes random, legal ingress. [`tandem`] is another
//! trace: that of the Trace Protocol Specification, for tandem verification.
//!
//! The rules are those of N-Trace 1.0.0_rc7 and Trace Control 0.9.4 with the choices of `docs/encoder.md` and
//! `docs/control.md`; the model shares tables of the protocol and of the registers with the hardware and no code.

pub mod codec;
pub mod control;
pub mod ctr;
mod cycle;
mod encoder;
mod message;
pub mod pmu;
mod run;
mod sram;
pub mod stimulus;
pub mod tandem;

pub use cycle::{Cycle, Entry, Outcome};
pub use encoder::{Encoder, ENOUGH_ROWS};
pub use message::{Difference, Message};
pub use run::{controlled, encode, messages};
pub use sram::Sram;
