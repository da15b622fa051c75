// SPDX-License-Identifier: Apache-2.0
//! When tracing is on, and why it starts and stops (docs/encoder.md, "When tracing is on").

use crate::codes::*;
use crate::encoder::records::Rest;
use crate::prim::*;

/// Says whether the blocks of this cycle are traced, and when a correlation is due. N-Trace 8.5 and Trace Control ch.
/// 15 say so.
#[synchronous(build: Build)]
pub struct Gate {
    /// teActive.
    pub active: Signal<In, Bit>,
    /// teEnable.
    pub enable: Signal<In, Bit>,
    /// teInstTracing, as the triggers of this cycle leave it for its blocks.
    pub tracing: Signal<In, Bit>,
    /// The hart does not run: halted in debug mode, in reset, or in low power.
    pub rest: Signal<In, Rest>,
    /// Tracing is on.
    pub on: Signal<Out, Bit>,
    /// Tracing was on in the cycle before.
    pub was_on: Signal<Out, Bit>,
    /// Tracing stops in this cycle, or N-Trace Table 26 has a message for tracing that is disabled.
    pub stop: Signal<Out, Bit>,
    /// EVCODE of that message.
    pub evcode: Signal<Out, Bits<4>>,
    /// SYNC of a trace that starts in this cycle.
    pub start_code: Signal<Out, Bits<4>>,
    on_before: Reg<Bit>,
    was_enabled: Reg<Bit>,
    was_halted: Reg<Bit>,
    /// Why the hart has not run since trace was selected.
    seen: Reg<Rest>,
}

impl Logic for Gate {
    #[kernel]
    fn update(&mut self) {
        let rest: Rest = self.rest.val();
        let seen: Rest = self.seen.q.val();
        let selected = self.active.val() & self.enable.val() & self.tracing.val();
        let is_on = selected & !rest.halted & !rest.low_power;
        self.on.next = is_on;
        self.was_on.next = self.on_before.q.val();
        self.stop.next = self.active.val()
            & ((self.on_before.q.val() & !is_on)
                | (!self.tracing.val()
                    & self.enable.val()
                    & (!self.was_enabled.q.val() | (rest.halted & !self.was_halted.q.val()))));
        self.evcode.next = if rest.halted & self.was_enabled.q.val() {
            EVCODE_DEBUG.to_bits::<4>()
        } else if rest.low_power & self.was_enabled.q.val() {
            EVCODE_LOW_POWER.to_bits::<4>()
        } else {
            EVCODE_DISABLED.to_bits::<4>()
        };
        self.start_code.next = if seen.halted {
            SYNC_EXIT_FROM_DEBUG.to_bits::<4>()
        } else if seen.low_power {
            SYNC_EXIT_FROM_POWER_DOWN.to_bits::<4>()
        } else if seen.reset {
            SYNC_EXIT_FROM_RESET.to_bits::<4>()
        } else {
            SYNC_TRACE_ENABLE.to_bits::<4>()
        };

        self.on_before.d.next = is_on;
        self.was_enabled.d.next = self.active.val() & self.enable.val();
        self.was_halted.d.next = rest.halted;
        self.seen.d.next.halted = selected & (seen.halted | rest.halted);
        self.seen.d.next.reset = selected & (seen.reset | rest.reset);
        self.seen.d.next.low_power = selected & (seen.low_power | rest.low_power);
    }
}
