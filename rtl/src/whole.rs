// SPDX-License-Identifier: Apache-2.0
//! The whole of a build.

use crate::control::{Access, Apb, Power, Registers, TriggerInputs, TriggerOutputs};
use crate::encoder::{many, Built, Encoder};
use crate::prim::{clock, Module};
use crate::sink::SramSink;
use crate::timestamp::{Kind, TimeSender, Timestamp};
use rust_hdl_core::prelude::*;
use tracewright_config::{Build, Packer, SinkKind, TimestampSource};
use tracewright_regmap::*;

/// Encoder, registers behind a bus, and the sink.
#[derive(Module)]
pub struct Top<const XLEN: usize, const ADDR: usize, const FIRST: usize, const OUT: usize> {
    /// Clock of everything; rising edge.
    pub clock: Signal<In, Clock>,
    /// Reset of everything, active low.
    pub rst_n: Signal<In, Bit>,
    /// Ingress: how each block ends.
    pub itype: Vec<Signal<In, Bits<4>>>,
    /// Ingress: address of each block's first instruction.
    pub iaddr: Vec<Signal<In, Bits<XLEN>>>,
    /// Ingress: what retired in each block.
    pub iretire: Vec<Signal<In, Bits<6>>>,
    /// Ingress: the last instruction of each block is 2^ilastsize half-words.
    pub ilastsize: Vec<Signal<In, Bit>>,
    /// Ingress: the jump that ends each block is sequentially inferable.
    pub sijump: Vec<Signal<In, Bit>>,
    /// Ingress: a watchpoint of each block asks for a synchronising message.
    pub trigger_notify: Vec<Signal<In, Bit>>,
    /// Ingress: the hart is halted in debug mode.
    pub halted: Signal<In, Bit>,
    /// Ingress: the hart is in reset.
    pub hart_reset: Vec<Signal<In, Bit>>,
    /// Ingress: the hart is in a low-power mode.
    pub low_power: Vec<Signal<In, Bit>>,
    /// Ingress: privilege mode.
    pub privilege: Vec<Signal<In, Bits<3>>>,
    /// Ingress: hcontext above scontext.
    pub hart_context: Vec<Signal<In, Bits<64>>>,
    /// Ingress: how a change of the context is reported.
    pub ctype: Vec<Signal<In, Bits<2>>>,
    /// Ingress: a watchpoint starts trace.
    pub trigger_on: Vec<Signal<In, Bit>>,
    /// Ingress: a watchpoint stops trace.
    pub trigger_off: Vec<Signal<In, Bit>>,
    /// External triggers: a rising edge fires one; asynchronous.
    pub external_trigger: Vec<Signal<In, Bit>>,
    /// External triggers: tracing has started or stopped.
    pub trigger_out: Vec<Signal<Out, Bit>>,
    /// Clock of the time; rising edge.
    pub time_clock: Vec<Signal<In, Clock>>,
    /// Reset of the time, active low, released with its clock.
    pub time_rst_n: Vec<Signal<In, Bit>>,
    /// The time.
    pub hart_time: Vec<Signal<In, Bits<64>>>,
    /// The time of another encoder.
    pub broadcast_time: Vec<Signal<In, Bits<64>>>,
    /// The time, for other encoders.
    pub time_broadcast: Vec<Signal<Out, Bits<64>>>,
    /// Ingress: the hart must hold its blocks, which are not taken in this cycle.
    pub stall: Signal<Out, Bit>,
    /// APB4: byte address of the register.
    pub paddr: Signal<In, Bits<12>>,
    /// APB4: selected.
    pub psel: Signal<In, Bit>,
    /// APB4: second and later cycles of a transfer.
    pub penable: Signal<In, Bit>,
    /// APB4: write.
    pub pwrite: Signal<In, Bit>,
    /// APB4: data to write.
    pub pwdata: Signal<In, Bits<32>>,
    /// APB4: bytes to write.
    pub pstrb: Signal<In, Bits<4>>,
    /// APB4: the transfer ends.
    pub pready: Signal<Out, Bit>,
    /// APB4: data read.
    pub prdata: Signal<Out, Bits<32>>,
    /// APB4: the address is not aligned.
    pub pslverr: Signal<Out, Bit>,
    /// Stream sink: there is trace.
    pub trace_valid: Vec<Signal<Out, Bit>>,
    /// Stream sink: the trace is taken.
    pub trace_ready: Vec<Signal<In, Bit>>,
    /// Stream sink: the trace, first byte lowest.
    pub trace_data: Vec<Signal<Out, Bits<OUT>>>,
    /// Stream sink: how many bytes it is, where that is not always the same.
    pub trace_bytes: Vec<Signal<Out, Bits<6>>>,
    /// The encoder needs its clock.
    pub clock_request: Vec<Signal<Out, Bit>>,
    encoder: Encoder<XLEN, ADDR, FIRST, OUT>,
    bus: Apb,
    access: Access,
    registers: Registers,
    power: Vec<Power>,
    trigger_inputs: Vec<TriggerInputs>,
    trigger_outputs: Vec<TriggerOutputs>,
    timestamp: Vec<Timestamp>,
    time_sender: Vec<TimeSender>,
    sram: Vec<SramSink>,
    control: Signal<Local, Bits<32>>,
    active: Signal<Local, Bit>,
    followed: Signal<Local, Bit>,
    stopped: Signal<Local, Bit>,
    set: Signal<Local, Bit>,
    cleared: Signal<Local, Bit>,
    outside_time: Vec<Signal<Local, Bits<64>>>,
    _blocks: usize,
    _sequential: usize,
    _triggers: usize,
    _any_trigger: usize,
    _reset: usize,
    _low_power: usize,
    _context: usize,
    _contexts: usize,
    _external: usize,
    _trigger_inputs: usize,
    _trigger_outputs: usize,
    _outputs: usize,
    _both: usize,
    _all_jumps: usize,
    _returns: usize,
    _repeat: usize,
    _time: usize,
    _wide_time: usize,
    _hart_time: usize,
    _broadcast_time: usize,
    _near_counter: usize,
    _near_outside: usize,
    _near_broadcast: usize,
    _far_time: usize,
    _far_counter: usize,
    _far_outside: usize,
    _far_broadcast: usize,
    _clock_request: usize,
    _power: usize,
    _src: usize,
    _extend: usize,
    _message: usize,
    _sram: usize,
    _sram_bytes: usize,
    _sram_words: usize,
    _stream: usize,
}

