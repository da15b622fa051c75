// SPDX-License-Identifier: Apache-2.0
//! How the parts of the system-memory sink are connected.

use super::SbaSink;
use rust_hdl_core::prelude::*;
use tracewright_prim::clock;

impl<const IN: usize> Logic for SbaSink<IN> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, gather, fifo, plan);

        // Units to words, words to the FIFO.
        self.gather.clear.next = self.clear.val();
        self.gather.unit_valid.next = self.unit_valid.val();
        self.unit_ready.next = self.gather.unit_ready.val();
        self.gather.unit_data.next = self.unit_data.val();
        for i in 0..self._units {
            self.gather.unit_bytes[i].next = self.unit_bytes[i].val();
        }
        self.gather.flush.next = self.flush.val();
        self.gather.word_ready.next = self.fifo.in_ready.val();
        self.fifo.in_valid.next = self.gather.word_valid.val();
        for i in 0..self._lanes {
            self.fifo.in_data[i].next = self.gather.word_data[i * 4].val().get_bits::<32>(0)
                | (self.gather.word_data[i * 4 + 1].val().get_bits::<32>(0) << bits::<5>(8))
                | (self.gather.word_data[i * 4 + 2].val().get_bits::<32>(0) << bits::<5>(16))
                | (self.gather.word_data[i * 4 + 3].val().get_bits::<32>(0) << bits::<5>(24));
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
        for i in 0..self._axi4 {
            self.axi4[i].clock.next = self.clock.val();
            self.axi4[i].rst_n.next = self.rst_n.val();
            self.axi4[i].start.next = self.plan.start.val();
            self.axi4[i].address.next = self.plan.address.val();
            self.axi4[i].address_high.next = self.te_ram_base_high.val();
            self.axi4[i].more.next = self.plan.more.val();
            for n in 0..self._lanes {
                self.axi4[i].word[n].next = self.fifo.out_data[n].val();
                self.m_axi_wdata[n].next = self.axi4[i].m_axi_wdata[n].val();
            }
            self.fifo.pop.next = self.axi4[i].pop.val();
            self.plan.answered.next = self.axi4[i].answered.val();
            self.plan.finished.next = self.axi4[i].answered.val();
            self.plan.response.next = self.axi4[i].response.val();
            self.m_axi_awvalid[i].next = self.axi4[i].m_axi_awvalid.val();
            self.axi4[i].m_axi_awready.next = self.m_axi_awready[i].val();
            self.m_axi_awaddr[i].next = self.axi4[i].m_axi_awaddr.val();
            self.m_axi_awlen[i].next = self.axi4[i].m_axi_awlen.val();
            self.m_axi_awsize[i].next = self.axi4[i].m_axi_awsize.val();
            self.m_axi_awburst[i].next = self.axi4[i].m_axi_awburst.val();
            self.m_axi_awcache[i].next = self.axi4[i].m_axi_awcache.val();
            self.m_axi_awprot[i].next = self.axi4[i].m_axi_awprot.val();
            self.m_axi_wvalid[i].next = self.axi4[i].m_axi_wvalid.val();
            self.axi4[i].m_axi_wready.next = self.m_axi_wready[i].val();
            self.m_axi_wstrb[i].next = self.axi4[i].m_axi_wstrb.val();
            self.m_axi_wlast[i].next = self.axi4[i].m_axi_wlast.val();
            self.axi4[i].m_axi_bvalid.next = self.m_axi_bvalid[i].val();
            self.m_axi_bready[i].next = self.axi4[i].m_axi_bready.val();
            self.axi4[i].m_axi_bresp.next = self.m_axi_bresp[i].val();
        }
        for i in 0..self._tilelink {
            self.tilelink[i].clock.next = self.clock.val();
            self.tilelink[i].rst_n.next = self.rst_n.val();
            self.tilelink[i].start.next = self.plan.start.val();
            self.tilelink[i].address.next = self.plan.address.val();
            self.tilelink[i].address_high.next = self.te_ram_base_high.val();
            self.tilelink[i].more.next = self.plan.more.val();
            for n in 0..self._lanes {
                self.tilelink[i].word[n].next = self.fifo.out_data[n].val();
                self.m_tl_a_data[n].next = self.tilelink[i].m_tl_a_data[n].val();
                self.tilelink[i].m_tl_d_data[n].next = self.m_tl_d_data[n].val();
            }
            self.fifo.pop.next = self.tilelink[i].pop.val();
            self.plan.answered.next = self.tilelink[i].answered.val();
            self.plan.finished.next = self.tilelink[i].finished.val();
            self.plan.response.next = self.tilelink[i].response.val();
            self.m_tl_a_valid[i].next = self.tilelink[i].m_tl_a_valid.val();
            self.tilelink[i].m_tl_a_ready.next = self.m_tl_a_ready[i].val();
            self.m_tl_a_opcode[i].next = self.tilelink[i].m_tl_a_opcode.val();
            self.m_tl_a_param[i].next = self.tilelink[i].m_tl_a_param.val();
            self.m_tl_a_size[i].next = self.tilelink[i].m_tl_a_size.val();
            self.m_tl_a_source[i].next = self.tilelink[i].m_tl_a_source.val();
            self.m_tl_a_address[i].next = self.tilelink[i].m_tl_a_address.val();
            self.m_tl_a_mask[i].next = self.tilelink[i].m_tl_a_mask.val();
            self.m_tl_a_corrupt[i].next = self.tilelink[i].m_tl_a_corrupt.val();
            self.tilelink[i].m_tl_d_valid.next = self.m_tl_d_valid[i].val();
            self.m_tl_d_ready[i].next = self.tilelink[i].m_tl_d_ready.val();
            self.tilelink[i].m_tl_d_opcode.next = self.m_tl_d_opcode[i].val();
            self.tilelink[i].m_tl_d_param.next = self.m_tl_d_param[i].val();
            self.tilelink[i].m_tl_d_size.next = self.m_tl_d_size[i].val();
            self.tilelink[i].m_tl_d_source.next = self.m_tl_d_source[i].val();
            self.tilelink[i].m_tl_d_sink.next = self.m_tl_d_sink[i].val();
            self.tilelink[i].m_tl_d_denied.next = self.m_tl_d_denied[i].val();
            self.tilelink[i].m_tl_d_corrupt.next = self.m_tl_d_corrupt[i].val();
        }
        for i in 0..self._wishbone {
            self.wishbone[i].clock.next = self.clock.val();
            self.wishbone[i].rst_n.next = self.rst_n.val();
            self.wishbone[i].start.next = self.plan.start.val();
            self.wishbone[i].address.next = self.plan.address.val();
            self.wishbone[i].address_high.next = self.te_ram_base_high.val();
            self.wishbone[i].more.next = self.plan.more.val();
            for n in 0..self._lanes {
                self.wishbone[i].word[n].next = self.fifo.out_data[n].val();
                self.m_wb_dat_o[n].next = self.wishbone[i].m_wb_dat_o[n].val();
            }
            self.fifo.pop.next = self.wishbone[i].pop.val();
            self.plan.answered.next = self.wishbone[i].answered.val();
            self.plan.finished.next = self.wishbone[i].finished.val();
            self.plan.response.next = self.wishbone[i].response.val();
            self.m_wb_cyc[i].next = self.wishbone[i].m_wb_cyc.val();
            self.m_wb_stb[i].next = self.wishbone[i].m_wb_stb.val();
            self.m_wb_we[i].next = self.wishbone[i].m_wb_we.val();
            self.m_wb_adr[i].next = self.wishbone[i].m_wb_adr.val();
            self.m_wb_sel[i].next = self.wishbone[i].m_wb_sel.val();
            self.wishbone[i].m_wb_ack.next = self.m_wb_ack[i].val();
            self.wishbone[i].m_wb_err.next = self.m_wb_err[i].val();
        }
    }
}
