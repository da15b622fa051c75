// SPDX-License-Identifier: Apache-2.0
//! External trigger outputs.

use crate::encoder::many;
use crate::prim::*;
use rust_hdl_core::prelude::*;
use tracewright_config::Build;
use tracewright_regmap::*;

/// Pulses of a clock cycle when tracing starts or stops, as xTrigOutControl selects.
#[derive(Module)]
pub struct TriggerOutputs {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// teInstTracing.
    pub tracing: Signal<In, Bit>,
    /// xTrigOutControl.
    pub control: Signal<In, Bits<32>>,
    /// The outputs; high in the cycle after the one in which teInstTracing differs from the cycle before.
    pub trigger: Vec<Signal<Out, Bit>>,
    before: Reg<Bit>,
    event: Vec<Signal<Local, Bits<4>>>,
    fired: Vec<Reg<Bit>>,
    start: Constant<Bits<4>>,
    stop: Constant<Bits<4>>,
    _outputs: usize,
}

impl TriggerOutputs {
    /// How many there are in `build`: one or none.
    pub fn count(build: &Build) -> usize {
        usize::from(build.encoder.trigger_outputs > 0)
    }

    /// The outputs of `build`.
    pub fn new(build: &Build) -> Self {
        let outputs = build.encoder.trigger_outputs as usize;
        TriggerOutputs {
            clock: Default::default(),
            rst_n: Default::default(),
            tracing: Default::default(),
            control: Default::default(),
            trigger: many(outputs),
            before: Reg::new(build.reset),
            event: many(outputs),
            fired: (0..outputs).map(|_| Reg::new(build.reset)).collect(),
            start: Constant::new(X_TRIG_OUT_EVENT_START.to_bits()),
            stop: Constant::new(X_TRIG_OUT_EVENT_STOP.to_bits()),
            _outputs: outputs,
        }
    }
}

impl Logic for TriggerOutputs {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, before);

        self.before.d.next = self.tracing.val();
        for i in 0..self._outputs {
            self.event[i].next = self.control.val().get_bits::<4>(i * 4);
            self.fired[i].clock.next = self.clock.val();
            self.fired[i].rst_n.next = self.rst_n.val();
            self.fired[i].d.next =
                (self.tracing.val() & !self.before.q.val() & (self.event[i].val() & self.start.val()).any())
                    | (!self.tracing.val() & self.before.q.val() & (self.event[i].val() & self.stop.val()).any());
            self.trigger[i].next = self.fired[i].q.val();
        }
    }
}
