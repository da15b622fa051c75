// SPDX-License-Identifier: Apache-2.0
//! A trace funnel with its registers (Trace Control ch. 11). sinks/funnel.rs lets the inputs take turns.

use crate::control::{RegisterPort, Registers};
use crate::prim::*;
use crate::sinks::{Downstream, Funnel, FunnelPlan, TraceIn, TraceOut};
use tracewright_config::Sink;
use tracewright_regmap::*;

/// Which funnel of which build.
pub struct Place {
    build: Build,
    funnel: u32,
    inputs: usize,
    /// What is downstream: of the last funnel the sinks, of another one a funnel.
    sink: Sink,
}

impl Place {
    /// The place of this funnel of `build`.
    pub fn new(build: &Build, funnel: u32) -> Place {
        let inputs = build.funnels()[funnel as usize].len();
        let is_last = build.sink_component() == build.system.harts + funnel;
        let next = Sink { kind: SinkKind::Funnel.into(), ..Sink::default() };
        Place { build: build.clone(), funnel, inputs, sink: if is_last { build.sink.clone() } else { next } }
    }

    fn plan(&self) -> FunnelPlan {
        let (build, is_outlived) = (self.build.clone(), self.sink.outlives_source());
        FunnelPlan { build, inputs: self.inputs, is_outlived }
    }
}

impl Resets for Place {
    fn reset(&self) -> Reset {
        self.build.reset
    }
}

/// A funnel and its registers: tfControl has fields of teControl, and sinks have the same registers as an encoder's.
#[synchronous(place: Place)]
pub struct Merger<const OUT: usize> {
    /// Trace of each input: of an encoder, or of another funnel.
    #[count(place.inputs)]
    #[new(TraceIn::new(&place.build))]
    pub input: Vec<TraceIn<OUT>>,
    /// The registers are locked.
    #[built(place.build.bus.lock)]
    pub locked: Optional<Signal<In, Bit>>,
    /// The bus of the registers.
    #[new(RegisterPort::new(&place.build))]
    pub bus: RegisterPort,
    /// Trace of all inputs: whole messages, at most a chunk a cycle, of one input after another in round-robin.
    #[new(TraceOut::new(&place.build))]
    pub trace: TraceOut<OUT>,
    /// The sinks, of which tfSink selects one, or a funnel. tfEmpty: funnel, joiner and memories hold nothing.
    #[new(Downstream::new(&place.sink))]
    pub downstream: Downstream,
    #[new(Registers::of_funnel(&place.build, place.funnel))]
    registers: Registers,
    #[new(Funnel::new(&place.plan()))]
    funnel: Funnel<OUT>,
}

impl<const OUT: usize> Logic for Merger<OUT> {
    #[kernel]
    fn update(&mut self) {
        connect!(registers: locked, bus, sinks = downstream.registers);

        let control = self.registers.tf_control.val();
        self.funnel.clear.next = !control.get_bit(TF_CONTROL_TF_ACTIVE);
        self.funnel.enable.next = control.get_bit(TF_CONTROL_TF_ENABLE);
        self.funnel.disable.next = self.registers.tf_dis_input.val().get_bits::<16>(0);
        self.registers.tf_empty.next = self.funnel.empty.val() & self.downstream.sinks_empty.val();

        connect!(funnel: input, trace);

        connect!(self.downstream: stop = registers.tf_enable_clear, drained = funnel.empty);
        self.downstream.active.next = control.get_bit(TF_CONTROL_TF_ACTIVE);
        self.downstream.enable.next = control.get_bit(TF_CONTROL_TF_ENABLE);
        self.downstream.sink.next = control.get_bits::<4>(TF_CONTROL_TF_SINK);
        self.downstream.stop_on_wrap.next = control.get_bit(TF_CONTROL_TF_STOP_ON_WRAP);
        self.downstream.sba_failed.next = self.registers.te_sba_status.val().get_bit(TE_SBA_STATUS_SBA_ERROR);
    }
}
