// SPDX-License-Identifier: Apache-2.0
//! The side of the encoder's clock, where the time has its own.

use super::TimeTaken;
use crate::encoder::has;
use crate::prim::*;

/// Takes the time from its own clock.
///
/// `now` is a time that [`TimeSender`](super::TimeSender) had at most six cycles of this clock and four of its own ago.
#[derive(Module)]
#[module(build: Build)]
pub struct TimeReceiver {
    /// The encoder's clock; rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// tsActive as written.
    pub asked: Signal<In, Bit>,
    /// Counter only: tsReset, a pulse.
    #[built(has(build).counter)]
    pub resets: Optional<Signal<In, Bit>>,
    /// The sender, in the time's clock.
    pub far: TimeTaken,
    /// tsActive has been there and back: what the bus reads.
    pub followed: Signal<Out, Bit>,
    /// The time; 0 unless tsActive is asked and followed.
    pub now: Signal<Out, Bits<64>>,
    active_sync: Synchronizer,
    request_sync: Synchronizer,
    #[built(has(build).counter)]
    toggle: Optional<Reg<Bit>>,
    acknowledged: Reg<Bit>,
    taken: Reg<Bits<64>>,
}

impl Logic for TimeReceiver {
    #[kernel]
    fn update(&mut self) {
        connect!(active_sync: q = followed, d = far.active);
        self.toggle.d.next = self.toggle.q.val() ^ self.resets.val();
        self.far.restart.next = self.toggle.q.val();

        connect!(self.far: request = request_sync.d, acknowledge = acknowledged.q);
        if self.request_sync.q.val() != self.acknowledged.q.val() {
            self.taken.d.next = self.far.held.val();
            self.acknowledged.d.next = !self.acknowledged.q.val();
        }
        if !(self.asked.val() & self.active_sync.q.val()) {
            self.taken.d.next = bits::<64>(0);
        }
        self.now.next = self.taken.q.val();
    }
}
