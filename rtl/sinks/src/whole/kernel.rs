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
        self.chunk_valid.next = self.source.valid.val();
        self.source.ready.next = self.chunk_ready.val();
        self.chunk_data.next = self.source.data.val();
        self.chunk_bytes.next = bits::<4>(1);
        for _i in 0..self._chunks {
            self.chunk_bytes.next = self.source.bytes.val().get_bits::<4>(0);
        }
        for i in 0..self._router {
            self.router[i].clock.next = self.clock.val();
            self.router[i].rst_n.next = self.rst_n.val();
            self.router[i].select.next = self.upstream.sink.val();
            self.router[i].joiner_empty.next = self.joiner_empty.val();
            self.router[i].in_valid.next = self.source.valid.val();
            self.source.ready.next = self.router[i].in_ready.val();
            self.router[i].in_data.next = self.source.data.val();
            self.selected.next = self.router[i].selected.val();
            self.chunk_valid.next = self.router[i].joiner_valid.val();
            self.router[i].joiner_ready.next = self.chunk_ready.val();
            self.chunk_data.next = self.router[i].joiner_data.val();
            for k in 0..self._chunks {
                self.router[i].in_bytes[k].next = self.source.bytes.val().get_bits::<4>(0);
                self.router[i].in_last[k].next = self.source.last.val();
                self.chunk_bytes.next = self.router[i].joiner_bytes[k].val();
            }
        }

        // The memories are reset with the source, and what is on its way to them goes; for the others it has to stay.
        for i in 0..self._joiner {
            self.forgets[i].next = false;
            for _k in 0..self._memory_alone {
                self.forgets[i].next = !self.upstream.active.val();
            }
            for _k in 0..self._routed_sram {
                if self.selected.val() == TE_SINK_SRAM.to_bits::<4>() {
                    self.forgets[i].next = !self.upstream.active.val();
                }
            }
            for _k in 0..self._routed_sba {
                if self.selected.val() == TE_SINK_SBA.to_bits::<4>() {
                    self.forgets[i].next = !self.upstream.active.val();
                }
            }
        }

        // Pins.
        for i in 0..self._pib {
            self.pib[i].inactive.next = !self.upstream.active.val();
            self.pib[i].clock.next = self.clock.val();
            self.pib[i].rst_n.next = self.rst_n.val();
            self.pib[i].pib_clock.next = self.outside.pins.pib_clock.val();
            self.pib[i].pib_rst_n.next = self.outside.pins.pib_rst_n.val();
            self.pib[i].control.next = self.upstream.registers.pib_control.val();
            self.upstream.registers.pib_active.next = self.pib[i].pib_active.val();
            self.upstream.registers.pib_empty.next = self.pib[i].pib_empty.val();
            self.pib[i].in_valid.next = self.source.valid.val();
            self.pib[i].in_data.next = self.source.data.val();
            for k in 0..self._chunks {
                self.pib[i].in_bytes[k].next = self.source.bytes.val().get_bits::<4>(0);
                self.pib[i].in_last[k].next = self.source.last.val();
            }
            for _k in 0..self._single {
                self.source.ready.next = self.pib[i].in_ready.val();
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
            self.outside.pins.tdata.next = self.pib[i].tdata.val();
        }
        for i in 0..self._tref {
            self.outside.pins.tref.next = self.pib[0].tref[i].val();
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
            self.word_joiner[i].flush[0].next =
                (self.upstream.drained.val() & !self.upstream.enable.val()) | self.flushes.val();
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
            self.double_joiner[i].flush[0].next =
                (self.upstream.drained.val() & !self.upstream.enable.val()) | self.flushes.val();
            self.unit_valid.next = self.double_joiner[i].word_valid.val();
            self.double_joiner[i].word_ready.next = self.unit_ready.val();
            self.unit_data.next = self.double_joiner[i].word_data.val().get_bits::<IN>(0);
            self.unit_bytes.next = self.double_joiner[i].word_bytes.val();
            self.joiner_empty.next = self.double_joiner[i].empty.val();
        }
        self.flush.next = self.upstream.drained.val() & !self.upstream.enable.val() & self.joiner_empty.val();
        self.unit_ready.next = false;
        self.sram_empty.next = true;
        self.sba_empty.next = true;

        // On-chip SRAM.
        for i in 0..self._sram {
            self.sram[i].clock.next = self.clock.val();
            self.sram[i].rst_n.next = self.rst_n.val();
            self.sram[i].clear.next = !self.upstream.active.val();
            for _k in 0..self._scrub {
                self.sram[i].locked.next = self.locked.val();
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
            self.sram[i].enable.next = self.upstream.enable.val();
            self.sram[i].stop_on_wrap.next = self.upstream.stop_on_wrap.val();
            self.sram[i].te_ram_limit.next = self.upstream.registers.te_ram_limit.val();
            self.sram[i].bus_addr.next = self.bus_addr.val();
            self.sram[i].bus_write.next = self.bus_write.val();
            self.sram[i].bus_prepare.next = self.bus_prepare.val();
            self.sram[i].bus_read.next = self.bus_read.val();
            self.sram[i].bus_wdata.next = self.bus_wdata.val();
            self.sram[i].bus_strobe.next = self.bus_strobe.val();
            self.sram[i].bus_write_at.next = self.write_merge[i].merged.val();
            self.bus_at_memory.next = self.sram[i].bus_at_memory.val();
            self.bus_memory.next = self.sram[i].bus_memory.val();
            self.upstream.registers.te_ram_rp.next = self.sram[i].te_ram_rp.val();
            self.sram_empty.next = self.sram[i].empty.val();
        }
        for i in 0..self._outside {
            self.outside.sram.enable.next = self.sram[i].sram.enable.val();
            self.outside.sram.write.next = self.sram[i].sram.write.val();
            self.outside.sram.address.next = self.sram[i].sram.address.val();
            self.sram_joined[0].next = self.sram[i].sram.write_data[0].val().get_bits::<128>(0);
            self.outside.sram.write_data.next = self.sram_joined[0].val();
            self.sram[i].sram.read_data[0].next = self.outside.sram.read_data.val().get_bits::<32>(0);
        }
        for k in 0..self._sram_more {
            self.sram_joined[k + 1].next = self.sram_joined[k].val()
                | (self.sram[0].sram.write_data[k + 1].val().get_bits::<128>(0) << (k * 32 + 32).to_bits::<7>());
            self.outside.sram.write_data.next = self.sram_joined[k + 1].val();
            self.sram[0].sram.read_data[k + 1].next = self.outside.sram.read_data.val().get_bits::<32>(k * 32 + 32);
        }

        // System memory.
        for i in 0..self._sba {
            self.sba[i].clock.next = self.clock.val();
            self.sba[i].rst_n.next = self.rst_n.val();
            self.sba[i].clear.next = !self.upstream.active.val();
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
            self.sba[i].enable.next = self.upstream.enable.val();
            self.sba[i].stop_on_wrap.next = self.upstream.stop_on_wrap.val();
            self.sba[i].te_ram_base.next = self.upstream.registers.te_ram_base.val();
            self.sba[i].te_ram_base_high.next = bits::<32>(0);
            for _k in 0..self._wide_sba {
                self.sba[i].te_ram_base_high.next = self.upstream.registers.te_ram_base_high.val();
            }
            self.sba[i].te_ram_limit.next = self.upstream.registers.te_ram_limit.val();
            self.sba[i].bus_addr.next = self.bus_addr.val();
            self.sba[i].bus_write.next = self.bus_write.val();
            self.sba[i].bus_merged.next = self.write_merge[i].merged.val();
            self.upstream.registers.sba_error_set.next = self.sba[i].error_set.val();
            self.response[i].clock.next = self.clock.val();
            self.response[i].rst_n.next = self.rst_n.val();
            self.response[i].d.next = self.response[i].q.val();
            if self.sba[i].error_set.val() & !self.upstream.sba_failed.val() {
                self.response[i].d.next = self.sba[i].error_response.val();
            }
            self.upstream.registers.sba_response.next = self.response[i].q.val();
            self.upstream.registers.sba_no_buffer.next = self.sba[i].no_buffer.val();
            self.sba_empty.next = self.sba[i].empty.val();
        }
        for _i in 0..self._axi4 {
            self.outside.m_axi.awvalid.next = self.sba[0].m_axi.awvalid.val();
            self.sba[0].m_axi.awready.next = self.outside.m_axi.awready.val();
            self.outside.m_axi.awaddr.next = self.sba[0].m_axi.awaddr.val();
            self.outside.m_axi.awlen.next = self.sba[0].m_axi.awlen.val();
            self.outside.m_axi.awsize.next = self.sba[0].m_axi.awsize.val();
            self.outside.m_axi.awburst.next = self.sba[0].m_axi.awburst.val();
            self.outside.m_axi.awcache.next = self.sba[0].m_axi.awcache.val();
            self.outside.m_axi.awprot.next = self.sba[0].m_axi.awprot.val();
            self.outside.m_axi.wvalid.next = self.sba[0].m_axi.wvalid.val();
            self.sba[0].m_axi.wready.next = self.outside.m_axi.wready.val();
            self.outside.m_axi.wdata.next = self.sba_joined[self._sba_more].val();
            self.sba_joined[0].next = self.sba[0].m_axi.wdata[0].val().get_bits::<128>(0);
            for k in 0..self._sba_more {
                self.sba_joined[k + 1].next = self.sba_joined[k].val()
                    | (self.sba[0].m_axi.wdata[k + 1].val().get_bits::<128>(0) << (k * 32 + 32).to_bits::<7>());
            }
            self.outside.m_axi.wstrb.next = self.sba[0].m_axi.wstrb.val();
            self.outside.m_axi.wlast.next = self.sba[0].m_axi.wlast.val();
            self.sba[0].m_axi.bvalid.next = self.outside.m_axi.bvalid.val();
            self.outside.m_axi.bready.next = self.sba[0].m_axi.bready.val();
            self.sba[0].m_axi.bresp.next = self.outside.m_axi.bresp.val();
        }
        for _i in 0..self._tilelink {
            self.outside.m_tl.a_valid.next = self.sba[0].m_tl.a_valid.val();
            self.sba[0].m_tl.a_ready.next = self.outside.m_tl.a_ready.val();
            self.outside.m_tl.a_opcode.next = self.sba[0].m_tl.a_opcode.val();
            self.outside.m_tl.a_param.next = self.sba[0].m_tl.a_param.val();
            self.outside.m_tl.a_size.next = self.sba[0].m_tl.a_size.val();
            self.outside.m_tl.a_source.next = self.sba[0].m_tl.a_source.val();
            self.outside.m_tl.a_address.next = self.sba[0].m_tl.a_address.val();
            self.outside.m_tl.a_mask.next = self.sba[0].m_tl.a_mask.val();
            self.outside.m_tl.a_data.next = self.sba_joined[self._sba_more].val();
            self.sba_joined[0].next = self.sba[0].m_tl.a_data[0].val().get_bits::<128>(0);
            for k in 0..self._sba_more {
                self.sba_joined[k + 1].next = self.sba_joined[k].val()
                    | (self.sba[0].m_tl.a_data[k + 1].val().get_bits::<128>(0) << (k * 32 + 32).to_bits::<7>());
            }
            self.outside.m_tl.a_corrupt.next = self.sba[0].m_tl.a_corrupt.val();
            self.sba[0].m_tl.d_valid.next = self.outside.m_tl.d_valid.val();
            self.outside.m_tl.d_ready.next = self.sba[0].m_tl.d_ready.val();
            self.sba[0].m_tl.d_opcode.next = self.outside.m_tl.d_opcode.val();
            self.sba[0].m_tl.d_param.next = self.outside.m_tl.d_param.val();
            self.sba[0].m_tl.d_size.next = self.outside.m_tl.d_size.val();
            self.sba[0].m_tl.d_source.next = self.outside.m_tl.d_source.val();
            self.sba[0].m_tl.d_sink.next = self.outside.m_tl.d_sink.val();
            for k in 0..self._sba_lanes {
                self.sba[0].m_tl.d_data[k].next = self.outside.m_tl.d_data.val().get_bits::<32>(k * 32);
            }
            self.sba[0].m_tl.d_denied.next = self.outside.m_tl.d_denied.val();
            self.sba[0].m_tl.d_corrupt.next = self.outside.m_tl.d_corrupt.val();
        }
        for _i in 0..self._wishbone {
            self.outside.m_wb.cyc.next = self.sba[0].m_wb.cyc.val();
            self.outside.m_wb.stb.next = self.sba[0].m_wb.stb.val();
            self.outside.m_wb.we.next = self.sba[0].m_wb.we.val();
            self.outside.m_wb.adr.next = self.sba[0].m_wb.adr.val();
            self.outside.m_wb.dat_o.next = self.sba_joined[self._sba_more].val();
            self.sba_joined[0].next = self.sba[0].m_wb.dat_o[0].val().get_bits::<128>(0);
            for k in 0..self._sba_more {
                self.sba_joined[k + 1].next = self.sba_joined[k].val()
                    | (self.sba[0].m_wb.dat_o[k + 1].val().get_bits::<128>(0) << (k * 32 + 32).to_bits::<7>());
            }
            self.outside.m_wb.sel.next = self.sba[0].m_wb.sel.val();
            self.sba[0].m_wb.ack.next = self.outside.m_wb.ack.val();
            self.sba[0].m_wb.err.next = self.outside.m_wb.err.val();
        }

        self.upstream.sinks_empty.next = self.joiner_empty.val() & self.sram_empty.val() & self.sba_empty.val();

        // What registers show of the memories: of the one that is used.
        for i in 0..self._sram_alone {
            self.upstream.registers.te_ram_wp.next = self.sram[i].te_ram_wp.val();
            self.upstream.registers.te_wrap.next = self.sram[i].te_wrap.val();
            self.upstream.stop.next = self.sram[i].stop.val();
        }
        for i in 0..self._sba_alone {
            self.upstream.registers.te_ram_wp.next = self.sba[i].te_ram_wp.val();
            self.upstream.registers.te_wrap.next = self.sba[i].te_wrap.val();
            self.upstream.stop.next = self.sba[i].stop.val();
        }
        for i in 0..self._both {
            self.upstream.registers.te_ram_wp.next = self.sram[i].te_ram_wp.val();
            self.upstream.registers.te_wrap.next = self.sram[i].te_wrap.val();
            if self.upstream.sink.val() == TE_SINK_SBA.to_bits::<4>() {
                self.upstream.registers.te_ram_wp.next = self.sba[i].te_ram_wp.val();
                self.upstream.registers.te_wrap.next = self.sba[i].te_wrap.val();
            }
            self.upstream.stop.next = self.sram[i].stop.val() | self.sba[i].stop.val();
        }

        // What a write to teRamWP makes of it, in all of them.
        for i in 0..self._ram {
            self.write_merge[i].old.next = self.upstream.registers.te_ram_wp.val().get_bits::<32>(0) << bits::<5>(2);
            if self.upstream.registers.te_wrap.val() {
                self.write_merge[i].old.next =
                    (self.upstream.registers.te_ram_wp.val().get_bits::<32>(0) << bits::<5>(2)) | bits::<32>(1);
            }
            self.write_merge[i].wdata.next = self.bus_wdata.val();
            self.write_merge[i].strobe.next = self.bus_strobe.val();
        }

        // ATB.
        for i in 0..self._atb {
            self.atb[i].clock.next = self.clock.val();
            self.atb[i].rst_n.next = self.rst_n.val();
            self.atb[i].at_clock.next = self.outside.bus.at_clock.val();
            self.atb[i].at_rst_n.next = self.outside.bus.at_rst_n.val();
            self.atb[i].source.inactive.next = !self.upstream.active.val();
            self.atb[i].source.control.next = self.upstream.registers.atb_control.val();
            self.upstream.registers.atb_active.next = self.atb[i].source.atb_active.val();
            self.upstream.registers.atb_empty.next = self.atb[i].source.atb_empty.val();
            self.sync_request.next = self.atb[i].source.sync_request.val();
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
            self.atb[i].pins.atclken.next = self.outside.bus.atclken.val();
            self.outside.bus.atvalid.next = self.atb[i].pins.atvalid.val();
            self.atb[i].pins.atready.next = self.outside.bus.atready.val();
            self.outside.bus.atdata.next = self.atb_joined[self._atb_more].val();
            self.atb_joined[0].next = self.atb[i].pins.atdata[0].val().get_bits::<128>(0);
            for k in 0..self._atb_more {
                self.atb_joined[k + 1].next = self.atb_joined[k].val()
                    | (self.atb[i].pins.atdata[k + 1].val().get_bits::<128>(0) << (k * 8 + 8).to_bits::<7>());
            }
            self.outside.bus.atid.next = self.atb[i].pins.atid.val();
            self.atb[i].pins.afvalid.next = self.outside.bus.afvalid.val();
            self.outside.bus.afready.next = self.atb[i].pins.afready.val();
            self.atb[i].pins.syncreq.next = self.outside.bus.syncreq.val();
        }

        for _i in 0..self._atbytes {
            self.outside.bus.atbytes.next = self.atb[0].pins.atbytes.val();
        }

        // A stream.
        for _i in 0..self._stream {
            self.outside.trace.valid.next = self.unit_valid.val();
            self.outside.trace.data.next = self.unit_data.val();
            for _k in 0..self._single {
                self.unit_ready.next = self.outside.trace.ready.val();
            }
            for _k in 0..self._router {
                self.outside.trace.valid.next =
                    self.unit_valid.val() & (self.selected.val() == TE_SINK_STREAM.to_bits::<4>());
                if self.selected.val() == TE_SINK_STREAM.to_bits::<4>() {
                    self.unit_ready.next = self.outside.trace.ready.val();
                }
            }
        }
        for _i in 0..self._message {
            self.outside.trace.bytes.next = self.source.bytes.val();
        }
    }
}
