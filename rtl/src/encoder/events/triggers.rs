// SPDX-License-Identifier: Apache-2.0
//! Triggers that act on a whole cycle (docs/encoder.md, "Triggers").

use crate::encoder::built::{many, Built};
use crate::prim::*;
use rust_hdl_core::prelude::*;
use tracewright_config::Build;
use tracewright_regmap::{X_TRIG_IN_ACTION_NOTIFY, X_TRIG_IN_ACTION_START, X_TRIG_IN_ACTION_STOP};

/// What the triggers of a cycle ask for.
#[derive(Module)]
pub struct Triggers {
    /// teActive and teEnable.
    pub enable: Signal<In, Bit>,
    /// A watchpoint starts trace.
    pub trigger_on: Vec<Signal<In, Bit>>,
    /// A watchpoint stops trace.
    pub trigger_off: Vec<Signal<In, Bit>>,
    /// teInstTrigEn.
    pub trigger_enable: Vec<Signal<In, Bit>>,
    /// External triggers that fire.
    pub external_trigger: Vec<Signal<In, Bit>>,
    /// xTrigInAction of each.
    pub external_action: Vec<Signal<In, Bits<4>>>,
    /// Trace goes on, from the first block of this cycle.
    pub start: Signal<Out, Bit>,
    /// Trace goes off, behind the last block of this cycle.
    pub stop: Signal<Out, Bit>,
    /// A synchronising message is due, behind the last block of this cycle.
    pub notify: Signal<Out, Bit>,
    _triggers: usize,
    _external: usize,
}

impl Triggers {
    /// The triggers of `build`.
    pub fn new(build: &Build) -> Self {
        let Built { triggers, external, .. } = Built::of(build);
        Triggers {
            enable: Default::default(),
            trigger_on: many(triggers),
            trigger_off: many(triggers),
            trigger_enable: many(triggers),
            external_trigger: many(external),
            external_action: many(external),
            start: Default::default(),
            stop: Default::default(),
            notify: Default::default(),
            _triggers: triggers,
            _external: external,
        }
    }
}

impl Logic for Triggers {
    #[hdl_gen]
    fn update(&mut self) {
        self.start.next = false;
        self.stop.next = false;
        self.notify.next = false;
        for i in 0..self._triggers {
            self.start.next = self.enable.val() & self.trigger_enable[i].val() & self.trigger_on[i].val();
            self.stop.next = self.enable.val() & self.trigger_enable[i].val() & self.trigger_off[i].val();
        }
        for i in 0..self._external {
            if self.enable.val() & self.external_trigger[i].val() {
                if self.external_action[i].val() == X_TRIG_IN_ACTION_START.to_bits::<4>() {
                    self.start.next = true;
                }
                if self.external_action[i].val() == X_TRIG_IN_ACTION_STOP.to_bits::<4>() {
                    self.stop.next = true;
                }
                if self.external_action[i].val() == X_TRIG_IN_ACTION_NOTIFY.to_bits::<4>() {
                    self.notify.next = true;
                }
            }
        }
    }
}
