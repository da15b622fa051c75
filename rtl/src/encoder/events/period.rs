// SPDX-License-Identifier: Apache-2.0
//! Periodic synchronisation (N-Trace 8.5, SYNC 2; Trace Control ch. 5, teSyncMode and teSyncMax; docs/encoder.md,
//! "Periodic synchronisation"). Other versions call the fields teInstSyncMode and teInstSyncMax, or teInstMaxSync.

use crate::encoder::has::{blocks, has};
use crate::encoder::records::{Counted, Periodic};
use crate::prim::*;
use tracewright_regmap::{TE_SYNC_MODE_CYCLES, TE_SYNC_MODE_HALF_WORDS, TE_SYNC_MODE_MESSAGES};

/// Counts what is left of the period. When it is over (`periodic.due`), the next traced block that has an address
/// sends a synchronising message, with SYNC 2 if nothing that goes before it is due (`tw_step`).
/// Every synchronising message, whatever its SYNC, begins a period of 2^(teSyncMax + 4) anew. Messages and half-words
/// are counted in the order of the blocks. In builds that decide late, what a cycle counts is added up in the next
/// cycle (`sum`) and taken from `left` in the one after that, so the period is due two cycles later.
#[synchronous(build: Build)]
pub struct Period {
    /// teActive is 0: what was counted is forgotten.
    pub clear: Signal<In, Bit>,
    /// teSyncMode: the period counts 1 messages, 2 cycles in which tracing is on, 3 half-words; 0 nothing.
    pub sync_mode: Signal<In, Bits<2>>,
    /// teSyncMax, which sets the length of a period: 2^(teSyncMax + 4).
    pub sync_max: Signal<In, Bits<4>>,
    /// Tracing is on.
    pub on: Signal<In, Bit>,
    /// A block of this cycle synchronises. `counted` says so when its message is made, in late builds a cycle later.
    pub synced: Signal<In, Bit>,
    /// What is counted of each block whose message is made: `amount` if the block does not synchronise, `after_sync` if
    /// it does, and whether one message more is counted.
    #[count(blocks(build))]
    pub counted: Vec<Signal<In, Counted>>,
    /// The ATB (SYNCREQ) asks for a synchronising message: if tracing is on, the period is over.
    #[built(has(build).requests)]
    pub request: Optional<Signal<In, Bit>>,
    /// The period at the start of this cycle.
    pub periodic: Signal<Out, Periodic>,
    /// What is left of the period; below zero, it is over.
    left: Reg<Bits<21>>,
    /// What is counted of the cycle whose messages are made.
    sum: Signal<Local, Sum>,
    /// What was counted in the cycle before.
    #[built(has(build).late)]
    last_sum: Optional<Reg<Sum>>,
    /// What the period needs to know of this cycle.
    this_cycle: Signal<Local, CycleFacts>,
    /// `this_cycle` of the two cycles before, the newest first.
    #[count(2 * has(build).late as usize)]
    past: Vec<Reg<CycleFacts>>,
    /// What is counted of each block, if no block after it synchronises.
    #[count(blocks(build) * has(build).many as usize)]
    part: Vec<Signal<Local, Bits<8>>>,
    #[new(has(build).late)]
    _late: bool,
    #[new(has(build).many)]
    _many: bool,
}

/// What is counted of a cycle.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Sum {
    /// The period begins with the cycle.
    synced: Bit,
    /// Messages or half-words are counted.
    counts: Bit,
    /// What is counted if the period does not begin with the cycle.
    amount: Bits<8>,
    /// What is counted if the period begins with the cycle.
    after_sync: Bits<8>,
}

/// What the period needs to know of a cycle: tracing is on, a message synchronised, a request came.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct CycleFacts {
    /// Tracing is on.
    on: Bit,
    /// A synchronising message was sent.
    synced: Bit,
    /// The ATB asks for a synchronising message.
    #[built(requests)]
    request: Bit,
}

