// SPDX-License-Identifier: Apache-2.0
//! mhpmevents, the upper bits, and the answer.

use super::change::*;
use super::reach::Target;
use super::{number, Pmu};
use crate::codes::*;
use tracewright_prim::*;

#[kernel]
impl<const XLEN: usize, const LOW: usize, const HIGH: usize> Pmu<XLEN, LOW, HIGH> {
    /// What accesses make of mhpmevents and filters; scountovf; LCOFI, which an overflow with OF 0 asks for (Sscofpmf).
    pub(super) fn selections(&mut self) {
        let is_event = self.target.q.val().event;
        let writes_event = self.puts.q.val() | self.drops.q.val();
        let mut selectors: Bits<5> = bits::<5>(0);
        let mut uppers: Bits<6> = bits::<6>(0);
        for n in 0..self.event.len() {
            let is_shown = is_event & self.hit[n + 2].q.val();
            selectors = selectors | (self.event[n].selector.val() & all::<5>(is_shown));
            uppers = uppers | (self.event[n].upper.val() & all::<6>(is_shown));
        }
        for n in 0..self.filter.len() {
            let filter = self.filter[n].q.val() & all::<5>(self.filters[n].q.val());
            uppers = uppers | bit_cast::<6, 5>(filter);
        }
        self.selector.next = selectors;
        self.upper_bits.next = uppers;
        let operand = self.operand.val();
        let put_upper = all::<6>(self.puts.q.val().get_bit(1));
        let drop_upper = all::<6>(self.drops.q.val().get_bit(1));
        self.next_upper.next = changed::<6>(uppers, operand.get_bits::<6>(58), put_upper, drop_upper);
        let put_selector = all::<5>(self.puts.q.val().get_bit(0));
        let drop_selector = all::<5>(self.drops.q.val().get_bit(0));
        self.next_selector.next = changed::<5>(selectors, operand.get_bits::<5>(0), put_selector, drop_selector);
        let mut overflows: Bits<32> = bits::<32>(0);
        let mut asks: Bits<1> = bits::<1>(0);
        for n in 0..self.event.len() {
            for b in 0..self.events.happened.len() {
                self.event[n].happened[b].next = self.events.happened[b].val();
            }
            let is_changed = is_event & self.hit[n + 2].q.val();
            connect!(event[n]: stands[n + 2], next_selector, next_upper, events.mode, lower[n + 2].carried, upper.full);
            self.event[n].loads.next = is_changed & writes_event.get_bit(0);
            self.event[n].loads_upper.next = is_changed & writes_event.get_bit(1);
            self.event[n].settles.next =
                self.upper.ended.val() & (self.upper.ended_index.val() == number(n + 2).to_bits::<5>());
            let overflow = bit_cast::<32, 1>(self.event[n].upper.val().get_bit(5).into());
            overflows = overflows | (overflow << number(n + 2).to_bits::<32>());
            asks = asks | bit_cast::<1, 1>(self.event[n].asks.val().into());
        }
        self.overflows.next = overflows;
        self.port.told.lcofi_request.next = asks.any();
    }

    /// Begins visits to the upper bits, which take the carry that waits in the lower bits, and what an access changes.
    pub(super) fn visit(&mut self) {
        let target: Target = self.target.q.val();
        let mut carry: Bits<1> = bits::<1>(0);
        let mut low: Bits<LOW> = bits::<LOW>(0);
        for n in 0..self.lower.len() {
            let gives = self.lower[n].waits.val() & self.lower[n].visit.val();
            carry = carry | bit_cast::<1, 1>(gives.into());
            low = low | (self.lower[n].value.val() & all::<LOW>(self.hit[n].q.val()));
        }
        self.low.d.next = low & all::<LOW>(self.reads.q.val());
        self.upper.soon.next = self.port.csr.csr_op.val().any();
        connect!(upper: busy = busy.q, access = reads.q, index = index.q);
        self.upper.puts.next = self.puts.q.val() & all::<2>(target.counter);
        self.upper.drops.next = self.drops.q.val() & all::<2>(target.counter);
        self.upper.operand.next = bit_cast::<HIGH, 64>(self.operand.val() >> (LOW - 1).to_bits::<64>());
        self.upper.carry.next = carry.any();
    }

    /// What the CSR port answers; scountovf shows OF as mcounteren and hcounteren let it (Sscofpmf). VU-mode does not
    /// read it: reach.rs refuses that.
    pub(super) fn answer(&mut self) {
        let target: Target = self.target.q.val();
        let is_machine = (self.privilege.q.val() == PRIVILEGE_M.to_bits::<3>())
            | (self.privilege.q.val() == PRIVILEGE_DEBUG.to_bits::<3>());
        let is_virtual = self.privilege.q.val() == PRIVILEGE_VS.to_bits::<3>();
        let mut seen: Bits<32> = self.overflows.val();
        if !is_machine {
            seen = seen & self.mcounteren.q.val();
        }
        if is_virtual {
            seen = seen & self.hcounteren.q.val();
        }
        let flags = self.flags.val() | (seen & all::<32>(target.overflows));
        let whole = bit_cast::<64, 32>(flags)
            | bit_cast::<64, 5>(self.selector.val())
            | (bit_cast::<64, 6>(self.upper_bits.val()) << bits::<64>(58));
        let half: Bits<64> = if target.high { whole >> bits::<64>(32) } else { whole };
        self.other.d.next = bit_cast::<XLEN, 64>(half);
        self.high.d.next = target.high;
        self.done.d.next = self.busy.q.val();
        self.ours.d.next = self.taken.q.val();

        // Below M-mode a shadow needs its bit of mcounteren, where V=1 of hcounteren, too, in U and VU of scounteren.
        let index = self.index.q.val();
        let is_user = self.privilege.q.val() == PRIVILEGE_U.to_bits::<3>();
        let is_virtual_user = self.privilege.q.val() == PRIVILEGE_VU.to_bits::<3>();
        let machine = self.mcounteren.q.val().get_bit(index.index());
        let supervisor = self.scounteren.q.val().get_bit(index.index()) | !self.scounteren.is_built();
        let hypervisor = self.hcounteren.q.val().get_bit(index.index());
        let below = target.shadow & !is_machine;
        let hidden = below & (!machine | (is_user & !supervisor));
        let hidden_virtually =
            below & (((is_virtual | is_virtual_user) & !hypervisor) | (is_virtual_user & !supervisor));
        self.illegal.d.next = self.refused.q.val() | hidden;
        self.virtually.d.next = self.refused_virtually.q.val() | (hidden_virtually & !hidden);

        let upper = bit_cast::<64, HIGH>(self.upper.value.val()) << (LOW - 1).to_bits::<64>();
        let value = upper | bit_cast::<64, LOW>(self.low.q.val());
        let shown: Bits<64> = if self.high.q.val() { value >> bits::<64>(32) } else { value };
        connect!(self.port.csr: csr_done = done.q, csr_ours = ours.q, csr_illegal = illegal.q,
            csr_virtual = virtually.q);
        self.port.csr.csr_value.next = bit_cast::<XLEN, 64>(shown) | self.other.q.val();
    }
}
