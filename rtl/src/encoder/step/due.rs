// SPDX-License-Identifier: Apache-2.0
//! Synchronising messages that are owed, and which goes first.

use super::Step;
use crate::codes::*;
use crate::encoder::records::{Due, State};
use crate::prim::*;

impl<const ADDR: usize> Step<ADDR> {
    /// Says if a synchronising message is due before the block, with which SYNC (N-Trace 8.5, N-Trace Table 25), and
    /// what is still due after the block. Whatever its SYNC, it has the full address and the absolute time, restarts
    /// I-CNT and HIST, and empties the return stack (returns.rs): with SYNC 0, 4 and 6, too, though Table 25 does not
    /// ask for that. events/next.rs makes reset and external due; SYNC of a start: events/gate.rs (7: events/mod.rs).
    #[kernel]
    pub(super) fn find_due(&mut self) {
        let state: State = self.before.val().state;
        let due: Due = state.due;
        // In HTM, with `icnt_full = "sync"`, a synchronising message reports a full I-CNT while HIST holds a branch
        // (N-Trace 8.4.4). It waits for a block with an address. Elsewhere ResourceFull reports it (`reports_icnt`).
        self.icnt_syncs.next =
            self._has.icnt_sync & self.icnt_is_full.val() & !self.hist_is_empty.val() & !self.in_btm();

        let periodic = self.periodic_due.val() & !self.before.val().synced;
        self.is_due.next = periodic | self.icnt_syncs.val() | due.external | due.event | due.reset;
        // Order: reset, event, external, periodic, I-CNT. Periodic is the else: where nothing is due, nothing reads it.
        self.due_code.next = if due.reset {
            SYNC_EXIT_FROM_RESET.to_bits::<4>()
        } else if due.event {
            SYNC_TRACE_EVENT.to_bits::<4>()
        } else if due.external {
            SYNC_EXTERNAL_TRIGGER.to_bits::<4>()
        } else if self.icnt_syncs.val() & !periodic {
            SYNC_SEQUENTIAL_INSTRUCTION_COUNTER.to_bits::<4>()
        } else {
            SYNC_PERIODIC.to_bits::<4>()
        };

        // A reason stays due while a higher one is reported. A start clears all.
        let keeps_reset = !self.start.val() & !self.target_sync.val();
        let keeps_event = !self.start.val() & (!self.target_sync.val() | due.reset);
        let keeps_external = !self.start.val() & (!self.target_sync.val() | due.reset | due.event);
        let notify = self.followed.val() & self.block.val().notify;
        self.after.next.state.due.reset = due.reset & keeps_reset;
        self.after.next.state.due.event = notify | (due.event & keeps_event);
        self.after.next.state.due.external = due.external & keeps_external;
    }
}
