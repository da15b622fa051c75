// SPDX-License-Identifier: Apache-2.0
//! Privilege and context, and what of them changes (docs/encoder.md, "Ownership").

use crate::codes::*;
use crate::encoder::records::{Changes, Owner};
use crate::prim::*;

/// Finds what changes in privilege and context, a reason for Ownership (N-Trace 7.1). `tw_step` adds the others
/// (any synchronising message; a trap, a trap return) and chooses FORMAT; `tw_formatter` makes PROCESS. The port
/// shows both for a cycle: its first block that is traced and has an address sees the change, and `seen` says so.
#[synchronous(build: Build)]
pub struct Ownership {
    /// teActive is 0: what was seen is forgotten.
    pub clear: Signal<In, Bit>,
    /// teContext: Ownership messages are sent.
    pub enable: Signal<In, Bit>,
    /// Whom the cycle's instructions belong to.
    pub owner: Signal<In, Owner>,
    /// A block that has an address is traced in this cycle.
    pub seen: Signal<In, Bit>,
    /// What changes with this cycle, if a block shows it.
    pub changes: Signal<Out, Changes>,
    /// Whom the instructions seen last belong to.
    last: Reg<Seen>,
    #[value(ones(build.encoder.scontext_width + build.encoder.hcontext_width).to_bits())]
    context_mask: Constant<Bits<64>>,
    #[value(ones(build.encoder.scontext_width).to_bits())]
    scontext_mask: Constant<Bits<64>>,
    #[value((ones(build.encoder.scontext_width + build.encoder.hcontext_width) ^ ones(build.encoder.scontext_width)).to_bits())]
    hcontext_mask: Constant<Bits<64>>,
}

/// Privilege and context that were seen last.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Seen {
    /// V above PRV, as they were seen last.
    privilege: Bits<3>,
    /// hcontext above scontext that were seen last.
    #[built(contexts)]
    context: Bits<64>,
}

/// A mask of the lowest `width` bits; `width` may be 64.
fn ones(width: u32) -> u64 {
    (0..width).fold(0_u64, |mask, _| mask << 1 | 1)
}

impl Logic for Ownership {
    #[kernel]
    fn update(&mut self) {
        let owner: Owner = self.owner.val();
        let last: Seen = self.last.q.val();
        // Where the port reports no context (0), the one that was seen last stays.
        let shown: Bits<64> = if owner.ctype.any() { owner.context & self.context_mask.val() } else { last.context };
        let difference = shown ^ last.context;
        let in_context = difference.any();
        self.changes.next.any = self.enable.val() & ((owner.privilege != last.privilege) | in_context);
        self.changes.next.scontext = (difference & self.scontext_mask.val()).any();
        self.changes.next.hcontext = (difference & self.hcontext_mask.val()).any();
        // With ctype 2 (precise) or 3 (asynchronous discontinuity) a change has a message with this block's address.
        self.changes.next.precise = self.enable.val() & in_context & owner.ctype.get_bit(1);
        self.changes.next.asynchronous = owner.ctype == CTYPE_ASYNCHRONOUS.to_bits::<2>();
        self.changes.next.privilege = owner.privilege;
        self.changes.next.context = shown;
        if self.seen.val() {
            self.last.d.next.privilege = owner.privilege;
            self.last.d.next.context = shown;
        }
        if self.clear.val() {
            self.last.d.next.privilege = bits::<3>(0);
            self.last.d.next.context = bits::<64>(0);
        }
    }
}
