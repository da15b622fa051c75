// SPDX-License-Identifier: Apache-2.0
//! Periodic synchronisation (docs/encoder.md, "Periodic synchronisation").

use crate::prim::*;
use rust_hdl_core::prelude::*;
use tracewright_config::Build;
use tracewright_regmap::{TE_SYNC_MODE_CYCLES, TE_SYNC_MODE_HALF_WORDS, TE_SYNC_MODE_MESSAGES};

/// Counts what is left of the period.
///
/// Messages and half-words are counted in the order of the blocks. What the last block of a cycle may add is known before it is
/// known whether it does, so that is told apart from what the others have added.
#[derive(Module)]
pub struct Period {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
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
    /// The last block sends a synchronising message.
    pub synchronises: Signal<In, Bit>,
    /// What is counted of a block that does.
    pub amount_at_sync: Signal<In, Bits<8>>,
    /// The last block counts.
    pub counts: Signal<In, Bit>,
    /// What it counts.
    pub amount: Signal<In, Bits<8>>,
    /// The period is to be over at once, if tracing is on.
    pub request: Vec<Signal<In, Bit>>,
    /// Messages are to be counted.
    pub by_messages: Signal<Out, Bit>,
    /// Half-words are to be counted.
    pub by_half_words: Signal<Out, Bit>,
    /// The period is over.
    pub due: Signal<Out, Bit>,
    left: Reg<Bits<21>>,
    by_cycles: Signal<Local, Bit>,
    whole: Signal<Local, Bits<21>>,
    before: Signal<Local, Bits<21>>,
    takes: Signal<Local, Bit>,
    taken: Signal<Local, Bits<8>>,
    _many: usize,
    _requests: usize,
}

impl Period {
    /// The period of `build`.
    pub fn new(build: &Build) -> Self {
        let requests = usize::from(build.sink.requests_sync());
        Period {
            clock: Default::default(),
            rst_n: Default::default(),
            clear: Default::default(),
            sync_mode: Default::default(),
            sync_max: Default::default(),
            on: Default::default(),
            synced: Default::default(),
            gained: Default::default(),
            synchronises: Default::default(),
            amount_at_sync: Default::default(),
            counts: Default::default(),
            amount: Default::default(),
            request: vec![Default::default(); requests],
            by_messages: Default::default(),
            by_half_words: Default::default(),
            due: Default::default(),
            left: Reg::new(build.reset),
            by_cycles: Default::default(),
            whole: Default::default(),
            before: Default::default(),
            takes: Default::default(),
            taken: Default::default(),
            _many: usize::from(build.ingress.blocks > 1),
            _requests: requests,
        }
    }
}

impl Logic for Period {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, left);

        self.by_messages.next = self.sync_mode.val() == TE_SYNC_MODE_MESSAGES.to_bits::<2>();
        self.by_half_words.next = self.sync_mode.val() == TE_SYNC_MODE_HALF_WORDS.to_bits::<2>();
        self.by_cycles.next = self.sync_mode.val() == TE_SYNC_MODE_CYCLES.to_bits::<2>();
        // Below zero, the period is over.
        self.due.next = self.left.q.val().get_bit(20);
        self.whole.next = (bits::<21>(16) << bit_cast::<21, 4>(self.sync_max.val())) - bits::<21>(1);
        self.before.next = self.left.q.val();
        self.takes.next = !self.left.q.val().get_bit(20) & self.counts.val();
        self.taken.next = self.amount.val();
        if self.by_cycles.val() {
            self.takes.next = !self.left.q.val().get_bit(20) & self.on.val();
            self.taken.next = bits::<8>(1);
        }
        for _i in 0..self._many {
            if self.synced.val() {
                self.before.next = self.whole.val() - bit_cast::<21, 8>(self.gained.val());
                self.takes.next = self.counts.val() & !self.by_cycles.val();
            } else if !self.left.q.val().get_bit(20) {
                self.before.next = self.left.q.val() - bit_cast::<21, 8>(self.gained.val());
            }
        }
        self.left.d.next = self.before.val();
        if self.synchronises.val() {
            self.left.d.next = self.whole.val() - bit_cast::<21, 8>(self.amount_at_sync.val());
        } else if self.takes.val() {
            self.left.d.next = self.before.val() - bit_cast::<21, 8>(self.taken.val());
        }
        for i in 0..self._requests {
            if self.request[i].val() & self.on.val() {
                self.left.d.next = bits::<21>(0x10_0000);
            }
        }
        if self.clear.val() {
            self.left.d.next = bits::<21>(0);
        }
    }
}
