// SPDX-License-Identifier: Apache-2.0
//! The debug port, and which of both ports has an access (docs/ctr.md, "The debug port").

use super::ports::DebugPort;
use super::records::Access;
use crate::codes::*;
use rust_hdl_core::prelude::*;
use tracewright_config::Build;
use tracewright_prim::{kernel, Module, Optional, Reg};

/// Takes the accesses of both ports: that of the CSR port always, that of the debug port where there is room.
#[derive(Module)]
#[module(build: Build)]
pub struct Ports<const XLEN: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// What is done.
    pub csr_op: Signal<In, Bits<3>>,
    /// Number of the CSR.
    pub csr_address: Signal<In, Bits<12>>,
    /// The operand.
    pub csr_data: Signal<In, Bits<XLEN>>,
    /// The mode.
    pub csr_privilege: Signal<In, Bits<3>>,
    /// The debug port.
    pub debug: DebugPort,
    /// The access, a cycle later.
    pub access: Signal<Out, Access>,
    /// Its operand.
    pub data: Signal<Out, Bits<XLEN>>,
    /// It is of the CSR port.
    pub is_csr: Signal<Out, Bit>,
    /// ctrDebugSelect, if it is read in this cycle.
    pub shown: Signal<Out, Bits<13>>,
    /// What the access of the cycle before has read.
    pub value: Signal<In, Bits<XLEN>>,
    kept: Reg<Access>,
    operand: Reg<Bits<XLEN>>,
    of_csr: Reg<Bit>,
    of_csr_before: Reg<Bit>,
    /// An access of the debug port was taken a cycle before, two cycles before.
    taken: Reg<Bit>,
    done: Reg<Bit>,
    select: Reg<Bits<13>>,
    /// The lower half of what will be written.
    #[built(build.xlen == 64)]
    lower: Optional<Reg<Bits<32>>>,
    /// The upper half of what was read.
    #[built(build.xlen == 64)]
    upper: Optional<Reg<Bits<32>>>,
    shows_select: Reg<Bit>,
    /// ctrDebugLow or ctrDebugHigh is read: a cycle before, and two cycles before.
    reads_low: Reg<Bit>,
    answers_low: Reg<Bit>,
    reads_high: Reg<Bit>,
    answers_high: Reg<Bit>,
    was_locked: Reg<Bit>,
    #[new(build.xlen == 32)]
    _narrow: bool,
}

impl<const XLEN: usize> Logic for Ports<XLEN> {
    #[kernel]
    fn update(&mut self) {
        let is_csr = self.csr_op.val().any();
        let locked = self.debug.debug_locked.val();
        let is_free = !is_csr & !self.of_csr.q.val() & !self.of_csr_before.q.val();
        let taken = self.debug.debug_request.val() & is_free & !self.taken.q.val() & !self.done.q.val();
        let opened = taken & !locked;
        let address = self.debug.debug_addr.val();
        let wdata = self.debug.debug_wdata.val();
        let at_low = address == DEBUG_LOW.to_bits::<2>();
        let at_high = address == DEBUG_HIGH.to_bits::<2>();
        let writes = opened & self.debug.debug_write.val();
        let reads = opened & !self.debug.debug_write.val();
        let stores: Bit = if self._narrow { writes & at_low } else { writes & at_high };
        let select: Bits<13> = self.select.q.val();

        // The access: of the debug port as from M-mode.
        self.kept.d.next.valid = is_csr | stores | (reads & at_low);
        self.kept.d.next.op = self.csr_op.val();
        self.kept.d.next.address = self.csr_address.val();
        self.kept.d.next.privilege = self.csr_privilege.val();
        self.kept.d.next.entry = false;
        self.operand.d.next = self.csr_data.val();
        if !is_csr {
            self.kept.d.next.op = CSR_READ.to_bits::<3>();
            if writes {
                self.kept.d.next.op = CSR_WRITE.to_bits::<3>();
            }
            self.kept.d.next.address = select.get_bits::<12>(0);
            self.kept.d.next.privilege = PRIVILEGE_M.to_bits::<3>();
            self.kept.d.next.entry = select.get_bit(12);
            if self._narrow {
                self.operand.d.next = wdata.get_bits::<XLEN>(0);
            } else {
                self.operand.d.next =
                    self.lower.q.val().get_bits::<XLEN>(0) | (wdata.get_bits::<XLEN>(0) << bits::<6>(32));
            }
        }
        self.of_csr.d.next = is_csr;
        self.of_csr_before.d.next = self.of_csr.q.val();
        self.taken.d.next = taken;
        self.done.d.next = self.taken.q.val();
        self.access.next = self.kept.q.val();
        self.data.next = self.operand.q.val();
        self.is_csr.next = self.of_csr.q.val();

        // The registers of the port.
        if writes & (address == DEBUG_SELECT.to_bits::<2>()) {
            self.select.d.next = wdata.get_bits::<13>(0);
        }
        if writes & at_low {
            self.lower.d.next = wdata;
        }
        self.shows_select.d.next = reads & (address == DEBUG_SELECT.to_bits::<2>());
        self.reads_low.d.next = reads & at_low;
        self.answers_low.d.next = self.reads_low.q.val();
        self.reads_high.d.next = reads & at_high;
        self.answers_high.d.next = self.reads_high.q.val();
        self.was_locked.d.next = locked;
        if self.answers_low.q.val() {
            self.upper.d.next = (self.value.val() >> bits::<6>(32)).get_bits::<32>(0);
        }
        if self.was_locked.q.val() {
            self.upper.d.next = bits::<32>(0);
        }
        if locked {
            self.select.d.next = bits::<13>(0);
            self.lower.d.next = bits::<32>(0);
        }
        self.shown.next = bits::<13>(0);
        if self.shows_select.q.val() {
            self.shown.next = select;
        }
        self.debug.debug_done.next = self.done.q.val();
        self.debug.debug_rdata.next = self.value.val().get_bits::<32>(0);
        if self.answers_high.q.val() {
            self.debug.debug_rdata.next = self.upper.q.val();
        }
    }
}
