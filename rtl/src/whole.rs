// SPDX-License-Identifier: Apache-2.0
//! The whole of a build.

use crate::control::{Apb, Registers};
use crate::encoder::{many, Built, Encoder};
use crate::prim::{clock, Module};
use crate::sink::SramSink;
use crate::Timestamp;
use rust_hdl_core::prelude::*;
use tracewright_config::{Build, Packer, SinkKind, TimestampSource};

/// Encoder, registers behind APB4, and the sink.
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
    /// Ingress: external triggers.
    pub external_trigger: Vec<Signal<In, Bit>>,
    /// Ingress: the time.
    pub hart_time: Vec<Signal<In, Bits<64>>>,
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
    encoder: Encoder<XLEN, ADDR, FIRST, OUT>,
    registers: Registers,
    apb: Apb,
    timestamp: Vec<Timestamp>,
    sram: Vec<SramSink>,
    read: Signal<Local, Bits<32>>,
    _blocks: usize,
    _sequential: usize,
    _triggers: usize,
    _any_trigger: usize,
    _reset: usize,
    _low_power: usize,
    _context: usize,
    _contexts: usize,
    _external: usize,
    _both: usize,
    _all_jumps: usize,
    _returns: usize,
    _repeat: usize,
    _time: usize,
    _external_time: usize,
    _core_time: usize,
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
        let external_time = usize::from(build.timestamp.source == TimestampSource::External);
        let (sram, stream) = match build.sink.kind {
            SinkKind::Sram => (1, 0),
            SinkKind::Stream => (0, 1),
        };
        let message = usize::from(build.encoder.packer == Packer::Message);
        let src = usize::from(build.encoder.src_bits > 0);
        let extend = usize::from(build.encoder.extended_address);
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
            hart_time: many(external_time),
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
            encoder: Encoder::new(build),
            registers: Registers::new(build),
            apb: Apb::default(),
            timestamp: (0..built.time).map(|_| Timestamp::new(build)).collect(),
            sram: (0..sram).map(|_| SramSink::new(build)).collect(),
            read: Default::default(),
            _blocks: built.blocks,
            _sequential: built.sequential,
            _triggers: built.triggers,
            _any_trigger: built.any_trigger,
            _reset: built.reset,
            _low_power: built.low_power,
            _context: built.context,
            _contexts: built.contexts,
            _external: built.external,
            _both: built.both,
            _all_jumps: built.all_jumps,
            _returns: built.returns,
            _repeat: built.repeat,
            _time: built.time,
            _external_time: external_time,
            _core_time: built.time - external_time,
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
        clock!(self, clock, encoder, registers);

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
            self.encoder.context_enable[i].next = self.registers.context_enable[i].val();
        }
        for i in 0..self._contexts {
            self.encoder.hart_context[i].next = self.hart_context[i].val();
            self.encoder.ctype[i].next = self.ctype[i].val();
        }
        for i in 0..self._triggers {
            self.encoder.trigger_on[i].next = self.trigger_on[i].val();
            self.encoder.trigger_off[i].next = self.trigger_off[i].val();
            self.encoder.trigger_enable[i].next = self.registers.trigger_enable[i].val();
        }
        for i in 0..self._external {
            self.encoder.external_trigger[i].next = self.external_trigger[i].val();
            self.encoder.external_action[i].next = self.registers.external_action[i].val();
        }
        for i in 0..self._any_trigger {
            self.registers.tracing_set[i].next = self.encoder.tracing_set[i].val();
            self.registers.tracing_clear[i].next = self.encoder.tracing_clear[i].val();
        }
        for i in 0..self._both {
            self.encoder.btm[i].next = self.registers.btm[i].val();
        }
        for i in 0..self._sequential {
            self.encoder.sequential_jump[i].next = self.registers.sequential_jump[i].val();
        }
        for i in 0..self._all_jumps {
            self.encoder.all_jumps[i].next = self.registers.all_jumps[i].val();
        }
        for i in 0..self._src {
            self.encoder.src_inhibit[i].next = self.registers.src_inhibit[i].val();
            self.encoder.src_id[i].next = self.registers.src_id[i].val();
        }
        for i in 0..self._extend {
            self.encoder.extend[i].next = self.registers.extend[i].val();
        }
        for i in 0..self._message {
            self.trace_bytes[i].next = self.encoder.trace_bytes[i].val();
        }
        for i in 0..self._returns {
            self.encoder.implicit_return[i].next = self.registers.implicit_return[i].val();
        }
        for i in 0..self._repeat {
            self.encoder.repeated_history[i].next = self.registers.repeated_history[i].val();
        }
        for i in 0..self._time {
            self.timestamp[i].clock.next = self.clock.val();
            self.timestamp[i].rst_n.next = self.rst_n.val();
            self.timestamp[i].bus_addr.next = self.apb.bus_addr.val();
            self.timestamp[i].bus_write.next = self.apb.bus_write.val();
            self.timestamp[i].bus_wdata.next = self.apb.bus_wdata.val();
            self.encoder.now[i].next = self.timestamp[i].now.val();
            self.encoder.timestamps[i].next = self.timestamp[i].enable.val();
        }
        for i in 0..self._external_time {
            self.timestamp[0].external_time[i].next = self.hart_time[i].val();
        }
        for i in 0..self._core_time {
            self.timestamp[0].halted[i].next = self.halted.val();
        }
        self.encoder.active.next = self.registers.active.val();
        self.encoder.enable.next = self.registers.enable.val();
        self.encoder.tracing.next = self.registers.tracing.val();
        self.encoder.stall_enable.next = self.registers.stall_enable.val();
        self.encoder.sync_mode.next = self.registers.sync_mode.val();
        self.encoder.sync_max.next = self.registers.sync_max.val();

        self.apb.paddr.next = self.paddr.val();
        self.apb.psel.next = self.psel.val();
        self.apb.penable.next = self.penable.val();
        self.apb.pwrite.next = self.pwrite.val();
        self.apb.pwdata.next = self.pwdata.val();
        self.apb.pstrb.next = self.pstrb.val();
        self.pready.next = self.apb.pready.val();
        self.prdata.next = self.apb.prdata.val();
        self.pslverr.next = self.apb.pslverr.val();
        self.registers.bus_addr.next = self.apb.bus_addr.val();
        self.registers.bus_write.next = self.apb.bus_write.val();
        self.registers.bus_wdata.next = self.apb.bus_wdata.val();
        self.registers.stall.next = self.encoder.stall.val();
        self.registers.error_sent.next = self.encoder.error_sent.val();

        for i in 0..self._stream {
            self.read.next = self.registers.bus_rdata.val();
            self.apb.bus_memory.next = bits::<32>(0);
            self.registers.empty.next = self.encoder.empty.val();
            self.registers.stop.next = false;
            self.trace_valid[i].next = self.encoder.trace_valid.val();
            self.trace_data[i].next = self.encoder.trace_data.val();
            self.encoder.trace_ready.next = self.trace_ready[i].val();
        }
        for i in 0..self._sram {
            self.sram[i].clock.next = self.clock.val();
            self.sram[i].rst_n.next = self.rst_n.val();
            self.sram[i].clear.next = !self.registers.active.val();
            self.sram[i].trace_valid.next = self.encoder.trace_valid.val();
            self.encoder.trace_ready.next = self.sram[i].trace_ready.val();
            for k in 0..self._sram_bytes {
                self.sram[i].byte_data[k].next = self.encoder.trace_data.val().get_bits::<8>(0);
                self.sram[i].flush[k].next = self.encoder.empty.val() & !self.registers.enable.val();
            }
            for k in 0..self._sram_words {
                self.sram[i].word_data[k].next = self.encoder.trace_data.val().get_bits::<32>(0);
            }
            self.sram[i].stop_on_wrap.next = self.registers.stop_on_wrap.val();
            self.sram[i].enabling.next = self.registers.enabling.val();
            self.registers.stop.next = self.sram[i].stop.val();
            self.registers.empty.next = self.encoder.empty.val() & self.sram[i].empty.val();
            self.sram[i].bus_addr.next = self.apb.bus_addr.val();
            self.sram[i].bus_write.next = self.apb.bus_write.val();
            self.sram[i].bus_prepare.next = self.apb.bus_prepare.val();
            self.sram[i].bus_read.next = self.apb.bus_read.val();
            self.sram[i].bus_wdata.next = self.apb.bus_wdata.val();
            self.read.next = self.registers.bus_rdata.val() | self.sram[i].bus_rdata.val();
            self.apb.bus_memory.next = self.sram[i].bus_memory.val();
        }
        self.apb.bus_rdata.next = self.read.val();
        for i in 0..self._time {
            self.apb.bus_rdata.next = self.read.val() | self.timestamp[i].bus_rdata.val();
        }
    }
}
