// SPDX-License-Identifier: Apache-2.0
//! Bits of teControl that the hardware changes by itself.

use crate::mismatch::Difference;
use crate::observed::{flag, Cycle};
use tracewright_messages::Tcode;
use tracewright_model::Outcome;

/// Cycles after the last of a write in which it takes effect.
const WRITE_CYCLES: u8 = 2;

/// What is known of teControl.
#[derive(Default)]
pub(super) struct Control {
    /// What triggers made of teInstTracing in the cycle before.
    due: Option<bool>,
    /// teInstTracing in the cycle before.
    was_tracing: bool,
    /// teEnable in the cycle before.
    was_enabled: bool,
    /// Cycles in which teInstTracing may be what was written.
    written: u8,
    /// teInstStallOrOverflow.
    pub stalled_or_lost: bool,
}

impl Control {
    /// Compares teInstTracing with what triggers have made of it; without a trigger or a write it stays.
    pub fn compare(&mut self, cycle: &Cycle) -> Result<(), Difference> {
        let (tracing, enabled) = (cycle.has(flag::TRACING), cycle.has(flag::ENABLE));
        // Stopping on wrap clears both; a write that disables may come with a trigger.
        let stops = self.was_enabled && !enabled;
        let expected = match self.due.take() {
            Some(due) => due,
            None if self.written > 0 => tracing,
            None => self.was_tracing,
        };
        self.written = if cycle.has(flag::WRITE) { WRITE_CYCLES } else { self.written.saturating_sub(1) };
        self.was_tracing = tracing;
        if tracing == expected || stops {
            Ok(())
        } else {
            Err(Difference::Register {
                name: "teInstTracing, as triggers leave it,",
                expected: expected.into(),
                found: tracing.into(),
            })
        }
    }

    /// Keeps what this cycle brought.
    pub fn keep(&mut self, cycle: &Cycle, outcome: &Outcome) {
        let enabled = cycle.has(flag::ACTIVE) && cycle.has(flag::ENABLE);
        if enabled && !self.was_enabled || !cycle.has(flag::ACTIVE) {
            self.stalled_or_lost = false;
        }
        self.was_enabled = enabled;
        let reports_loss = outcome.messages().any(|message| message.tcode() == Tcode::Error);
        self.stalled_or_lost |= reports_loss || cycle.has(flag::STALL);
        self.due = outcome.tracing;
    }
}
