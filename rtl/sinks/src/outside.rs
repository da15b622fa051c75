// SPDX-License-Identifier: Apache-2.0
//! What the sinks are connected to outside the hardware: memories, pins and buses.

use rust_hdl_core::prelude::*;
use tracewright_config::{Build, Packer, PibMode, SbaBus, Sink, SinkKind};
use tracewright_prim::*;

/// Bits of the index of a word of the SRAM.
fn row_bits(sink: &Sink) -> u32 {
    (8 * sink.sram_bytes / sink.sram_width).max(2).ilog2()
}

/// Bits of the number of bytes of a beat of the ATB.
fn byte_bits(sink: &Sink) -> u32 {
    (sink.atb_width / 8).max(2).ilog2()
}

/// An SRAM outside.
#[derive(Bundle)]
#[module(sink: Sink)]
pub struct SramPort {
    /// SRAM: it is used in this cycle.
    pub enable: Signal<Out, Bit>,
    /// SRAM: the 32-bit lanes that are written; none for a read.
    #[width(sink.sram_width / 32)]
    pub write: Narrow<Out, 4>,
    /// SRAM: index of the word.
    #[width(row_bits(sink))]
    pub address: Narrow<Out, 18>,
    /// SRAM: the word to write.
    #[width(sink.sram_width)]
    pub write_data: Narrow<Out, 128>,
    /// SRAM: the word read in the last cycle that read.
    #[width(sink.sram_width)]
    pub read_data: Narrow<In, 128>,
}

/// System memory on AXI4, as the manager has it.
#[derive(Bundle)]
#[module(sink: Sink)]
pub struct MemoryAxi4Port {
    /// System memory, AXI4: there is an address to write.
    pub awvalid: Signal<Out, Bit>,
    /// System memory, AXI4: the address is taken.
    pub awready: Signal<In, Bit>,
    /// System memory, AXI4: byte address of the burst.
    #[width(sink.sba_address)]
    pub awaddr: Narrow<Out, 64>,
    /// System memory, AXI4: words of the burst, less one.
    pub awlen: Signal<Out, Bits<8>>,
    /// System memory, AXI4: logarithm of the bytes of a word.
    pub awsize: Signal<Out, Bits<3>>,
    /// System memory, AXI4: INCR.
    pub awburst: Signal<Out, Bits<2>>,
    /// System memory, AXI4: normal, non-cacheable, bufferable.
    pub awcache: Signal<Out, Bits<4>>,
    /// System memory, AXI4: unprivileged, non-secure, data.
    pub awprot: Signal<Out, Bits<3>>,
    /// System memory, AXI4: there is a word.
    pub wvalid: Signal<Out, Bit>,
    /// System memory, AXI4: the word is taken.
    pub wready: Signal<In, Bit>,
    /// System memory, AXI4: the word, first byte lowest.
    #[width(sink.sba_width)]
    pub wdata: Narrow<Out, 128>,
    /// System memory, AXI4: the bytes to write: all of them.
    #[width(sink.sba_width / 8)]
    pub wstrb: Narrow<Out, 16>,
    /// System memory, AXI4: the last word of the burst.
    pub wlast: Signal<Out, Bit>,
    /// System memory, AXI4: the burst is answered.
    pub bvalid: Signal<In, Bit>,
    /// System memory, AXI4: the answer is taken.
    pub bready: Signal<Out, Bit>,
    /// System memory, AXI4: the answer.
    pub bresp: Signal<In, Bits<2>>,
}

/// System memory on TileLink, as the sender of messages has it.
#[derive(Bundle)]
#[module(sink: Sink)]
pub struct MemoryTileLinkPort {
    /// System memory, TileLink: there is a message.
    pub a_valid: Signal<Out, Bit>,
    /// System memory, TileLink: the message is taken.
    pub a_ready: Signal<In, Bit>,
    /// System memory, TileLink: PutFullData.
    pub a_opcode: Signal<Out, Bits<3>>,
    /// System memory, TileLink: parameter of the opcode: 0.
    pub a_param: Signal<Out, Bits<3>>,
    /// System memory, TileLink: logarithm of the bytes of a word.
    pub a_size: Signal<Out, Bits<2>>,
    /// System memory, TileLink: who asks: 0.
    pub a_source: Signal<Out, Bits<1>>,
    /// System memory, TileLink: byte address of the word.
    #[width(sink.sba_address)]
    pub a_address: Narrow<Out, 64>,
    /// System memory, TileLink: the bytes to write: all of them.
    #[width((sink.sba_width / 8).min(8))]
    pub a_mask: Narrow<Out, 8>,
    /// System memory, TileLink: the word, first byte lowest.
    #[width(sink.sba_width)]
    pub a_data: Narrow<Out, 128>,
    /// System memory, TileLink: the data is corrupt: never.
    pub a_corrupt: Signal<Out, Bit>,
    /// System memory, TileLink: there is an answer.
    pub d_valid: Signal<In, Bit>,
    /// System memory, TileLink: the answer is taken.
    pub d_ready: Signal<Out, Bit>,
    /// System memory, TileLink: kind of the answer; not looked at.
    pub d_opcode: Signal<In, Bits<3>>,
    /// System memory, TileLink: parameter of the kind; not looked at.
    pub d_param: Signal<In, Bits<2>>,
    /// System memory, TileLink: logarithm of the number of bytes; not looked at.
    pub d_size: Signal<In, Bits<2>>,
    /// System memory, TileLink: who asked; not looked at.
    pub d_source: Signal<In, Bits<1>>,
    /// System memory, TileLink: who answers; not looked at.
    pub d_sink: Signal<In, Bits<1>>,
    /// System memory, TileLink: the word was not written.
    pub d_denied: Signal<In, Bit>,
    /// System memory, TileLink: data of the answer; not looked at.
    #[width(sink.sba_width)]
    pub d_data: Narrow<In, 128>,
    /// System memory, TileLink: the answer is corrupt.
    pub d_corrupt: Signal<In, Bit>,
}

