// SPDX-License-Identifier: Apache-2.0
//! The whole, a cycle at a time.

use super::Top;
use crate::prim::clock;
use rust_hdl_core::prelude::*;
use tracewright_regmap::*;

impl<const XLEN: usize, const ADDR: usize, const FIRST: usize, const OUT: usize> Logic for Top<XLEN, ADDR, FIRST, OUT> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, encoder, access, registers);

        // The bus.
        for i in 0..self._apb4 {
            self.apb4[i].paddr.next = self.paddr[i].val();
            self.apb4[i].psel.next = self.psel[i].val();
            self.apb4[i].penable.next = self.penable[i].val();
            self.apb4[i].pwrite.next = self.pwrite[i].val();
            self.apb4[i].pwdata.next = self.pwdata[i].val();
            self.apb4[i].pstrb.next = self.pstrb[i].val();
            self.pready[i].next = self.apb4[i].pready.val();
            self.prdata[i].next = self.apb4[i].prdata.val();
            self.pslverr[i].next = self.apb4[i].pslverr.val();
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
            self.axi4_lite[i].s_axi_awaddr.next = self.s_axi_awaddr[i].val();
            self.axi4_lite[i].s_axi_awprot.next = self.s_axi_awprot[i].val();
            self.axi4_lite[i].s_axi_wvalid.next = self.s_axi_wvalid[i].val();
            self.axi4_lite[i].s_axi_wdata.next = self.s_axi_wdata[i].val();
            self.axi4_lite[i].s_axi_wstrb.next = self.s_axi_wstrb[i].val();
            self.axi4_lite[i].s_axi_bready.next = self.s_axi_bready[i].val();
            self.axi4_lite[i].s_axi_arvalid.next = self.s_axi_arvalid[i].val();
            self.axi4_lite[i].s_axi_araddr.next = self.s_axi_araddr[i].val();
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
            self.wishbone[i].wb_adr.next = self.wb_adr[i].val();
            self.wishbone[i].wb_dat_i.next = self.wb_dat_i[i].val();
            self.wishbone[i].wb_sel.next = self.wb_sel[i].val();
            self.wb_dat_o[i].next = self.wishbone[i].wb_dat_o.val();
            self.wb_ack[i].next = self.wishbone[i].wb_ack.val();
            self.wb_err[i].next = self.wishbone[i].wb_err.val();
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
            self.tilelink[i].tl_a_address.next = self.tl_a_address[i].val();
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
            self.requester[i].answered_rdata.next = self.access.rdata.val();
            self.access.request.next = self.responder[i].request.val();
            self.access.write.next = self.responder[i].write.val();
            self.access.addr.next = self.responder[i].addr.val();
            self.access.wdata.next = self.responder[i].wdata.val();
            self.access.strobe.next = self.responder[i].strobe.val();
            self.responder[i].done.next = self.access.done.val();
        }
        for i in 0..self._lock {
            self.lock[i].clock.next = self.clock.val();
            self.lock[i].rst_n.next = self.rst_n.val();
            self.lock[i].d.next = self.debug_locked[i].val();
            self.access.locked[i].next = self.lock[i].q.val();
            self.registers.locked[i].next = self.lock[i].q.val();
        }
        self.registers.bus_addr.next = self.access.bus_addr.val();
        self.registers.bus_write.next = self.access.bus_write.val();
        self.registers.bus_read.next = self.access.bus_read.val();
        self.registers.bus_wdata.next = self.access.bus_wdata.val();
        self.registers.bus_strobe.next = self.access.bus_strobe.val();
        self.access.bus_rdata.next = self.registers.bus_rdata.val();

        // teControl.
        self.control.next = self.registers.te_control[0].val();
        self.followed.next = self.control.val().get_bit(TE_CONTROL_TE_ACTIVE);
        for i in 0..self._power {
            self.power[i].clock.next = self.clock.val();
            self.power[i].rst_n.next = self.rst_n.val();
            self.power[i].asked.next = self.control.val().get_bit(TE_CONTROL_TE_ACTIVE);
            self.followed.next = self.power[i].followed.val();
            self.registers.te_active[i].next = self.power[i].followed.val();
        }
        self.active.next = self.control.val().get_bit(TE_CONTROL_TE_ACTIVE) & self.followed.val();
        for i in 0..self._clock_request {
            self.clock_request[i].next = self.control.val().get_bit(TE_CONTROL_TE_ACTIVE) | self.followed.val();
        }
        self.set.next = false;
        self.cleared.next = self.stopped.val();
        for i in 0..self._any_trigger {
            self.set.next = self.encoder.tracing_set[i].val();
            self.cleared.next = self.encoder.tracing_clear[i].val() | self.stopped.val();
        }
        self.registers.te_enable_clear[0].next = self.stopped.val();
        self.registers.te_inst_tracing_set[0].next = self.set.val();
        self.registers.te_inst_tracing_clear[0].next = self.cleared.val();
        self.registers.te_inst_stall_or_overflow_set[0].next = self.encoder.stall.val() | self.encoder.error_sent.val();
        self.encoder.active.next = self.active.val();
        self.encoder.enable.next = self.control.val().get_bit(TE_CONTROL_TE_ENABLE);
        self.encoder.tracing.next = self.control.val().get_bit(TE_CONTROL_TE_INST_TRACING);
        self.encoder.stall_enable.next = self.control.val().get_bit(TE_CONTROL_TE_INST_STALL_EN);
        self.encoder.sync_mode.next = self.control.val().get_bits::<2>(TE_CONTROL_TE_SYNC_MODE);
        self.encoder.sync_max.next = self.control.val().get_bits::<4>(TE_CONTROL_TE_SYNC_MAX);

        // What the build has got of the rest.
        for b in 0..self._blocks {
            self.encoder.itype[b].next = self.itype[b].val();
            self.encoder.iaddr[b].next = self.iaddr[b].val();
            self.encoder.iretire[b].next = self.iretire[b].val();
            self.encoder.ilastsize[b].next = self.ilastsize[b].val();
        }
        for b in 0..self._blocks {
            for _i in 0..self._sequential {
                self.encoder.sijump[b].next = self.sijump[b].val();
            }
        }
        for b in 0..self._blocks {
            for _i in 0..self._triggers {
                self.encoder.trigger_notify[b].next = self.trigger_notify[b].val();
            }
        }
        self.encoder.halted.next = self.halted.val();
        self.stall.next = self.encoder.stall.val();
        for i in 0..self._reset {
            self.encoder.hart_reset[i].next = self.hart_reset[i].val();
        }
        for i in 0..self._low_power {
            self.encoder.low_power[i].next = self.low_power[i].val();
        }
        for i in 0..self._context {
            self.encoder.privilege[i].next = self.privilege[i].val();
            self.encoder.context_enable[i].next = self.control.val().get_bit(TE_CONTROL_TE_CONTEXT);
        }
        for i in 0..self._contexts {
            self.encoder.hart_context[i].next = self.hart_context[i].val();
            self.encoder.ctype[i].next = self.ctype[i].val();
        }
        for i in 0..self._triggers {
            self.encoder.trigger_on[i].next = self.trigger_on[i].val();
            self.encoder.trigger_off[i].next = self.trigger_off[i].val();
            self.encoder.trigger_enable[i].next = self.control.val().get_bit(TE_CONTROL_TE_INST_TRIG_EN);
        }
        for i in 0..self._trigger_inputs {
            self.trigger_inputs[i].clock.next = self.clock.val();
            self.trigger_inputs[i].rst_n.next = self.rst_n.val();
            self.trigger_inputs[i].stall.next = self.encoder.stall.val();
        }
        for i in 0..self._external {
            self.trigger_inputs[0].level[i].next = self.external_trigger[i].val();
            self.encoder.external_trigger[i].next = self.trigger_inputs[0].trigger[i].val();
            self.encoder.external_action[i].next = self.registers.x_trig_in_control[0].val().get_bits::<4>(i * 4);
        }
        for i in 0..self._trigger_outputs {
            self.trigger_outputs[i].clock.next = self.clock.val();
            self.trigger_outputs[i].rst_n.next = self.rst_n.val();
            self.trigger_outputs[i].tracing.next = self.control.val().get_bit(TE_CONTROL_TE_INST_TRACING);
            self.trigger_outputs[i].control.next = self.registers.x_trig_out_control[i].val();
        }
        for i in 0..self._outputs {
            self.trigger_out[i].next = self.trigger_outputs[0].trigger[i].val();
        }
        for i in 0..self._both {
            self.encoder.btm[i].next =
                self.control.val().get_bits::<3>(TE_CONTROL_TE_INST_MODE) == TE_INST_MODE_BTM.to_bits::<3>();
        }
        for i in 0..self._sequential {
            self.encoder.sequential_jump[i].next =
                self.registers.te_inst_features[i].val().get_bit(TE_INST_FEATURES_TE_INST_EN_SEQUENTIAL_JUMP);
        }
        for i in 0..self._all_jumps {
            self.encoder.all_jumps[i].next =
                self.registers.te_inst_features[i].val().get_bit(TE_INST_FEATURES_TE_INST_EN_ALL_JUMPS);
        }
        for i in 0..self._src {
            self.encoder.src_inhibit[i].next = self.control.val().get_bit(TE_CONTROL_TE_INHIBIT_SRC);
            self.encoder.src_id[i].next =
                self.registers.te_inst_features[i].val().get_bits::<12>(TE_INST_FEATURES_TE_SRC_ID);
        }
        for i in 0..self._extend {
            self.encoder.extend[i].next =
                self.registers.te_inst_features[i].val().get_bit(TE_INST_FEATURES_TE_INST_EXTEND_ADDR_MSB);
        }
        for i in 0..self._returns {
            self.encoder.implicit_return[i].next =
                self.registers.te_inst_features[i].val().get_bit(TE_INST_FEATURES_TE_INST_EN_CALL_STACK)
                    | self.registers.te_inst_features[i]
                        .val()
                        .get_bits::<2>(TE_INST_FEATURES_TE_INST_IMPLICIT_RETURN_MODE)
                        .any();
        }
        for i in 0..self._repeat {
            self.encoder.repeated_history[i].next =
                self.registers.te_inst_features[i].val().get_bit(TE_INST_FEATURES_TE_INST_EN_REPEATED_HISTORY);
        }
        for i in 0..self._message {
            self.trace_bytes[i].next = self.encoder.trace_bytes[i].val();
        }

        // The time.
        for i in 0..self._time {
            self.timestamp[i].clock.next = self.clock.val();
            self.timestamp[i].rst_n.next = self.rst_n.val();
            self.timestamp[i].control.next = self.registers.ts_control[i].val();
            self.timestamp[i].bus_addr.next = self.access.bus_addr.val();
            self.timestamp[i].bus_read.next = self.access.bus_read.val();
            self.registers.ts_lower[i].next = self.timestamp[i].lower.val();
            self.encoder.now[i].next = self.timestamp[i].now.val();
            self.encoder.timestamps[i].next = self.registers.ts_control[i].val().get_bit(TS_CONTROL_TS_ENABLE);
        }
        for i in 0..self._wide_time {
            self.registers.ts_upper[i].next = self.timestamp[i].upper[i].val();
        }
        for i in 0..self._hart_time {
            self.outside_time[i].next = self.hart_time[i].val();
        }
        for i in 0..self._broadcast_time {
            self.outside_time[i].next = self.broadcast_time[i].val();
        }
        for i in 0..self._near_counter {
            self.timestamp[i].halted[0].next = self.halted.val();
        }
        for i in 0..self._near_outside {
            self.timestamp[i].external_time[0].next = self.outside_time[i].val();
        }
        for i in 0..self._near_broadcast {
            self.time_broadcast[i].next = self.timestamp[i].broadcast[0].val();
        }
        for i in 0..self._far_time {
            self.time_sender[i].clock.next = self.time_clock[i].val();
            self.time_sender[i].rst_n.next = self.time_rst_n[i].val();
            self.time_sender[i].asked.next = self.registers.ts_control[i].val().get_bit(TS_CONTROL_TS_ACTIVE);
            self.time_sender[i].acknowledge.next = self.timestamp[i].acknowledge[0].val();
            self.timestamp[i].active[0].next = self.time_sender[i].active.val();
            self.timestamp[i].request[0].next = self.time_sender[i].request.val();
            self.timestamp[i].held[0].next = self.time_sender[i].held.val();
            self.registers.ts_active[i].next = self.timestamp[i].followed[0].val();
        }
        for i in 0..self._far_counter {
            self.time_sender[i].count[0].next = self.registers.ts_control[i].val().get_bit(TS_CONTROL_TS_COUNT);
            self.time_sender[i].debug[0].next = self.registers.ts_control[i].val().get_bit(TS_CONTROL_TS_DEBUG);
            self.time_sender[i].prescale[0].next =
                self.registers.ts_control[i].val().get_bits::<2>(TS_CONTROL_TS_PRESCALE);
            self.time_sender[i].restart[0].next = self.timestamp[i].restart[0].val();
            self.time_sender[i].halted[0].next = self.halted.val();
        }
        for i in 0..self._far_outside {
            self.time_sender[i].external_time[0].next = self.outside_time[i].val();
        }
        for i in 0..self._far_broadcast {
            self.time_broadcast[i].next = self.time_sender[i].broadcast[0].val();
        }

        // Chunks become words.
        self.drained.next = self.encoder.empty.val() & !self.control.val().get_bit(TE_CONTROL_TE_ENABLE);
        for _i in 0..self._unjoined {
            self.joined_valid.next = self.encoder.trace_valid.val();
            self.joined_data.next = self.encoder.trace_data.val();
            self.encoder.trace_ready.next = self.joined_ready.val();
            self.joined_bytes.next = bits::<4>(1);
            self.joined_empty.next = true;
        }
        for i in 0..self._words {
            self.words[i].clock.next = self.clock.val();
            self.words[i].rst_n.next = self.rst_n.val();
            self.words[i].clear.next = !self.active.val();
            self.words[i].in_valid.next = self.encoder.trace_valid.val();
            self.words[i].in_data.next = self.encoder.trace_data.val().get_bits::<32>(0);
            self.words[i].in_bytes.next = self.encoder.trace_bytes[i].val().get_bits::<4>(0);
            self.encoder.trace_ready.next = self.words[i].in_ready.val();
            self.words[i].flush[0].next = self.drained.val();
            self.joined_valid.next = self.words[i].word_valid.val();
            self.joined_data.next = self.words[i].word_data.val().get_bits::<OUT>(0);
            self.joined_bytes.next = self.words[i].word_bytes.val();
            self.words[i].word_ready.next = self.joined_ready.val();
            self.joined_empty.next = self.words[i].empty.val();
        }
        for i in 0..self._doubles {
            self.doubles[i].clock.next = self.clock.val();
            self.doubles[i].rst_n.next = self.rst_n.val();
            self.doubles[i].clear.next = !self.active.val();
            self.doubles[i].in_valid.next = self.encoder.trace_valid.val();
            self.doubles[i].in_data.next = self.encoder.trace_data.val().get_bits::<64>(0);
            self.doubles[i].in_bytes.next = self.encoder.trace_bytes[i].val().get_bits::<4>(0);
            self.encoder.trace_ready.next = self.doubles[i].in_ready.val();
            self.doubles[i].flush[0].next = self.drained.val();
            self.joined_valid.next = self.doubles[i].word_valid.val();
            self.joined_data.next = self.doubles[i].word_data.val().get_bits::<OUT>(0);
            self.joined_bytes.next = self.doubles[i].word_bytes.val();
            self.doubles[i].word_ready.next = self.joined_ready.val();
            self.joined_empty.next = self.doubles[i].empty.val();
        }

        // The sink.
        for i in 0..self._stream {
            self.access.bus_memory.next = bits::<32>(0);
            self.registers.te_empty[0].next = self.encoder.empty.val() & self.joined_empty.val();
            self.stopped.next = false;
            self.trace_valid[i].next = self.joined_valid.val();
            self.trace_data[i].next = self.joined_data.val();
            self.joined_ready.next = self.trace_ready[i].val();
        }
        for i in 0..self._sram {
            self.sram[i].clock.next = self.clock.val();
            self.sram[i].rst_n.next = self.rst_n.val();
            self.sram[i].clear.next = !self.active.val();
            self.sram[i].unit_valid.next = self.joined_valid.val();
            self.joined_ready.next = self.sram[i].unit_ready.val();
            self.sram[i].unit_data.next = self.joined_data.val();
            for k in 0..self._sram_bytes {
                self.sram[i].unit_bytes[k].next = self.joined_bytes.val();
            }
            self.sram[i].flush.next = self.drained.val() & self.joined_empty.val();
            self.sram[i].te_ram_limit.next = bits::<32>(0xFFFF_FFFC_u64);
            self.sram[i].stop_on_wrap.next = self.control.val().get_bit(TE_CONTROL_TE_STOP_ON_WRAP);
            self.sram[i].enable.next = self.control.val().get_bit(TE_CONTROL_TE_ENABLE);
            self.stopped.next = self.sram[i].stop.val();
            self.registers.te_empty[0].next =
                self.encoder.empty.val() & self.joined_empty.val() & self.sram[i].empty.val();
            self.registers.te_ram_wp[i].next = self.sram[i].te_ram_wp.val();
            self.registers.te_wrap[i].next = self.sram[i].te_wrap.val();
            self.registers.te_ram_rp[i].next = self.sram[i].te_ram_rp.val();
            self.sram[i].bus_addr.next = self.access.bus_addr.val();
            self.sram[i].bus_write.next = self.access.bus_write.val();
            self.sram[i].bus_prepare.next = self.access.bus_prepare.val();
            self.sram[i].bus_read.next = self.access.bus_read.val();
            self.sram[i].bus_merged.next = self.access.bus_merged.val();
            self.sram[i].bus_strobe.next = self.access.bus_strobe.val();
            self.access.bus_memory.next = self.sram[i].bus_memory.val();
        }
    }
}
