// SPDX-License-Identifier: Apache-2.0
//! What a trace probe makes of the pins of a PIB (Trace Control ch. 12, N-Trace ch. 3).
//!
//! A [`Receiver`] is given the pins, sample after sample or change after change, and hands on [`Event`]s: the bytes of
//! messages, and what is wrong. It knows nothing but the pins: not where a bit begins, not where a message begins, not
//! whether `tref` is centred. What it makes of a pin before a point is certain at which a message begins is skipped,
//! and counted.
//!
//! * UART (Trace Control 12.4): bytes are found after nine high bits (a stop bit and 0xFF, or idle), messages after a
//!   byte with MSEO 11 or ten idle bits.
//! * Manchester (Trace Control 12.3): bits are found after three low phases or in a high pulse of two phases, messages
//!   after the next stop bit.
//! * Parallel (Trace Control 12.5): a beat on each edge of `tref`, sampled there or half a bit later. With 8 or 16
//!   pins, messages are found after a byte with MSEO 11; with fewer, after 15 bits of 1: a message with another right
//!   after it has 14 of them at most.
//!
//! [`Capture`] reads the pins from files, [`bit_period`] finds out how long a bit is, [`Calibrator`] recognises the
//! patterns of 12.2, and [`Recording`] keeps what was received.

mod calibration;
pub mod capture;
mod event;
mod line;
mod messages;
mod period;
mod receiver;
mod recording;

pub use calibration::{pattern, Calibrator, Pattern};
pub use capture::Capture;
pub use event::{Counts, Error, ErrorKind, Event};
pub use line::Timing;
pub use period::bit_period;
pub use receiver::Receiver;
pub use recording::{Recording, GAP};
pub use tracewright_config::PibMode;

/// The pins of a PIB.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pins {
    /// The clock reference of the parallel modes.
    pub tref: bool,
    /// Data: `tdata[0]` is bit 0. The serial modes use that alone.
    pub tdata: u16,
}

/// What the pins are from a point in time on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// When, in any unit: samples, or the time unit of a VCD file.
    pub time: u64,
    /// The pins from then on.
    pub pins: Pins,
}
