// SPDX-License-Identifier: Apache-2.0
//! What is recorded.

use crate::ctr::layout::Layout;
use crate::ctr::record::Transfer;

/// What is recorded. [`Settings::default`] records nothing: a mode is needed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// Record in U-mode, of a guest in VU-mode.
    pub user: bool,
    /// Record in S-mode, of a guest in VS-mode.
    pub supervisor: bool,
    /// Record in M-mode.
    pub machine: bool,
    /// The depth; as it is if none is given.
    pub depth: Option<u32>,
    /// RAS emulation: the records are the call stack.
    pub call_stack: bool,
    /// Transfers that are left out. Branches that are not taken always are, unless `not_taken`.
    pub without: TransferSet,
    /// Record branches that are not taken, too.
    pub not_taken: bool,
    /// Record traps to M-mode from where recording is on, without their target.
    pub machine_traps: bool,
    /// Likewise traps to S-mode; 1.0 needs it for those from U-mode to M-mode, too.
    pub supervisor_traps: bool,
    /// A breakpoint exception stops recording.
    pub freeze_on_breakpoint: bool,
    /// A local counter overflow interrupt stops recording.
    pub freeze_on_overflow: bool,
}

/// Types of transfers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TransferSet(u16);

impl TransferSet {
    /// None.
    pub const NONE: TransferSet = TransferSet(0);

    /// These, and this one.
    pub const fn and(self, transfer: Transfer) -> TransferSet {
        TransferSet(self.0 | 1 << transfer as u8)
    }

    /// Everything but calls and returns: what a call graph needs.
    pub const fn all_but_calls_and_returns() -> TransferSet {
        let mut set = TransferSet::NONE;
        let mut n = 0;
        while n < Transfer::ALL.len() {
            let transfer = Transfer::ALL[n];
            if !transfer.is_call() && !matches!(transfer, Transfer::Return | Transfer::CoRoutineSwap) {
                set = set.and(transfer);
            }
            n += 1;
        }
        set
    }

    /// Whether it is one of these.
    pub const fn has(self, transfer: Transfer) -> bool {
        self.0 >> transfer as u8 & 1 != 0
    }
}

impl Settings {
    /// The control, without a depth.
    pub(crate) fn control(&self, layout: &Layout) -> u64 {
        let external = self.machine_traps || self.supervisor_traps;
        let bits = [
            (self.user, layout.user),
            (self.supervisor, layout.supervisor),
            (self.machine, layout.machine),
            (self.call_stack, layout.ras),
            (self.machine_traps, layout.machine_traps),
            (self.supervisor_traps, layout.supervisor_traps),
            (self.freeze_on_breakpoint, layout.breakpoint),
            (self.freeze_on_overflow, layout.overflow),
        ];
        let low = bits.iter().fold(0, |word, (is_set, bit)| word | u64::from(*is_set) << bit);
        let external = layout.external_traps.map_or(0, |bit| u64::from(external) << bit);
        // Bit 32 + TYPE leaves it out; that of branches that are not taken lets them through (5.2).
        let not_taken = 1 << Transfer::NotTakenBranch as u8;
        let filters = self.without.0 & !not_taken | if self.not_taken { not_taken } else { 0 };
        low | external | u64::from(filters) << 32
    }
}
