// SPDX-License-Identifier: Apache-2.0
//! The whole of a build.

mod kernel;
mod new;

use crate::bus::{Apb4, Axi4Lite, Requester, Responder, TileLink, Wishbone};
use crate::control::Access;
use crate::funnel::Merger;
use crate::hart::Hart;
use crate::prim::{Module, Synchronizer};
use crate::sinks::{Sinks, Words};
use rust_hdl_core::prelude::*;

/// Encoders with their registers behind a bus, funnels where there are several, and the sinks.
#[derive(Module)]
pub struct Top<const XLEN: usize, const ADDR: usize, const FIRST: usize, const OUT: usize> {
    /// Clock of everything that has none of its own; rising edge.
    pub clock: Signal<In, Clock>,
    /// Reset of everything in this clock, active low.
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
    pub halted: Vec<Signal<In, Bit>>,
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
    pub stall: Vec<Signal<Out, Bit>>,
    /// Clock of the control bus; rising edge.
    pub bus_clock: Vec<Signal<In, Clock>>,
    /// Reset of the control bus, active low.
    pub bus_rst_n: Vec<Signal<In, Bit>>,
    /// APB4: byte address of the register.
    pub paddr: Vec<Signal<In, Bits<17>>>,
    /// APB4: selected.
    pub psel: Vec<Signal<In, Bit>>,
    /// APB4: second and later cycles of a transfer.
    pub penable: Vec<Signal<In, Bit>>,
    /// APB4: write.
    pub pwrite: Vec<Signal<In, Bit>>,
    /// APB4: data to write.
    pub pwdata: Vec<Signal<In, Bits<32>>>,
    /// APB4: bytes to write.
    pub pstrb: Vec<Signal<In, Bits<4>>>,
    /// APB4: the transfer ends.
    pub pready: Vec<Signal<Out, Bit>>,
    /// APB4: data read.
    pub prdata: Vec<Signal<Out, Bits<32>>>,
    /// APB4: the address is not aligned.
    pub pslverr: Vec<Signal<Out, Bit>>,
    /// AXI4-Lite: there is an address to write.
    pub s_axi_awvalid: Vec<Signal<In, Bit>>,
    /// AXI4-Lite: the address to write is taken.
    pub s_axi_awready: Vec<Signal<Out, Bit>>,
    /// AXI4-Lite: byte address of the register to write.
    pub s_axi_awaddr: Vec<Signal<In, Bits<17>>>,
    /// AXI4-Lite: protection of a write; ignored.
    pub s_axi_awprot: Vec<Signal<In, Bits<3>>>,
    /// AXI4-Lite: there is data to write.
    pub s_axi_wvalid: Vec<Signal<In, Bit>>,
    /// AXI4-Lite: the data to write is taken.
    pub s_axi_wready: Vec<Signal<Out, Bit>>,
    /// AXI4-Lite: data to write.
    pub s_axi_wdata: Vec<Signal<In, Bits<32>>>,
    /// AXI4-Lite: bytes to write.
    pub s_axi_wstrb: Vec<Signal<In, Bits<4>>>,
    /// AXI4-Lite: a write is answered.
    pub s_axi_bvalid: Vec<Signal<Out, Bit>>,
    /// AXI4-Lite: the answer to a write is taken.
    pub s_axi_bready: Vec<Signal<In, Bit>>,
    /// AXI4-Lite: answer to a write: OKAY.
    pub s_axi_bresp: Vec<Signal<Out, Bits<2>>>,
    /// AXI4-Lite: there is an address to read.
    pub s_axi_arvalid: Vec<Signal<In, Bit>>,
    /// AXI4-Lite: the address to read is taken.
    pub s_axi_arready: Vec<Signal<Out, Bit>>,
    /// AXI4-Lite: byte address of the register to read.
    pub s_axi_araddr: Vec<Signal<In, Bits<17>>>,
    /// AXI4-Lite: protection of a read; ignored.
    pub s_axi_arprot: Vec<Signal<In, Bits<3>>>,
    /// AXI4-Lite: a read is answered.
    pub s_axi_rvalid: Vec<Signal<Out, Bit>>,
    /// AXI4-Lite: the answer to a read is taken.
    pub s_axi_rready: Vec<Signal<In, Bit>>,
    /// AXI4-Lite: data read.
    pub s_axi_rdata: Vec<Signal<Out, Bits<32>>>,
    /// AXI4-Lite: answer to a read: OKAY.
    pub s_axi_rresp: Vec<Signal<Out, Bits<2>>>,
    /// Wishbone: the master has the bus.
    pub wb_cyc: Vec<Signal<In, Bit>>,
    /// Wishbone: there is a transfer.
    pub wb_stb: Vec<Signal<In, Bit>>,
    /// Wishbone: write.
    pub wb_we: Vec<Signal<In, Bit>>,
    /// Wishbone: byte address of the register.
    pub wb_adr: Vec<Signal<In, Bits<17>>>,
    /// Wishbone: data to write.
    pub wb_dat_i: Vec<Signal<In, Bits<32>>>,
    /// Wishbone: bytes to write.
    pub wb_sel: Vec<Signal<In, Bits<4>>>,
    /// Wishbone: data read.
    pub wb_dat_o: Vec<Signal<Out, Bits<32>>>,
    /// Wishbone: the transfer ends.
    pub wb_ack: Vec<Signal<Out, Bit>>,
    /// Wishbone: the transfer ends: its address is not aligned.
    pub wb_err: Vec<Signal<Out, Bit>>,
    /// TileLink: there is a message.
    pub tl_a_valid: Vec<Signal<In, Bit>>,
    /// TileLink: the message is taken.
    pub tl_a_ready: Vec<Signal<Out, Bit>>,
    /// TileLink: what the message asks for: PutFullData 0, PutPartialData 1, Get 4.
    pub tl_a_opcode: Vec<Signal<In, Bits<3>>>,
    /// TileLink: parameter of the opcode; ignored.
    pub tl_a_param: Vec<Signal<In, Bits<3>>>,
    /// TileLink: logarithm of the number of bytes.
    pub tl_a_size: Vec<Signal<In, Bits<2>>>,
    /// TileLink: who asks.
    pub tl_a_source: Vec<Signal<In, Bits<16>>>,
    /// TileLink: byte address of the register.
    pub tl_a_address: Vec<Signal<In, Bits<17>>>,
    /// TileLink: bytes to write.
    pub tl_a_mask: Vec<Signal<In, Bits<4>>>,
    /// TileLink: data to write.
    pub tl_a_data: Vec<Signal<In, Bits<32>>>,
    /// TileLink: the data is corrupt.
    pub tl_a_corrupt: Vec<Signal<In, Bit>>,
    /// TileLink: there is an answer.
    pub tl_d_valid: Vec<Signal<Out, Bit>>,
    /// TileLink: the answer is taken.
    pub tl_d_ready: Vec<Signal<In, Bit>>,
    /// TileLink: kind of the answer: AccessAck 0, AccessAckData 1, HintAck 2.
    pub tl_d_opcode: Vec<Signal<Out, Bits<3>>>,
    /// TileLink: parameter of the kind: 0.
    pub tl_d_param: Vec<Signal<Out, Bits<2>>>,
    /// TileLink: logarithm of the number of bytes, as asked.
    pub tl_d_size: Vec<Signal<Out, Bits<2>>>,
    /// TileLink: who asked.
    pub tl_d_source: Vec<Signal<Out, Bits<16>>>,
    /// TileLink: who answers: 0.
    pub tl_d_sink: Vec<Signal<Out, Bits<1>>>,
    /// TileLink: the message was not served.
    pub tl_d_denied: Vec<Signal<Out, Bit>>,
    /// TileLink: data read, its bytes in their lanes.
    pub tl_d_data: Vec<Signal<Out, Bits<32>>>,
    /// TileLink: the data read is corrupt.
    pub tl_d_corrupt: Vec<Signal<Out, Bit>>,
    /// Registers can't be seen or written, and trace is off; asynchronous.
    pub debug_locked: Vec<Signal<In, Bit>>,
    /// Stream sink: there is trace.
    pub trace_valid: Vec<Signal<Out, Bit>>,
    /// Stream sink: the trace is taken.
    pub trace_ready: Vec<Signal<In, Bit>>,
    /// Stream sink: the trace, first byte lowest.
    pub trace_data: Vec<Signal<Out, Bits<OUT>>>,
    /// Stream sink: how many bytes it is, where that is not always the same.
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
    /// The encoder needs its clock.
    pub clock_request: Vec<Signal<Out, Bit>>,
    apb4: Vec<Apb4>,
    axi4_lite: Vec<Axi4Lite>,
    wishbone: Vec<Wishbone>,
    tilelink: Vec<TileLink>,
    requester: Vec<Requester>,
    responder: Vec<Responder>,
    lock: Vec<Synchronizer>,
    access: Access,
    hart: Vec<Hart<XLEN, ADDR, FIRST, OUT>>,
    message_word: Vec<Words<32, 64>>,
    message_double: Vec<Words<64, 128>>,
    funnel: Vec<Merger<OUT>>,
    sinks: Sinks<OUT>,
    request: Signal<Local, Bit>,
    write: Signal<Local, Bit>,
    addr: Signal<Local, Bits<10>>,
    component: Vec<Signal<Local, Bits<5>>>,
    wdata: Signal<Local, Bits<32>>,
    strobe: Signal<Local, Bits<4>>,
    done: Signal<Local, Bit>,
    rdata: Signal<Local, Bits<32>>,
    /// Which component an access is for.
    selected: Vec<Signal<Local, Bit>>,
    /// What the components up to this one show.
    shown: Vec<Signal<Local, Bits<32>>>,
    gathered: Vec<Signal<Local, Bits<32>>>,
    /// An input of a funnel: of the encoders, then of the funnels but the last one.
    chunk_valid: Vec<Signal<Local, Bit>>,
    chunk_ready: Vec<Signal<Local, Bit>>,
    chunk_data: Vec<Signal<Local, Bits<OUT>>>,
    chunk_bytes: Vec<Signal<Local, Bits<6>>>,
    chunk_last: Vec<Signal<Local, Bit>>,
    shared_time: Vec<Signal<Local, Bits<64>>>,
    _apb4: usize,
    _axi4_lite: usize,
    _wishbone: usize,
    _tilelink: usize,
    _near_bus: usize,
    _far_bus: usize,
    _lock: usize,
    _scrub: usize,
    _harts: usize,
    _later_harts: usize,
    _funnels: usize,
    _other_funnels: usize,
    _last_funnel: usize,
    _most: usize,
    _rest: usize,
    _components: usize,
    _more_components: usize,
    _single: usize,
    _many: usize,
    _blocks: usize,
    _sequential: usize,
    _triggers: usize,
    _reset: usize,
    _low_power: usize,
    _context: usize,
    _contexts: usize,
    _external: usize,
    _outputs: usize,
    _hart_time: usize,
    _broadcast_time: usize,
    _shared: usize,
    _broadcast: usize,
    _far_time: usize,
    _clock_request: usize,
    _router: usize,
    _ram: usize,
    _sram: usize,
    _sba: usize,
    _wide_sba: usize,
    _pib: usize,
    _tref: usize,
    _atb: usize,
    _atbytes: usize,
    _stream: usize,
    _outside: usize,
    _axi4: usize,
    _m_tilelink: usize,
    _m_wishbone: usize,
    _message: usize,
    _counted: usize,
    _chunks: usize,
    _direct: usize,
    _words: usize,
    _doubles: usize,
}
