// SPDX-License-Identifier: Apache-2.0
//! What each hart has: an encoder with its registers, Control Transfer Records, and performance counters.

mod csrs;
mod port;

pub use port::HartPort;

use crate::control::{Power, RecordsPort, RegisterPort, Registers, TriggerInputs, TriggerOutputs};
use crate::encoder::{has, Encoder};
use crate::prim::*;
use crate::sinks::{Downstream, TraceOut};
use crate::timestamp::{TimeSender, Timestamp};
use tracewright_csrs::ctr::Ctr;
use tracewright_csrs::pmu::Counters;
use tracewright_regmap::*;

/// What each hart has of its own.
#[derive(Module)]
#[module(build: Build)]
pub struct Hart<const XLEN: usize, const ADDR: usize, const FIRST: usize, const OUT: usize> {
    /// Clock of everything that has none of its own; rising edge.
    pub clock: Signal<In, Clock>,
    /// Reset of everything in this clock, active low.
    pub rst_n: Signal<In, Bit>,
    /// The hart.
    pub port: HartPort<XLEN>,
    /// Clock of the time; rising edge.
    #[built(has(build).time_clock)]
    pub time_clock: Optional<Signal<In, Clock>>,
    /// Reset of the time, active low, released with its clock.
    #[built(has(build).time_clock)]
    pub time_rst_n: Optional<Signal<In, Bit>>,
    /// The time.
    #[built(build.timestamp.source == TimestampSource::External)]
    pub hart_time: Optional<Signal<In, Bits<64>>>,
    /// The time of another encoder.
    #[built(build.timestamp.source == TimestampSource::Slave)]
    pub broadcast_time: Optional<Signal<In, Bits<64>>>,
    /// The time, for other encoders.
    #[built(has(build).broadcast)]
    pub time_broadcast: Optional<Signal<Out, Bits<64>>>,
    /// The registers are locked.
    #[built(build.bus.lock)]
    pub locked: Optional<Signal<In, Bit>>,
    /// The bus of the registers.
    pub bus: RegisterPort,
    /// The register is read in this cycle.
    #[built(has(build).time)]
    pub bus_read: Optional<Signal<In, Bit>>,
    /// The window to Control Transfer Records.
    #[built(has(build).records)]
    pub window: Optional<RecordsPort>,
    /// Trace, which stops with a correlation when teInstTracing becomes 0 (`tw_gate`).
    pub trace: TraceOut<OUT>,
    /// The sinks: with teEnable 0 they flush partial words; PIB and ATB say in pibEmpty, atbEmpty that they are empty.
    #[new(Downstream::new(&build.sink))]
    pub downstream: Downstream,
    /// teSrcID after reset: it tells harts apart.
    #[built(build.sink.kind.is_only(SinkKind::Funnel))]
    pub source_id: Optional<Signal<In, Bits<12>>>,
    /// A sink asks for a synchronising message.
    #[built(has(build).requests)]
    pub sync_request: Optional<Signal<In, Bit>>,
    encoder: Encoder<XLEN, ADDR, FIRST, OUT>,
    #[new(Registers::of(build))]
    registers: Registers,
    #[built(build.power.delay > 0)]
    power: Optional<Power>,
    #[built(has(build).external)]
    trigger_inputs: Optional<TriggerInputs>,
    #[built(build.encoder.trigger_outputs > 0)]
    trigger_outputs: Optional<TriggerOutputs>,
    #[built(has(build).time)]
    timestamp: Optional<Timestamp>,
    #[built(has(build).time_clock)]
    time_sender: Optional<TimeSender>,
    #[built(has(build).records)]
    records: Optional<Ctr<XLEN, ADDR>>,
    #[built(has(build).counters)]
    counters: Optional<Counters<XLEN>>,
    #[new(build.sink.outlives_source())]
    _is_outlived: bool,
    #[new(build.timestamp.source == TimestampSource::External)]
    _has_hart_time: bool,
    #[new(has(build).time_clock)]
    _has_time_clock: bool,
}

#[kernel]
impl<const XLEN: usize, const ADDR: usize, const FIRST: usize, const OUT: usize> Hart<XLEN, ADDR, FIRST, OUT> {
    fn update(&mut self) {
        connect!(registers: locked, bus, te_src_id_reset = source_id, sinks = downstream.registers);
        self.activity();
        self.options();
        self.triggers();
        self.time();
        self.trace();
        self.retires();
        self.transfers();
        self.counted();
        self.csrs();
    }

    /// If the encoder is active (teActive as written is `asked`, as read `followed`: `tw_power`), enabled, tracing.
    fn activity(&mut self) {
        let control = self.registers.te_control.val();
        let asked = control.get_bit(TE_CONTROL_TE_ACTIVE);
        self.power.asked.next = asked;
        let followed = if self.power.is_built() { self.power.followed.val() } else { asked };
        let active = if self.power.is_built() { asked & followed } else { asked };
        self.registers.te_active.next = followed;
        self.encoder.control.active.next = active;
        self.downstream.active.next = active;
        self.port.clock_request.next = asked | followed;
        if self._is_outlived {
            // A sink that outlives the encoder must still take what it is shown: the encoder has its clock until then.
            if self.encoder.trace.valid.val() {
                self.port.clock_request.next = true;
            }
        }

        let stopped = self.downstream.stop.val();
        self.registers.te_enable_clear.next = stopped;
        self.registers.te_inst_tracing_set.next = self.encoder.control.tracing_set.val();
        self.registers.te_inst_tracing_clear.next = self.encoder.control.tracing_clear.val() | stopped;
        // teInstStallOrOverflow (Trace Control ch. 5) is set while the hart is stalled, and as an Error enters the
        // queue. While teActive is 0, and as teEnable rises, the register file clears it, whatever sets it then.
        self.registers.te_inst_stall_or_overflow_set.next =
            self.encoder.stall.val() | self.encoder.control.error_sent.val();
        self.encoder.control.enable.next = control.get_bit(TE_CONTROL_TE_ENABLE);
        self.encoder.control.tracing.next = control.get_bit(TE_CONTROL_TE_INST_TRACING);
        self.encoder.stall_enable.next = control.get_bit(TE_CONTROL_TE_INST_STALL_EN);
        self.encoder.control.sync_mode.next = control.get_bits::<2>(TE_CONTROL_TE_SYNC_MODE);
        self.encoder.control.sync_max.next = control.get_bits::<4>(TE_CONTROL_TE_SYNC_MAX);
    }

