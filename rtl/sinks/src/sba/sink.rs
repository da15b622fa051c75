// SPDX-License-Identifier: Apache-2.0
//! The system-memory sink, put together.

use super::ports::{bytes, is_on, MemoryAxi4Port, MemoryTileLinkPort, MemoryWishbonePort, Order};
use super::{SbaAxi4, SbaFifo, SbaPlan, SbaTileLink, SbaWishbone};
use crate::{Gather, GatherPlan, Unit};
use tracewright_prim::*;

/// Writes units of trace to a circular buffer in system memory, through a bus master.
///
/// Of the ports `m_axi_*`, `m_tl_*` and `m_wb_*`, those of the build's bus exist.
#[synchronous(build: Build)]
pub struct SbaSink<const IN: usize> {
    /// The sink is not active: a burst under way is finished; all else returns to its reset value.
    pub clear: Signal<In, Bit>,
    /// Trace; how many bytes of a unit are trace is not needed, as the others are idle.
    pub unit: Unit<IN>,
    /// Nothing more will come for now: what is held goes to memory.
    pub flush: Signal<In, Bit>,
    /// teEnable, or tfEnable.
    pub enable: Signal<In, Bit>,
    /// teStopOnWrap.
    pub stop_on_wrap: Signal<In, Bit>,
    /// The buffer has filled, and tracing must stop.
    pub stop: Signal<Out, Bit>,
    /// For teEmpty: nothing is held, and no answer is awaited.
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
    /// The bus, AXI4.
    #[built(is_on(build, SbaBus::Axi4))]
    pub m_axi: Optional<MemoryAxi4Port>,
    /// The bus, TileLink.
    #[built(is_on(build, SbaBus::TileLinkUl))]
    pub m_tl: Optional<MemoryTileLinkPort>,
    /// The bus, Wishbone.
    #[built(is_on(build, SbaBus::Wishbone))]
    pub m_wb: Optional<MemoryWishbonePort>,
    #[new(Gather::new(&GatherPlan { reset: build.reset, word_bytes: bytes(build), counts: false }))]
    gather: Gather<IN>,
    fifo: SbaFifo,
    plan: SbaPlan,
    #[built(is_on(build, SbaBus::Axi4))]
    axi4: Optional<SbaAxi4>,
    #[built(is_on(build, SbaBus::TileLinkUl))]
    tilelink: Optional<SbaTileLink>,
    #[built(is_on(build, SbaBus::Wishbone))]
    wishbone: Optional<SbaWishbone>,
    order: Signal<Local, Order>,
}

impl<const IN: usize> Logic for SbaSink<IN> {
    #[kernel]
    fn update(&mut self) {
        // Units to words, words to the FIFO.
        connect!(gather: clear, unit, flush, word_valid = fifo.in_valid, word_ready = fifo.in_ready);
        for i in 0..self.fifo.in_data.len() {
            self.fifo.in_data[i].next = self.gather.word_data[i * 4].val().get_bits::<32>(0)
                | (self.gather.word_data[i * 4 + 1].val().get_bits::<32>(0) << bits::<5>(8))
                | (self.gather.word_data[i * 4 + 2].val().get_bits::<32>(0) << bits::<5>(16))
                | (self.gather.word_data[i * 4 + 3].val().get_bits::<32>(0) << bits::<5>(24));
        }

        // When words go to memory, and where.
        connect!(plan: clear, enable, stop_on_wrap, te_ram_base, te_ram_limit, bus_addr, bus_write, bus_merged,
            fifo.{full, empty, waiting = more, drop, start = mark, more = mark_more},
            te_ram_wp, te_wrap, stop, no_buffer, error_set, error_response);
        self.plan.drained.next = self.flush.val() & self.gather.empty.val();
        self.empty.next = self.gather.empty.val() & self.fifo.empty.val() & self.plan.idle.val();

        // The bus.
        connect!(order.next: address_high = te_ram_base_high, plan.{start, address, more});
        connect!(axi4: order, word = fifo.out_data, pop = fifo.pop, answer = plan.answer, m_axi);
        connect!(tilelink: order, word = fifo.out_data, pop = fifo.pop, answer = plan.answer, m_tl);
        connect!(wishbone: order, word = fifo.out_data, pop = fifo.pop, answer = plan.answer, m_wb);
    }
}
