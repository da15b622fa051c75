// SPDX-License-Identifier: Apache-2.0
//! Where the time comes from: a counter, or a port.

use crate::encoder::has;
use crate::prim::*;

/// The time in its clock (Trace Control 7.1), of the tsType that is built: 2, a counter of that clock; 1, 4, a port.
///
/// While `active` is 0 the time goes to 0 and stays there. `tw_timestamp` makes tsLower and tsUpper of it.
#[synchronous(build: Build)]
pub struct TimeSource {
    /// tsActive as written, in this clock: 0 resets the unit.
    pub active: Signal<In, Bit>,
    /// Counter only: tsCount; the counter runs.
    #[built(has(build).counter)]
    pub count: Optional<Signal<In, Bit>>,
    /// Counter only: tsDebug; the counter runs while the hart is halted, too.
    #[built(has(build).counter)]
    pub debug: Optional<Signal<In, Bit>>,
    /// Counter only: tsPrescale n; the time moves once in 4^n (1, 4, 16, 64) of the cycles in which the counter runs.
    #[built(has(build).counter)]
    pub prescale: Optional<Signal<In, Bits<2>>>,
    /// Counter only: tsReset; counter and prescaler are 0 in the next cycle.
    #[built(has(build).counter)]
    pub restart: Optional<Signal<In, Bit>>,
    /// Counter only: the hart is halted in debug mode.
    #[built(has(build).counter)]
    pub halted: Optional<Signal<In, Bit>>,
    /// Port only: the time from outside, tsType 1, or what another encoder broadcasts, tsType 4.
    #[built(has(build).outside_time)]
    pub external_time: Optional<Signal<In, Bits<64>>>,
    /// The time, as wide as tsWidth says, zero above; that of a port as it was a cycle ago.
    pub now: Signal<Out, Bits<64>>,
    /// The time as it was a cycle ago, for other encoders, whose tsType is 4.
    #[built(has(build).broadcast)]
    pub broadcast: Optional<Signal<Out, Bits<64>>>,
    /// The prescaler counts cycles in which the counter runs. Its 2 x tsPrescale lowest bits say when the time moves.
    #[built(has(build).counter)]
    divider: Optional<Reg<Bits<6>>>,
    current: Reg<Bits<64>>,
    #[built(has(build).broadcast)]
    sent: Optional<Reg<Bits<64>>>,
    #[value((u64::MAX >> u64::BITS.saturating_sub(build.timestamp.width).min(63)).to_bits())]
    mask: Constant<Bits<64>>,
    #[new(has(build).counter)]
    _counter: bool,
}

impl Logic for TimeSource {
    #[kernel]
    fn update(&mut self) {
        if self._counter {
            // The last of the 4^n cycles for one count: the lowest 2n bits of the divider are ones.
            let tick = match self.prescale.val().index() {
                0 => true,
                1 => self.divider.q.val().get_bits::<2>(0).all(),
                2 => self.divider.q.val().get_bits::<4>(0).all(),
                _ => self.divider.q.val().all(),
            };
            if self.count.val() & (self.debug.val() | !self.halted.val()) {
                self.divider.d.next = self.divider.q.val() + 1;
                if tick {
                    self.current.d.next = (self.current.q.val() + 1) & self.mask.val();
                }
            }
            if self.restart.val() {
                self.divider.d.next = bits::<6>(0);
                self.current.d.next = bits::<64>(0);
            }
        } else {
            self.current.d.next = self.external_time.val() & self.mask.val();
        }
        if !self.active.val() {
            self.divider.d.next = bits::<6>(0);
            self.current.d.next = bits::<64>(0);
        }

        connect!(self: now = current.q, broadcast = sent.q);
        self.sent.d.next = self.current.q.val();
    }
}
