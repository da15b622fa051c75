// SPDX-License-Identifier: Apache-2.0
//! What is at the CSR port of a hart: Control Transfer Records, and performance counters.

use super::Hart;
use crate::prim::*;

#[kernel]
impl<const XLEN: usize, const ADDR: usize, const FIRST: usize, const OUT: usize> Hart<XLEN, ADDR, FIRST, OUT> {
    /// What retires, for Control Transfer Records and counters: no block of a cycle with the hart stalled or in reset.
    pub(super) fn retires(&mut self) {
        let taken = !self.encoder.stall.val() & !self.port.ingress.hart_reset.val();
        for b in 0..self.port.ingress.itype.len() {
            let itype: Bits<4> = if taken { self.port.ingress.itype[b].val() } else { bits::<4>(0) };
            let iretire: Bits<6> = if taken { self.port.ingress.iretire[b].val() } else { bits::<6>(0) };
            self.records.retire.itype[b].next = itype;
            self.records.retire.iretire[b].next = iretire;
            self.counters.port.hart.itype[b].next = itype;
            if !self.counters.port.hart.iretire.is_empty() {
                self.counters.port.hart.iretire[b].next = iretire.get_bit(0);
            }
        }
        self.counters.port.hart.counted.retired.next =
            if taken { self.port.counted.retired.val() } else { bits::<8>(0) };
    }

    /// What else Control Transfer Records see, and the window to them.
    pub(super) fn transfers(&mut self) {
        connect!(records.retire: port.ingress.{iaddr, ilastsize, privilege, halted});
        connect!(records: port.transfers);
        self.records.cycle.next =
            if self.counters.is_built() { self.counters.port.told.cycle.val() } else { self.port.cycle.val() };
        connect!(records.debug: debug_locked = locked, window.{debug_request = request, debug_write = write,
            debug_done = done, debug_rdata = rdata}, debug_wdata = bus.wdata);
        self.records.debug.debug_addr.next = self.bus.addr.val().get_bits::<2>(2);
    }

    /// What else performance counters see, and their overflow interrupt.
    pub(super) fn counted(&mut self) {
        connect!(counters.port.hart.counted: port.counted.bus_event);
        connect!(counters.port.hart: port.ingress.{privilege, halted});
        connect!(counters.port.told: port.lcofi_request);
    }

    /// The CSR port. With both built, the counters answer accesses to their CSRs alone, and the records see the others.
    pub(super) fn csrs(&mut self) {
        if self.records.is_built() & self.counters.is_built() {
            let op = self.port.csr.csr_op.val();
            self.counters.port.csr.csr_op.next = op;
            connect!(counters.port.csr: port.csr.{csr_address, csr_data, csr_privilege});
            self.records.csr.csr_op.next = if self.counters.port.told.owns.val() { bits::<3>(0) } else { op };
            connect!(records.csr: port.csr.{csr_address, csr_data, csr_privilege});
            let counted = self.counters.port.csr.csr_done.val() & self.counters.port.csr.csr_ours.val();
            self.port.csr.csr_done.next = counted | self.records.csr.csr_done.val();
            self.port.csr.csr_ours.next = counted | self.records.csr.csr_ours.val();
            self.port.csr.csr_illegal.next =
                if counted { self.counters.port.csr.csr_illegal.val() } else { self.records.csr.csr_illegal.val() };
            self.port.csr.csr_virtual.next =
                if counted { self.counters.port.csr.csr_virtual.val() } else { self.records.csr.csr_virtual.val() };
            self.port.csr.csr_value.next =
                if counted { self.counters.port.csr.csr_value.val() } else { self.records.csr.csr_value.val() };
        } else if self.records.is_built() {
            connect!(records: port.csr);
        } else {
            connect!(counters.port: port.csr);
        }
    }
}
