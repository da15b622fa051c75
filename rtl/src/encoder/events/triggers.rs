// SPDX-License-Identifier: Apache-2.0
//! Triggers that act on a whole cycle (docs/encoder.md, "Triggers").

use super::Events;
use crate::prim::*;
use tracewright_regmap::{X_TRIG_IN_ACTION_NOTIFY, X_TRIG_IN_ACTION_START, X_TRIG_IN_ACTION_STOP};

impl<const ADDR: usize> Events<ADDR> {
    /// Says what triggers ask for (N-Trace ch. 2; Trace Control 8.1, Trace Control ch. 9). Start (action 2, trace-on)
    /// acts from the oldest block of its cycle on: the gate takes it beside teInstTracing. Stop (3, trace-off) acts
    /// after the newest. Both at once while off trace that cycle alone: clearing wins (Trace Control 9.2). Record (4):
    /// an external trigger makes SYNC 0 due (`trigger_notify`), one of the hart SYNC 6, after its block
    /// (the port's `trigger_notify`; `tw_lane`, `tw_step`); those before its message is sent count as one.
    #[kernel]
    pub(super) fn trigger(&mut self) {
        let is_enabled = self.control.active.val() & self.gate.enabled.val();
        // teInstTrigEn is for trace-on and trace-off of the hart; external triggers do not need it.
        let watched = is_enabled & self.control.trigger_enable.val();
        self.trigger_start.next = watched & self.cycle.val().watchpoints.on;
        self.trigger_stop.next = watched & self.cycle.val().watchpoints.off;
        self.trigger_notify.next = false;
        for i in 0..self.external_trigger.len() {
            let action = self.control.external_action[i].val();
            if is_enabled & self.external_trigger[i].val() {
                if action == X_TRIG_IN_ACTION_START.to_bits::<4>() {
                    self.trigger_start.next = true;
                }
                if action == X_TRIG_IN_ACTION_STOP.to_bits::<4>() {
                    self.trigger_stop.next = true;
                }
                if action == X_TRIG_IN_ACTION_NOTIFY.to_bits::<4>() {
                    self.trigger_notify.next = true;
                }
            }
        }
        // In encoders that look ahead `is_enabled` has teEnable of the cycle before. Stop on wrap may have cleared
        // teEnable and teInstTracing since then: a trigger must not set teInstTracing again.
        self.control.tracing_set.next = self.trigger_start.val() & self.control.enable.val();
        self.control.tracing_clear.next = self.trigger_stop.val() & self.control.enable.val();
    }
}
