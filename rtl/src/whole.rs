// SPDX-License-Identifier: Apache-2.0
//! The whole of a build.

use crate::control::{Apb, Registers};
use crate::encoder::Encoder;
use crate::prim::{clock, Module};
use crate::sink::SramSink;
use rust_hdl_core::prelude::*;
use tracewright_config::{Build, SinkKind};

/// Encoder, registers behind APB4, and the sink.
#[derive(Module)]
pub struct Top<
    const XLEN: usize,
    const ADDR: usize,
    const WIDTH: usize,
    const PIECE: usize,
    const ITYPE: usize,
    const IRETIRE: usize,
> {
    /// Clock of everything; rising edge.
    pub clock: Signal<In, Clock>,
    /// Reset of everything, active low.
    pub rst_n: Signal<In, Bit>,
    /// Ingress: how the block ends.
    pub itype: Signal<In, Bits<ITYPE>>,
    /// Ingress: address of the block's first instruction.
    pub iaddr: Signal<In, Bits<XLEN>>,
    /// Ingress: what retired in the block.
    pub iretire: Signal<In, Bits<IRETIRE>>,
    /// Ingress: the last instruction is 2^ilastsize half-words.
    pub ilastsize: Signal<In, Bit>,
    /// Ingress: the hart is halted in debug mode.
    pub halted: Signal<In, Bit>,
    /// Ingress: the hart must hold its block, which is not taken in this cycle.
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
    /// Stream sink: there is a byte of trace.
    pub trace_valid: Vec<Signal<Out, Bit>>,
    /// Stream sink: the byte is taken.
    pub trace_ready: Vec<Signal<In, Bit>>,
    /// Stream sink: the byte, MDO and MSEO.
    pub trace_data: Vec<Signal<Out, Bits<8>>>,
    encoder: Encoder<XLEN, ADDR, WIDTH, PIECE, ITYPE, IRETIRE>,
    registers: Registers,
    apb: Apb,
    sram: Vec<SramSink>,
    _sram: usize,
    _stream: usize,
}

impl<
        const XLEN: usize,
        const ADDR: usize,
        const WIDTH: usize,
        const PIECE: usize,
        const ITYPE: usize,
        const IRETIRE: usize,
    > Top<XLEN, ADDR, WIDTH, PIECE, ITYPE, IRETIRE>
{
    /// The hardware of `build`.
    pub fn new(build: &Build) -> Self {
        let (sram, stream) = match build.sink.kind {
            SinkKind::Sram => (1, 0),
            SinkKind::Stream => (0, 1),
        };
        Top {
            clock: Default::default(),
            rst_n: Default::default(),
            itype: Default::default(),
            iaddr: Default::default(),
            iretire: Default::default(),
            ilastsize: Default::default(),
            halted: Default::default(),
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
            trace_valid: vec![Default::default(); stream],
            trace_ready: vec![Default::default(); stream],
            trace_data: vec![Default::default(); stream],
            encoder: Encoder::new(build),
            registers: Registers::new(build),
            apb: Apb::default(),
            sram: (0..sram).map(|_| SramSink::new(build)).collect(),
            _sram: sram,
            _stream: stream,
        }
    }
}

impl<
        const XLEN: usize,
        const ADDR: usize,
        const WIDTH: usize,
        const PIECE: usize,
        const ITYPE: usize,
        const IRETIRE: usize,
    > Logic for Top<XLEN, ADDR, WIDTH, PIECE, ITYPE, IRETIRE>
{
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, encoder, registers);

        self.encoder.itype.next = self.itype.val();
        self.encoder.iaddr.next = self.iaddr.val();
        self.encoder.iretire.next = self.iretire.val();
        self.encoder.ilastsize.next = self.ilastsize.val();
        self.encoder.halted.next = self.halted.val();
        self.stall.next = self.encoder.stall.val();
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
            self.apb.bus_rdata.next = self.registers.bus_rdata.val();
            self.apb.bus_memory.next = bits::<32>(0);
            self.registers.empty.next = self.encoder.empty.val();
            self.registers.stop.next = false;
            self.trace_valid[i].next = self.encoder.byte_valid.val();
            self.trace_data[i].next = self.encoder.byte_data.val();
            self.encoder.byte_ready.next = self.trace_ready[i].val();
        }
        for i in 0..self._sram {
            self.sram[i].clock.next = self.clock.val();
            self.sram[i].rst_n.next = self.rst_n.val();
            self.sram[i].clear.next = !self.registers.active.val();
            self.sram[i].byte_valid.next = self.encoder.byte_valid.val();
            self.sram[i].byte_data.next = self.encoder.byte_data.val();
            self.encoder.byte_ready.next = self.sram[i].byte_ready.val();
            self.sram[i].flush.next = self.encoder.empty.val() & !self.registers.enable.val();
            self.sram[i].stop_on_wrap.next = self.registers.stop_on_wrap.val();
            self.sram[i].enabling.next = self.registers.enabling.val();
            self.registers.stop.next = self.sram[i].stop.val();
            self.registers.empty.next = self.encoder.empty.val() & self.sram[i].empty.val();
            self.sram[i].bus_addr.next = self.apb.bus_addr.val();
            self.sram[i].bus_write.next = self.apb.bus_write.val();
            self.sram[i].bus_prepare.next = self.apb.bus_prepare.val();
            self.sram[i].bus_read.next = self.apb.bus_read.val();
            self.sram[i].bus_wdata.next = self.apb.bus_wdata.val();
            self.apb.bus_rdata.next = self.registers.bus_rdata.val() | self.sram[i].bus_rdata.val();
            self.apb.bus_memory.next = self.sram[i].bus_memory.val();
        }
    }
}
