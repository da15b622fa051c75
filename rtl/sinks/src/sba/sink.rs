// SPDX-License-Identifier: Apache-2.0
//! The system-memory sink, put together.

mod kernel;

use super::{SbaAxi4, SbaFifo, SbaPlan, SbaTileLink, SbaWishbone};
use crate::Gather;
use rust_hdl_core::prelude::*;
use tracewright_config::{Build, SbaBus};
use tracewright_prim::*;

/// Writes units of trace to a circular buffer in system memory, through a bus master.
///
/// Of the ports `m_axi_*`, `m_tl_*` and `m_wb_*`, those of the build's bus exist. Addresses have 64 bits and words are in lanes
/// of 32; masks have as many bits as the widest bus needs.
#[derive(Module)]
pub struct SbaSink<const IN: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// The sink is not active: a burst under way is finished; all else returns to its reset value.
    pub clear: Signal<In, Bit>,
    /// There is a unit.
    pub unit_valid: Signal<In, Bit>,
    /// It is taken.
    pub unit_ready: Signal<Out, Bit>,
    /// Its bytes, the first one lowest; idle above those of trace.
    pub unit_data: Signal<In, Bits<IN>>,
    /// How many of its bytes are trace; not needed, as the others are idle.
    pub unit_bytes: Vec<Signal<In, Bits<4>>>,
    /// Nothing more will come for now: what is held goes to memory.
    pub flush: Signal<In, Bit>,
    /// teEnable, or tfEnable.
    pub enable: Signal<In, Bit>,
    /// teStopOnWrap.
    pub stop_on_wrap: Signal<In, Bit>,
    /// The buffer has filled, and tracing must stop.
    pub stop: Signal<Out, Bit>,
    /// Nothing is held, and no answer is awaited.
    pub empty: Signal<Out, Bit>,
    /// No word may be written: sbaNoBuffer.
    pub no_buffer: Signal<Out, Bit>,
    /// teRamBase.
    pub te_ram_base: Signal<In, Bits<32>>,
    /// teRamBaseHigh.
    pub te_ram_base_high: Signal<In, Bits<32>>,
    /// teRamLimit.
    pub te_ram_limit: Signal<In, Bits<32>>,
    /// Byte offset of the register.
    pub bus_addr: Signal<In, Bits<12>>,
    /// The register is written in this cycle.
    pub bus_write: Signal<In, Bit>,
    /// The value written, complete.
    pub bus_merged: Signal<In, Bits<32>>,
    /// teRamWP, in units of 4 bytes.
    pub te_ram_wp: Signal<Out, Bits<30>>,
    /// teWrap.
    pub te_wrap: Signal<Out, Bit>,
    /// sbaError becomes 1.
    pub error_set: Signal<Out, Bit>,
    /// sbaResponse that belongs to it: 2 SLVERR, 3 DECERR.
    pub error_response: Signal<Out, Bits<2>>,
    /// There is an address.
    pub m_axi_awvalid: Vec<Signal<Out, Bit>>,
    /// The address is taken.
    pub m_axi_awready: Vec<Signal<In, Bit>>,
    /// Byte address of the first word.
    pub m_axi_awaddr: Vec<Signal<Out, Bits<64>>>,
    /// Words behind the first one.
    pub m_axi_awlen: Vec<Signal<Out, Bits<8>>>,
    /// Bytes of a word, as a power of two.
    pub m_axi_awsize: Vec<Signal<Out, Bits<3>>>,
    /// INCR.
    pub m_axi_awburst: Vec<Signal<Out, Bits<2>>>,
    /// Normal, non-cacheable, bufferable.
    pub m_axi_awcache: Vec<Signal<Out, Bits<4>>>,
    /// Unprivileged, non-secure, data.
    pub m_axi_awprot: Vec<Signal<Out, Bits<3>>>,
    /// There is a word.
    pub m_axi_wvalid: Vec<Signal<Out, Bit>>,
    /// The word is taken.
    pub m_axi_wready: Vec<Signal<In, Bit>>,
    /// The word, first bytes lowest.
    pub m_axi_wdata: Vec<Signal<Out, Bits<32>>>,
    /// All bytes of a word.
    pub m_axi_wstrb: Vec<Signal<Out, Bits<16>>>,
    /// The word is the last one of the burst.
    pub m_axi_wlast: Vec<Signal<Out, Bit>>,
    /// The burst is answered.
    pub m_axi_bvalid: Vec<Signal<In, Bit>>,
    /// The answer is taken.
    pub m_axi_bready: Vec<Signal<Out, Bit>>,
    /// The answer.
    pub m_axi_bresp: Vec<Signal<In, Bits<2>>>,
    /// There is a word.
    pub m_tl_a_valid: Vec<Signal<Out, Bit>>,
    /// The word is taken.
    pub m_tl_a_ready: Vec<Signal<In, Bit>>,
    /// PutFullData.
    pub m_tl_a_opcode: Vec<Signal<Out, Bits<3>>>,
    /// 0.
    pub m_tl_a_param: Vec<Signal<Out, Bits<3>>>,
    /// Bytes of a word, as a power of two.
    pub m_tl_a_size: Vec<Signal<Out, Bits<2>>>,
    /// 0.
    pub m_tl_a_source: Vec<Signal<Out, Bits<1>>>,
    /// Byte address of the word.
    pub m_tl_a_address: Vec<Signal<Out, Bits<64>>>,
    /// All bytes of a word.
    pub m_tl_a_mask: Vec<Signal<Out, Bits<8>>>,
    /// The word, first bytes lowest.
    pub m_tl_a_data: Vec<Signal<Out, Bits<32>>>,
    /// 0.
    pub m_tl_a_corrupt: Vec<Signal<Out, Bit>>,
    /// There is an answer.
    pub m_tl_d_valid: Vec<Signal<In, Bit>>,
    /// The answer is taken.
    pub m_tl_d_ready: Vec<Signal<Out, Bit>>,
    /// AccessAck; ignored, like all that an answer to the only word under way can be but one value.
    pub m_tl_d_opcode: Vec<Signal<In, Bits<3>>>,
    /// Ignored.
    pub m_tl_d_param: Vec<Signal<In, Bits<2>>>,
    /// Ignored.
    pub m_tl_d_size: Vec<Signal<In, Bits<2>>>,
    /// Ignored.
    pub m_tl_d_source: Vec<Signal<In, Bits<1>>>,
    /// Ignored.
    pub m_tl_d_sink: Vec<Signal<In, Bits<1>>>,
    /// The word was not written.
    pub m_tl_d_denied: Vec<Signal<In, Bit>>,
    /// Ignored.
    pub m_tl_d_data: Vec<Signal<In, Bits<32>>>,
    /// The answer can't be relied on.
    pub m_tl_d_corrupt: Vec<Signal<In, Bit>>,
    /// A burst is under way.
    pub m_wb_cyc: Vec<Signal<Out, Bit>>,
    /// There is a word.
    pub m_wb_stb: Vec<Signal<Out, Bit>>,
    /// 1.
    pub m_wb_we: Vec<Signal<Out, Bit>>,
    /// Byte address of the word.
    pub m_wb_adr: Vec<Signal<Out, Bits<64>>>,
    /// The word, first bytes lowest.
    pub m_wb_dat_o: Vec<Signal<Out, Bits<32>>>,
    /// All bytes of a word.
    pub m_wb_sel: Vec<Signal<Out, Bits<8>>>,
    /// The word is written.
    pub m_wb_ack: Vec<Signal<In, Bit>>,
    /// The word can't be written.
    pub m_wb_err: Vec<Signal<In, Bit>>,
    gather: Gather<IN>,
    fifo: SbaFifo,
    plan: SbaPlan,
    axi4: Vec<SbaAxi4>,
    tilelink: Vec<SbaTileLink>,
    wishbone: Vec<SbaWishbone>,
    _units: usize,
    _lanes: usize,
    _axi4: usize,
    _tilelink: usize,
    _wishbone: usize,
}