impl<const XLEN: usize, const ADDR: usize, const FIRST: usize, const OUT: usize> Top<XLEN, ADDR, FIRST, OUT> {
    /// The hardware of `build`.
    pub fn new(build: &Build) -> Self {
        let built = Built::of(build);
        let blocks = built.blocks;
        let time = Kind::of(build);
        let (far, near) = (time.own_clock, 1 - time.own_clock);
        let hart_time = usize::from(build.timestamp.source == TimestampSource::External);
        let broadcast_time = time.external - hart_time;
        let outputs = build.encoder.trigger_outputs as usize;
        let (sram, stream) = match build.sink.kind {
            SinkKind::Sram => (1, 0),
            SinkKind::Stream => (0, 1),
        };
        let message = usize::from(build.encoder.packer == Packer::Message);
        let src = usize::from(build.encoder.src_bits > 0);
        let extend = usize::from(build.encoder.extended_address);
        let clock_request = usize::from(build.power.clock_request);
        let power = Power::count(build);
        Top {
            clock: Default::default(),
            rst_n: Default::default(),
            itype: many(blocks),
            iaddr: many(blocks),
            iretire: many(blocks),
            ilastsize: many(blocks),
            sijump: many(blocks * built.sequential),
            trigger_notify: many(blocks * built.triggers),
            halted: Default::default(),
            hart_reset: many(built.reset),
            low_power: many(built.low_power),
            privilege: many(built.context),
            hart_context: many(built.contexts),
            ctype: many(built.contexts),
            trigger_on: many(built.triggers),
            trigger_off: many(built.triggers),
            external_trigger: many(built.external),
            trigger_out: many(outputs),
            time_clock: many(far),
            time_rst_n: many(far),
            hart_time: many(hart_time),
            broadcast_time: many(broadcast_time),
            time_broadcast: many(time.broadcast),
            stall: Default::default(),
            paddr: Default::default(),
            psel: Default::default(),
            penable: Default::default(),
            pwrite: Default::default(),
            pwdata: Default::default(),
            pstrb: Default::default(),
            pready: Default::default(),
            prdata: Default::default(),
            pslverr: Default::default(),
            trace_valid: many(stream),
            trace_ready: many(stream),
            trace_data: many(stream),
            trace_bytes: many(message),
            clock_request: many(clock_request),
            encoder: Encoder::new(build),
            bus: Apb::default(),
            access: Access::new(build),
            registers: Registers::of(build),
            power: (0..power).map(|_| Power::new(build)).collect(),
            trigger_inputs: (0..TriggerInputs::count(build)).map(|_| TriggerInputs::new(build)).collect(),
            trigger_outputs: (0..TriggerOutputs::count(build)).map(|_| TriggerOutputs::new(build)).collect(),
            timestamp: (0..time.time).map(|_| Timestamp::new(build)).collect(),
            time_sender: (0..far).map(|_| TimeSender::new(build)).collect(),
            sram: (0..sram).map(|_| SramSink::new(build)).collect(),
            control: Default::default(),
            active: Default::default(),
            followed: Default::default(),
            stopped: Default::default(),
            set: Default::default(),
            cleared: Default::default(),
            outside_time: many(time.external),
            _blocks: built.blocks,
            _sequential: built.sequential,
            _triggers: built.triggers,
            _any_trigger: built.any_trigger,
            _reset: built.reset,
            _low_power: built.low_power,
            _context: built.context,
            _contexts: built.contexts,
            _external: built.external,
            _trigger_inputs: TriggerInputs::count(build),
            _trigger_outputs: TriggerOutputs::count(build),
            _outputs: outputs,
            _both: built.both,
            _all_jumps: built.all_jumps,
            _returns: built.returns,
            _repeat: built.repeat,
            _time: built.time,
            _hart_time: hart_time,
            _broadcast_time: broadcast_time,
            _near_counter: near * time.counter,
            _near_outside: near * time.external,
            _near_broadcast: near * time.broadcast,
            _far_time: far,
            _far_counter: far * time.counter,
            _far_outside: far * time.external,
            _far_broadcast: far * time.broadcast,
            _wide_time: usize::from(build.features().has(Feature::WideTimestamp)),
            _clock_request: clock_request,
            _power: power,
            _src: src,
            _extend: extend,
            _message: message,
            _sram: sram,
            _sram_bytes: usize::from(sram == 1 && build.encoder.packer == Packer::Byte),
            _sram_words: usize::from(sram == 1 && build.encoder.packer != Packer::Byte),
            _stream: stream,
        }
    }
}

