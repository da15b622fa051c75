// SPDX-License-Identifier: Apache-2.0
//! Periodic synchronisation (docs/encoder.md, "Periodic synchronisation").

use crate::encoder::has::{blocks, has};
use crate::encoder::records::{Counted, Periodic};
use crate::prim::*;
use tracewright_regmap::{TE_SYNC_MODE_CYCLES, TE_SYNC_MODE_HALF_WORDS, TE_SYNC_MODE_MESSAGES};

/// Counts what is left of the period.
///
/// Messages and half-words are counted in the order of the blocks. What the last block of a cycle may add is known
/// before it is known whether it does, so that is told apart from what the others have added.
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
    /// A synchronising message was sent in this cycle, before its last block.
    pub synced: Signal<In, Bit>,
    /// What was counted in this cycle before its last block, since that message if there was one.
    pub gained: Signal<In, Bits<8>>,
    /// What is counted of the last block.
    pub last: Signal<In, Counted>,
    /// The period is to be over at once, if tracing is on.
    #[built(has(build).requests)]
    pub request: Optional<Signal<In, Bit>>,
    /// The period at the start of this cycle.
    pub periodic: Signal<Out, Periodic>,
    left: Reg<Bits<21>>,
    #[new(blocks(build) > 1)]
    _many: bool,
}

impl Logic for Period {
    #[kernel]
    fn update(&mut self) {
        let by_cycles = self.sync_mode.val() == TE_SYNC_MODE_CYCLES.to_bits::<2>();
        self.periodic.next.by_messages = self.sync_mode.val() == TE_SYNC_MODE_MESSAGES.to_bits::<2>();
        self.periodic.next.by_half_words = self.sync_mode.val() == TE_SYNC_MODE_HALF_WORDS.to_bits::<2>();
        // Below zero, the period is over.
        let due = self.left.q.val().get_bit(20);
        self.periodic.next.due = due;
        let whole = (bits::<21>(16) << bit_cast::<21, 4>(self.sync_max.val())) - 1;
        let mut before: Bits<21> = self.left.q.val();
        let mut takes = !due & self.last.val().counts;
        let taken: Bits<8> = if by_cycles { bits::<8>(1) } else { self.last.val().amount };
        if by_cycles {
            takes = !due & self.on.val();
        }
        if self._many {
            if self.synced.val() {
                before = whole - bit_cast::<21, 8>(self.gained.val());
                takes = self.last.val().counts & !by_cycles;
            } else if !due {
                before = self.left.q.val() - bit_cast::<21, 8>(self.gained.val());
            }
        }
        self.left.d.next = before;
        if self.last.val().synchronises {
            self.left.d.next = whole - bit_cast::<21, 8>(self.last.val().at_sync);
        } else if takes {
            self.left.d.next = before - bit_cast::<21, 8>(taken);
        }
        if self.request.val() & self.on.val() {
            self.left.d.next = bits::<21>(0x10_0000);
        }
        if self.clear.val() {
            self.left.d.next = bits::<21>(0);
        }
    }
}
