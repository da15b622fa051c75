// SPDX-License-Identifier: Apache-2.0
//! The whole, a cycle at a time.

use super::Top;
use crate::prim::clock;
use rust_hdl_core::prelude::*;

impl<const XLEN: usize, const ADDR: usize, const FIRST: usize, const OUT: usize> Logic for Top<XLEN, ADDR, FIRST, OUT> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, access, sinks);

        // The bus.
        for i in 0..self._apb4 {
            self.apb4[i].paddr.next = self.paddr[i].val().get_bits::<12>(0);
            self.apb4[i].psel.next = self.psel[i].val();
            self.apb4[i].penable.next = self.penable[i].val();
            self.apb4[i].pwrite.next = self.pwrite[i].val();
            self.apb4[i].pwdata.next = self.pwdata[i].val();
            self.apb4[i].pstrb.next = self.pstrb[i].val();
            self.pready[i].next = self.apb4[i].pready.val();
            self.prdata[i].next = self.apb4[i].prdata.val();
            self.pslverr[i].next = self.apb4[i].pslverr.val();
            for k in 0..self._many {
                self.component[k].next = self.paddr[i].val().get_bits::<5>(12);
            }
            self.request.next = self.apb4[i].request.val();
            self.write.next = self.apb4[i].write.val();
            self.addr.next = self.apb4[i].addr.val();
            self.wdata.next = self.apb4[i].wdata.val();
            self.strobe.next = self.apb4[i].strobe.val();
            self.apb4[i].done.next = self.done.val();
            self.apb4[i].rdata.next = self.rdata.val();
        }
        for i in 0..self._axi4_lite {
            for _n in 0..self._near_bus {
                self.axi4_lite[i].clock.next = self.clock.val();
                self.axi4_lite[i].rst_n.next = self.rst_n.val();
            }
            for k in 0..self._far_bus {
                self.axi4_lite[i].clock.next = self.bus_clock[k].val();
                self.axi4_lite[i].rst_n.next = self.bus_rst_n[k].val();
            }
            self.axi4_lite[i].s_axi_awvalid.next = self.s_axi_awvalid[i].val();
            self.axi4_lite[i].s_axi_awaddr.next = self.s_axi_awaddr[i].val().get_bits::<12>(0);
            self.axi4_lite[i].s_axi_awprot.next = self.s_axi_awprot[i].val();
            self.axi4_lite[i].s_axi_wvalid.next = self.s_axi_wvalid[i].val();
            self.axi4_lite[i].s_axi_wdata.next = self.s_axi_wdata[i].val();
            self.axi4_lite[i].s_axi_wstrb.next = self.s_axi_wstrb[i].val();
            self.axi4_lite[i].s_axi_bready.next = self.s_axi_bready[i].val();
            self.axi4_lite[i].s_axi_arvalid.next = self.s_axi_arvalid[i].val();
            self.axi4_lite[i].s_axi_araddr.next = self.s_axi_araddr[i].val().get_bits::<12>(0);
            self.axi4_lite[i].s_axi_arprot.next = self.s_axi_arprot[i].val();
            self.axi4_lite[i].s_axi_rready.next = self.s_axi_rready[i].val();
            self.s_axi_awready[i].next = self.axi4_lite[i].s_axi_awready.val();
            self.s_axi_wready[i].next = self.axi4_lite[i].s_axi_wready.val();
            self.s_axi_bvalid[i].next = self.axi4_lite[i].s_axi_bvalid.val();
            self.s_axi_bresp[i].next = self.axi4_lite[i].s_axi_bresp.val();
            self.s_axi_arready[i].next = self.axi4_lite[i].s_axi_arready.val();
            self.s_axi_rvalid[i].next = self.axi4_lite[i].s_axi_rvalid.val();
            self.s_axi_rdata[i].next = self.axi4_lite[i].s_axi_rdata.val();
            self.s_axi_rresp[i].next = self.axi4_lite[i].s_axi_rresp.val();
            for k in 0..self._many {
                self.axi4_lite[i].s_axi_aw_component[k].next = self.s_axi_awaddr[i].val().get_bits::<5>(12);
                self.axi4_lite[i].s_axi_ar_component[k].next = self.s_axi_araddr[i].val().get_bits::<5>(12);
                self.component[k].next = self.axi4_lite[i].component[k].val();
            }
            self.request.next = self.axi4_lite[i].request.val();
            self.write.next = self.axi4_lite[i].write.val();
            self.addr.next = self.axi4_lite[i].addr.val();
            self.wdata.next = self.axi4_lite[i].wdata.val();
            self.strobe.next = self.axi4_lite[i].strobe.val();
            self.axi4_lite[i].done.next = self.done.val();
            self.axi4_lite[i].rdata.next = self.rdata.val();
        }
        for i in 0..self._wishbone {
            for _n in 0..self._near_bus {
                self.wishbone[i].clock.next = self.clock.val();
                self.wishbone[i].rst_n.next = self.rst_n.val();
            }
            for k in 0..self._far_bus {
                self.wishbone[i].clock.next = self.bus_clock[k].val();
                self.wishbone[i].rst_n.next = self.bus_rst_n[k].val();
            }
            self.wishbone[i].wb_cyc.next = self.wb_cyc[i].val();
            self.wishbone[i].wb_stb.next = self.wb_stb[i].val();
            self.wishbone[i].wb_we.next = self.wb_we[i].val();
            self.wishbone[i].wb_adr.next = self.wb_adr[i].val().get_bits::<12>(0);
            self.wishbone[i].wb_dat_i.next = self.wb_dat_i[i].val();
            self.wishbone[i].wb_sel.next = self.wb_sel[i].val();
            self.wb_dat_o[i].next = self.wishbone[i].wb_dat_o.val();
            self.wb_ack[i].next = self.wishbone[i].wb_ack.val();
            self.wb_err[i].next = self.wishbone[i].wb_err.val();
            for k in 0..self._many {
                self.component[k].next = self.wb_adr[i].val().get_bits::<5>(12);
            }
            self.request.next = self.wishbone[i].request.val();
            self.write.next = self.wishbone[i].write.val();
            self.addr.next = self.wishbone[i].addr.val();
            self.wdata.next = self.wishbone[i].wdata.val();
            self.strobe.next = self.wishbone[i].strobe.val();
            self.wishbone[i].done.next = self.done.val();
            self.wishbone[i].rdata.next = self.rdata.val();
        }
        for i in 0..self._tilelink {
            for _n in 0..self._near_bus {
                self.tilelink[i].clock.next = self.clock.val();
                self.tilelink[i].rst_n.next = self.rst_n.val();
            }
            for k in 0..self._far_bus {
                self.tilelink[i].clock.next = self.bus_clock[k].val();
                self.tilelink[i].rst_n.next = self.bus_rst_n[k].val();
            }
            self.tilelink[i].tl_a_valid.next = self.tl_a_valid[i].val();
            self.tilelink[i].tl_a_opcode.next = self.tl_a_opcode[i].val();
            self.tilelink[i].tl_a_param.next = self.tl_a_param[i].val();
            self.tilelink[i].tl_a_size.next = self.tl_a_size[i].val();
            self.tilelink[i].tl_a_source.next = self.tl_a_source[i].val();
            self.tilelink[i].tl_a_address.next = self.tl_a_address[i].val().get_bits::<12>(0);
            self.tilelink[i].tl_a_mask.next = self.tl_a_mask[i].val();
            self.tilelink[i].tl_a_data.next = self.tl_a_data[i].val();
            self.tilelink[i].tl_a_corrupt.next = self.tl_a_corrupt[i].val();
            self.tilelink[i].tl_d_ready.next = self.tl_d_ready[i].val();
            self.tl_a_ready[i].next = self.tilelink[i].tl_a_ready.val();
            self.tl_d_valid[i].next = self.tilelink[i].tl_d_valid.val();
            self.tl_d_opcode[i].next = self.tilelink[i].tl_d_opcode.val();
            self.tl_d_param[i].next = self.tilelink[i].tl_d_param.val();
            self.tl_d_size[i].next = self.tilelink[i].tl_d_size.val();
            self.tl_d_source[i].next = self.tilelink[i].tl_d_source.val();
            self.tl_d_sink[i].next = self.tilelink[i].tl_d_sink.val();
            self.tl_d_denied[i].next = self.tilelink[i].tl_d_denied.val();
            self.tl_d_data[i].next = self.tilelink[i].tl_d_data.val();
            self.tl_d_corrupt[i].next = self.tilelink[i].tl_d_corrupt.val();
            for k in 0..self._many {
                self.tilelink[i].tl_a_component[k].next = self.tl_a_address[i].val().get_bits::<5>(12);
                self.component[k].next = self.tilelink[i].component[k].val();
            }
            self.request.next = self.tilelink[i].request.val();
            self.write.next = self.tilelink[i].write.val();
            self.addr.next = self.tilelink[i].addr.val();
            self.wdata.next = self.tilelink[i].wdata.val();
            self.strobe.next = self.tilelink[i].strobe.val();
            self.tilelink[i].done.next = self.done.val();
            self.tilelink[i].rdata.next = self.rdata.val();
        }
        for _i in 0..self._near_bus {
            self.access.request.next = self.request.val();
            self.access.write.next = self.write.val();
            self.access.addr.next = self.addr.val();
            self.access.wdata.next = self.wdata.val();
            self.access.strobe.next = self.strobe.val();
            self.done.next = self.access.done.val();
            self.rdata.next = self.access.rdata.val();
        }
        for i in 0..self._far_bus {
            self.requester[i].clock.next = self.bus_clock[i].val();
            self.requester[i].rst_n.next = self.bus_rst_n[i].val();
            self.responder[i].clock.next = self.clock.val();
            self.responder[i].rst_n.next = self.rst_n.val();
            self.requester[i].request.next = self.request.val();
            self.requester[i].write.next = self.write.val();
            self.requester[i].addr.next = self.addr.val();
            self.requester[i].wdata.next = self.wdata.val();
            self.requester[i].strobe.next = self.strobe.val();
            self.done.next = self.requester[i].done.val();
            self.rdata.next = self.requester[i].rdata.val();
            self.responder[i].asked.next = self.requester[i].asked.val();
            self.responder[i].asked_write.next = self.requester[i].asked_write.val();
            self.responder[i].asked_addr.next = self.requester[i].asked_addr.val();
            self.responder[i].asked_wdata.next = self.requester[i].asked_wdata.val();
            self.responder[i].asked_strobe.next = self.requester[i].asked_strobe.val();
            self.requester[i].answered.next = self.responder[i].answered.val();
            self.requester[i].answered_rdata.next = self.responder[i].answered_rdata.val();
            self.access.request.next = self.responder[i].request.val();
            self.access.write.next = self.responder[i].write.val();
            self.access.addr.next = self.responder[i].addr.val();
            self.access.wdata.next = self.responder[i].wdata.val();
            self.access.strobe.next = self.responder[i].strobe.val();
            self.responder[i].done.next = self.access.done.val();
            self.responder[i].rdata.next = self.access.rdata.val();
            for k in 0..self._many {
                self.requester[i].component[k].next = self.component[k].val();
                self.responder[i].asked_component[k].next = self.requester[i].asked_component[k].val();
            }
        }
        for i in 0..self._lock {
            self.lock[i].clock.next = self.clock.val();
            self.lock[i].rst_n.next = self.rst_n.val();
            self.lock[i].d.next = self.debug_locked[i].val();
            self.access.locked[i].next = self.lock[i].q.val();
        }
        for i in 0..self._scrub {
            self.sinks.locked[i].next = self.lock[i].q.val();
        }

        // Which component an access is for.
        for k in 0..self._many {
            for _n in 0..self._near_bus {
                for c in 0..self._components {
                    self.selected[c].next = self.component[k].val() == c.to_bits::<5>();
                }
            }
            for n in 0..self._far_bus {
                for c in 0..self._components {
                    self.selected[c].next = self.responder[n].component[k].val() == c.to_bits::<5>();
                }
            }
        }
        for _s in 0..self._single {
            self.hart[0].bus_addr.next = self.access.bus_addr.val();
            self.hart[0].bus_wdata.next = self.access.bus_wdata.val();
            self.hart[0].bus_strobe.next = self.access.bus_strobe.val();
            self.hart[0].bus_write.next = self.access.bus_write.val();
            self.hart[0].bus_read.next = self.access.bus_read.val();
            for i in 0..self._lock {
                self.hart[0].locked[i].next = self.lock[i].q.val();
            }
            self.access.bus_rdata.next = self.hart[0].bus_rdata.val();
        }
        for _m in 0..self._many {
            for h in 0..self._harts {
                self.hart[h].bus_addr.next = self.access.bus_addr.val();
                self.hart[h].bus_wdata.next = self.access.bus_wdata.val();
                self.hart[h].bus_strobe.next = self.access.bus_strobe.val();
                self.hart[h].bus_write.next = self.access.bus_write.val() & self.selected[h].val();
                self.hart[h].bus_read.next = self.access.bus_read.val() & self.selected[h].val();
                for i in 0..self._lock {
                    self.hart[h].locked[i].next = self.lock[i].q.val();
                }
            }
            for f in 0..self._funnels {
                self.funnel[f].bus_addr.next = self.access.bus_addr.val();
                self.funnel[f].bus_wdata.next = self.access.bus_wdata.val();
                self.funnel[f].bus_strobe.next = self.access.bus_strobe.val();
                self.funnel[f].bus_write.next = self.access.bus_write.val() & self.selected[self._harts + f].val();
                self.funnel[f].bus_read.next = self.access.bus_read.val() & self.selected[self._harts + f].val();
                for i in 0..self._lock {
                    self.funnel[f].locked[i].next = self.lock[i].q.val();
                }
            }
            for c in 0..self._components {
                self.shown[c].next = bits::<32>(0);
            }
            for h in 0..self._harts {
                if self.selected[h].val() {
                    self.shown[h].next = self.hart[h].bus_rdata.val();
                }
            }
            for f in 0..self._funnels {
                if self.selected[self._harts + f].val() {
                    self.shown[self._harts + f].next = self.funnel[f].bus_rdata.val();
                }
            }
            self.access.bus_rdata.next = self.gathered[self._more_components].val();
            self.gathered[0].next = self.shown[0].val();
            for c in 0..self._more_components {
                self.gathered[c + 1].next = self.gathered[c].val() | self.shown[c + 1].val();
            }
        }

        // Harts.
        for h in 0..self._harts {
            self.hart[h].clock.next = self.clock.val();
            self.hart[h].rst_n.next = self.rst_n.val();
            self.hart[h].halted.next = self.halted[h].val();
            self.stall[h].next = self.hart[h].stall.val();
            for b in 0..self._blocks {
                self.hart[h].itype[b].next = self.itype[h * self._blocks + b].val();
                self.hart[h].iaddr[b].next = self.iaddr[h * self._blocks + b].val();
                self.hart[h].iretire[b].next = self.iretire[h * self._blocks + b].val();
                self.hart[h].ilastsize[b].next = self.ilastsize[h * self._blocks + b].val();
            }
            for _i in 0..self._sequential {
                for b in 0..self._blocks {
                    self.hart[h].sijump[b].next = self.sijump[h * self._blocks + b].val();
                }
            }
            for i in 0..self._triggers {
                for b in 0..self._blocks {
                    self.hart[h].trigger_notify[b].next = self.trigger_notify[h * self._blocks + b].val();
                }
                self.hart[h].trigger_on[i].next = self.trigger_on[h].val();
                self.hart[h].trigger_off[i].next = self.trigger_off[h].val();
            }
            for i in 0..self._reset {
                self.hart[h].hart_reset[i].next = self.hart_reset[h].val();
            }
            for i in 0..self._low_power {
                self.hart[h].low_power[i].next = self.low_power[h].val();
            }
            for i in 0..self._context {
                self.hart[h].privilege[i].next = self.privilege[h].val();
            }
            for i in 0..self._contexts {
                self.hart[h].hart_context[i].next = self.hart_context[h].val();
                self.hart[h].ctype[i].next = self.ctype[h].val();
            }
            for i in 0..self._external {
                self.hart[h].external_trigger[i].next = self.external_trigger[h * self._external + i].val();
            }
            for i in 0..self._outputs {
                self.trigger_out[h * self._outputs + i].next = self.hart[h].trigger_out[i].val();
            }
            for i in 0..self._clock_request {
                self.clock_request[h].next = self.hart[h].clock_request[i].val();
            }
            for i in 0..self._atb {
                self.hart[h].sync_request[i].next = self.sinks.sync_request[i].val();
            }
        }

        // The time: that of a counter is shared.
        for i in 0..self._far_time {
            self.hart[0].time_clock[i].next = self.time_clock[i].val();
            self.hart[0].time_rst_n[i].next = self.time_rst_n[i].val();
            for h in 0..self._later_harts {
                self.hart[h + 1].time_clock[i].next = self.time_clock[i].val();
                self.hart[h + 1].time_rst_n[i].next = self.time_rst_n[i].val();
            }
        }
        for i in 0..self._hart_time {
            for h in 0..self._harts {
                self.hart[h].hart_time[i].next = self.hart_time[i].val();
            }
        }
        for i in 0..self._broadcast_time {
            for h in 0..self._harts {
                self.hart[h].broadcast_time[i].next = self.broadcast_time[i].val();
            }
        }
        for i in 0..self._shared {
            self.shared_time[i].next = self.hart[0].time_broadcast[i].val();
            for h in 0..self._later_harts {
                self.hart[h + 1].broadcast_time[i].next = self.shared_time[i].val();
            }
        }
        for i in 0..self._broadcast {
            self.time_broadcast[i].next = self.hart[0].time_broadcast[i].val();
        }

        // From an encoder to the funnels: bytes as they are, chunks as full as they can be within a message. An encoder ends what it has begun,
        // so nothing is left here when it becomes inactive.
        for _m in 0..self._direct {
            for h in 0..self._harts {
                self.chunk_valid[h].next = self.hart[h].trace_valid.val();
                self.hart[h].trace_ready.next = self.chunk_ready[h].val();
                self.chunk_data[h].next = self.hart[h].trace_data.val();
            }
        }
        for _m in 0..self._words {
            for h in 0..self._harts {
                self.message_word[h].clock.next = self.clock.val();
                self.message_word[h].rst_n.next = self.rst_n.val();
                self.message_word[h].clear.next = false;
                self.message_word[h].in_valid.next = self.hart[h].trace_valid.val();
                self.hart[h].trace_ready.next = self.message_word[h].in_ready.val();
                self.message_word[h].in_data.next = self.hart[h].trace_data.val().get_bits::<32>(0);
                self.message_word[h].in_bytes.next = self.hart[h].trace_bytes[0].val().get_bits::<4>(0);
                self.message_word[h].in_last[0].next = self.hart[h].trace_last[0].val();
                self.chunk_valid[h].next = self.message_word[h].word_valid.val();
                self.message_word[h].word_ready.next = self.chunk_ready[h].val();
                self.chunk_data[h].next = self.message_word[h].word_data.val().get_bits::<OUT>(0);
                self.chunk_bytes[h].next = self.message_word[h].word_bytes.val().get_bits::<6>(0);
                self.chunk_last[h].next = self.message_word[h].word_last[0].val();
            }
        }
        for _m in 0..self._doubles {
            for h in 0..self._harts {
                self.message_double[h].clock.next = self.clock.val();
                self.message_double[h].rst_n.next = self.rst_n.val();
                self.message_double[h].clear.next = false;
                self.message_double[h].in_valid.next = self.hart[h].trace_valid.val();
                self.hart[h].trace_ready.next = self.message_double[h].in_ready.val();
                self.message_double[h].in_data.next = self.hart[h].trace_data.val().get_bits::<64>(0);
                self.message_double[h].in_bytes.next = self.hart[h].trace_bytes[0].val().get_bits::<4>(0);
                self.message_double[h].in_last[0].next = self.hart[h].trace_last[0].val();
                self.chunk_valid[h].next = self.message_double[h].word_valid.val();
                self.message_double[h].word_ready.next = self.chunk_ready[h].val();
                self.chunk_data[h].next = self.message_double[h].word_data.val().get_bits::<OUT>(0);
                self.chunk_bytes[h].next = self.message_double[h].word_bytes.val().get_bits::<6>(0);
                self.chunk_last[h].next = self.message_double[h].word_last[0].val();
            }
        }
        for _m in 0..self._direct {
            for h in 0..self._harts {
                self.hart[h].sinks_empty.next = true;
            }
        }
        for _m in 0..self._words {
            for h in 0..self._harts {
                self.hart[h].sinks_empty.next = self.message_word[h].empty.val();
            }
        }
        for _m in 0..self._doubles {
            for h in 0..self._harts {
                self.hart[h].sinks_empty.next = self.message_double[h].empty.val();
            }
        }

        // Funnels: each takes what comes next of encoders and funnels; all but the last have as many inputs.
        for f in 0..self._funnels {
            self.funnel[f].clock.next = self.clock.val();
            self.funnel[f].rst_n.next = self.rst_n.val();
        }
        for f in 0..self._other_funnels {
            for k in 0..self._most {
                self.funnel[f].in_valid[k].next = self.chunk_valid[f * self._most + k].val();
                self.chunk_ready[f * self._most + k].next = self.funnel[f].in_ready[k].val();
                self.funnel[f].in_data[k].next = self.chunk_data[f * self._most + k].val();
            }
            for _c in 0..self._counted {
                for k in 0..self._most {
                    self.funnel[f].in_bytes[k].next = self.chunk_bytes[f * self._most + k].val();
                    self.funnel[f].in_last[k].next = self.chunk_last[f * self._most + k].val();
                }
            }
            self.chunk_valid[self._harts + f].next = self.funnel[f].trace_valid.val();
            self.funnel[f].trace_ready.next = self.chunk_ready[self._harts + f].val();
            self.chunk_data[self._harts + f].next = self.funnel[f].trace_data.val();
            self.funnel[f].sinks_empty.next = true;
            for c in 0..self._counted {
                self.chunk_bytes[self._harts + f].next = self.funnel[f].trace_bytes[c].val();
                self.chunk_last[self._harts + f].next = self.funnel[f].trace_last[c].val();
            }
        }
        for k in 0..self._rest {
            self.funnel[self._last_funnel].in_valid[k].next =
                self.chunk_valid[self._last_funnel * self._most + k].val();
            self.chunk_ready[self._last_funnel * self._most + k].next =
                self.funnel[self._last_funnel].in_ready[k].val();
            self.funnel[self._last_funnel].in_data[k].next = self.chunk_data[self._last_funnel * self._most + k].val();
        }
        for _c in 0..self._counted {
            for k in 0..self._rest {
                self.funnel[self._last_funnel].in_bytes[k].next =
                    self.chunk_bytes[self._last_funnel * self._most + k].val();
                self.funnel[self._last_funnel].in_last[k].next =
                    self.chunk_last[self._last_funnel * self._most + k].val();
            }
        }

        // The sinks belong to the only encoder, or to the last funnel.
        for i in 0..self._ram {
            self.sinks.bus_addr[i].next = self.access.bus_addr.val();
            self.sinks.bus_wdata[i].next = self.access.bus_wdata.val();
            self.sinks.bus_strobe[i].next = self.access.bus_strobe.val();
        }
        for i in 0..self._sram {
            self.access.bus_at_memory[i].next = self.sinks.bus_at_memory[i].val();
            self.access.bus_memory[i].next = self.sinks.bus_memory[i].val();
        }
        for _s in 0..self._single {
            for i in 0..self._ram {
                self.sinks.bus_write[i].next = self.access.bus_write.val();
            }
            for i in 0..self._sram {
                self.sinks.bus_prepare[i].next = self.access.bus_prepare.val();
                self.sinks.bus_read[i].next = self.access.bus_read.val();
            }
            self.sinks.in_valid.next = self.hart[0].trace_valid.val();
            self.sinks.in_data.next = self.hart[0].trace_data.val();
            self.sinks.active.next = self.hart[0].active.val();
            self.sinks.enable.next = self.hart[0].enable.val();
            self.sinks.drained.next = self.hart[0].drained.val();
            self.hart[0].trace_ready.next = self.sinks.in_ready.val();
            self.hart[0].sinks_empty.next = self.sinks.empty.val();
            for i in 0..self._counted {
                self.sinks.in_bytes[i].next = self.hart[0].trace_bytes[i].val();
            }
            for i in 0..self._chunks {
                self.sinks.in_last[i].next = self.hart[0].trace_last[i].val();
            }
            for i in 0..self._router {
                self.sinks.sink[i].next = self.hart[0].sink[i].val();
            }
            for i in 0..self._ram {
                self.sinks.stop_on_wrap[i].next = self.hart[0].stop_on_wrap[i].val();
                self.hart[0].stop[i].next = self.sinks.stop[i].val();
                self.sinks.te_ram_limit[i].next = self.hart[0].te_ram_limit[i].val();
                self.hart[0].te_ram_wp[i].next = self.sinks.te_ram_wp[i].val();
                self.hart[0].te_wrap[i].next = self.sinks.te_wrap[i].val();
            }
            for i in 0..self._sram {
                self.hart[0].te_ram_rp[i].next = self.sinks.te_ram_rp[i].val();
            }
            for i in 0..self._sba {
                self.sinks.te_ram_base[i].next = self.hart[0].te_ram_base[i].val();
                self.hart[0].sba_error[i].next = self.sinks.sba_error[i].val();
                self.sinks.sba_failed[i].next = self.hart[0].sba_failed[i].val();
                self.hart[0].sba_response[i].next = self.sinks.sba_response[i].val();
                self.hart[0].sba_no_buffer[i].next = self.sinks.sba_no_buffer[i].val();
            }
            for i in 0..self._wide_sba {
                self.sinks.te_ram_base_high[i].next = self.hart[0].te_ram_base_high[i].val();
            }
            for i in 0..self._pib {
                self.sinks.pib_control[i].next = self.hart[0].pib_control[i].val();
                self.hart[0].pib_active[i].next = self.sinks.pib_active[i].val();
                self.hart[0].pib_empty[i].next = self.sinks.pib_empty[i].val();
            }
            for i in 0..self._atb {
                self.sinks.atb_control[i].next = self.hart[0].atb_control[i].val();
                self.hart[0].atb_active[i].next = self.sinks.atb_active[i].val();
                self.hart[0].atb_empty[i].next = self.sinks.atb_empty[i].val();
            }
        }
        for _m in 0..self._many {
            for i in 0..self._ram {
                self.sinks.bus_write[i].next = self.access.bus_write.val() & self.selected[self._more_components].val();
            }
            for i in 0..self._sram {
                self.sinks.bus_prepare[i].next =
                    self.access.bus_prepare.val() & self.selected[self._more_components].val();
                self.sinks.bus_read[i].next = self.access.bus_read.val() & self.selected[self._more_components].val();
                self.access.bus_at_memory[i].next =
                    self.sinks.bus_at_memory[i].val() & self.selected[self._more_components].val();
            }
            self.sinks.in_valid.next = self.funnel[self._last_funnel].trace_valid.val();
            self.sinks.in_data.next = self.funnel[self._last_funnel].trace_data.val();
            self.sinks.active.next = self.funnel[self._last_funnel].active.val();
            self.sinks.enable.next = self.funnel[self._last_funnel].enable.val();
            self.sinks.drained.next = self.funnel[self._last_funnel].drained.val();
            self.funnel[self._last_funnel].trace_ready.next = self.sinks.in_ready.val();
            self.funnel[self._last_funnel].sinks_empty.next = self.sinks.empty.val();
            for i in 0..self._counted {
                self.sinks.in_bytes[i].next = self.funnel[self._last_funnel].trace_bytes[i].val();
            }
            for i in 0..self._chunks {
                self.sinks.in_last[i].next = self.funnel[self._last_funnel].trace_last[i].val();
            }
            for i in 0..self._router {
                self.sinks.sink[i].next = self.funnel[self._last_funnel].sink[i].val();
            }
            for i in 0..self._ram {
                self.sinks.stop_on_wrap[i].next = self.funnel[self._last_funnel].stop_on_wrap[i].val();
                self.funnel[self._last_funnel].stop[i].next = self.sinks.stop[i].val();
                self.sinks.te_ram_limit[i].next = self.funnel[self._last_funnel].te_ram_limit[i].val();
                self.funnel[self._last_funnel].te_ram_wp[i].next = self.sinks.te_ram_wp[i].val();
                self.funnel[self._last_funnel].te_wrap[i].next = self.sinks.te_wrap[i].val();
            }
            for i in 0..self._sram {
                self.funnel[self._last_funnel].te_ram_rp[i].next = self.sinks.te_ram_rp[i].val();
            }
            for i in 0..self._sba {
                self.sinks.te_ram_base[i].next = self.funnel[self._last_funnel].te_ram_base[i].val();
                self.funnel[self._last_funnel].sba_error[i].next = self.sinks.sba_error[i].val();
                self.sinks.sba_failed[i].next = self.funnel[self._last_funnel].sba_failed[i].val();
                self.funnel[self._last_funnel].sba_response[i].next = self.sinks.sba_response[i].val();
                self.funnel[self._last_funnel].sba_no_buffer[i].next = self.sinks.sba_no_buffer[i].val();
            }
            for i in 0..self._wide_sba {
                self.sinks.te_ram_base_high[i].next = self.funnel[self._last_funnel].te_ram_base_high[i].val();
            }
            for i in 0..self._pib {
                self.sinks.pib_control[i].next = self.funnel[self._last_funnel].pib_control[i].val();
                self.funnel[self._last_funnel].pib_active[i].next = self.sinks.pib_active[i].val();
                self.funnel[self._last_funnel].pib_empty[i].next = self.sinks.pib_empty[i].val();
            }
            for i in 0..self._atb {
                self.sinks.atb_control[i].next = self.funnel[self._last_funnel].atb_control[i].val();
                self.funnel[self._last_funnel].atb_active[i].next = self.sinks.atb_active[i].val();
                self.funnel[self._last_funnel].atb_empty[i].next = self.sinks.atb_empty[i].val();
            }
        }
        for i in 0..self._stream {
            self.trace_valid[i].next = self.sinks.trace_valid[i].val();
            self.sinks.trace_ready[i].next = self.trace_ready[i].val();
            self.trace_data[i].next = self.sinks.trace_data[i].val();
        }
        for i in 0..self._message {
            self.trace_bytes[i].next = self.sinks.trace_bytes[i].val();
        }
        for i in 0..self._outside {
            self.sram_enable[i].next = self.sinks.sram_enable[i].val();
            self.sram_write[i].next = self.sinks.sram_write[i].val();
            self.sram_address[i].next = self.sinks.sram_address[i].val();
            self.sram_write_data[i].next = self.sinks.sram_write_data[i].val();
            self.sinks.sram_read_data[i].next = self.sram_read_data[i].val();
        }
        for i in 0..self._axi4 {
            self.m_axi_awvalid[i].next = self.sinks.m_axi_awvalid[i].val();
            self.sinks.m_axi_awready[i].next = self.m_axi_awready[i].val();
            self.m_axi_awaddr[i].next = self.sinks.m_axi_awaddr[i].val();
            self.m_axi_awlen[i].next = self.sinks.m_axi_awlen[i].val();
            self.m_axi_awsize[i].next = self.sinks.m_axi_awsize[i].val();
            self.m_axi_awburst[i].next = self.sinks.m_axi_awburst[i].val();
            self.m_axi_awcache[i].next = self.sinks.m_axi_awcache[i].val();
            self.m_axi_awprot[i].next = self.sinks.m_axi_awprot[i].val();
            self.m_axi_wvalid[i].next = self.sinks.m_axi_wvalid[i].val();
            self.sinks.m_axi_wready[i].next = self.m_axi_wready[i].val();
            self.m_axi_wdata[i].next = self.sinks.m_axi_wdata[i].val();
            self.m_axi_wstrb[i].next = self.sinks.m_axi_wstrb[i].val();
            self.m_axi_wlast[i].next = self.sinks.m_axi_wlast[i].val();
            self.sinks.m_axi_bvalid[i].next = self.m_axi_bvalid[i].val();
            self.m_axi_bready[i].next = self.sinks.m_axi_bready[i].val();
            self.sinks.m_axi_bresp[i].next = self.m_axi_bresp[i].val();
        }
        for i in 0..self._m_tilelink {
            self.m_tl_a_valid[i].next = self.sinks.m_tl_a_valid[i].val();
            self.sinks.m_tl_a_ready[i].next = self.m_tl_a_ready[i].val();
            self.m_tl_a_opcode[i].next = self.sinks.m_tl_a_opcode[i].val();
            self.m_tl_a_param[i].next = self.sinks.m_tl_a_param[i].val();
            self.m_tl_a_size[i].next = self.sinks.m_tl_a_size[i].val();
            self.m_tl_a_source[i].next = self.sinks.m_tl_a_source[i].val();
            self.m_tl_a_address[i].next = self.sinks.m_tl_a_address[i].val();
            self.m_tl_a_mask[i].next = self.sinks.m_tl_a_mask[i].val();
            self.m_tl_a_data[i].next = self.sinks.m_tl_a_data[i].val();
            self.m_tl_a_corrupt[i].next = self.sinks.m_tl_a_corrupt[i].val();
            self.sinks.m_tl_d_valid[i].next = self.m_tl_d_valid[i].val();
            self.m_tl_d_ready[i].next = self.sinks.m_tl_d_ready[i].val();
            self.sinks.m_tl_d_opcode[i].next = self.m_tl_d_opcode[i].val();
            self.sinks.m_tl_d_param[i].next = self.m_tl_d_param[i].val();
            self.sinks.m_tl_d_size[i].next = self.m_tl_d_size[i].val();
            self.sinks.m_tl_d_source[i].next = self.m_tl_d_source[i].val();
            self.sinks.m_tl_d_sink[i].next = self.m_tl_d_sink[i].val();
            self.sinks.m_tl_d_denied[i].next = self.m_tl_d_denied[i].val();
            self.sinks.m_tl_d_data[i].next = self.m_tl_d_data[i].val();
            self.sinks.m_tl_d_corrupt[i].next = self.m_tl_d_corrupt[i].val();
        }
        for i in 0..self._m_wishbone {
            self.m_wb_cyc[i].next = self.sinks.m_wb_cyc[i].val();
            self.m_wb_stb[i].next = self.sinks.m_wb_stb[i].val();
            self.m_wb_we[i].next = self.sinks.m_wb_we[i].val();
            self.m_wb_adr[i].next = self.sinks.m_wb_adr[i].val();
            self.m_wb_dat_o[i].next = self.sinks.m_wb_dat_o[i].val();
            self.m_wb_sel[i].next = self.sinks.m_wb_sel[i].val();
            self.sinks.m_wb_ack[i].next = self.m_wb_ack[i].val();
            self.sinks.m_wb_err[i].next = self.m_wb_err[i].val();
        }
        for i in 0..self._pib {
            self.sinks.pib_clock[i].next = self.pib_clock[i].val();
            self.sinks.pib_rst_n[i].next = self.pib_rst_n[i].val();
            self.tdata[i].next = self.sinks.tdata[i].val();
        }
        for i in 0..self._tref {
            self.tref[i].next = self.sinks.tref[i].val();
        }
        for i in 0..self._atb {
            self.sinks.at_clock[i].next = self.at_clock[i].val();
            self.sinks.at_rst_n[i].next = self.at_rst_n[i].val();
            self.sinks.atclken[i].next = self.atclken[i].val();
            self.atvalid[i].next = self.sinks.atvalid[i].val();
            self.sinks.atready[i].next = self.atready[i].val();
            self.atdata[i].next = self.sinks.atdata[i].val();
            self.atid[i].next = self.sinks.atid[i].val();
            self.sinks.afvalid[i].next = self.afvalid[i].val();
            self.afready[i].next = self.sinks.afready[i].val();
            self.sinks.syncreq[i].next = self.syncreq[i].val();
        }
        for i in 0..self._atbytes {
            self.atbytes[i].next = self.sinks.atbytes[i].val();
        }
    }
}
