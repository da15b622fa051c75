// SPDX-License-Identifier: Apache-2.0
//! Which elements a retirement has: those the hart shows, of the classes that are traced.

use super::Walk;
use crate::codes::*;
use crate::records::Retired;
use tracewright_prim::*;

/// The bit of a step.
#[kernel]
fn step(is_present: Bit, step: usize) -> Bits<27> {
    if is_present {
        (1_u64 << step).to_bits::<27>()
    } else {
        bits::<27>(0)
    }
}

impl<const X: usize, const F: usize, const M: usize, const V: usize> Walk<X, F, M, V> {
    /// Which elements the retirement has that is held first. What is not traced, or not shown, is left out.
    #[kernel]
    pub(super) fn find_present(&mut self) {
        let retired: Retired<X, F, M, V> = self.held[0].q.val();
        let classes = self.classes.val();
        let outside = retired.valid & classes.get_bit(CLASS_OUTSIDE);
        let mtime = outside & retired.mtime.valid;
        let unobserved = outside & retired.unobserved.valid;
        let group = retired.valid & (retired.kind != KIND_NONE.to_bits::<2>());
        let has_kind = group & retired.kind.any();
        let instruction = group & classes.get_bit(CLASS_INSTRUCTION) & retired.instruction.valid;
        let gpr = group & classes.get_bit(CLASS_GPR) & retired.gpr.valid & retired.gpr.number.any();
        let fpr = group & classes.get_bit(CLASS_FPR) & retired.fpr.valid;
        let csr = group & classes.get_bit(CLASS_CSR);
        let paddr = group & classes.get_bit(CLASS_PADDR) & retired.paddr.valid;
        let eaddr = group & classes.get_bit(CLASS_EADDR) & retired.eaddr.valid;
        let store = group & classes.get_bit(CLASS_STORE) & retired.store.valid;
        let privilege = group & classes.get_bit(CLASS_PRIVILEGE) & retired.privilege.valid;
        let request = group & classes.get_bit(CLASS_MEMORY) & retired.request.valid;
        // mtime, and state that changes by itself, are outside of groups: before them an open group gets its end.
        self.present.next = step(self.open.q.val() & (mtime | unobserved), STEP_END_BEFORE)
            | step(mtime, STEP_MTIME)
            | step(mtime, STEP_MTIME_HIGH)
            | step(unobserved, STEP_UNOBSERVED)
            | step(group, STEP_BEGIN)
            | step(has_kind, STEP_KIND)
            | step(group & retired.pc.valid, STEP_PC)
            | step(instruction, STEP_INSTRUCTION)
            | step(gpr, STEP_GPR)
            | step(fpr, STEP_FPR)
            | step(csr & retired.csr0.valid, STEP_CSR)
            | step(csr & retired.csr1.valid, STEP_CSR_2)
            | step(csr & retired.csr2.valid, STEP_CSR_3)
            | step(csr & retired.csr3.valid, STEP_CSR_4)
            | step(csr & retired.fcsr.valid, STEP_FCSR)
            | step(paddr, STEP_PADDR)
            | step(eaddr, STEP_EADDR)
            | step(store, STEP_STORE)
            | step(privilege, STEP_PRIVILEGE)
            | step(request, STEP_REQUEST)
            | step(request, STEP_REQUEST_DATA)
            | step(request & retired.response.valid, STEP_RESPONSE);
        if self._has.top_bits {
            self.present.next = self.present.val()
                | step(paddr, STEP_PADDR_TOP)
                | step(eaddr, STEP_EADDR_TOP)
                | step(request, STEP_REQUEST_TOP);
        }
        if self._has.hart {
            self.present.next = self.present.val() | step(group | mtime | unobserved, STEP_HART);
        }
        // Without `elide_end` each group has its end group. With it, the begin group of the next one implies that
        // (Trace Protocol ch. 3).
        if !self._has.elide_end {
            self.present.next = self.present.val() | step(group, STEP_END);
        }
    }
}
