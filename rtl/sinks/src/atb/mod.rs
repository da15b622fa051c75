// SPDX-License-Identifier: Apache-2.0
//! The ATB: trace as a master of ATB v1.1 (Trace Control ch. 13, docs/sinks.md).
//!
//! [`AtbControl`], in the encoder's clock, gathers trace to beats; they cross as entries of a FIFO ([`AtbFifo`]) to
//! [`AtbMaster`], in `at_clock`, which has the pins. atbId crosses in a [`Handoff`](tracewright_prim::Handoff),
//! everything else as a bit:
//!
//! - *level*, atbActive, and back what of it has arrived;
//! - *question*, a toggle, when all entries have left, and back the *answer*: no beat is held;
//! - *flush*, a toggle, when the ATB asks for one. It comes back as an entry by itself, a *mark*: all that was held is
//!   ahead of it;
//! - *sync*, a toggle for SYNCREQ, and back the same.

mod control;
mod entries;
mod fifo;
mod master;
mod ports;
mod rest;
mod sink;

pub use control::AtbControl;
pub use entries::AtbEntries;
pub use fifo::AtbFifo;
pub use master::AtbMaster;
pub use ports::{AtbPins, AtbPort, AtbSource, Crossed, Crossing, EntryIn, EntryOut, Passage};
pub use rest::AtbRest;
pub use sink::AtbSink;