impl<const XLEN: usize, const ADDR: usize, const FIRST: usize, const OUT: usize> Logic for Top<XLEN, ADDR, FIRST, OUT> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, encoder, access, registers);

        // The bus.
        self.bus.paddr.next = self.paddr.val();
        self.bus.psel.next = self.psel.val();
        self.bus.penable.next = self.penable.val();
        self.bus.pwrite.next = self.pwrite.val();
        self.bus.pwdata.next = self.pwdata.val();
        self.bus.pstrb.next = self.pstrb.val();
        self.pready.next = self.bus.pready.val();
        self.prdata.next = self.bus.prdata.val();
        self.pslverr.next = self.bus.pslverr.val();
        self.access.request.next = self.bus.request.val();
        self.access.write.next = self.bus.write.val();
        self.access.addr.next = self.bus.addr.val();
        self.access.wdata.next = self.bus.wdata.val();
        self.access.strobe.next = self.bus.strobe.val();
        self.bus.done.next = self.access.done.val();
        self.bus.rdata.next = self.access.rdata.val();
        self.registers.bus_addr.next = self.access.bus_addr.val();
        self.registers.bus_write.next = self.access.bus_write.val();
        self.registers.bus_read.next = self.access.bus_read.val();
        self.registers.bus_wdata.next = self.access.bus_wdata.val();
        self.registers.bus_strobe.next = self.access.bus_strobe.val();
        self.access.bus_rdata.next = self.registers.bus_rdata.val();

        // teControl.
        self.control.next = self.registers.te_control[0].val();
        self.followed.next = self.control.val().get_bit(TE_CONTROL_TE_ACTIVE);
        for i in 0..self._power {
            self.power[i].clock.next = self.clock.val();
            self.power[i].rst_n.next = self.rst_n.val();
            self.power[i].asked.next = self.control.val().get_bit(TE_CONTROL_TE_ACTIVE);
            self.followed.next = self.power[i].followed.val();
            self.registers.te_active[i].next = self.power[i].followed.val();
        }
        self.active.next = self.control.val().get_bit(TE_CONTROL_TE_ACTIVE) & self.followed.val();
        for i in 0..self._clock_request {
            self.clock_request[i].next = self.control.val().get_bit(TE_CONTROL_TE_ACTIVE) | self.followed.val();
        }
        self.set.next = false;
        self.cleared.next = self.stopped.val();
        for i in 0..self._any_trigger {
            self.set.next = self.encoder.tracing_set[i].val();
            self.cleared.next = self.encoder.tracing_clear[i].val() | self.stopped.val();
        }
        self.registers.te_enable_clear[0].next = self.stopped.val();
        self.registers.te_inst_tracing_set[0].next = self.set.val();
        self.registers.te_inst_tracing_clear[0].next = self.cleared.val();
        self.registers.te_inst_stall_or_overflow_set[0].next = self.encoder.stall.val() | self.encoder.error_sent.val();
        self.encoder.active.next = self.active.val();
        self.encoder.enable.next = self.control.val().get_bit(TE_CONTROL_TE_ENABLE);
        self.encoder.tracing.next = self.control.val().get_bit(TE_CONTROL_TE_INST_TRACING);
        self.encoder.stall_enable.next = self.control.val().get_bit(TE_CONTROL_TE_INST_STALL_EN);
        self.encoder.sync_mode.next = self.control.val().get_bits::<2>(TE_CONTROL_TE_SYNC_MODE);
        self.encoder.sync_max.next = self.control.val().get_bits::<4>(TE_CONTROL_TE_SYNC_MAX);

        // What the build has got of the rest.
        for b in 0..self._blocks {
            self.encoder.itype[b].next = self.itype[b].val();
            self.encoder.iaddr[b].next = self.iaddr[b].val();
            self.encoder.iretire[b].next = self.iretire[b].val();
            self.encoder.ilastsize[b].next = self.ilastsize[b].val();
        }
        for b in 0..self._blocks {
            for _i in 0..self._sequential {
                self.encoder.sijump[b].next = self.sijump[b].val();
            }
        }
        for b in 0..self._blocks {
            for _i in 0..self._triggers {
                self.encoder.trigger_notify[b].next = self.trigger_notify[b].val();
            }
        }
        self.encoder.halted.next = self.halted.val();
        self.stall.next = self.encoder.stall.val();
        for i in 0..self._reset {
            self.encoder.hart_reset[i].next = self.hart_reset[i].val();
        }
        for i in 0..self._low_power {
            self.encoder.low_power[i].next = self.low_power[i].val();
        }
        for i in 0..self._context {
            self.encoder.privilege[i].next = self.privilege[i].val();
            self.encoder.context_enable[i].next = self.control.val().get_bit(TE_CONTROL_TE_CONTEXT);
        }
        for i in 0..self._contexts {
            self.encoder.hart_context[i].next = self.hart_context[i].val();
            self.encoder.ctype[i].next = self.ctype[i].val();
        }
        for i in 0..self._triggers {
            self.encoder.trigger_on[i].next = self.trigger_on[i].val();
            self.encoder.trigger_off[i].next = self.trigger_off[i].val();
            self.encoder.trigger_enable[i].next = self.control.val().get_bit(TE_CONTROL_TE_INST_TRIG_EN);
        }
        for i in 0..self._trigger_inputs {
            self.trigger_inputs[i].clock.next = self.clock.val();
            self.trigger_inputs[i].rst_n.next = self.rst_n.val();
            self.trigger_inputs[i].stall.next = self.encoder.stall.val();
        }
        for i in 0..self._external {
            self.trigger_inputs[0].level[i].next = self.external_trigger[i].val();
            self.encoder.external_trigger[i].next = self.trigger_inputs[0].trigger[i].val();
            self.encoder.external_action[i].next = self.registers.x_trig_in_control[0].val().get_bits::<4>(i * 4);
        }
        for i in 0..self._trigger_outputs {
            self.trigger_outputs[i].clock.next = self.clock.val();
            self.trigger_outputs[i].rst_n.next = self.rst_n.val();
            self.trigger_outputs[i].tracing.next = self.control.val().get_bit(TE_CONTROL_TE_INST_TRACING);
            self.trigger_outputs[i].control.next = self.registers.x_trig_out_control[i].val();
        }
        for i in 0..self._outputs {
            self.trigger_out[i].next = self.trigger_outputs[0].trigger[i].val();
        }
        for i in 0..self._both {
            self.encoder.btm[i].next =
                self.control.val().get_bits::<3>(TE_CONTROL_TE_INST_MODE) == TE_INST_MODE_BTM.to_bits::<3>();
        }
        for i in 0..self._sequential {
            self.encoder.sequential_jump[i].next =
                self.registers.te_inst_features[i].val().get_bit(TE_INST_FEATURES_TE_INST_EN_SEQUENTIAL_JUMP);
        }
        for i in 0..self._all_jumps {
            self.encoder.all_jumps[i].next =
                self.registers.te_inst_features[i].val().get_bit(TE_INST_FEATURES_TE_INST_EN_ALL_JUMPS);
        }
        for i in 0..self._src {
            self.encoder.src_inhibit[i].next = self.control.val().get_bit(TE_CONTROL_TE_INHIBIT_SRC);
            self.encoder.src_id[i].next =
                self.registers.te_inst_features[i].val().get_bits::<12>(TE_INST_FEATURES_TE_SRC_ID);
        }
        for i in 0..self._extend {
            self.encoder.extend[i].next =
                self.registers.te_inst_features[i].val().get_bit(TE_INST_FEATURES_TE_INST_EXTEND_ADDR_MSB);
        }
        for i in 0..self._returns {
            self.encoder.implicit_return[i].next =
                self.registers.te_inst_features[i].val().get_bit(TE_INST_FEATURES_TE_INST_EN_CALL_STACK)
                    | self.registers.te_inst_features[i]
                        .val()
                        .get_bits::<2>(TE_INST_FEATURES_TE_INST_IMPLICIT_RETURN_MODE)
                        .any();
        }
        for i in 0..self._repeat {
            self.encoder.repeated_history[i].next =
                self.registers.te_inst_features[i].val().get_bit(TE_INST_FEATURES_TE_INST_EN_REPEATED_HISTORY);
        }
        for i in 0..self._message {
            self.trace_bytes[i].next = self.encoder.trace_bytes[i].val();
        }

        // The time.
        for i in 0..self._time {
            self.timestamp[i].clock.next = self.clock.val();
            self.timestamp[i].rst_n.next = self.rst_n.val();
            self.timestamp[i].control.next = self.registers.ts_control[i].val();
            self.timestamp[i].bus_addr.next = self.access.bus_addr.val();
            self.timestamp[i].bus_read.next = self.access.bus_read.val();
            self.registers.ts_lower[i].next = self.timestamp[i].lower.val();
            self.encoder.now[i].next = self.timestamp[i].now.val();
            self.encoder.timestamps[i].next = self.registers.ts_control[i].val().get_bit(TS_CONTROL_TS_ENABLE);
        }
        for i in 0..self._wide_time {
            self.registers.ts_upper[i].next = self.timestamp[i].upper[i].val();
        }
        for i in 0..self._hart_time {
            self.outside_time[i].next = self.hart_time[i].val();
        }
        for i in 0..self._broadcast_time {
            self.outside_time[i].next = self.broadcast_time[i].val();
        }
        for i in 0..self._near_counter {
            self.timestamp[i].halted[0].next = self.halted.val();
        }
        for i in 0..self._near_outside {
            self.timestamp[i].external_time[0].next = self.outside_time[i].val();
        }
        for i in 0..self._near_broadcast {
            self.time_broadcast[i].next = self.timestamp[i].broadcast[0].val();
        }
        for i in 0..self._far_time {
            self.time_sender[i].clock.next = self.time_clock[i].val();
            self.time_sender[i].rst_n.next = self.time_rst_n[i].val();
            self.time_sender[i].asked.next = self.registers.ts_control[i].val().get_bit(TS_CONTROL_TS_ACTIVE);
            self.time_sender[i].acknowledge.next = self.timestamp[i].acknowledge[0].val();
            self.timestamp[i].active[0].next = self.time_sender[i].active.val();
            self.timestamp[i].request[0].next = self.time_sender[i].request.val();
            self.timestamp[i].held[0].next = self.time_sender[i].held.val();
            self.registers.ts_active[i].next = self.timestamp[i].followed[0].val();
        }
        for i in 0..self._far_counter {
            self.time_sender[i].count[0].next = self.registers.ts_control[i].val().get_bit(TS_CONTROL_TS_COUNT);
            self.time_sender[i].debug[0].next = self.registers.ts_control[i].val().get_bit(TS_CONTROL_TS_DEBUG);
            self.time_sender[i].prescale[0].next =
                self.registers.ts_control[i].val().get_bits::<2>(TS_CONTROL_TS_PRESCALE);
            self.time_sender[i].restart[0].next = self.timestamp[i].restart[0].val();
            self.time_sender[i].halted[0].next = self.halted.val();
        }
        for i in 0..self._far_outside {
            self.time_sender[i].external_time[0].next = self.outside_time[i].val();
        }
        for i in 0..self._far_broadcast {
            self.time_broadcast[i].next = self.time_sender[i].broadcast[0].val();
        }

        // The sink.
        for i in 0..self._stream {
            self.access.bus_memory.next = bits::<32>(0);
            self.registers.te_empty[0].next = self.encoder.empty.val();
            self.stopped.next = false;
            self.trace_valid[i].next = self.encoder.trace_valid.val();
            self.trace_data[i].next = self.encoder.trace_data.val();
            self.encoder.trace_ready.next = self.trace_ready[i].val();
        }
        for i in 0..self._sram {
            self.sram[i].clock.next = self.clock.val();
            self.sram[i].rst_n.next = self.rst_n.val();
            self.sram[i].clear.next = !self.active.val();
            self.sram[i].trace_valid.next = self.encoder.trace_valid.val();
            self.encoder.trace_ready.next = self.sram[i].trace_ready.val();
            for k in 0..self._sram_bytes {
                self.sram[i].byte_data[k].next = self.encoder.trace_data.val().get_bits::<8>(0);
                self.sram[i].flush[k].next = self.encoder.empty.val() & !self.control.val().get_bit(TE_CONTROL_TE_ENABLE);
            }
            for k in 0..self._sram_words {
                self.sram[i].word_data[k].next = self.encoder.trace_data.val().get_bits::<32>(0);
            }
            self.sram[i].stop_on_wrap.next = self.control.val().get_bit(TE_CONTROL_TE_STOP_ON_WRAP);
            self.sram[i].enable.next = self.control.val().get_bit(TE_CONTROL_TE_ENABLE);
            self.stopped.next = self.sram[i].stop.val();
            self.registers.te_empty[0].next = self.encoder.empty.val() & self.sram[i].empty.val();
            self.registers.te_ram_wp[i].next = self.sram[i].te_ram_wp.val();
            self.registers.te_wrap[i].next = self.sram[i].te_wrap.val();
            self.registers.te_ram_rp[i].next = self.sram[i].te_ram_rp.val();
            self.sram[i].bus_addr.next = self.access.bus_addr.val();
            self.sram[i].bus_write.next = self.access.bus_write.val();
            self.sram[i].bus_prepare.next = self.access.bus_prepare.val();
            self.sram[i].bus_read.next = self.access.bus_read.val();
            self.sram[i].bus_merged.next = self.access.bus_merged.val();
            self.access.bus_memory.next = self.sram[i].bus_memory.val();
        }
    }
}
