// SPDX-License-Identifier: Apache-2.0
//! What the hardware took lately, for the report of a difference.

use super::{keep, HISTORY};
use crate::mismatch::Seen;
use crate::observed::{flag, BATCH};
use crate::source::TakenSteps;
use std::collections::VecDeque;
use tracewright_messages::Ingress;

/// What the hardware took. Of the ports of a batch only the last are copied, when the batch is over.
pub(super) struct History {
    /// Of each port of the batch that has had its cycle, what comes from elsewhere.
    pub taken: Vec<Taken>,
    seen: VecDeque<Seen>,
}

/// What a port that the hardware took comes with.
#[derive(Clone, Copy)]
pub(super) struct Taken {
    pub cycle: u64,
    pub flags: u16,
    /// External triggers that fire.
    pub triggers: u8,
    /// It has blocks or triggers.
    pub is_told: bool,
}

impl History {
    pub fn new() -> History {
        History { taken: Vec::with_capacity(BATCH), seen: VecDeque::with_capacity(HISTORY) }
    }

    /// Remembers what was taken of a batch with these steps, which has been compared, or as far as it was.
    pub fn remember(&mut self, steps: &[TakenSteps]) {
        let told = self.taken.iter().filter(|taken| taken.is_told).count();
        let ports = self.taken.drain(..).zip(steps.iter().flat_map(TakenSteps::ports));
        let ports = ports.filter(|(taken, _)| taken.is_told);
        for (Taken { cycle, flags, triggers, .. }, port) in ports.skip(told.saturating_sub(HISTORY)) {
            let mut ingress = Ingress::default();
            see(&mut ingress, Some(port), flags, triggers);
            keep(&mut self.seen, Seen { cycle, ingress });
        }
    }

    /// What was taken lately, the oldest first.
    pub fn into_seen(self) -> Vec<Seen> {
        self.seen.into()
    }
}

/// What the ingress register takes in a cycle with these flags, in which these external triggers fire.
pub(super) fn see(register: &mut Ingress, port: Option<&Ingress>, flags: u16, triggers: u8) {
    // By `unwrap_or_default` the port goes through memory once more.
    match port {
        Some(port) => *register = *port,
        None => *register = Ingress::default(),
    }
    register.external_triggers = triggers;
    register.halted = flags & flag::HALTED != 0;
    register.reset = flags & flag::RESET != 0;
    register.low_power = flags & flag::LOW_POWER != 0;
}
