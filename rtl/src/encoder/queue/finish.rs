// SPDX-License-Identifier: Apache-2.0
//! What is made of an entry where it leaves the memories: once, however many blocks. history/ counts repetitions.

use super::Queue;
use crate::codes::*;
use crate::encoder::records::Entry;
use crate::prim::*;

/// HIST (N-Trace 8.3): below the stop bit the `length` branches since HIST was sent, the newest in bit 0; 1: taken.
#[kernel]
fn with_stop(branches: Bits<32>, length: Bits<5>) -> Bits<32> {
    // Ones from the stop bit up.
    let above = !bits::<32>(0) << length;
    (branches & !above) | (above & !(above << bits::<32>(1)))
}

#[kernel]
impl<const ADDR: usize> Queue<ADDR> {
    /// Makes HIST (N-Trace 8.3), HIST of what repeats (N-Trace 9.3), U-ADDR (N-Trace 8.1), if `tw_compose` has not.
    pub(super) fn finish(&mut self) {
        let oldest: Entry<ADDR> = self.oldest.val();
        self.finished.next = oldest;
        if self._has.makes_hist {
            self.finished.next.hist = with_stop(oldest.hist, oldest.held);
            // Bit 31 is no branch, and the `left_out` newest branches are not of what repeats. HREPEAT: `repeat_count`.
            let branches = ((oldest.repeat_hist << bits::<6>(1)) >> bits::<6>(1)) >> oldest.left_out;
            self.finished.next.repeat_hist = with_stop(branches, oldest.repeat_held);
            // RepeatBranch has no history: 0 tells `tw_formatter` that it is one.
            if self._has.repeat_branch & !oldest.repeat_hist.get_bit(31) {
                self.finished.next.repeat_hist = bits::<32>(0);
            }
        }
        if !self._has.refers {
            let is_relative = (oldest.kind == KIND_INDIRECT_BRANCH.to_bits::<4>())
                | (oldest.kind == KIND_INDIRECT_BRANCH_HIST.to_bits::<4>());
            let is_whole = (oldest.kind == KIND_PROG_TRACE_SYNC.to_bits::<4>())
                | (oldest.kind == KIND_DIRECT_BRANCH_SYNC.to_bits::<4>())
                | (oldest.kind == KIND_INDIRECT_BRANCH_SYNC.to_bits::<4>())
                | (oldest.kind == KIND_INDIRECT_BRANCH_HIST_SYNC.to_bits::<4>());
            // U-ADDR: XOR with the last address sent (N-Trace 8.1). `addr` lacks bit 0; the packer drops upper zeros.
            if is_relative {
                self.finished.next.addr = oldest.addr ^ self.reference_addr.q.val();
            }
            if self.pops_entry.val() & (is_relative | is_whole) {
                self.reference_addr.d.next = oldest.addr;
            }
        }
    }
}
