// SPDX-License-Identifier: Apache-2.0
//! What later messages are made of. HIST in a message ends before its block: that block's branch goes to the next one.

use super::Compose;
use crate::encoder::records::{Decision, Kept};
use crate::prim::*;

#[kernel]
impl<const ADDR: usize> Compose<ADDR> {
    /// Keeps HIST (N-Trace 8.3), the reference address (N-Trace 8.1), the pending time, and what repeats (N-Trace 9.3).
    pub(super) fn keep(&mut self) {
        let decision: Decision<ADDR> = self.decision.val();
        let before: Kept<ADDR> = self.before.val();
        let takes_hist = decision.start | decision.target | decision.reports_hist;
        let hist: Bits<32> = if takes_hist { bits::<32>(1) } else { before.hist };
        self.after.next.hist = hist;
        self.after.next.branches = before.branches;
        let branches = (before.branches << bits::<32>(1)) | bit_cast::<32, 1>(decision.taken.into());
        if decision.branch {
            self.after.next.hist =
                ((hist << bits::<32>(1)) | bit_cast::<32, 1>(decision.taken.into())) & self.hist_mask.val();
            self.after.next.branches = branches & self.full_mask.val();
        }
        if decision.repeats.empties {
            self.after.next.hist = bits::<32>(1);
        }
        self.after.next.pattern = before.pattern;
        if decision.repeats.locks | decision.repeats.fills {
            // `above` has ones from the stop bit of the pattern, or of a full HIST, up: its lowest is the stop bit.
            let above: Bits<32> =
                if decision.repeats.locks { !bits::<32>(1) << decision.repeats.period } else { !self.full_mask.val() };
            self.after.next.pattern = (branches & !above) | (above & !(above << bits::<32>(1)));
        }
        self.after.next.reference_addr = before.reference_addr;
        // Of the messages to a target, DirectBranch alone has no address: the reference stays (N-Trace 8.1).
        let is_indirect = decision.target & (decision.target_sync | !decision.goes_direct);
        if decision.start | is_indirect {
            self.after.next.reference_addr = decision.addr;
        }
        self.after.next.time = if decision.pends { self.turn.val().now } else { before.time };
    }
}
