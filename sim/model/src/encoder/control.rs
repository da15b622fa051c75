// SPDX-License-Identifier: Apache-2.0
//! When tracing starts, and with which SYNC; when it stops, and with which EVCODE.

use tracewright_messages::{evcode, sync};

/// What decides whether tracing is on, in a cycle in which teActive is set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Inputs {
    pub(super) enable: bool,
    /// Tracing is wanted: teInstTracing, or a trace-on trigger in this cycle.
    pub(super) tracing: bool,
    pub(super) halted: bool,
    pub(super) low_power: bool,
    pub(super) reset: bool,
}

impl Inputs {
    /// Whether tracing is selected.
    const fn is_selected(&self) -> bool {
        self.enable && self.tracing
    }

    /// Whether blocks are traced.
    pub(super) const fn is_on(&self) -> bool {
        self.is_selected() && !self.halted && !self.low_power
    }
}

/// What was seen so far, with teActive set.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Control {
    before: Inputs,
    /// States the hart was seen in since tracing was last not selected, or, if later, since the cycle in which a trace
    /// stopped.
    seen: Seen,
}

#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    halted: bool,
    low_power: bool,
    reset: bool,
}

/// What starts or stops in a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edge {
    /// Nothing.
    None,
    /// Tracing starts: the first traced block says so.
    Start,
    /// ProgTraceCorrelation is due with this EVCODE (0 debug mode, 1 low power, 4 disabled): tracing stops, or
    /// N-Trace Table 26 asks for it while tracing is off: nothing was traced then, so I-CNT is 0. step.rs makes it;
    /// mod.rs (`edge`) leaves one out that reports nothing, if the queue has too little room.
    Stop(u8),
}

impl Control {
    /// What a cycle with these inputs starts or stops. `runs`: a trace runs, which an earlier cycle has started. States
    /// seen before are told by its start, and are no reason of the next one (N-Trace Table 25: "the very first").
    pub(super) fn step(&mut self, now: Inputs, runs: bool) -> Edge {
        if runs {
            self.seen = Seen::default();
            if now == self.before && now.is_on() && !now.reset {
                // Most cycles: nothing has changed, and no state was seen that a start would tell.
                return Edge::None;
            }
        }
        if now.is_selected() {
            self.seen.halted |= now.halted;
            self.seen.low_power |= now.low_power;
            self.seen.reset |= now.reset;
        } else {
            self.seen = Seen::default();
        }
        let before = std::mem::replace(&mut self.before, now);
        match (before.is_on(), now.is_on()) {
            (false, true) => Edge::Start,
            (true, false) if now.halted => Edge::Stop(evcode::DEBUG),
            (true, false) if now.low_power => Edge::Stop(evcode::LOW_POWER),
            (true, false) => Edge::Stop(evcode::DISABLED),
            _ if !now.enable || now.tracing => Edge::None,
            // N-Trace Table 26, "Trace starts disabled": teEnable rises while teInstTracing is 0.
            _ if !before.enable => Edge::Stop(evcode::DISABLED),
            // N-Trace Table 26, "Hart stops with trace disabled": `halted` rises while teInstTracing is 0.
            _ if now.halted && !before.halted => Edge::Stop(evcode::DEBUG),
            _ => Edge::None,
        }
    }

    /// SYNC of a trace that starts now (N-Trace Table 25): 3 from debug mode, 9 from low power, 1 from reset, else 5.
    pub(super) const fn start(&self) -> u8 {
        match self.seen {
            Seen { halted: true, .. } => sync::EXIT_FROM_DEBUG,
            Seen { low_power: true, .. } => sync::EXIT_FROM_POWER_DOWN,
            Seen { reset: true, .. } => sync::EXIT_FROM_RESET,
            _ => sync::TRACE_ENABLE,
        }
    }
}
