// SPDX-License-Identifier: Apache-2.0
//! External trigger outputs, by xTrigOutControl (Trace Control 8.1). encoder/events/triggers.rs has xTrigInControl.

use crate::prim::*;
use tracewright_regmap::*;

/// Pulses of a clock cycle when tracing starts or stops, as xTrigOutControl selects for each output.
#[synchronous(build: Build)]
pub struct TriggerOutputs {
    /// teInstTracing: 0 to 1 is starting trace, 1 to 0 stopping it. Where teActive 0 does that, `control` is 0, too.
    pub tracing: Signal<In, Bit>,
    /// xTrigOutControl, 4 bits an output: bit 0 start, bit 1 stop. Bits 2 and 3 are 0, as all bits of absent outputs.
    pub control: Signal<In, Bits<32>>,
    /// The outputs; high in the cycle after the one in which teInstTracing differs from the cycle before.
    #[count(build.encoder.trigger_outputs)]
    pub trigger: Vec<Signal<Out, Bit>>,
    before: Reg<Bit>,
    #[count(build.encoder.trigger_outputs)]
    event: Vec<Signal<Local, Bits<4>>>,
    #[count(build.encoder.trigger_outputs)]
    fired: Vec<Reg<Bit>>,
    #[value(X_TRIG_OUT_EVENT_START.to_bits())]
    start: Constant<Bits<4>>,
    #[value(X_TRIG_OUT_EVENT_STOP.to_bits())]
    stop: Constant<Bits<4>>,
}

impl Logic for TriggerOutputs {
    #[kernel]
    fn update(&mut self) {
        self.before.d.next = self.tracing.val();
        for i in 0..self.trigger.len() {
            self.event[i].next = self.control.val().get_bits::<4>(i * 4);
            self.fired[i].d.next =
                (self.tracing.val() & !self.before.q.val() & (self.event[i].val() & self.start.val()).any())
                    | (!self.tracing.val() & self.before.q.val() & (self.event[i].val() & self.stop.val()).any());
            self.trigger[i].next = self.fired[i].q.val();
        }
    }
}
