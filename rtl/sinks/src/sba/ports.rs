// SPDX-License-Identifier: Apache-2.0
//! The buses of the system-memory sink, and what its parts tell each other.

use rust_hdl_core::prelude::*;
use tracewright_config::{Build, SbaBus};
use tracewright_prim::{Bundle, Record};

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
    /// Byte address of the first word.
    pub address: Bits<32>,
    /// The bits of the address above.
    pub address_high: Bits<32>,
    /// Words after the first one.
    pub more: Bits<6>,
}

/// What is known of a burst.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Answer {
    /// Words are answered for: one, or all of a burst.
    pub answered: Bit,
    /// These words are the last ones of the burst.
    pub finished: Bit,
    /// The answer: 3 DECERR (denied), 2 SLVERR (corrupt, ERR), else 0.
    pub response: Bits<2>,
}

/// Writes on AMBA AXI4.
#[derive(Bundle)]
#[module(build: Build)]
pub struct Axi4Master {
    /// There is an address.
    pub awvalid: Signal<Out, Bit>,
    /// The address is taken.
    pub awready: Signal<In, Bit>,
    /// Byte address of the first word.
    pub awaddr: Signal<Out, Bits<64>>,
    /// Words after the first one.
    pub awlen: Signal<Out, Bits<8>>,
    /// Bytes of a word, as a power of two.
    pub awsize: Signal<Out, Bits<3>>,
    /// INCR.
    pub awburst: Signal<Out, Bits<2>>,
    /// Normal, non-cacheable, bufferable.
    pub awcache: Signal<Out, Bits<4>>,
    /// Unprivileged, non-secure, data.
    pub awprot: Signal<Out, Bits<3>>,
    /// There is a word.
    pub wvalid: Signal<Out, Bit>,
    /// The word is taken.
    pub wready: Signal<In, Bit>,
    /// The word, first bytes lowest.
    #[count(lanes(build))]
    pub wdata: Vec<Signal<Out, Bits<32>>>,
    /// All bytes of a word.
    pub wstrb: Signal<Out, Bits<16>>,
    /// The word is the last one of the burst.
    pub wlast: Signal<Out, Bit>,
    /// The burst is answered.
    pub bvalid: Signal<In, Bit>,
    /// The answer is taken.
    pub bready: Signal<Out, Bit>,
    /// The answer.
    pub bresp: Signal<In, Bits<2>>,
}

/// Writes on TileLink Uncached Lightweight.
#[derive(Bundle)]
#[module(build: Build)]
pub struct TileLinkMaster {
    /// There is a word.
    pub a_valid: Signal<Out, Bit>,
    /// The word is taken.
    pub a_ready: Signal<In, Bit>,
    /// PutFullData.
    pub a_opcode: Signal<Out, Bits<3>>,
    /// 0.
    pub a_param: Signal<Out, Bits<3>>,
    /// Bytes of a word, as a power of two.
    pub a_size: Signal<Out, Bits<2>>,
    /// 0.
    pub a_source: Signal<Out, Bits<1>>,
    /// Byte address of the word.
    pub a_address: Signal<Out, Bits<64>>,
    /// All bytes of a word.
    pub a_mask: Signal<Out, Bits<8>>,
    /// The word, first bytes lowest.
    #[count(lanes(build))]
    pub a_data: Vec<Signal<Out, Bits<32>>>,
    /// 0.
    pub a_corrupt: Signal<Out, Bit>,
    /// There is an answer.
    pub d_valid: Signal<In, Bit>,
    /// The answer is taken.
    pub d_ready: Signal<Out, Bit>,
    /// AccessAck; ignored, like all that an answer to the only word under way can be but one value.
    pub d_opcode: Signal<In, Bits<3>>,
    /// Ignored.
    pub d_param: Signal<In, Bits<2>>,
    /// Ignored.
    pub d_size: Signal<In, Bits<2>>,
    /// Ignored.
    pub d_source: Signal<In, Bits<1>>,
    /// Ignored.
    pub d_sink: Signal<In, Bits<1>>,
    /// The word was not written.
    pub d_denied: Signal<In, Bit>,
    /// Ignored.
    #[count(lanes(build))]
    pub d_data: Vec<Signal<In, Bits<32>>>,
    /// The answer can't be relied on.
    pub d_corrupt: Signal<In, Bit>,
}

/// Writes on Wishbone B4, classic cycles.
#[derive(Bundle)]
#[module(build: Build)]
pub struct WishboneMaster {
    /// A burst is under way.
    pub cyc: Signal<Out, Bit>,
    /// There is a word.
    pub stb: Signal<Out, Bit>,
    /// 1.
    pub we: Signal<Out, Bit>,
    /// Byte address of the word.
    pub adr: Signal<Out, Bits<64>>,
    /// The word, first bytes lowest.
    #[count(lanes(build))]
    pub dat_o: Vec<Signal<Out, Bits<32>>>,
    /// All bytes of a word.
    pub sel: Signal<Out, Bits<8>>,
    /// The word is written.
    pub ack: Signal<In, Bit>,
    /// The word can't be written.
    pub err: Signal<In, Bit>,
}
