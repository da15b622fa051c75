// SPDX-License-Identifier: Apache-2.0
//! The ATB: trace as a master of ATB v1.1 (Trace Control ch. 13, docs/sinks.md).
//!
//! [`AtbControl`], in the encoder's clock, takes trace while atbEnable is 1, and makes beats of `atb_width` bits.
//! They cross in a FIFO ([`AtbFifo`]) to [`AtbMaster`], in `at_clock`, which has the pins. atbId (ATID; 0 and 0x70 to
//! 0x7F aren't stored; at reset's 0 trace waits) crosses in a [`Handoff`](tracewright_prim::Handoff), the rest as bits:
//!
//! - *level*, atbActive, and back what of it has arrived, which is how atbActive reads;
//! - *question*, a toggle, when all entries have left, and back the *answer*: no beat is held, so atbEmpty becomes 1;
//! - *flush*, a toggle, when the ATB asks for one (AFVALID). It comes back as an entry of the FIFO, a *mark*: all that
//!   was held is ahead of it, and AFREADY is the answer;
//! - *sync*, a toggle for SYNCREQ, which has encoders send a synchronising message, and back the same.

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
