// SPDX-License-Identifier: Apache-2.0
//! Transfers on the control bus.

use super::Bench;
use crate::bus::{Answer, Transfer};
use crate::error::BusError;
use crate::observed::flag;

impl Bench<'_> {
    /// Whether a transfer can begin.
    pub fn is_free(&self, write: bool) -> bool {
        self.master.is_free(write)
    }

    /// Begins a transfer, which goes on with the clock.
    pub fn begin(&mut self, transfer: Transfer) {
        self.bus_rest = 0;
        self.ledger.begin(transfer.write, self.master.access(&transfer));
        self.master.begin(transfer);
    }

    /// A transfer that has ended and that nobody has asked for yet.
    pub fn take_answer(&mut self) -> Option<Answer> {
        self.answered.pop_front()
    }

    /// Whether no transfer is under way.
    pub fn is_settled(&self) -> bool {
        self.ledger.is_settled()
    }

    /// Sets `debug_locked`, if there is one.
    pub fn lock(&mut self, level: bool) {
        if let Some(locked) = self.probes.outside.locked {
            self.model.set(locked, level.into());
            for hart in &mut self.harts {
                hart.state = hart.state & !flag::LOCKED | if level { flag::LOCKED } else { 0 };
            }
        }
    }

    /// What the bus shows in this cycle.
    pub(super) fn observe_bus(&mut self) -> Result<(), BusError> {
        self.master.observe(&self.model, &mut self.answers)?;
        for answer in self.answers.drain(..) {
            self.ledger.answered(&answer)?;
            self.answered.push_back(answer);
        }
        let rests = self.ledger.is_settled() && !self.has_jitter;
        self.bus_rest = if rests { self.bus_rest + 1 } else { 0 };
        Ok(())
    }
}
