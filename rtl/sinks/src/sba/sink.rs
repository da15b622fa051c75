// SPDX-License-Identifier: Apache-2.0
//! The system-memory sink, put together.

use super::ports::{bytes, is_on, MemoryAxi4Port, MemoryTileLinkPort, MemoryWishbonePort, Order};
use super::{SbaAxi4, SbaFifo, SbaPlan, SbaTileLink, SbaWishbone};
use crate::{Gather, GatherPlan, Unit};
use rust_hdl_core::prelude::*;
use tracewright_config::{Build, SbaBus};
use tracewright_prim::*;

/// Writes units of trace to a circular buffer in system memory, through a bus master.
///
/// Of the ports `m_axi_*`, `m_tl_*` and `m_wb_*`, those of the build's bus exist.
#[derive(Module)]
#[module(build: Build)]
pub struct SbaSink<const IN: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
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
    /// The bus, AXI4.
    #[built(is_on(build, SbaBus::Axi4))]
    pub m_axi: Optional<MemoryAxi4Port>,
    /// The bus, TileLink.
    #[built(is_on(build, SbaBus::TileLinkUl))]
    pub m_tl: Optional<MemoryTileLinkPort>,
    /// The bus, Wishbone.
    #[built(is_on(build, SbaBus::Wishbone))]
    pub m_wb: Optional<MemoryWishbonePort>,
    #[new(Gather::new(&GatherPlan { reset: build.reset, word_bytes: bytes(build) }))]
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
        self.gather.clear.next = self.clear.val();
        self.unit.link(&mut self.gather.unit);
        self.gather.flush.next = self.flush.val();
        self.gather.word_ready.next = self.fifo.in_ready.val();
        self.fifo.in_valid.next = self.gather.word_valid.val();
        for i in 0..self.fifo.in_data.len() {
            self.fifo.in_data[i].next = self.gather.word_data[i * 4].val().get_bits::<32>(0)
                | (self.gather.word_data[i * 4 + 1].val().get_bits::<32>(0) << bits::<5>(8))
                | (self.gather.word_data[i * 4 + 2].val().get_bits::<32>(0) << bits::<5>(16))
                | (self.gather.word_data[i * 4 + 3].val().get_bits::<32>(0) << bits::<5>(24));
            self.axi4.word[i].next = self.fifo.out_data[i].val();
            self.tilelink.word[i].next = self.fifo.out_data[i].val();
            self.wishbone.word[i].next = self.fifo.out_data[i].val();
        }

        // When and where they go.
        self.plan.clear.next = self.clear.val();
        self.plan.enable.next = self.enable.val();
        self.plan.stop_on_wrap.next = self.stop_on_wrap.val();
        self.plan.te_ram_base.next = self.te_ram_base.val();
        self.plan.te_ram_limit.next = self.te_ram_limit.val();
        self.plan.bus_addr.next = self.bus_addr.val();
        self.plan.bus_write.next = self.bus_write.val();
        self.plan.bus_merged.next = self.bus_merged.val();
        self.plan.full.next = self.fifo.full.val();
        self.plan.empty.next = self.fifo.empty.val();
        self.plan.waiting.next = self.fifo.more.val();
        self.plan.drained.next = self.flush.val() & self.gather.empty.val();
        self.fifo.drop.next = self.plan.drop.val();
        self.fifo.mark.next = self.plan.start.val();
        self.fifo.mark_more.next = self.plan.more.val();
        self.te_ram_wp.next = self.plan.te_ram_wp.val();
        self.te_wrap.next = self.plan.te_wrap.val();
        self.stop.next = self.plan.stop.val();
        self.no_buffer.next = self.plan.no_buffer.val();
        self.error_set.next = self.plan.error_set.val();
        self.error_response.next = self.plan.error_response.val();
        self.empty.next = self.gather.empty.val() & self.fifo.empty.val() & self.plan.idle.val();

        // The bus.
        self.order.next.start = self.plan.start.val();
        self.order.next.address = self.plan.address.val();
        self.order.next.address_high = self.te_ram_base_high.val();
        self.order.next.more = self.plan.more.val();
        self.axi4.order.next = self.order.val();
        self.tilelink.order.next = self.order.val();
        self.wishbone.order.next = self.order.val();
        if self.axi4.is_built() {
            self.fifo.pop.next = self.axi4.pop.val();
            self.plan.answer.next = self.axi4.answer.val();
        } else if self.tilelink.is_built() {
            self.fifo.pop.next = self.tilelink.pop.val();
            self.plan.answer.next = self.tilelink.answer.val();
        } else {
            self.fifo.pop.next = self.wishbone.pop.val();
            self.plan.answer.next = self.wishbone.answer.val();
        }
        self.m_axi.link(&mut self.axi4.m_axi);
        self.m_tl.link(&mut self.tilelink.m_tl);
        self.m_wb.link(&mut self.wishbone.m_wb);
    }
}
