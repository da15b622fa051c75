// SPDX-License-Identifier: Apache-2.0
//! When tracing is on (docs/encoder.md). entries.rs makes the correlation; without a trace only if room is ample.

use crate::codes::*;
use crate::encoder::has::has;
use crate::encoder::records::Pause;
use crate::prim::*;

/// Says whether blocks of this cycle are traced, with which SYNC trace starts (N-Trace 8.5), and when a correlation is
/// due (N-Trace Table 26, last two rows: the others are `tw_step`'s; Trace Control ch. 15). In encoders that look
/// ahead, teEnable and teInstTracing of the cycle before count, so that whether tracing is on is in a register; there
/// `on` and `stop` ignore teActive: while it is 0, `tw_events` drops what they cause.
#[synchronous(build: Build)]
pub struct Gate {
    /// teActive.
    pub active: Signal<In, Bit>,
    /// teEnable. With 0 trace stops; what is queued still goes to the sink, which flushes it.
    pub enable: Signal<In, Bit>,
    /// teInstTracing. With 0 trace stops with a correlation, the trace-stop message.
    pub tracing: Signal<In, Bit>,
    /// A trigger of this cycle starts tracing, for its blocks.
    pub start: Signal<In, Bit>,
    /// A trigger of this cycle stops tracing, after its blocks.
    #[built(has(build).ahead)]
    pub end: Optional<Signal<In, Bit>>,
    /// A trace has started in an earlier cycle, and runs: `seen` then forgets an earlier halt. Builds without
    /// `low_power` need not forget it. Their traces stop by a halt (SYNC 3 is right), because tracing is not selected
    /// (`seen` is cleared), or by a loss (SYNC is 7).
    #[built(build.ingress.low_power)]
    pub running: Optional<Signal<In, Bit>>,
    /// Why the hart does not run, as far as its port says so.
    pub pause: Signal<In, Pause>,
    /// Why the hart does not run in the next cycle.
    #[built(has(build).ahead)]
    pub next_pause: Optional<Signal<In, Pause>>,
    /// teEnable, as it acts in this cycle.
    pub enabled: Signal<Out, Bit>,
    /// Tracing is on.
    pub on: Signal<Out, Bit>,
    /// Tracing was on in the cycle before.
    pub was_on: Signal<Out, Bit>,
    /// A correlation is due: tracing stops in this cycle, or is disabled where N-Trace Table 26 has a message for it.
    pub stop: Signal<Out, Bit>,
    /// EVCODE of the correlation.
    pub evcode: Signal<Out, Bits<4>>,
    /// SYNC of a trace that starts in this cycle; 7 after a loss is of `tw_events`, 0, 2, 4, 6 of `tw_step`.
    pub start_code: Signal<Out, Bits<4>>,
    /// teEnable of the cycle before.
    #[built(has(build).ahead)]
    last_enable: Optional<Reg<Bit>>,
    /// teInstTracing of the cycle before, as its triggers have left it.
    #[built(has(build).ahead)]
    last_tracing: Optional<Reg<Bit>>,
    /// Tracing is on in this cycle, whatever its triggers ask for.
    #[built(has(build).ahead)]
    is_on: Optional<Reg<Bit>>,
    /// The hart is neither halted nor in low power in this cycle.
    #[built(has(build).ahead)]
    awake: Optional<Reg<Bit>>,
    on_before: Reg<Bit>,
    was_enabled: Reg<Bit>,
    was_halted: Reg<Bit>,
    /// The states of the hart since tracing was last not selected; `halted`, if later, since the cycle in which a trace
    /// stopped. SYNC of the next start tells one.
    seen: Reg<Pause>,
    #[new(has(build).ahead)]
    _ahead: bool,
    #[new(build.ingress.low_power)]
    _low_power: bool,
}

impl Logic for Gate {
    #[kernel]
    fn update(&mut self) {
        let pause: Pause = self.pause.val();
        let seen: Pause = self.seen.q.val();
        let next: Pause = self.next_pause.val();
        let enable: Bit = if self._ahead { self.last_enable.q.val() } else { self.enable.val() };
        let is_tracing: Bit = if self._ahead { self.last_tracing.q.val() } else { self.tracing.val() };
        // Wanted: a bit or a trigger asks. Selected: also active and enabled. On: also the hart runs.
        let is_wanted = is_tracing | self.start.val();
        self.enabled.next = enable;
        let selected = self.active.val() & enable & is_wanted;
        let is_on: Bit = if self._ahead {
            self.is_on.q.val() | (self.start.val() & self.awake.q.val())
        } else {
            selected & !pause.halted & !pause.low_power
        };
        self.on.next = is_on;
        self.last_enable.d.next = self.enable.val();
        let goes_on = (self.tracing.val() | self.start.val()) & !self.end.val();
        let wakes = !next.halted & !next.low_power;
        self.last_tracing.d.next = goes_on;
        self.awake.d.next = wakes;
        self.is_on.d.next = self.enable.val() & goes_on & wakes;
        self.was_on.next = self.on_before.q.val();
        let is_active: Bit = if self._ahead { true } else { self.active.val() };
        // N-Trace Table 26: "Trace starts disabled", "Hart stops with trace disabled". Without a trace I-CNT is 0.
        let starts_disabled = !is_wanted & enable & !self.was_enabled.q.val();
        let stops_disabled = !is_wanted & enable & pause.halted & !self.was_halted.q.val();
        self.stop.next = is_active & ((self.on_before.q.val() & !is_on) | starts_disabled | stops_disabled);
        // EVCODE (N-Trace 7.12) says why the hart has stopped, if it has; always 4 where teEnable has just risen.
        self.evcode.next = if pause.halted & self.was_enabled.q.val() {
            EVCODE_DEBUG.to_bits::<4>()
        } else if pause.low_power & self.was_enabled.q.val() {
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
        self.on_before.d.next = self.active.val() & is_on;
        self.was_enabled.d.next = self.active.val() & enable;
        self.was_halted.d.next = pause.halted;
        // A halt before the trace is forgotten, lest it be told when low power ends the trace.
        let keeps: Bit = if self._low_power { !self.running.val() } else { true };
        self.seen.d.next.halted = selected & ((seen.halted & keeps) | pause.halted);
        self.seen.d.next.reset = selected & (seen.reset | pause.reset);
        self.seen.d.next.low_power = selected & (seen.low_power | pause.low_power);
    }
}
