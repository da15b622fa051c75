// SPDX-License-Identifier: Apache-2.0
//! All sinks of a build, and what chooses between them (docs/sinks.md, "The path").

mod kernel;
mod new;

use crate::{AtbSink, Merge, PibSink, Router, SbaSink, SramSink, Words};
use rust_hdl_core::prelude::*;
use tracewright_prim::{Module, Reg};

/// The sinks behind an encoder or a funnel: what is selected gets its trace, the pins as chunks, the others as words.
#[derive(Module)]
pub struct Sinks<const IN: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// There is a chunk of trace.
    pub in_valid: Signal<In, Bit>,
    /// It is taken.
    pub in_ready: Signal<Out, Bit>,
    /// The chunk, first byte lowest.
    pub in_data: Signal<In, Bits<IN>>,
    /// How many bytes it has.
    pub in_bytes: Vec<Signal<In, Bits<6>>>,
    /// It ends a message.
    pub in_last: Vec<Signal<In, Bit>>,
    /// The component that the trace comes from is active.
    pub active: Signal<In, Bit>,
    /// The registers are locked.
    pub locked: Vec<Signal<In, Bit>>,
    /// It is enabled.
    pub enable: Signal<In, Bit>,
    /// It holds nothing.
    pub drained: Signal<In, Bit>,
    /// Nothing is held here, but in the pins' block and the ATB sink.
    pub empty: Signal<Out, Bit>,
    /// teSink, or tfSink.
    pub sink: Vec<Signal<In, Bits<4>>>,
    /// teStopOnWrap, or tfStopOnWrap.
    pub stop_on_wrap: Vec<Signal<In, Bit>>,
    /// The buffer has filled, and tracing must stop.
    pub stop: Vec<Signal<Out, Bit>>,
    /// Byte offset of the register.
    pub bus_addr: Vec<Signal<In, Bits<12>>>,
    /// The register is written in this cycle.
    pub bus_write: Vec<Signal<In, Bit>>,
    /// The register will be read in the next cycle.
    pub bus_prepare: Vec<Signal<In, Bit>>,
    /// The register is read in this cycle.
    pub bus_read: Vec<Signal<In, Bit>>,
    /// The value written.
    pub bus_wdata: Vec<Signal<In, Bits<32>>>,
    /// The bytes of it that are written.
    pub bus_strobe: Vec<Signal<In, Bits<4>>>,
    /// teRamData is addressed.
    pub bus_at_memory: Vec<Signal<Out, Bit>>,
    /// Its value.
    pub bus_memory: Vec<Signal<Out, Bits<32>>>,
    /// teRamBase.
    pub te_ram_base: Vec<Signal<In, Bits<32>>>,
    /// teRamBaseHigh.
    pub te_ram_base_high: Vec<Signal<In, Bits<32>>>,
    /// teRamLimit.
    pub te_ram_limit: Vec<Signal<In, Bits<32>>>,
    /// teRamWP, in words of 32 bits.
    pub te_ram_wp: Vec<Signal<Out, Bits<30>>>,
    /// teWrap.
    pub te_wrap: Vec<Signal<Out, Bit>>,
    /// teRamRP, in words of 32 bits.
    pub te_ram_rp: Vec<Signal<Out, Bits<30>>>,
    /// The bus has answered with an error.
    pub sba_error: Vec<Signal<Out, Bit>>,
    /// sbaError: there was one before.
    pub sba_failed: Vec<Signal<In, Bit>>,
    /// Which one was the first.
    pub sba_response: Vec<Signal<Out, Bits<2>>>,
    /// There is no buffer in system memory.
    pub sba_no_buffer: Vec<Signal<Out, Bit>>,
    /// pibControl.
    pub pib_control: Vec<Signal<In, Bits<32>>>,
    /// pibActive, as the pins follow it.
    pub pib_active: Vec<Signal<Out, Bit>>,
    /// pibEmpty.
    pub pib_empty: Vec<Signal<Out, Bit>>,
    /// atbControl.
    pub atb_control: Vec<Signal<In, Bits<32>>>,
    /// atbActive, as the ATB follows it.
    pub atb_active: Vec<Signal<Out, Bit>>,
    /// atbEmpty.
    pub atb_empty: Vec<Signal<Out, Bit>>,
    /// The ATB wants a synchronising message.
    pub sync_request: Vec<Signal<Out, Bit>>,
    /// Stream: there is trace.
    pub trace_valid: Vec<Signal<Out, Bit>>,
    /// Stream: the trace is taken.
    pub trace_ready: Vec<Signal<In, Bit>>,
    /// Stream: the trace, first byte lowest.
    pub trace_data: Vec<Signal<Out, Bits<IN>>>,
    /// Stream: how many bytes it is, where that is not always the same.
    pub trace_bytes: Vec<Signal<Out, Bits<6>>>,
    /// SRAM: it is used in this cycle.
    pub sram_enable: Vec<Signal<Out, Bit>>,
    /// SRAM: the 32-bit lanes that are written; none for a read.
    pub sram_write: Vec<Signal<Out, Bits<4>>>,
    /// SRAM: index of the word.
    pub sram_address: Vec<Signal<Out, Bits<18>>>,
    /// SRAM: the word to write.
    pub sram_write_data: Vec<Signal<Out, Bits<128>>>,
    /// SRAM: the word read in the last cycle that read.
    pub sram_read_data: Vec<Signal<In, Bits<128>>>,
    /// System memory, AXI4: there is an address to write.
    pub m_axi_awvalid: Vec<Signal<Out, Bit>>,
    /// System memory, AXI4: the address is taken.
    pub m_axi_awready: Vec<Signal<In, Bit>>,
    /// System memory, AXI4: byte address of the burst.
    pub m_axi_awaddr: Vec<Signal<Out, Bits<64>>>,
    /// System memory, AXI4: words of the burst, less one.
    pub m_axi_awlen: Vec<Signal<Out, Bits<8>>>,
    /// System memory, AXI4: logarithm of the bytes of a word.
    pub m_axi_awsize: Vec<Signal<Out, Bits<3>>>,
    /// System memory, AXI4: INCR.
    pub m_axi_awburst: Vec<Signal<Out, Bits<2>>>,
    /// System memory, AXI4: normal, non-cacheable, bufferable.
    pub m_axi_awcache: Vec<Signal<Out, Bits<4>>>,
    /// System memory, AXI4: unprivileged, non-secure, data.
    pub m_axi_awprot: Vec<Signal<Out, Bits<3>>>,
    /// System memory, AXI4: there is a word.
    pub m_axi_wvalid: Vec<Signal<Out, Bit>>,
    /// System memory, AXI4: the word is taken.
    pub m_axi_wready: Vec<Signal<In, Bit>>,
    /// System memory, AXI4: the word, first byte lowest.
    pub m_axi_wdata: Vec<Signal<Out, Bits<128>>>,
    /// System memory, AXI4: the bytes to write: all of them.
    pub m_axi_wstrb: Vec<Signal<Out, Bits<16>>>,
    /// System memory, AXI4: the last word of the burst.
    pub m_axi_wlast: Vec<Signal<Out, Bit>>,
    /// System memory, AXI4: the burst is answered.
    pub m_axi_bvalid: Vec<Signal<In, Bit>>,
    /// System memory, AXI4: the answer is taken.
    pub m_axi_bready: Vec<Signal<Out, Bit>>,
    /// System memory, AXI4: the answer.
    pub m_axi_bresp: Vec<Signal<In, Bits<2>>>,
    /// System memory, TileLink: there is a message.
    pub m_tl_a_valid: Vec<Signal<Out, Bit>>,
    /// System memory, TileLink: the message is taken.
    pub m_tl_a_ready: Vec<Signal<In, Bit>>,
    /// System memory, TileLink: PutFullData.
    pub m_tl_a_opcode: Vec<Signal<Out, Bits<3>>>,
    /// System memory, TileLink: parameter of the opcode: 0.
    pub m_tl_a_param: Vec<Signal<Out, Bits<3>>>,
    /// System memory, TileLink: logarithm of the bytes of a word.
    pub m_tl_a_size: Vec<Signal<Out, Bits<2>>>,
    /// System memory, TileLink: who asks: 0.
    pub m_tl_a_source: Vec<Signal<Out, Bits<1>>>,
    /// System memory, TileLink: byte address of the word.
    pub m_tl_a_address: Vec<Signal<Out, Bits<64>>>,
    /// System memory, TileLink: the bytes to write: all of them.
    pub m_tl_a_mask: Vec<Signal<Out, Bits<8>>>,
    /// System memory, TileLink: the word, first byte lowest.
    pub m_tl_a_data: Vec<Signal<Out, Bits<128>>>,
    /// System memory, TileLink: the data is corrupt: never.
    pub m_tl_a_corrupt: Vec<Signal<Out, Bit>>,
    /// System memory, TileLink: there is an answer.
    pub m_tl_d_valid: Vec<Signal<In, Bit>>,
    /// System memory, TileLink: the answer is taken.
    pub m_tl_d_ready: Vec<Signal<Out, Bit>>,
    /// System memory, TileLink: kind of the answer; not looked at.
    pub m_tl_d_opcode: Vec<Signal<In, Bits<3>>>,
    /// System memory, TileLink: parameter of the kind; not looked at.
    pub m_tl_d_param: Vec<Signal<In, Bits<2>>>,
    /// System memory, TileLink: logarithm of the number of bytes; not looked at.
    pub m_tl_d_size: Vec<Signal<In, Bits<2>>>,
    /// System memory, TileLink: who asked; not looked at.
    pub m_tl_d_source: Vec<Signal<In, Bits<1>>>,
    /// System memory, TileLink: who answers; not looked at.
    pub m_tl_d_sink: Vec<Signal<In, Bits<1>>>,
    /// System memory, TileLink: the word was not written.
    pub m_tl_d_denied: Vec<Signal<In, Bit>>,
    /// System memory, TileLink: data of the answer; not looked at.
    pub m_tl_d_data: Vec<Signal<In, Bits<128>>>,
    /// System memory, TileLink: the answer is corrupt.
    pub m_tl_d_corrupt: Vec<Signal<In, Bit>>,
    /// System memory, Wishbone: the bus is wanted.
    pub m_wb_cyc: Vec<Signal<Out, Bit>>,
    /// System memory, Wishbone: there is a word.
    pub m_wb_stb: Vec<Signal<Out, Bit>>,
    /// System memory, Wishbone: it is to be written: always.
    pub m_wb_we: Vec<Signal<Out, Bit>>,
    /// System memory, Wishbone: byte address of the word.
    pub m_wb_adr: Vec<Signal<Out, Bits<64>>>,
    /// System memory, Wishbone: the word, first byte lowest.
    pub m_wb_dat_o: Vec<Signal<Out, Bits<128>>>,
    /// System memory, Wishbone: the bytes to write: all of them.
    pub m_wb_sel: Vec<Signal<Out, Bits<8>>>,
    /// System memory, Wishbone: the word is written.
    pub m_wb_ack: Vec<Signal<In, Bit>>,
    /// System memory, Wishbone: the word is not written.
    pub m_wb_err: Vec<Signal<In, Bit>>,
    /// Clock of the pins; rising edge.
    pub pib_clock: Vec<Signal<In, Clock>>,
    /// Reset of the pins, active low.
    pub pib_rst_n: Vec<Signal<In, Bit>>,
    /// Pins: reference clock.
    pub tref: Vec<Signal<Out, Bit>>,
    /// Pins: data.
    pub tdata: Vec<Signal<Out, Bits<16>>>,
    /// Clock of the ATB; rising edge.
    pub at_clock: Vec<Signal<In, Clock>>,
    /// Reset of the ATB, active low.
    pub at_rst_n: Vec<Signal<In, Bit>>,
    /// ATB: this edge of its clock counts.
    pub atclken: Vec<Signal<In, Bit>>,
    /// ATB: there is a beat.
    pub atvalid: Vec<Signal<Out, Bit>>,
    /// ATB: the beat is taken.
    pub atready: Vec<Signal<In, Bit>>,
    /// ATB: the beat, first byte lowest.
    pub atdata: Vec<Signal<Out, Bits<128>>>,
    /// ATB: bytes of the beat, less one.
    pub atbytes: Vec<Signal<Out, Bits<4>>>,
    /// ATB: who sends.
    pub atid: Vec<Signal<Out, Bits<7>>>,
    /// ATB: what is held is to be sent.
    pub afvalid: Vec<Signal<In, Bit>>,
    /// ATB: what was held has been sent.
    pub afready: Vec<Signal<Out, Bit>>,
    /// ATB: synchronising messages are wanted.
    pub syncreq: Vec<Signal<In, Bit>>,
    router: Vec<Router<IN>>,
    word_joiner: Vec<Words<32, 64>>,
    double_joiner: Vec<Words<64, 128>>,
    sram: Vec<SramSink<IN>>,
    sba: Vec<SbaSink<IN>>,
    response: Vec<Reg<Bits<2>>>,
    pib: Vec<PibSink<IN>>,
    atb: Vec<AtbSink<IN>>,
    selected: Signal<Local, Bits<4>>,
    /// What is on its way to a memory goes.
    forgets: Vec<Signal<Local, Bit>>,
    chunk_valid: Signal<Local, Bit>,
    chunk_ready: Signal<Local, Bit>,
    chunk_data: Signal<Local, Bits<IN>>,
    chunk_bytes: Signal<Local, Bits<4>>,
    /// The ATB is flushed: chunks wait until the joiner is empty.
    flushes: Signal<Local, Bit>,
    joiner_empty: Signal<Local, Bit>,
    unit_valid: Signal<Local, Bit>,
    unit_ready: Signal<Local, Bit>,
    unit_data: Signal<Local, Bits<IN>>,
    unit_bytes: Signal<Local, Bits<4>>,
    flush: Signal<Local, Bit>,
    sram_empty: Signal<Local, Bit>,
    sba_empty: Signal<Local, Bit>,
    write_merge: Vec<Merge>,
    sram_joined: Vec<Signal<Local, Bits<128>>>,
    sba_joined: Vec<Signal<Local, Bits<128>>>,
    atb_joined: Vec<Signal<Local, Bits<128>>>,
    _router: usize,
    _single: usize,
    _routed_chunks: usize,
    _joiner: usize,
    _memory_alone: usize,
    _routed_sram: usize,
    _routed_sba: usize,
    _sram: usize,
    _scrub: usize,
    _sram_lanes: usize,
    _outside: usize,
    _sba: usize,
    _sba_lanes: usize,
    _axi4: usize,
    _tilelink: usize,
    _wishbone: usize,
    _wide_sba: usize,
    _sram_alone: usize,
    _sba_alone: usize,
    _both: usize,
    _ram: usize,
    _pib: usize,
    _tref: usize,
    _atb: usize,
    _atbytes: usize,
    _atb_lanes: usize,
    _stream: usize,
    _message: usize,
    _counted: usize,
    _chunks: usize,
    _words: usize,
    _doubles: usize,
    _bytes: usize,
    _to_units: usize,
    _sram_more: usize,
    _sba_more: usize,
    _atb_more: usize,
}
