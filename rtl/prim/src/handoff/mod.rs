// SPDX-License-Identifier: Apache-2.0
//! A word that another clock sees, where it changes rarely: settings.
//!
//! A handshake of two levels. [`HandoffSource`] puts its value into a register and *offers* it; [`HandoffSink`] sees
//! that through a [`Synchronizer`](crate::Synchronizer), takes the register's word, and is *waiting* no more. Both rest
//! so, until the value is another: then the offer ends, the sink waits again, and the register may change. So the
//! register stands still while the sink can take it, and the sink shows words that the source's value was, whole.
//!
//! # Resets
//! A side may be reset alone, for at least four cycles of the other side's clock. A reset of the source keeps the
//! register, and the sink shows the word that it has until the source's value comes anew. A reset of the sink makes it
//! show 0 until it has the word again; `in_settled` follows within three cycles of the source's clock.

mod sink;
mod source;

pub use sink::HandoffSink;
pub use source::HandoffSource;

use crate::*;

/// Shows a word of `D` bits in another clock, without registers of its own.
///
/// A change is seen three to five cycles of each clock later, or twice that if another is on its way; values that come
/// faster than that may be left out. 0 is shown after reset. See the [module](self) for resets.
#[derive(Module)]
#[module(reset: impl Resets)]
pub struct Handoff<const D: usize> {
    /// The source's clock; rising edge.
    pub in_clock: Signal<In, Clock>,
    /// Active low; released with the source's clock.
    pub in_rst_n: Signal<In, Bit>,
    /// The word.
    pub in_value: Signal<In, Bits<D>>,
    /// The other side shows this word.
    pub in_settled: Signal<Out, Bit>,
    /// The clock in which the word is seen; rising edge.
    pub out_clock: Signal<In, Clock>,
    /// Active low; released with that clock.
    pub out_rst_n: Signal<In, Bit>,
    /// The word; from a register.
    pub out_value: Signal<Out, Bits<D>>,
    source: HandoffSource<D>,
    sink: HandoffSink<D>,
}

impl<const D: usize> Logic for Handoff<D> {
    #[kernel]
    fn update(&mut self) {
        connect!(source: clock = in_clock, rst_n = in_rst_n, value = in_value, settled = in_settled, sink.{offered,
            word, waiting});
        connect!(sink: clock = out_clock, rst_n = out_rst_n, value = out_value);
    }
}
