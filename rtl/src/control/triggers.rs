// SPDX-License-Identifier: Apache-2.0
//! xTrigInControl (Trace Control ch. 8).

use crate::prim::*;
use rust_hdl_core::prelude::*;
use tracewright_config::Build;
use tracewright_regmap::*;

/// xTrigInControl: what each external trigger input does.
#[derive(Module)]
pub struct TriggerActions {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// Everything returns to its reset value.
    pub clear: Signal<In, Bit>,
    /// The register is written in this cycle.
    pub write: Signal<In, Bit>,
    /// The value written.
    pub wdata: Signal<In, Bits<32>>,
    /// The register's value.
    pub value: Signal<Out, Bits<32>>,
    /// xTrigInAction of each input.
    pub action: Vec<Signal<Out, Bits<4>>>,
    actions: Reg<Bits<32>>,
    asked: Vec<Signal<Local, Bits<4>>>,
    kept_below: Vec<Signal<Local, Bits<32>>>,
    keep: Signal<Local, Bits<32>>,
    exists: Constant<Bits<32>>,
    _inputs: usize,
}

impl TriggerActions {
    /// The register of `build`.
    pub fn new(build: &Build) -> Self {
        let inputs = build.encoder.external_triggers as usize;
        TriggerActions {
            clock: Default::default(),
            rst_n: Default::default(),
            clear: Default::default(),
            write: Default::default(),
            wdata: Default::default(),
            value: Default::default(),
            action: vec![Default::default(); inputs],
            actions: Reg::new(build.reset),
            asked: vec![Default::default(); inputs],
            kept_below: vec![Default::default(); inputs + 1],
            keep: Default::default(),
            exists: Constant::new(((1_u64 << (4 * inputs)) - 1).to_bits()),
            _inputs: inputs,
        }
    }
}

impl Logic for TriggerActions {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, actions);

        // An action that is not legal keeps what was there.
        self.kept_below[0].next = bits::<32>(0);
        self.keep.next = bits::<32>(0);
        for i in 0..self._inputs {
            self.asked[i].next = self.wdata.val().get_bits::<4>(i * 4);
            self.kept_below[i + 1].next = self.kept_below[i].val() | (bits::<32>(0xF) << (i * 4).to_bits::<32>());
            if (self.asked[i].val() == bits::<4>(0))
                | (self.asked[i].val() == X_TRIG_IN_ACTION_START.to_bits::<4>())
                | (self.asked[i].val() == X_TRIG_IN_ACTION_STOP.to_bits::<4>())
                | (self.asked[i].val() == X_TRIG_IN_ACTION_NOTIFY.to_bits::<4>())
            {
                self.kept_below[i + 1].next = self.kept_below[i].val();
            }
            self.keep.next = self.kept_below[i + 1].val();
            self.action[i].next = self.actions.q.val().get_bits::<4>(i * 4);
        }
        if self.write.val() {
            self.actions.d.next =
                (self.wdata.val() & self.exists.val() & !self.keep.val()) | (self.actions.q.val() & self.keep.val());
        }
        if self.clear.val() {
            self.actions.d.next = bits::<32>(0);
        }
        self.value.next = self.actions.q.val();
    }
}
