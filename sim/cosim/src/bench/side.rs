// SPDX-License-Identifier: Apache-2.0
//! A hart: what its port shows, and what is written down of its encoder.

use super::csrs::Csrs;
use super::without_blocks;
use crate::error::BusError;
use crate::observed::{flag, Batch, Item};
use crate::pool::{Lent, Pool};
use crate::probes::HartProbes;
use crate::source::Steps;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use std::sync::mpsc::SyncSender;
use tracewright_messages::Ingress;
use tracewright_model::stimulus::Request;
use verilator_sys::Model;

/// A hart.
pub(super) struct Side<'a> {
    pub probes: &'a HartProbes,
    steps: Steps,
    items: SyncSender<Item>,
    pub batch: Lent<Batch>,
    batches: Pool<Batch>,
    /// Whether the steps' blocks and triggers flow; else the port is idle.
    pub flowing: bool,
    /// The port shows the current step, which the hardware has not taken.
    waits: bool,
    /// What the port shows of the hart's state, and `debug_locked`: bits of [`flag`].
    pub state: u16,
    /// Levels of the external trigger inputs.
    pub triggers: u8,
    /// The latest register write asked for by a step.
    request: Option<Request>,
    /// Whether the next step waits until that write is done.
    held: bool,
    /// Cycles of the time's own clock since the encoder's last one.
    pub time_cycles: u8,
    pub stalled_for: u32,
    /// Whether what leaves the encoder is to be kept.
    keeps: bool,
    /// What has left it.
    sent: Vec<u8>,
    /// Draws what the hart does while it is stalled.
    restless: Option<SmallRng>,
    /// What the port shows, if something is beside the encoder.
    shown: Ingress,
    /// What is beside the encoder at the CSR port.
    pub csrs: Option<Csrs>,
}

/// Probability, in a cycle in which a restless hart is stalled, that it is in debug mode; and in low power.
const UNREST: f64 = 0.3;

impl<'a> Side<'a> {
    pub fn new(
        probes: &'a HartProbes,
        steps: Steps,
        items: SyncSender<Item>,
        keeps: bool,
        restless: Option<u64>,
        csrs: Option<Csrs>,
    ) -> Side<'a> {
        let batches = Pool::new();
        Side {
            probes,
            steps,
            items,
            batch: batches.lend(),
            batches,
            flowing: false,
            waits: false,
            state: 0,
            triggers: 0,
            request: None,
            held: false,
            time_cycles: 0,
            stalled_for: 0,
            keeps,
            sent: Vec::new(),
            restless: restless.map(SmallRng::seed_from_u64),
            shown: Ingress::default(),
            csrs,
        }
    }

    /// The register write that the ingress asks for now, if any.
    pub fn take_request(&mut self) -> Option<Request> {
        self.request.take()
    }

    /// The write that was asked for is done.
    pub fn release(&mut self) {
        self.held = false;
    }

    /// Whether every step of the source has been at the port.
    pub fn is_drained(&self) -> bool {
        !self.waits && self.steps.has_ended()
    }

    /// Whether teEnable was 0 and nothing was held when the hardware was last looked at.
    pub fn is_idle(&self, model: &Model) -> bool {
        let (flags, _) = self.probes.flags(model);
        flags & (flag::ENABLE | flag::EMPTY) == flag::EMPTY
    }

    /// Shows the hart's state as it will be with the first blocks; a hart can be halted from the start.
    pub fn show_state(&mut self, model: &mut Model) {
        self.next_step(model);
        if let Some(port) = self.at_port().copied() {
            self.show(model, &without_blocks(port));
        }
    }

    /// Lets the steps flow, beginning with the one that [`Side::show_state`] has peeked at.
    pub fn flow(&mut self, model: &mut Model) {
        self.flowing = true;
        if let Some(port) = self.at_port().copied() {
            self.show(model, &port);
        }
    }

    /// What the port shows until the hardware takes it.
    fn at_port(&self) -> Option<&Ingress> {
        self.steps.current().filter(|_| self.waits).map(|step| &step.ingress)
    }

    /// Shows the next step if the last was taken; else the hart may be in another state now.
    #[inline]
    pub fn advance<const PLAIN: bool>(&mut self, model: &mut Model) {
        match (self.waits, self.held) {
            _ if !self.flowing => {}
            (false, true) => {}
            (false, false) => self.next_step(model),
            (true, _) => self.be_restless(model),
        }
        if let Some(csrs) = self.csrs.as_mut().filter(|_| !PLAIN) {
            csrs.show(model, &self.shown, self.flowing);
        }
    }

    fn be_restless(&mut self, model: &mut Model) {
        let Some(rng) = &mut self.restless else { return };
        let [halted, low_power] = [rng.random_bool(UNREST), rng.random_bool(UNREST)];
        if let Some(&port) = self.at_port() {
            self.show(model, &Ingress { halted, low_power, ..port });
        }
    }

    #[inline(always)]
    fn next_step(&mut self, model: &mut Model) {
        let Some(step) = self.steps.next() else {
            self.waits = false;
            return self.show(model, &Ingress::default());
        };
        // First: `state` is read together with what is beside it, and would wait for `waits` if that were just written.
        (self.state, self.triggers) = show(self.probes, model, &step.ingress, self.state);
        self.waits = true;
        self.csrs.iter_mut().for_each(Csrs::next);
        self.request = step.request.or(self.request);
        self.held = step.request.is_some_and(|request| request.hold);
        if self.csrs.is_some() {
            self.shown = step.ingress;
        }
    }

    fn show(&mut self, model: &mut Model, port: &Ingress) {
        (self.state, self.triggers) = show(self.probes, model, port, self.state);
        if self.csrs.is_some() {
            self.shown = *port;
        }
    }

    /// The port took what it showed. Whether that was a step.
    pub fn take_port(&mut self) -> bool {
        std::mem::take(&mut self.waits)
    }

    pub fn send_batch(&mut self) -> Result<(), BusError> {
        self.batch.taken = self.steps.taken(!self.waits);
        let batch = std::mem::replace(&mut self.batch, self.batches.lend());
        if self.keeps {
            self.sent.extend_from_slice(&batch.bytes);
        }
        self.items.send(Item::Cycles(batch)).map_err(|_| BusError::Ended)
    }

    /// Hands over what is left. Gives what has left the encoder.
    pub fn finish(mut self, end: Item) -> Result<Vec<u8>, BusError> {
        self.send_batch()?;
        self.items.send(end).map_err(|_| BusError::Ended)?;
        Ok(std::mem::take(&mut self.sent))
    }
}

impl Drop for Side<'_> {
    /// Hands over the cycles before an error, so that an earlier difference of the encoder is not hidden by it.
    fn drop(&mut self) {
        if !self.batch.cycles.is_empty() {
            // Whoever compares may have found one already.
            let _ = self.send_batch();
        }
    }
}

/// Shows `port`. Gives what the port shows then of the hart's state, which was `before`, and the levels of the external
/// trigger inputs.
#[inline(always)]
fn show(probes: &HartProbes, model: &mut Model, port: &Ingress, before: u16) -> (u16, u8) {
    probes.ingress.show(model, port);
    let bit = |level, flag| if level { flag } else { 0 };
    let state = before & flag::LOCKED
        | bit(port.halted, flag::HALTED)
        | bit(port.reset, flag::RESET)
        | bit(port.low_power, flag::LOW_POWER);
    (state, port.external_triggers)
}
