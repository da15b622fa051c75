// SPDX-License-Identifier: Apache-2.0
//! When tracing starts and stops.

use crate::Cycle;
use tracewright_messages::{evcode, sync};

/// What the register bits and `halted` were, with teActive set.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Control {
    on: bool,
    enable: bool,
    halted: bool,
    /// The hart was seen halted since teEnable and teInstTracing were last not both set.
    seen_halted: bool,
}

/// What starts or stops in a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edge {
    /// Nothing.
    None,
    /// Tracing starts with this SYNC (N-Trace Table 25).
    Start(u8),
    /// ProgTraceCorrelation is due with this EVCODE: tracing stops, or Table 26 asks for it while tracing is off.
    Stop(u8),
}

impl Control {
    /// What `cycle` starts or stops; teActive is set in it.
    pub(super) fn step(&mut self, cycle: &Cycle) -> Edge {
        let armed = cycle.enable && cycle.tracing;
        let now = Control {
            on: cycle.is_on(),
            enable: cycle.enable,
            halted: cycle.halted,
            seen_halted: armed && (self.seen_halted || cycle.halted),
        };
        let before = std::mem::replace(self, now);
        if now.on != before.on {
            return match (now.on, now.seen_halted, now.halted) {
                (true, true, _) => Edge::Start(sync::EXIT_FROM_DEBUG),
                (true, false, _) => Edge::Start(sync::TRACE_ENABLE),
                (false, _, true) => Edge::Stop(evcode::DEBUG),
                (false, _, false) => Edge::Stop(evcode::DISABLED),
            };
        }
        if !cycle.enable || cycle.tracing {
            Edge::None
        } else if !before.enable {
            // Table 26, "Trace starts disabled".
            Edge::Stop(evcode::DISABLED)
        } else if now.halted && !before.halted {
            // Table 26, "Hart stops with trace disabled".
            Edge::Stop(evcode::DEBUG)
        } else {
            Edge::None
        }
    }
}