#[kernel]
impl Period {
    fn update(&mut self) {
        self.periodic.next.by_messages = self.sync_mode.val() == TE_SYNC_MODE_MESSAGES.to_bits::<2>();
        self.periodic.next.by_half_words = self.sync_mode.val() == TE_SYNC_MODE_HALF_WORDS.to_bits::<2>();
        self.add();
        self.last_sum.d.next = self.sum.val();
        self.remember();
        let last: CycleFacts = if self._late { self.past[1].q.val() } else { self.this_cycle.val() };
        let sum: Sum = if self._late { self.last_sum.q.val() } else { self.sum.val() };
        let over = self.left.q.val().get_bit(20);
        let by_cycles = self.sync_mode.val() == TE_SYNC_MODE_CYCLES.to_bits::<2>();
        // 2^(teSyncMax + 4); one less, as the period is over below zero.
        let whole = (bits::<21>(16) << bit_cast::<21, 4>(self.sync_max.val())) - 1;
        let takes: Bit = if by_cycles { last.on } else { sum.counts };
        let taken: Bits<8> = if by_cycles { bits::<8>(1) } else { sum.amount };
        if sum.synced {
            self.left.d.next = whole - bit_cast::<21, 8>(sum.after_sync);
        } else if !over & takes {
            self.left.d.next = self.left.q.val() - bit_cast::<21, 8>(taken);
        }
        if last.request & last.on {
            self.left.d.next = bits::<21>(0x10_0000);
        }
        if self.clear.val() {
            // Any value will do: the first message of a trace synchronises and begins a period.
            self.left.d.next = bits::<21>(0);
            self.last_sum.d.next.synced = false;
            self.last_sum.d.next.counts = false;
        }
        self.periodic.next.due = over;
        if self._late {
            // The count is two cycles late: a synchronising message of these two has not restarted it yet.
            self.periodic.next.due = over & !self.past[0].q.val().synced & !self.past[1].q.val().synced;
        }
    }

    /// Remembers what the period needs to know of each cycle until the cycle's messages are counted.
    fn remember(&mut self) {
        self.this_cycle.next.on = self.on.val();
        self.this_cycle.next.synced = self.synced.val();
        self.this_cycle.next.request = self.request.val();
        for i in 0..self.past.len() {
            self.past[i].d.next = if i == 0 { self.this_cycle.val() } else { self.past[i - 1].q.val() };
        }
    }

    /// Adds what is counted of the blocks of a cycle. What comes before a synchronising message counts no more.
    fn add(&mut self) {
        let first: Counted = self.counted[0].val();
        self.sum.next.synced = first.synchronises;
        self.sum.next.counts = first.counts;
        self.sum.next.after_sync = first.after_sync;
        self.sum.next.amount = first.amount + bit_cast::<8, 1>(first.more.into());
        if self._many {
            self.add_all();
        }
    }

    /// Adds what is counted of several blocks: of those after the newest synchronising one, and of that one.
    fn add_all(&mut self) {
        let mut synced: Bit = false;
        for i in 0..self.part.len() {
            let n = self.part.len() - 1 - i;
            let counted: Counted = self.counted[n].val();
            let more: Bits<8> = counted.amount + bit_cast::<8, 1>(counted.more.into());
            let other: Bits<8> = if counted.counts { more } else { bits::<8>(0) };
            let own: Bits<8> = if counted.synchronises { counted.after_sync } else { other };
            self.part[n].next = if synced { bits::<8>(0) } else { own };
            synced |= counted.synchronises;
        }
        let mut older: Bits<8> = bits::<8>(0);
        let mut newer: Bits<8> = bits::<8>(0);
        for i in 0..self.part.len() {
            if i < self.part.len() / 2 {
                older = older + self.part[i].val();
            } else {
                newer = newer + self.part[i].val();
            }
        }
        self.sum.next.synced = synced;
        // An amount of 0 counts nothing.
        self.sum.next.counts = true;
        self.sum.next.after_sync = older + newer;
        self.sum.next.amount = older + newer;
    }
}
