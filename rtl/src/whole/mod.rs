// SPDX-License-Identifier: Apache-2.0
//! The whole of a build.

mod kernel;
mod new;

use crate::bus::{Apb4, Axi4Lite, Requester, Responder, TileLink, Wishbone};
use crate::control::{Access, Power, Registers, TriggerInputs, TriggerOutputs};
use crate::encoder::Encoder;
use crate::prim::{Module, Synchronizer};
use crate::sinks::{SramSink, Words};
use crate::timestamp::{TimeSender, Timestamp};
use rust_hdl_core::prelude::*;

/// Encoder, registers behind a bus, and the sink.
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
    /// Clock of the control bus; rising edge.
    pub bus_clock: Vec<Signal<In, Clock>>,
    /// Reset of the control bus, active low.
    pub bus_rst_n: Vec<Signal<In, Bit>>,
    /// APB4: byte address of the register.
    pub paddr: Vec<Signal<In, Bits<12>>>,
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
    pub s_axi_awaddr: Vec<Signal<In, Bits<12>>>,
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
    pub s_axi_araddr: Vec<Signal<In, Bits<12>>>,
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
    pub wb_adr: Vec<Signal<In, Bits<12>>>,
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
    pub tl_a_address: Vec<Signal<In, Bits<12>>>,
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
    /// The encoder needs its clock.
    pub clock_request: Vec<Signal<Out, Bit>>,
    encoder: Encoder<XLEN, ADDR, FIRST, OUT>,
    apb4: Vec<Apb4>,
    axi4_lite: Vec<Axi4Lite>,
    wishbone: Vec<Wishbone>,
    tilelink: Vec<TileLink>,
    requester: Vec<Requester>,
    responder: Vec<Responder>,
    lock: Vec<Synchronizer>,
    access: Access,
    registers: Registers,
    power: Vec<Power>,
    trigger_inputs: Vec<TriggerInputs>,
    trigger_outputs: Vec<TriggerOutputs>,
    timestamp: Vec<Timestamp>,
    time_sender: Vec<TimeSender>,
    words: Vec<Words<32, 64>>,
    doubles: Vec<Words<64, 128>>,
    sram: Vec<SramSink<OUT>>,
    request: Signal<Local, Bit>,
    write: Signal<Local, Bit>,
    addr: Signal<Local, Bits<10>>,
    wdata: Signal<Local, Bits<32>>,
    strobe: Signal<Local, Bits<4>>,
    done: Signal<Local, Bit>,
    rdata: Signal<Local, Bits<32>>,
    control: Signal<Local, Bits<32>>,
    active: Signal<Local, Bit>,
    followed: Signal<Local, Bit>,
    stopped: Signal<Local, Bit>,
    set: Signal<Local, Bit>,
    cleared: Signal<Local, Bit>,
    drained: Signal<Local, Bit>,
    joined_valid: Signal<Local, Bit>,
    joined_ready: Signal<Local, Bit>,
    joined_data: Signal<Local, Bits<OUT>>,
    joined_bytes: Signal<Local, Bits<4>>,
    joined_empty: Signal<Local, Bit>,
    outside_time: Vec<Signal<Local, Bits<64>>>,
    _apb4: usize,
    _axi4_lite: usize,
    _wishbone: usize,
    _tilelink: usize,
    _near_bus: usize,
    _far_bus: usize,
    _lock: usize,
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
    _unjoined: usize,
    _words: usize,
    _doubles: usize,
    _sram: usize,
    _sram_bytes: usize,
    _stream: usize,
}
