// SPDX-License-Identifier: Apache-2.0
//! The PIB: trace on the pins tdata, and tref where a parallel mode is built (Trace Control ch. 12, docs/sinks.md).
//!
//! [`PibControl`], in the encoder's clock, takes trace as entries of a byte (or two, for 16 pins); they cross in a
//! small [`AsyncFifo`](tracewright_prim::AsyncFifo). [`PibDriver`], in `pib_clock`, has the buffer: so it knows by
//! itself which messages are there as a whole. What of pibControl matters to it crosses in a
//! [`Handoff`](tracewright_prim::Handoff), as *settings*:
//!
//! | bit | |
//! |---|---|
//! | 0 to 6 | a bit for each mode: Manchester, UART, parallel with 1, 2, 4, 8 and 16 pins; none: off |
//! | 7 | pibRefCenter in a parallel mode: edges of tref in the middle of the bit |
//! | 8 | pibCalibrate and pibEnable are both 1: the calibration pattern is sent |
//! | 9 | pibDivider is 0 |
//! | 10 to 25 | pibDivider |
//!
//! What the build does not have is a constant 0 there, and pibControl, which is WARL, does not take it.

mod buffer;
mod control;
mod driver;
mod entries;
mod framer;
mod pins;
mod ports;
mod sink;

pub use buffer::PibBuffer;
pub use control::PibControl;
pub use driver::PibDriver;
pub use entries::PibEntries;
pub use framer::PibFramer;
pub use pins::PibPins;
pub use ports::{Crossed, Crossing, EntryOut, PibPort, Pins, WordIn, WordOut};
pub use sink::PibSink;