impl<const IN: usize> SbaSink<IN> {
    /// The system-memory sink of `build`.
    pub fn new(build: &Build) -> Self {
        let (reset, lanes) = (build.reset, build.sink.sba_width as usize / 32);
        let words = build.sink.sba_burst as usize;
        let units = usize::from(IN > 8);
        let has = |bus| usize::from(build.sink.sba_bus == bus);
        let [axi4, tilelink, wishbone] = [SbaBus::Axi4, SbaBus::TileLinkUl, SbaBus::Wishbone].map(has);
        SbaSink {
            clock: Default::default(),
            rst_n: Default::default(),
            clear: Default::default(),
            unit_valid: Default::default(),
            unit_ready: Default::default(),
            unit_data: Default::default(),
            unit_bytes: vec![Default::default(); units],
            flush: Default::default(),
            enable: Default::default(),
            stop_on_wrap: Default::default(),
            stop: Default::default(),
            empty: Default::default(),
            no_buffer: Default::default(),
            te_ram_base: Default::default(),
            te_ram_base_high: Default::default(),
            te_ram_limit: Default::default(),
            bus_addr: Default::default(),
            bus_write: Default::default(),
            bus_merged: Default::default(),
            te_ram_wp: Default::default(),
            te_wrap: Default::default(),
            error_set: Default::default(),
            error_response: Default::default(),
            m_axi_awvalid: vec![Default::default(); axi4],
            m_axi_awready: vec![Default::default(); axi4],
            m_axi_awaddr: vec![Default::default(); axi4],
            m_axi_awlen: vec![Default::default(); axi4],
            m_axi_awsize: vec![Default::default(); axi4],
            m_axi_awburst: vec![Default::default(); axi4],
            m_axi_awcache: vec![Default::default(); axi4],
            m_axi_awprot: vec![Default::default(); axi4],
            m_axi_wvalid: vec![Default::default(); axi4],
            m_axi_wready: vec![Default::default(); axi4],
            m_axi_wdata: vec![Default::default(); axi4 * lanes],
            m_axi_wstrb: vec![Default::default(); axi4],
            m_axi_wlast: vec![Default::default(); axi4],
            m_axi_bvalid: vec![Default::default(); axi4],
            m_axi_bready: vec![Default::default(); axi4],
            m_axi_bresp: vec![Default::default(); axi4],
            m_tl_a_valid: vec![Default::default(); tilelink],
            m_tl_a_ready: vec![Default::default(); tilelink],
            m_tl_a_opcode: vec![Default::default(); tilelink],
            m_tl_a_param: vec![Default::default(); tilelink],
            m_tl_a_size: vec![Default::default(); tilelink],
            m_tl_a_source: vec![Default::default(); tilelink],
            m_tl_a_address: vec![Default::default(); tilelink],
            m_tl_a_mask: vec![Default::default(); tilelink],
            m_tl_a_data: vec![Default::default(); tilelink * lanes],
            m_tl_a_corrupt: vec![Default::default(); tilelink],
            m_tl_d_valid: vec![Default::default(); tilelink],
            m_tl_d_ready: vec![Default::default(); tilelink],
            m_tl_d_opcode: vec![Default::default(); tilelink],
            m_tl_d_param: vec![Default::default(); tilelink],
            m_tl_d_size: vec![Default::default(); tilelink],
            m_tl_d_source: vec![Default::default(); tilelink],
            m_tl_d_sink: vec![Default::default(); tilelink],
            m_tl_d_denied: vec![Default::default(); tilelink],
            m_tl_d_data: vec![Default::default(); tilelink * lanes],
            m_tl_d_corrupt: vec![Default::default(); tilelink],
            m_wb_cyc: vec![Default::default(); wishbone],
            m_wb_stb: vec![Default::default(); wishbone],
            m_wb_we: vec![Default::default(); wishbone],
            m_wb_adr: vec![Default::default(); wishbone],
            m_wb_dat_o: vec![Default::default(); wishbone * lanes],
            m_wb_sel: vec![Default::default(); wishbone],
            m_wb_ack: vec![Default::default(); wishbone],
            m_wb_err: vec![Default::default(); wishbone],
            gather: Gather::new(reset, IN / 8, 4 * lanes),
            fifo: SbaFifo::new(reset, words, lanes),
            plan: SbaPlan::new(reset, words, lanes, axi4 > 0),
            axi4: (0..axi4).map(|_| SbaAxi4::new(reset, lanes)).collect(),
            tilelink: (0..tilelink).map(|_| SbaTileLink::new(reset, lanes)).collect(),
            wishbone: (0..wishbone).map(|_| SbaWishbone::new(reset, lanes)).collect(),
            _units: units,
            _lanes: lanes,
            _axi4: axi4,
            _tilelink: tilelink,
            _wishbone: wishbone,
        }
    }
}
