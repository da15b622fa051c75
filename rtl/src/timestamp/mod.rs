// SPDX-License-Identifier: Apache-2.0
//! The timestamp unit (Trace Control ch. 7), of one tsType: internal is a counter, external and slave are a port.
//! The counter has a prescaler (tsPrescale) and stops while the hart is halted, unless tsDebug is set: source.rs.
//! [`Timestamp`] is what registers and messages see. In it is the [`TimeSource`], a counter or a port. Where the time
//! has its own clock, a [`TimeReceiver`] is there, and the source is in a [`TimeSender`], all there is in that clock.
//! Either side may be reset alone: both agree again on whose turn it is before tsActive reads 1.

mod receiver;
mod sender;
mod source;
#[cfg(test)]
mod tests;
mod unit;

pub use receiver::TimeReceiver;
pub use sender::TimeSender;
pub use source::TimeSource;
pub use unit::Timestamp;

use crate::encoder::has;
use crate::prim::*;

/// What is between the clock of the time and that of the encoder, as the time's side has it.
#[bundle(build: Build, flat, peer = TimeTaken)]
pub struct TimeSent {
    /// From the time's clock: tsActive as it has arrived there.
    pub active: Signal<Out, Bit>,
    /// From the time's clock: changes when there is another time in `held`.
    pub request: Signal<Out, Bit>,
    /// From the time's clock: a time, which stays until `acknowledge` is seen to have followed `request`.
    pub held: Signal<Out, Bits<64>>,
    /// From the encoder's clock: equal to `request` when `held` has been taken.
    pub acknowledge: Signal<In, Bit>,
    /// From the encoder's clock, for a counter: changes for each tsReset.
    #[built(has(build).counter)]
    pub restart: Optional<Signal<In, Bit>>,
}