/// System memory on Wishbone, as the master has it.
#[derive(Bundle)]
#[module(sink: Sink)]
pub struct MemoryWishbonePort {
    /// System memory, Wishbone: the bus is wanted.
    pub cyc: Signal<Out, Bit>,
    /// System memory, Wishbone: there is a word.
    pub stb: Signal<Out, Bit>,
    /// System memory, Wishbone: it is to be written: always.
    pub we: Signal<Out, Bit>,
    /// System memory, Wishbone: byte address of the word.
    #[width(sink.sba_address)]
    pub adr: Narrow<Out, 64>,
    /// System memory, Wishbone: the word, first byte lowest.
    #[width(sink.sba_width)]
    pub dat_o: Narrow<Out, 128>,
    /// System memory, Wishbone: the bytes to write: all of them.
    #[width((sink.sba_width / 8).min(8))]
    pub sel: Narrow<Out, 8>,
    /// System memory, Wishbone: the word is written.
    pub ack: Signal<In, Bit>,
    /// System memory, Wishbone: the word is not written.
    pub err: Signal<In, Bit>,
}

/// The pins, and their clock.
#[derive(Bundle)]
#[module(sink: Sink)]
#[flat]
pub struct PinsPort {
    /// Clock of the pins; rising edge.
    pub pib_clock: Signal<In, Clock>,
    /// Reset of the pins, active low.
    pub pib_rst_n: Signal<In, Bit>,
    /// Pins: reference clock.
    #[built(sink.pib_modes.iter().any(PibMode::is_parallel))]
    pub tref: Optional<Signal<Out, Bit>>,
    /// Pins: data.
    #[width(sink.pib_pins())]
    pub tdata: Narrow<Out, 16>,
}

/// The Advanced Trace Bus, and its clock.
#[derive(Bundle)]
#[module(sink: Sink)]
#[flat]
pub struct AtbPort {
    /// Clock of the ATB; rising edge.
    pub at_clock: Signal<In, Clock>,
    /// Reset of the ATB, active low.
    pub at_rst_n: Signal<In, Bit>,
    /// ATB: this edge of its clock counts.
    pub atclken: Signal<In, Bit>,
    /// ATB: there is a beat.
    pub atvalid: Signal<Out, Bit>,
    /// ATB: the beat is taken.
    pub atready: Signal<In, Bit>,
    /// ATB: the beat, first byte lowest.
    #[width(sink.atb_width)]
    pub atdata: Narrow<Out, 128>,
    /// ATB: bytes of the beat, less one.
    #[built(sink.atb_width > 8)]
    #[width(byte_bits(sink))]
    pub atbytes: Optional<Narrow<Out, 4>>,
    /// ATB: who sends.
    pub atid: Signal<Out, Bits<7>>,
    /// ATB: what is held is to be sent.
    pub afvalid: Signal<In, Bit>,
    /// ATB: what was held has been sent.
    pub afready: Signal<Out, Bit>,
    /// ATB: synchronising messages are wanted.
    pub syncreq: Signal<In, Bit>,
}

/// Trace as it is, first byte lowest.
#[derive(Bundle)]
#[module(build: Build)]
pub struct StreamPort<const N: usize> {
    /// Stream sink: there is trace.
    pub valid: Signal<Out, Bit>,
    /// Stream sink: the trace is taken.
    pub ready: Signal<In, Bit>,
    /// Stream sink: the trace, first byte lowest.
    pub data: Signal<Out, Bits<N>>,
    /// Stream sink: how many bytes it is, where that is not always the same.
    #[built(build.encoder.packer == Packer::Message)]
    pub bytes: Optional<Signal<Out, Bits<6>>>,
}

/// Whether the build has system memory on this bus.
fn has_memory(build: &Build, bus: SbaBus) -> bool {
    build.sink.has(SinkKind::Sba) && build.sink.sba_bus == bus
}

/// All that the sinks of a build are connected to outside.
#[derive(Bundle)]
#[module(build: Build)]
#[flat]
pub struct Outside<const N: usize> {
    /// A stream.
    #[built(build.sink.has(SinkKind::Stream))]
    pub trace: Optional<StreamPort<N>>,
    /// The SRAM, where it is outside.
    #[built(build.sink.has(SinkKind::Sram) && build.sink.sram_macro)]
    #[new(SramPort::new(&build.sink))]
    pub sram: Optional<SramPort>,
    /// System memory on AXI4.
    #[built(has_memory(build, SbaBus::Axi4))]
    #[new(MemoryAxi4Port::new(&build.sink))]
    pub m_axi: Optional<MemoryAxi4Port>,
    /// System memory on TileLink.
    #[built(has_memory(build, SbaBus::TileLinkUl))]
    #[new(MemoryTileLinkPort::new(&build.sink))]
    pub m_tl: Optional<MemoryTileLinkPort>,
    /// System memory on Wishbone.
    #[built(has_memory(build, SbaBus::Wishbone))]
    #[new(MemoryWishbonePort::new(&build.sink))]
    pub m_wb: Optional<MemoryWishbonePort>,
    /// The pins.
    #[built(build.sink.has(SinkKind::Pib))]
    #[new(PinsPort::new(&build.sink))]
    pub pins: Optional<PinsPort>,
    /// The Advanced Trace Bus.
    #[built(build.sink.has(SinkKind::Atb))]
    #[new(AtbPort::new(&build.sink))]
    pub bus: Optional<AtbPort>,
}
