// SPDX-License-Identifier: Apache-2.0
//! The sinks, a cycle at a time.

use super::Sinks;
use rust_hdl_core::prelude::*;
use tracewright_regmap::*;

impl<const IN: usize> Logic for Sinks<IN> {
    #[hdl_gen]
    fn update(&mut self) {
        // Which sink.
        self.selected.next = bits::<4>(0);
        self.chunk_valid.next = self.in_valid.val();
        self.in_ready.next = self.chunk_ready.val();
        self.chunk_data.next = self.in_data.val();
        self.chunk_bytes.next = bits::<4>(1);
        for i in 0..self._chunks {
            self.chunk_bytes.next = self.in_bytes[i].val().get_bits::<4>(0);
        }
        for i in 0..self._router {
            self.router[i].clock.next = self.clock.val();
            self.router[i].rst_n.next = self.rst_n.val();
            self.router[i].select.next = self.sink[i].val();
            self.router[i].joiner_empty.next = self.joiner_empty.val();
            self.router[i].in_valid.next = self.in_valid.val();
            self.in_ready.next = self.router[i].in_ready.val();
            self.router[i].in_data.next = self.in_data.val();
            self.selected.next = self.router[i].selected.val();
            self.chunk_valid.next = self.router[i].joiner_valid.val();
            self.router[i].joiner_ready.next = self.chunk_ready.val();
            self.chunk_data.next = self.router[i].joiner_data.val();
            for k in 0..self._chunks {
                self.router[i].in_bytes[k].next = self.in_bytes[k].val().get_bits::<4>(0);
                self.router[i].in_last[k].next = self.in_last[k].val();
                self.chunk_bytes.next = self.router[i].joiner_bytes[k].val();
            }
        }

        // The memories are reset with the source, and what is on its way to them goes; for the others it has to stay.
        for i in 0..self._joiner {
            self.forgets[i].next = false;
            for _k in 0..self._memory_alone {
                self.forgets[i].next = !self.active.val();
            }
            for _k in 0..self._routed_sram {
                if self.selected.val() == TE_SINK_SRAM.to_bits::<4>() {
                    self.forgets[i].next = !self.active.val();
                }
            }
            for _k in 0..self._routed_sba {
                if self.selected.val() == TE_SINK_SBA.to_bits::<4>() {
                    self.forgets[i].next = !self.active.val();
                }
            }
        }

        // Pins.
        for i in 0..self._pib {
            self.pib[i].inactive.next = !self.active.val();
            self.pib[i].clock.next = self.clock.val();
            self.pib[i].rst_n.next = self.rst_n.val();
            self.pib[i].pib_clock.next = self.pib_clock[i].val();
            self.pib[i].pib_rst_n.next = self.pib_rst_n[i].val();
            self.pib[i].control.next = self.pib_control[i].val();
            self.pib_active[i].next = self.pib[i].pib_active.val();
            self.pib_empty[i].next = self.pib[i].pib_empty.val();
            self.pib[i].in_valid.next = self.in_valid.val();
            self.pib[i].in_data.next = self.in_data.val();
            for k in 0..self._chunks {
                self.pib[i].in_bytes[k].next = self.in_bytes[k].val().get_bits::<4>(0);
                self.pib[i].in_last[k].next = self.in_last[k].val();
            }
            for _k in 0..self._single {
                self.in_ready.next = self.pib[i].in_ready.val();
            }
            for k in 0..self._router {
                self.pib[i].in_valid.next = self.router[k].pib_valid[i].val();
                self.router[k].pib_ready[i].next = self.pib[i].in_ready.val();
                self.pib[i].in_data.next = self.router[k].pib_data[i].val();
            }
            for k in 0..self._routed_chunks {
                self.pib[i].in_bytes[k].next = self.router[0].pib_bytes[k].val();
                self.pib[i].in_last[k].next = self.router[0].pib_last[k].val();
            }
            self.tdata[i].next = self.pib[i].tdata.val();
        }
        for i in 0..self._tref {
            self.tref[i].next = self.pib[0].tref[i].val();
        }

        // Words for the others.
        self.flushes.next = false;
        for i in 0..self._atb {
            for _k in 0..self._single {
                self.flushes.next = self.atb[i].source.flush_joiner.val();
            }
            for _k in 0..self._router {
                if self.selected.val() == TE_SINK_ATB.to_bits::<4>() {
                    self.flushes.next = self.atb[i].source.flush_joiner.val();
                }
            }
        }
        self.joiner_empty.next = true;
        self.unit_valid.next = self.chunk_valid.val();
        self.unit_data.next = self.chunk_data.val();
        self.unit_bytes.next = self.chunk_bytes.val();
        self.chunk_ready.next = self.unit_ready.val();
        for i in 0..self._words {
            self.word_joiner[i].clock.next = self.clock.val();
            self.word_joiner[i].rst_n.next = self.rst_n.val();
            self.word_joiner[i].clear.next = self.forgets[i].val();
            self.word_joiner[i].in_valid.next = self.chunk_valid.val() & !self.flushes.val();
            self.chunk_ready.next = self.word_joiner[i].in_ready.val() & !self.flushes.val();
            self.word_joiner[i].in_data.next = self.chunk_data.val().get_bits::<32>(0);
            self.word_joiner[i].in_bytes.next = self.chunk_bytes.val();
            self.word_joiner[i].flush[0].next = (self.drained.val() & !self.enable.val()) | self.flushes.val();
            self.unit_valid.next = self.word_joiner[i].word_valid.val();
            self.word_joiner[i].word_ready.next = self.unit_ready.val();
            self.unit_data.next = self.word_joiner[i].word_data.val().get_bits::<IN>(0);
            self.unit_bytes.next = self.word_joiner[i].word_bytes.val();
            self.joiner_empty.next = self.word_joiner[i].empty.val();
        }
        for i in 0..self._doubles {
            self.double_joiner[i].clock.next = self.clock.val();
            self.double_joiner[i].rst_n.next = self.rst_n.val();
            self.double_joiner[i].clear.next = self.forgets[i].val();
            self.double_joiner[i].in_valid.next = self.chunk_valid.val() & !self.flushes.val();
            self.chunk_ready.next = self.double_joiner[i].in_ready.val() & !self.flushes.val();
            self.double_joiner[i].in_data.next = self.chunk_data.val().get_bits::<64>(0);
            self.double_joiner[i].in_bytes.next = self.chunk_bytes.val();
            self.double_joiner[i].flush[0].next = (self.drained.val() & !self.enable.val()) | self.flushes.val();
            self.unit_valid.next = self.double_joiner[i].word_valid.val();
            self.double_joiner[i].word_ready.next = self.unit_ready.val();
            self.unit_data.next = self.double_joiner[i].word_data.val().get_bits::<IN>(0);
            self.unit_bytes.next = self.double_joiner[i].word_bytes.val();
            self.joiner_empty.next = self.double_joiner[i].empty.val();
        }
        self.flush.next = self.drained.val() & !self.enable.val() & self.joiner_empty.val();
        self.unit_ready.next = false;
        self.sram_empty.next = true;
        self.sba_empty.next = true;

        // On-chip SRAM.
        for i in 0..self._sram {
            self.sram[i].clock.next = self.clock.val();
            self.sram[i].rst_n.next = self.rst_n.val();
            self.sram[i].clear.next = !self.active.val();
            for k in 0..self._scrub {
                self.sram[i].locked.next = self.locked[k].val();
            }
            self.sram[i].unit.valid.next = self.unit_valid.val();
            self.sram[i].unit.data.next = self.unit_data.val();
            for _k in 0..self._chunks {
                self.sram[i].unit.bytes.next = self.unit_bytes.val();
            }
            for _k in 0..self._single {
                self.unit_ready.next = self.sram[i].unit.ready.val();
            }
            for _k in 0..self._router {
                self.sram[i].unit.valid.next =
                    self.unit_valid.val() & (self.selected.val() == TE_SINK_SRAM.to_bits::<4>());
                if self.selected.val() == TE_SINK_SRAM.to_bits::<4>() {
                    self.unit_ready.next = self.sram[i].unit.ready.val();
                }
            }
            self.sram[i].flush.next = self.flush.val();
            self.sram[i].enable.next = self.enable.val();
            self.sram[i].stop_on_wrap.next = self.stop_on_wrap[i].val();
            self.sram[i].te_ram_limit.next = self.te_ram_limit[i].val();
            self.sram[i].bus_addr.next = self.bus_addr[i].val();
            self.sram[i].bus_write.next = self.bus_write[i].val();
            self.sram[i].bus_prepare.next = self.bus_prepare[i].val();
            self.sram[i].bus_read.next = self.bus_read[i].val();
            self.sram[i].bus_wdata.next = self.bus_wdata[i].val();
            self.sram[i].bus_strobe.next = self.bus_strobe[i].val();
            self.sram[i].bus_write_at.next = self.write_merge[i].merged.val();
            self.bus_at_memory[i].next = self.sram[i].bus_at_memory.val();
            self.bus_memory[i].next = self.sram[i].bus_memory.val();
            self.te_ram_rp[i].next = self.sram[i].te_ram_rp.val();
            self.sram_empty.next = self.sram[i].empty.val();
        }
        for i in 0..self._outside {
            self.sram_enable[i].next = self.sram[i].sram.enable.val();
            self.sram_write[i].next = self.sram[i].sram.write.val();
            self.sram_address[i].next = self.sram[i].sram.address.val();
            self.sram_joined[0].next = self.sram[i].sram.write_data[0].val().get_bits::<128>(0);
            self.sram_write_data[i].next = self.sram_joined[0].val();
            self.sram[i].sram.read_data[0].next = self.sram_read_data[i].val().get_bits::<32>(0);
        }
        for k in 0..self._sram_more {
            self.sram_joined[k + 1].next = self.sram_joined[k].val()
                | (self.sram[0].sram.write_data[k + 1].val().get_bits::<128>(0) << (k * 32 + 32).to_bits::<7>());
            self.sram_write_data[0].next = self.sram_joined[k + 1].val();
            self.sram[0].sram.read_data[k + 1].next = self.sram_read_data[0].val().get_bits::<32>(k * 32 + 32);
        }

        // System memory.
        for i in 0..self._sba {
            self.sba[i].clock.next = self.clock.val();
            self.sba[i].rst_n.next = self.rst_n.val();
            self.sba[i].clear.next = !self.active.val();
            self.sba[i].unit.valid.next = self.unit_valid.val();
            self.sba[i].unit.data.next = self.unit_data.val();
            for _k in 0..self._chunks {
                self.sba[i].unit.bytes.next = self.unit_bytes.val();
            }
            for _k in 0..self._single {
                self.unit_ready.next = self.sba[i].unit.ready.val();
            }
            for _k in 0..self._router {
                self.sba[i].unit.valid.next =
                    self.unit_valid.val() & (self.selected.val() == TE_SINK_SBA.to_bits::<4>());
                if self.selected.val() == TE_SINK_SBA.to_bits::<4>() {
                    self.unit_ready.next = self.sba[i].unit.ready.val();
                }
            }
            self.sba[i].flush.next = self.flush.val();
            self.sba[i].enable.next = self.enable.val();
            self.sba[i].stop_on_wrap.next = self.stop_on_wrap[i].val();
            self.sba[i].te_ram_base.next = self.te_ram_base[i].val();
            self.sba[i].te_ram_base_high.next = bits::<32>(0);
            for k in 0..self._wide_sba {
                self.sba[i].te_ram_base_high.next = self.te_ram_base_high[k].val();
            }
            self.sba[i].te_ram_limit.next = self.te_ram_limit[i].val();
            self.sba[i].bus_addr.next = self.bus_addr[i].val();
            self.sba[i].bus_write.next = self.bus_write[i].val();
            self.sba[i].bus_merged.next = self.write_merge[i].merged.val();
            self.sba_error[i].next = self.sba[i].error_set.val();
            self.response[i].clock.next = self.clock.val();
            self.response[i].rst_n.next = self.rst_n.val();
            self.response[i].d.next = self.response[i].q.val();
            if self.sba[i].error_set.val() & !self.sba_failed[i].val() {
                self.response[i].d.next = self.sba[i].error_response.val();
            }
            self.sba_response[i].next = self.response[i].q.val();
            self.sba_no_buffer[i].next = self.sba[i].no_buffer.val();
            self.sba_empty.next = self.sba[i].empty.val();
        }
        for i in 0..self._axi4 {
            self.m_axi_awvalid[i].next = self.sba[0].m_axi.awvalid.val();
            self.sba[0].m_axi.awready.next = self.m_axi_awready[i].val();
            self.m_axi_awaddr[i].next = self.sba[0].m_axi.awaddr.val();
            self.m_axi_awlen[i].next = self.sba[0].m_axi.awlen.val();
            self.m_axi_awsize[i].next = self.sba[0].m_axi.awsize.val();
            self.m_axi_awburst[i].next = self.sba[0].m_axi.awburst.val();
            self.m_axi_awcache[i].next = self.sba[0].m_axi.awcache.val();
            self.m_axi_awprot[i].next = self.sba[0].m_axi.awprot.val();
            self.m_axi_wvalid[i].next = self.sba[0].m_axi.wvalid.val();
            self.sba[0].m_axi.wready.next = self.m_axi_wready[i].val();
            self.m_axi_wdata[i].next = self.sba_joined[self._sba_more].val();
            self.sba_joined[0].next = self.sba[0].m_axi.wdata[0].val().get_bits::<128>(0);
            for k in 0..self._sba_more {
                self.sba_joined[k + 1].next = self.sba_joined[k].val()
                    | (self.sba[0].m_axi.wdata[k + 1].val().get_bits::<128>(0) << (k * 32 + 32).to_bits::<7>());
            }
            self.m_axi_wstrb[i].next = self.sba[0].m_axi.wstrb.val();
            self.m_axi_wlast[i].next = self.sba[0].m_axi.wlast.val();
            self.sba[0].m_axi.bvalid.next = self.m_axi_bvalid[i].val();
            self.m_axi_bready[i].next = self.sba[0].m_axi.bready.val();
            self.sba[0].m_axi.bresp.next = self.m_axi_bresp[i].val();
        }
        for i in 0..self._tilelink {
            self.m_tl_a_valid[i].next = self.sba[0].m_tl.a_valid.val();
            self.sba[0].m_tl.a_ready.next = self.m_tl_a_ready[i].val();
            self.m_tl_a_opcode[i].next = self.sba[0].m_tl.a_opcode.val();
            self.m_tl_a_param[i].next = self.sba[0].m_tl.a_param.val();
            self.m_tl_a_size[i].next = self.sba[0].m_tl.a_size.val();
            self.m_tl_a_source[i].next = self.sba[0].m_tl.a_source.val();
            self.m_tl_a_address[i].next = self.sba[0].m_tl.a_address.val();
            self.m_tl_a_mask[i].next = self.sba[0].m_tl.a_mask.val();
            self.m_tl_a_data[i].next = self.sba_joined[self._sba_more].val();
            self.sba_joined[0].next = self.sba[0].m_tl.a_data[0].val().get_bits::<128>(0);
            for k in 0..self._sba_more {
                self.sba_joined[k + 1].next = self.sba_joined[k].val()
                    | (self.sba[0].m_tl.a_data[k + 1].val().get_bits::<128>(0) << (k * 32 + 32).to_bits::<7>());
            }
            self.m_tl_a_corrupt[i].next = self.sba[0].m_tl.a_corrupt.val();
            self.sba[0].m_tl.d_valid.next = self.m_tl_d_valid[i].val();
            self.m_tl_d_ready[i].next = self.sba[0].m_tl.d_ready.val();
            self.sba[0].m_tl.d_opcode.next = self.m_tl_d_opcode[i].val();
            self.sba[0].m_tl.d_param.next = self.m_tl_d_param[i].val();
            self.sba[0].m_tl.d_size.next = self.m_tl_d_size[i].val();
            self.sba[0].m_tl.d_source.next = self.m_tl_d_source[i].val();
            self.sba[0].m_tl.d_sink.next = self.m_tl_d_sink[i].val();
            for k in 0..self._sba_lanes {
                self.sba[0].m_tl.d_data[k].next = self.m_tl_d_data[i].val().get_bits::<32>(k * 32);
            }
            self.sba[0].m_tl.d_denied.next = self.m_tl_d_denied[i].val();
            self.sba[0].m_tl.d_corrupt.next = self.m_tl_d_corrupt[i].val();
        }
        for i in 0..self._wishbone {
            self.m_wb_cyc[i].next = self.sba[0].m_wb.cyc.val();
            self.m_wb_stb[i].next = self.sba[0].m_wb.stb.val();
            self.m_wb_we[i].next = self.sba[0].m_wb.we.val();
            self.m_wb_adr[i].next = self.sba[0].m_wb.adr.val();
            self.m_wb_dat_o[i].next = self.sba_joined[self._sba_more].val();
            self.sba_joined[0].next = self.sba[0].m_wb.dat_o[0].val().get_bits::<128>(0);
            for k in 0..self._sba_more {
                self.sba_joined[k + 1].next = self.sba_joined[k].val()
                    | (self.sba[0].m_wb.dat_o[k + 1].val().get_bits::<128>(0) << (k * 32 + 32).to_bits::<7>());
            }
            self.m_wb_sel[i].next = self.sba[0].m_wb.sel.val();
            self.sba[0].m_wb.ack.next = self.m_wb_ack[i].val();
            self.sba[0].m_wb.err.next = self.m_wb_err[i].val();
        }

        self.empty.next = self.joiner_empty.val() & self.sram_empty.val() & self.sba_empty.val();

        // What registers show of the memories: of the one that is used.
        for i in 0..self._sram_alone {
            self.te_ram_wp[i].next = self.sram[i].te_ram_wp.val();
            self.te_wrap[i].next = self.sram[i].te_wrap.val();
            self.stop[i].next = self.sram[i].stop.val();
        }
        for i in 0..self._sba_alone {
            self.te_ram_wp[i].next = self.sba[i].te_ram_wp.val();
            self.te_wrap[i].next = self.sba[i].te_wrap.val();
            self.stop[i].next = self.sba[i].stop.val();
        }
        for i in 0..self._both {
            self.te_ram_wp[i].next = self.sram[i].te_ram_wp.val();
            self.te_wrap[i].next = self.sram[i].te_wrap.val();
            if self.sink[i].val() == TE_SINK_SBA.to_bits::<4>() {
                self.te_ram_wp[i].next = self.sba[i].te_ram_wp.val();
                self.te_wrap[i].next = self.sba[i].te_wrap.val();
            }
            self.stop[i].next = self.sram[i].stop.val() | self.sba[i].stop.val();
        }

        // What a write to teRamWP makes of it, in all of them.
        for i in 0..self._ram {
            self.write_merge[i].old.next = self.te_ram_wp[i].val().get_bits::<32>(0) << bits::<5>(2);
            if self.te_wrap[i].val() {
                self.write_merge[i].old.next =
                    (self.te_ram_wp[i].val().get_bits::<32>(0) << bits::<5>(2)) | bits::<32>(1);
            }
            self.write_merge[i].wdata.next = self.bus_wdata[i].val();
            self.write_merge[i].strobe.next = self.bus_strobe[i].val();
        }

        // ATB.
        for i in 0..self._atb {
            self.atb[i].clock.next = self.clock.val();
            self.atb[i].rst_n.next = self.rst_n.val();
            self.atb[i].at_clock.next = self.at_clock[i].val();
            self.atb[i].at_rst_n.next = self.at_rst_n[i].val();
            self.atb[i].source.inactive.next = !self.active.val();
            self.atb[i].source.control.next = self.atb_control[i].val();
            self.atb_active[i].next = self.atb[i].source.atb_active.val();
            self.atb_empty[i].next = self.atb[i].source.atb_empty.val();
            self.sync_request[i].next = self.atb[i].source.sync_request.val();
            self.atb[i].source.unit.valid.next = self.unit_valid.val();
            self.atb[i].source.unit.data.next = self.unit_data.val();
            for _k in 0..self._chunks {
                self.atb[i].source.unit.bytes.next = self.unit_bytes.val();
            }
            for _k in 0..self._single {
                self.unit_ready.next = self.atb[i].source.unit.ready.val();
            }
            for _k in 0..self._router {
                self.atb[i].source.unit.valid.next =
                    self.unit_valid.val() & (self.selected.val() == TE_SINK_ATB.to_bits::<4>());
                if self.selected.val() == TE_SINK_ATB.to_bits::<4>() {
                    self.unit_ready.next = self.atb[i].source.unit.ready.val();
                }
            }
            self.atb[i].source.flush.next = self.flush.val();
            self.atb[i].source.joiner_empty.next = self.joiner_empty.val();
            for _k in 0..self._router {
                self.atb[i].source.joiner_empty.next =
                    self.joiner_empty.val() | (self.selected.val() != TE_SINK_ATB.to_bits::<4>());
            }
            self.atb[i].pins.atclken.next = self.atclken[i].val();
            self.atvalid[i].next = self.atb[i].pins.atvalid.val();
            self.atb[i].pins.atready.next = self.atready[i].val();
            self.atdata[i].next = self.atb_joined[self._atb_more].val();
            self.atb_joined[0].next = self.atb[i].pins.atdata[0].val().get_bits::<128>(0);
            for k in 0..self._atb_more {
                self.atb_joined[k + 1].next = self.atb_joined[k].val()
                    | (self.atb[i].pins.atdata[k + 1].val().get_bits::<128>(0) << (k * 8 + 8).to_bits::<7>());
            }
            self.atid[i].next = self.atb[i].pins.atid.val();
            self.atb[i].pins.afvalid.next = self.afvalid[i].val();
            self.afready[i].next = self.atb[i].pins.afready.val();
            self.atb[i].pins.syncreq.next = self.syncreq[i].val();
        }

        for i in 0..self._atbytes {
            self.atbytes[i].next = self.atb[0].pins.atbytes.val();
        }

        // A stream.
        for i in 0..self._stream {
            self.trace_valid[i].next = self.unit_valid.val();
            self.trace_data[i].next = self.unit_data.val();
            for _k in 0..self._single {
                self.unit_ready.next = self.trace_ready[i].val();
            }
            for _k in 0..self._router {
                self.trace_valid[i].next =
                    self.unit_valid.val() & (self.selected.val() == TE_SINK_STREAM.to_bits::<4>());
                if self.selected.val() == TE_SINK_STREAM.to_bits::<4>() {
                    self.unit_ready.next = self.trace_ready[i].val();
                }
            }
        }
        for i in 0..self._message {
            self.trace_bytes[i].next = self.in_bytes[i].val();
        }
    }
}
