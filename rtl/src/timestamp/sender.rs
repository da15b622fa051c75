// SPDX-License-Identifier: Apache-2.0
//! The side of the time's own clock.

use super::{TimeSent, TimeSource};
use crate::encoder::has;
use crate::prim::*;

/// The time where it has a clock of its own, and what brings it to the encoder's.
///
/// The other side is [`TimeReceiver`](super::TimeReceiver). All inputs but `external_time`, which belongs to this
/// clock, belong to the encoder's and pass a synchroniser each. `held` stands still from the edge at which `request`
/// changes until `acknowledge` has followed it: the other side reads it meanwhile.
#[derive(Module)]
#[module(build: Build)]
pub struct TimeSender {
    /// The time's clock; rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low; released with the time's clock.
    pub rst_n: Signal<In, Bit>,
    /// tsActive as written.
    pub asked: Signal<In, Bit>,
    /// Counter only: tsCount.
    #[built(has(build).counter)]
    pub count: Optional<Signal<In, Bit>>,
    /// Counter only: tsDebug.
    #[built(has(build).counter)]
    pub debug: Optional<Signal<In, Bit>>,
    /// Counter only: tsPrescale. Its bits pass each by itself: it is to change while tsCount is 0.
    #[built(has(build).counter)]
    pub prescale: Optional<Signal<In, Bits<2>>>,
    /// Counter only: the hart is halted in debug mode.
    #[built(has(build).counter)]
    pub halted: Optional<Signal<In, Bit>>,
    /// Port only: the time from outside.
    #[built(has(build).outside_time)]
    pub external_time: Optional<Signal<In, Bits<64>>>,
    /// The receiver, in the encoder's clock.
    pub far: TimeSent,
    /// The time as it was a cycle ago, for other encoders.
    #[built(has(build).broadcast)]
    pub broadcast: Optional<Signal<Out, Bits<64>>>,
    source: TimeSource,
    asked_sync: Synchronizer,
    acknowledge_sync: Synchronizer,
    #[built(has(build).counter)]
    count_sync: Optional<Synchronizer>,
    #[built(has(build).counter)]
    debug_sync: Optional<Synchronizer>,
    #[built(has(build).counter)]
    prescale_low_sync: Optional<Synchronizer>,
    #[built(has(build).counter)]
    prescale_high_sync: Optional<Synchronizer>,
    #[built(has(build).counter)]
    restart_sync: Optional<Synchronizer>,
    #[built(has(build).counter)]
    halted_sync: Optional<Synchronizer>,
    #[built(has(build).counter)]
    restarted: Optional<Reg<Bit>>,
    requested: Reg<Bit>,
    holding: Reg<Bits<64>>,
}

impl Logic for TimeSender {
    #[kernel]
    fn update(&mut self) {
        connect!(asked_sync: d = asked, q = far.active);
        connect!(source: external_time, broadcast, active = asked_sync.q, count = count_sync.q, debug = debug_sync.q,
            halted = halted_sync.q);
        connect!(self: count = count_sync.d, debug = debug_sync.d, halted = halted_sync.d);
        self.prescale_low_sync.d.next = self.prescale.val().get_bit(0);
        self.prescale_high_sync.d.next = self.prescale.val().get_bit(1);
        self.source.prescale.next = bits::<2>(0);
        if self.prescale_low_sync.q.val() {
            self.source.prescale.next = bits::<2>(1);
        }
        if self.prescale_high_sync.q.val() {
            self.source.prescale.next = bits::<2>(2);
            if self.prescale_low_sync.q.val() {
                self.source.prescale.next = bits::<2>(3);
            }
        }
        connect!(restart_sync: d = far.restart, q = restarted.d);
        self.source.restart.next = self.restart_sync.q.val() != self.restarted.q.val();

        connect!(self.far: acknowledge = acknowledge_sync.d, request = requested.q, held = holding.q);
        if self.acknowledge_sync.q.val() == self.requested.q.val() {
            self.holding.d.next = self.source.now.val();
            self.requested.d.next = !self.requested.q.val();
        }
    }
}