    /// The ingress port, and the options of the encoder that teControl and teInstFeatures choose.
    fn options(&mut self) {
        let control = self.registers.te_control.val();
        let features = self.registers.te_inst_features.val();
        connect!(encoder: port.{port = ingress, stall});
        self.encoder.control.sync_request.next = self.sync_request.val();
        self.encoder.context_enable.next = control.get_bit(TE_CONTROL_TE_CONTEXT);
        self.encoder.control.trigger_enable.next = control.get_bit(TE_CONTROL_TE_INST_TRIG_EN);
        self.encoder.btm.next = control.get_bits::<3>(TE_CONTROL_TE_INST_MODE) == TE_INST_MODE_BTM.to_bits::<3>();
        self.encoder.style.src_inhibit.next = control.get_bit(TE_CONTROL_TE_INHIBIT_SRC);
        self.encoder.style.src_id.next = features.get_bits::<12>(TE_INST_FEATURES_TE_SRC_ID);
        self.encoder.sequential_jump.next = features.get_bit(TE_INST_FEATURES_TE_INST_EN_SEQUENTIAL_JUMP);
        self.encoder.all_jumps.next = features.get_bit(TE_INST_FEATURES_TE_INST_EN_ALL_JUMPS);
        self.encoder.style.extend.next = features.get_bit(TE_INST_FEATURES_TE_INST_EXTEND_ADDR_MSB);
        self.encoder.implicit_return.next = features.get_bit(TE_INST_FEATURES_TE_INST_EN_CALL_STACK)
            | features.get_bits::<2>(TE_INST_FEATURES_TE_INST_IMPLICIT_RETURN_MODE).any();
        self.encoder.repeated_history.next = features.get_bit(TE_INST_FEATURES_TE_INST_EN_REPEATED_HISTORY);
    }

    fn triggers(&mut self) {
        connect!(trigger_inputs: encoder.stall, level = port.external_trigger, trigger = encoder.external_trigger);
        for i in 0..self.port.external_trigger.len() {
            self.encoder.control.external_action[i].next = self.registers.x_trig_in_control.val().get_bits::<4>(i * 4);
        }
        self.trigger_outputs.tracing.next = self.registers.te_control.val().get_bit(TE_CONTROL_TE_INST_TRACING);
        connect!(trigger_outputs: control = registers.x_trig_out_control, trigger = port.trigger_out);
    }

    fn time(&mut self) {
        let control = self.registers.ts_control.val();
        self.timestamp.control.next = control;
        connect!(timestamp: bus_read, bus.{bus_addr = addr}, registers.{lower = ts_lower, upper = ts_upper,
            followed = ts_active}, encoder.control.now, port.ingress.halted);
        self.encoder.style.timestamps.next = control.get_bit(TS_CONTROL_TS_ENABLE);

        let outside = if self._has_hart_time { self.hart_time.val() } else { self.broadcast_time.val() };
        self.timestamp.external_time.next = outside;
        if self._has_time_clock {
            connect!(time_sender: clock = time_clock, rst_n = time_rst_n, broadcast = time_broadcast,
                port.ingress.halted, timestamp.far);
            self.time_sender.asked.next = control.get_bit(TS_CONTROL_TS_ACTIVE);
            self.time_sender.count.next = control.get_bit(TS_CONTROL_TS_COUNT);
            self.time_sender.debug.next = control.get_bit(TS_CONTROL_TS_DEBUG);
            self.time_sender.prescale.next = control.get_bits::<2>(TS_CONTROL_TS_PRESCALE);
            self.time_sender.external_time.next = outside;
        } else {
            self.time_broadcast.next = self.timestamp.broadcast.val();
        }
    }

    /// teEnable 0 flushes trace, until teEmpty is 1 (Trace Control ch. 15). That leaves out what PIB and ATB hold.
    fn trace(&mut self) {
        let control = self.registers.te_control.val();
        connect!(encoder: trace, empty = downstream.drained);
        self.registers.te_empty.next = self.encoder.empty.val() & self.downstream.sinks_empty.val();
        self.downstream.enable.next = control.get_bit(TE_CONTROL_TE_ENABLE);
        self.downstream.sink.next = control.get_bits::<4>(TE_CONTROL_TE_SINK);
        self.downstream.stop_on_wrap.next = control.get_bit(TE_CONTROL_TE_STOP_ON_WRAP);
        self.downstream.sba_failed.next = self.registers.te_sba_status.val().get_bit(TE_SBA_STATUS_SBA_ERROR);
    }
}
