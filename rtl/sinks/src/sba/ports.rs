// SPDX-License-Identifier: Apache-2.0
//! The buses of the system-memory sink, and what its parts tell each other.

use tracewright_prim::*;

/// Lanes of 32 bits in a word.
pub(super) fn lanes(build: &Build) -> usize {
    build.sink.sba_width as usize / 32
}

/// Bytes of a word.
pub(super) fn bytes(build: &Build) -> usize {
    4 * lanes(build)
}

/// Words of the longest burst: a power of two up to 64.
pub(super) fn words(build: &Build) -> usize {
    build.sink.sba_burst as usize
}

/// Whether the sink is a master of `bus`.
pub(super) fn is_on(build: &Build, bus: SbaBus) -> bool {
    build.sink.sba_bus == bus
}

/// A burst that begins.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Order {
    /// The burst begins.
    pub start: Bit,
    /// Byte address of the first word of the burst, bits 31-0.
    pub address: Bits<32>,
    /// Byte address of the first word of the burst, bits 63-32.
    pub address_high: Bits<32>,
    /// Words of the burst after the first one.
    pub more: Bits<6>,
}

/// What is known of a burst.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Answer {
    /// Words are answered for: one, or all of a burst.
    pub answered: Bit,
    /// The words answered for are the last ones of the burst.
    pub finished: Bit,
    /// The answer: 3 DECERR (denied), 2 SLVERR (corrupt, ERR), else 0.
    pub response: Bits<2>,
}

/// System memory on AXI4, as the manager has it.
#[bundle(build: Build)]
pub struct MemoryAxi4Port {
    /// System memory, AXI4: there is an address to write.
    pub awvalid: Signal<Out, Bit>,
    /// System memory, AXI4: the address is taken.
    pub awready: Signal<In, Bit>,
    /// System memory, AXI4: byte address of the burst.
    #[width(build.sink.sba_address)]
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
    #[width(build.sink.sba_width)]
    pub wdata: Narrow<Out, 128>,
    /// System memory, AXI4: the bytes to write: all of them.
    #[width(build.sink.sba_width / 8)]
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
#[bundle(build: Build)]
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
    #[width(build.sink.sba_address)]
    pub a_address: Narrow<Out, 64>,
    /// System memory, TileLink: the bytes to write: all of them.
    #[width((build.sink.sba_width / 8).min(8))]
    pub a_mask: Narrow<Out, 8>,
    /// System memory, TileLink: the word, first byte lowest.
    #[width(build.sink.sba_width)]
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
    #[width(build.sink.sba_width)]
    pub d_data: Narrow<In, 128>,
    /// System memory, TileLink: the answer is corrupt.
    pub d_corrupt: Signal<In, Bit>,
}

/// System memory on Wishbone, as the master has it.
#[bundle(build: Build)]
pub struct MemoryWishbonePort {
    /// System memory, Wishbone: the bus is wanted.
    pub cyc: Signal<Out, Bit>,
    /// System memory, Wishbone: there is a word.
    pub stb: Signal<Out, Bit>,
    /// System memory, Wishbone: it is to be written: always.
    pub we: Signal<Out, Bit>,
    /// System memory, Wishbone: byte address of the word.
    #[width(build.sink.sba_address)]
    pub adr: Narrow<Out, 64>,
    /// System memory, Wishbone: the word, first byte lowest.
    #[width(build.sink.sba_width)]
    pub dat_o: Narrow<Out, 128>,
    /// System memory, Wishbone: the bytes to write: all of them.
    #[width((build.sink.sba_width / 8).min(8))]
    pub sel: Narrow<Out, 8>,
    /// System memory, Wishbone: the word is written.
    pub ack: Signal<In, Bit>,
    /// System memory, Wishbone: the word is not written.
    pub err: Signal<In, Bit>,
}
