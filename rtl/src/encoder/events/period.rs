// SPDX-License-Identifier: Apache-2.0
//! Periodic synchronisation (Trace Control ch. 5, teSyncMode and teSyncMax; docs/encoder.md, "Periodic
//! synchronisation"). Other versions call the fields teInstSyncMode and teInstSyncMax, or teInstMaxSync.

use crate::encoder::has::{blocks, has};
use crate::encoder::records::{Counted, Periodic};
use crate::prim::*;
use tracewright_regmap::{TE_SYNC_MODE_CYCLES, TE_SYNC_MODE_HALF_WORDS, TE_SYNC_MODE_MESSAGES};

/// Counts what is left of the period.
///
/// Messages and half-words are counted in the order of the blocks. What a lone block may add is known before it is
/// known whether it does. A cycle of several blocks is counted in the next, and the period is then due after the next
/// cycle that has a block.
#[synchronous(build: Build)]
pub struct Period {
    /// Forgets everything.
    pub clear: Signal<In, Bit>,
    /// teSyncMode.
    pub sync_mode: Signal<In, Bits<2>>,
    /// teSyncMax.
    pub sync_max: Signal<In, Bits<4>>,
    /// Tracing is on.
    pub on: Signal<In, Bit>,
    /// There is a block in this cycle.
    pub has_block: Signal<In, Bit>,
    /// A synchronising message was sent in this cycle.
    pub synced: Signal<In, Bit>,
    /// What is counted of each block.
    #[count(blocks(build))]
    pub counted: Vec<Signal<In, Counted>>,
    /// The period is to be over at once, if tracing is on.
    #[built(has(build).requests)]
    pub request: Optional<Signal<In, Bit>>,
    /// The period at the start of this cycle.
    pub periodic: Signal<Out, Periodic>,
    left: Reg<Bits<21>>,
    left_after: Signal<Local, Bits<21>>,
    #[built(has(build).many)]
    due: Optional<Reg<Bit>>,
    #[built(has(build).many)]
    was_on: Optional<Reg<Bit>>,
    #[built(has(build).many)]
    was_requested: Optional<Reg<Bit>>,
    #[count(blocks(build) * has(build).many as usize)]
    was_counted: Vec<Reg<Counted>>,
    #[new(has(build).many)]
    _many: bool,
}

impl Logic for Period {
    #[kernel]
    fn update(&mut self) {
        let by_cycles = self.sync_mode.val() == TE_SYNC_MODE_CYCLES.to_bits::<2>();
        self.periodic.next.by_messages = self.sync_mode.val() == TE_SYNC_MODE_MESSAGES.to_bits::<2>();
        self.periodic.next.by_half_words = self.sync_mode.val() == TE_SYNC_MODE_HALF_WORDS.to_bits::<2>();
        // Below zero, the period is over.
        let over = self.left.q.val().get_bit(20);
        let on: Bit = if self._many { self.was_on.q.val() } else { self.on.val() };
        let asks: Bit = if self._many { self.was_requested.q.val() } else { self.request.val() };
        let mut synced: Bit = if self._many { false } else { self.counted[0].val().synchronises };
        let mut amount: Bits<8> = if self._many { bits::<8>(0) } else { self.counted[0].val().amount };
        // The newest first: what comes before a synchronising message is over.
        for i in 0..self.was_counted.len() {
            let counted: Counted = self.was_counted[self.was_counted.len() - 1 - i].q.val();
            let other: Bits<8> = if counted.counts { counted.amount } else { bits::<8>(0) };
            let own: Bits<8> = if counted.synchronises { counted.at_sync } else { other };
            let part: Bits<8> = if synced { bits::<8>(0) } else { own };
            let second = counted.more & counted.counts & !counted.synchronises & !synced;
            amount = amount + part + bit_cast::<8, 1>(second.into());
            synced |= counted.synchronises;
            self.was_counted[i].d.next = self.counted[i].val();
        }
        let counts: Bit = if self._many { true } else { self.counted[0].val().counts };
        let whole = (bits::<21>(16) << bit_cast::<21, 4>(self.sync_max.val())) - 1;
        let takes: Bit = if by_cycles { on } else { counts };
        let taken: Bits<8> = if by_cycles & !(self._many & synced) { bits::<8>(1) } else { amount };
        let base: Bits<21> = if self._many & synced { whole } else { self.left.q.val() };
        self.left_after.next = self.left.q.val();
        if !self._many & synced {
            self.left_after.next = whole - bit_cast::<21, 8>(self.counted[0].val().at_sync);
        } else if (self._many & synced) | (!over & takes) {
            self.left_after.next = base - bit_cast::<21, 8>(taken);
            if !self._many & self.counted[0].val().more {
                self.left_after.next = base - bit_cast::<21, 8>(taken + 1);
            }
        }
        if asks & on {
            self.left_after.next = bits::<21>(0x10_0000);
        }
        if self.clear.val() {
            self.left_after.next = bits::<21>(0);
        }
        self.left.d.next = self.left_after.val();
        connect!(self: on = was_on.d, request = was_requested.d);
        if self.has_block.val() | self.clear.val() {
            self.due.d.next = self.left_after.val().get_bit(20) & !self.synced.val();
        }
        self.periodic.next.due = if self._many { self.due.q.val() } else { over };
    }
}
