// SPDX-License-Identifier: Apache-2.0
//! A hart's part, a cycle at a time.

use super::Hart;
use crate::prim::clock;
use rust_hdl_core::prelude::*;
use tracewright_regmap::*;

impl<const XLEN: usize, const ADDR: usize, const FIRST: usize, const OUT: usize> Logic
    for Hart<XLEN, ADDR, FIRST, OUT>
{
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, encoder, registers);

        for i in 0..self._lock {
            self.registers.locked[i].next = self.locked[i].val();
        }
        self.registers.bus_addr.next = self.bus_addr.val();
        self.registers.bus_write.next = self.bus_write.val();
        self.registers.bus_read.next = self.bus_read.val();
        self.registers.bus_wdata.next = self.bus_wdata.val();
        self.registers.bus_strobe.next = self.bus_strobe.val();
        self.bus_rdata.next = self.registers.bus_rdata.val();

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
        self.enable.next = self.control.val().get_bit(TE_CONTROL_TE_ENABLE);
        for i in 0..self._clock_request {
            self.clock_request[i].next = self.control.val().get_bit(TE_CONTROL_TE_ACTIVE) | self.followed.val();
            // What a sink that outlives the encoder is shown keeps the clock until it is taken.
            for _k in 0..self._outlived {
                if self.encoder.trace.valid.val() {
                    self.clock_request[i].next = true;
                }
            }
        }
        self.stopped.next = false;
        for i in 0..self._ram {
            self.stopped.next = self.stop[i].val();
        }
        self.set.next = false;
        self.cleared.next = self.stopped.val();
        for _i in 0..self._any_trigger {
            self.set.next = self.encoder.control.tracing_set.val();
            self.cleared.next = self.encoder.control.tracing_clear.val() | self.stopped.val();
        }
        self.registers.te_enable_clear[0].next = self.stopped.val();
        self.registers.te_inst_tracing_set[0].next = self.set.val();
        self.registers.te_inst_tracing_clear[0].next = self.cleared.val();
        self.registers.te_inst_stall_or_overflow_set[0].next =
            self.encoder.stall.val() | self.encoder.control.error_sent.val();
        self.encoder.control.active.next = self.followed.val() & self.control.val().get_bit(TE_CONTROL_TE_ACTIVE);
        self.encoder.control.enable.next = self.control.val().get_bit(TE_CONTROL_TE_ENABLE);
        self.encoder.control.tracing.next = self.control.val().get_bit(TE_CONTROL_TE_INST_TRACING);
        self.encoder.stall_enable.next = self.control.val().get_bit(TE_CONTROL_TE_INST_STALL_EN);
        self.encoder.control.sync_mode.next = self.control.val().get_bits::<2>(TE_CONTROL_TE_SYNC_MODE);
        self.encoder.control.sync_max.next = self.control.val().get_bits::<4>(TE_CONTROL_TE_SYNC_MAX);

        // What the build has got of the rest.
        for b in 0..self._blocks {
            self.encoder.port.itype[b].next = self.itype[b].val();
            self.encoder.port.iaddr[b].next = self.iaddr[b].val();
            self.encoder.port.iretire[b].next = self.iretire[b].val();
            self.encoder.port.ilastsize[b].next = self.ilastsize[b].val();
        }
        for b in 0..self._blocks {
            for _i in 0..self._sequential {
                self.encoder.port.sijump[b].next = self.sijump[b].val();
            }
        }
        for b in 0..self._blocks {
            for _i in 0..self._triggers {
                self.encoder.port.trigger_notify[b].next = self.trigger_notify[b].val();
            }
        }
        self.encoder.port.halted.next = self.halted.val();
        self.stall.next = self.encoder.stall.val();
        for i in 0..self._reset {
            self.encoder.port.hart_reset.next = self.hart_reset[i].val();
        }
        for i in 0..self._low_power {
            self.encoder.port.low_power.next = self.low_power[i].val();
        }
        for i in 0..self._context {
            self.encoder.port.privilege.next = self.privilege[i].val();
            self.encoder.context_enable.next = self.control.val().get_bit(TE_CONTROL_TE_CONTEXT);
        }
        for i in 0..self._contexts {
            self.encoder.port.hart_context.next = self.hart_context[i].val();
            self.encoder.port.ctype.next = self.ctype[i].val();
        }
        for i in 0..self._triggers {
            self.encoder.port.trigger_on.next = self.trigger_on[i].val();
            self.encoder.port.trigger_off.next = self.trigger_off[i].val();
            self.encoder.control.trigger_enable.next = self.control.val().get_bit(TE_CONTROL_TE_INST_TRIG_EN);
        }
        for i in 0..self._trigger_inputs {
            self.trigger_inputs[i].clock.next = self.clock.val();
            self.trigger_inputs[i].rst_n.next = self.rst_n.val();
            self.trigger_inputs[i].stall.next = self.encoder.stall.val();
        }
        for i in 0..self._external {
            self.trigger_inputs[0].level[i].next = self.external_trigger[i].val();
            self.encoder.external_trigger[i].next = self.trigger_inputs[0].trigger[i].val();
            self.encoder.control.external_action[i].next =
                self.registers.x_trig_in_control[0].val().get_bits::<4>(i * 4);
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
        for _i in 0..self._both {
            self.encoder.btm.next =
                self.control.val().get_bits::<3>(TE_CONTROL_TE_INST_MODE) == TE_INST_MODE_BTM.to_bits::<3>();
        }
        for i in 0..self._sequential {
            self.encoder.sequential_jump.next =
                self.registers.te_inst_features[i].val().get_bit(TE_INST_FEATURES_TE_INST_EN_SEQUENTIAL_JUMP);
        }
        for i in 0..self._all_jumps {
            self.encoder.all_jumps.next =
                self.registers.te_inst_features[i].val().get_bit(TE_INST_FEATURES_TE_INST_EN_ALL_JUMPS);
        }
        for i in 0..self._src {
            self.encoder.style.src_inhibit.next = self.control.val().get_bit(TE_CONTROL_TE_INHIBIT_SRC);
            self.encoder.style.src_id.next =
                self.registers.te_inst_features[i].val().get_bits::<12>(TE_INST_FEATURES_TE_SRC_ID);
        }
        for i in 0..self._extend {
            self.encoder.style.extend.next =
                self.registers.te_inst_features[i].val().get_bit(TE_INST_FEATURES_TE_INST_EXTEND_ADDR_MSB);
        }
        for i in 0..self._returns {
            self.encoder.implicit_return.next =
                self.registers.te_inst_features[i].val().get_bit(TE_INST_FEATURES_TE_INST_EN_CALL_STACK)
                    | self.registers.te_inst_features[i]
                        .val()
                        .get_bits::<2>(TE_INST_FEATURES_TE_INST_IMPLICIT_RETURN_MODE)
                        .any();
        }
        for i in 0..self._repeat {
            self.encoder.repeated_history.next =
                self.registers.te_inst_features[i].val().get_bit(TE_INST_FEATURES_TE_INST_EN_REPEATED_HISTORY);
        }

        // The time.
        for i in 0..self._time {
            self.timestamp[i].clock.next = self.clock.val();
            self.timestamp[i].rst_n.next = self.rst_n.val();
            self.timestamp[i].control.next = self.registers.ts_control[i].val();
            self.timestamp[i].bus_addr.next = self.bus_addr.val();
            self.timestamp[i].bus_read.next = self.bus_read.val();
            self.registers.ts_lower[i].next = self.timestamp[i].lower.val();
            self.encoder.control.now.next = self.timestamp[i].now.val();
            self.encoder.style.timestamps.next = self.registers.ts_control[i].val().get_bit(TS_CONTROL_TS_ENABLE);
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

        for i in 0..self._requests {
            self.encoder.control.sync_request.next = self.sync_request[i].val();
        }

        // What is behind the encoder.
        self.registers.te_empty[0].next = self.encoder.empty.val() & self.sinks_empty.val();
        self.drained.next = self.encoder.empty.val();
        self.trace_valid.next = self.encoder.trace.valid.val();
        self.trace_data.next = self.encoder.trace.data.val();
        self.encoder.trace.ready.next = self.trace_ready.val();
        for i in 0..self._counted {
            self.trace_bytes[i].next = self.encoder.trace.bytes.val();
        }
        for i in 0..self._chunks {
            self.trace_last[i].next = self.encoder.trace.last.val();
        }
        for i in 0..self._router {
            self.sink[i].next = self.control.val().get_bits::<4>(TE_CONTROL_TE_SINK);
        }
        for i in 0..self._ram {
            self.stop_on_wrap[i].next = self.control.val().get_bit(TE_CONTROL_TE_STOP_ON_WRAP);
            self.te_ram_limit[i].next = self.registers.te_ram_limit[i].val();
            self.registers.te_ram_wp[i].next = self.te_ram_wp[i].val();
            self.registers.te_wrap[i].next = self.te_wrap[i].val();
        }
        for i in 0..self._sram {
            self.registers.te_ram_rp[i].next = self.te_ram_rp[i].val();
        }
        for i in 0..self._sba {
            self.te_ram_base[i].next = self.registers.te_ram_base[i].val();
            self.registers.sba_error_set[i].next = self.sba_error[i].val();
            self.sba_failed[i].next = self.registers.te_sba_status[i].val().get_bit(TE_SBA_STATUS_SBA_ERROR);
            self.registers.sba_response[i].next = self.sba_response[i].val();
            self.registers.sba_no_buffer[i].next = self.sba_no_buffer[i].val();
        }
        for i in 0..self._wide_sba {
            self.te_ram_base_high[i].next = self.registers.te_ram_base_high[i].val();
        }
        for i in 0..self._pib {
            self.pib_control[i].next = self.registers.pib_control[i].val();
            self.registers.pib_active[i].next = self.pib_active[i].val();
            self.registers.pib_empty[i].next = self.pib_empty[i].val();
        }
        for i in 0..self._atb {
            self.atb_control[i].next = self.registers.atb_control[i].val();
            self.registers.atb_active[i].next = self.atb_active[i].val();
            self.registers.atb_empty[i].next = self.atb_empty[i].val();
        }
    }
}
