// SPDX-License-Identifier: Apache-2.0
//! A funnel, a cycle at a time.

use super::Merger;
use crate::prim::clock;
use rust_hdl_core::prelude::*;
use tracewright_regmap::*;

impl<const OUT: usize> Logic for Merger<OUT> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, registers, funnel);

        for i in 0..self._lock {
            self.registers.locked[i].next = self.locked[i].val();
        }
        self.registers.bus_addr.next = self.bus_addr.val();
        self.registers.bus_write.next = self.bus_write.val();
        self.registers.bus_read.next = self.bus_read.val();
        self.registers.bus_wdata.next = self.bus_wdata.val();
        self.registers.bus_strobe.next = self.bus_strobe.val();
        self.bus_rdata.next = self.registers.bus_rdata.val();

        // tfControl.
        self.control.next = self.registers.tf_control[0].val();
        self.active.next = self.control.val().get_bit(TF_CONTROL_TF_ACTIVE);
        self.enable.next = self.control.val().get_bit(TF_CONTROL_TF_ENABLE);
        self.funnel.clear.next = !self.control.val().get_bit(TF_CONTROL_TF_ACTIVE);
        self.funnel.enable.next = self.control.val().get_bit(TF_CONTROL_TF_ENABLE);
        self.funnel.disable.next = self.registers.tf_dis_input[0].val().get_bits::<16>(0);

        // Trace.
        for i in 0..self._inputs {
            self.funnel.in_valid[i].next = self.in_valid[i].val();
            self.in_ready[i].next = self.funnel.in_ready[i].val();
            self.funnel.in_data[i].next = self.in_data[i].val();
        }
        for _k in 0..self._counted {
            for i in 0..self._inputs {
                self.funnel.in_bytes[i].next = self.in_bytes[i].val().get_bits::<4>(0);
                self.funnel.in_last[i].next = self.in_last[i].val();
            }
        }
        self.trace_valid.next = self.funnel.out_valid.val();
        self.trace_data.next = self.funnel.out_data.val();
        self.funnel.out_ready.next = self.trace_ready.val();
        for i in 0..self._counted {
            self.trace_bytes[i].next = self.funnel.out_bytes[i].val().get_bits::<6>(0);
            self.trace_last[i].next = self.funnel.out_last[i].val();
        }

        // What is behind the funnel.
        self.registers.tf_empty[0].next = self.funnel.empty.val() & self.sinks_empty.val();
        self.drained.next = self.funnel.empty.val();
        for i in 0..self._router {
            self.sink[i].next = self.control.val().get_bits::<4>(TF_CONTROL_TF_SINK);
        }
        self.registers.tf_enable_clear[0].next = false;
        for i in 0..self._ram {
            self.stop_on_wrap[i].next = self.control.val().get_bit(TF_CONTROL_TF_STOP_ON_WRAP);
            self.registers.tf_enable_clear[i].next = self.stop[i].val();
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
