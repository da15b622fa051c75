// SPDX-License-Identifier: Apache-2.0
//! Triggers that act on a whole cycle (E-Trace ch. 4; Trace Control ch. 8 and 9). Trace-notify acts in step.rs.

use super::settings::Settings;
use tracewright_config::TriggerAction;
use tracewright_messages::Ingress;

/// What the triggers of a cycle ask for (Trace Control ch. 9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Triggers {
    /// Trace on (action 2), from the oldest block of the cycle on: `Inputs::tracing` takes it in the same cycle.
    pub(super) on: bool,
    /// Trace off (action 3), after the newest block: it only clears teInstTracing, for the next cycle (`tracing`).
    pub(super) off: bool,
    /// An external trigger with action 4: a marker (SYNC 0) is owed after the cycle's blocks (due.rs), one for several.
    pub(super) marker: bool,
}

impl Triggers {
    /// Those of `ingress`, with teActive and teEnable set.
    pub(super) fn of(ingress: &Ingress, settings: &Settings) -> Self {
        if !ingress.trigger_on && !ingress.trigger_off && ingress.external_triggers == 0 {
            return Triggers::default();
        }
        let fires = |input: usize| ingress.external_triggers >> input & 1 != 0;
        let actions = settings.run.external_triggers.0;
        let external = |asked| actions.iter().enumerate().any(|(input, action)| *action == asked && fires(input));
        // teInstTrigEn: trace-on and trace-off of the hart act.
        let watches = settings.run.triggers;
        Triggers {
            on: ingress.trigger_on && watches || external(TriggerAction::Start),
            off: ingress.trigger_off && watches || external(TriggerAction::Stop),
            marker: external(TriggerAction::Notify),
        }
    }

    /// What the triggers make of teInstTracing in the next cycle: off beats on, both beat a write (Trace Control 9.2).
    pub(super) fn tracing(self) -> Option<bool> {
        match self {
            Triggers { off: true, .. } => Some(false),
            Triggers { on: true, .. } => Some(true),
            _ => None,
        }
    }
}
