// SPDX-License-Identifier: Apache-2.0
//! The timestamp unit as registers and messages see it (Trace Control 7.1).

use super::{TimeReceiver, TimeSource, TimeTaken};
use crate::encoder::has;
use crate::prim::*;
use tracewright_regmap::*;

/// The timestamp unit in the encoder's clock (Trace Control ch. 7).
///
/// The register file keeps tsControl, in which tsType and tsWidth are fixed, whatever teActive is: the time that others
/// share goes on while the encoder is reset. With its own clock its source is in [`TimeSender`](super::TimeSender).
#[synchronous(build: Build)]
pub struct Timestamp {
    /// tsControl as it is stored, tsActive as written; tsReset is 1 in the cycle in which 1 is written to it.
    pub control: Signal<In, Bits<32>>,
    /// Byte offset of the register that an access is to.
    pub bus_addr: Signal<In, Bits<12>>,
    /// The register at `bus_addr` is read in this cycle.
    pub bus_read: Signal<In, Bit>,
    /// Counter in the encoder's clock: the hart is halted in debug mode.
    #[built(has(build).counter && !has(build).time_clock)]
    pub halted: Optional<Signal<In, Bit>>,
    /// Port in the encoder's clock: the time from outside.
    #[built(has(build).outside_time && !has(build).time_clock)]
    pub external_time: Optional<Signal<In, Bits<64>>>,
    /// In the encoder's clock: the time as it was a cycle ago, for other encoders.
    #[built(has(build).broadcast && !has(build).time_clock)]
    pub broadcast: Optional<Signal<Out, Bits<64>>>,
    /// The sender, where the time has a clock of its own.
    #[built(has(build).time_clock)]
    pub far: Optional<TimeTaken>,
    /// Own clock: tsActive has been there and back. Elsewhere tsActive has followed as soon as it is written.
    #[built(has(build).time_clock)]
    pub followed: Optional<Signal<Out, Bit>>,
    /// tsLower: bits 31-0 of the time. Reading it keeps the upper bits of that cycle for tsUpper: both are of one time.
    pub lower: Signal<Out, Bits<32>>,
    /// tsUpper, where the time has more than 32 bits: the rest, as it was when tsLower was last read, zero-extended.
    #[built(build.timestamp.width > 32)]
    pub upper: Optional<Signal<Out, Bits<32>>>,
    /// The time, tsWidth bits of it. It is TSTAMP of messages while tsEnable, which `tw_hart` hands on, is 1.
    pub now: Signal<Out, Bits<64>>,
    #[built(!has(build).time_clock)]
    source: Optional<TimeSource>,
    #[built(has(build).time_clock)]
    receiver: Optional<TimeReceiver>,
    #[built(build.timestamp.width > 32)]
    kept: Optional<Reg<Bits<32>>>,
    #[new(has(build).time_clock)]
    _own_clock: bool,
}

impl Logic for Timestamp {
    #[kernel]
    fn update(&mut self) {
        let asked = self.control.val().get_bit(TS_CONTROL_TS_ACTIVE);
        self.source.active.next = asked;
        self.source.count.next = self.control.val().get_bit(TS_CONTROL_TS_COUNT);
        self.source.debug.next = self.control.val().get_bit(TS_CONTROL_TS_DEBUG);
        self.source.prescale.next = self.control.val().get_bits::<2>(TS_CONTROL_TS_PRESCALE);
        self.source.restart.next = self.control.val().get_bit(TS_CONTROL_TS_RESET);
        connect!(source: halted, external_time, broadcast);
        self.receiver.asked.next = asked;
        self.receiver.resets.next = self.control.val().get_bit(TS_CONTROL_TS_RESET);
        connect!(receiver: far, followed);

        let active = if self._own_clock { asked & self.receiver.followed.val() } else { asked };
        let current = if self._own_clock { self.receiver.now.val() } else { self.source.now.val() };
        if self.bus_read.val() & (self.bus_addr.val() == TS_LOWER.to_bits::<12>()) {
            self.kept.d.next = current.get_bits::<32>(32);
        }
        if !active {
            self.kept.d.next = bits::<32>(0);
        }
        self.upper.next = self.kept.q.val();
        self.lower.next = current.get_bits::<32>(0);
        self.now.next = current;
    }
}
