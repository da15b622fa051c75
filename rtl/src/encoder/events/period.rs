// SPDX-License-Identifier: Apache-2.0
//! Periodic synchronisation (docs/encoder.md, "Periodic synchronisation").

use crate::prim::*;
use rust_hdl_core::prelude::*;
use tracewright_config::Build;
use tracewright_regmap::{TE_SYNC_MODE_CYCLES, TE_SYNC_MODE_HALF_WORDS, TE_SYNC_MODE_MESSAGES};

/// Counts what is left of the period.
///
/// Messages and half-words are counted block by block outside, in the order of the blocks: `gained` is what they came to in this
/// cycle, since its last synchronising message if there was one.
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
    /// A synchronising message was sent in this cycle.
    pub synced: Signal<In, Bit>,
    /// What was counted in this cycle.
    pub gained: Signal<In, Bits<8>>,
    /// Messages are to be counted.
    pub by_messages: Signal<Out, Bit>,
    /// Half-words are to be counted.
    pub by_half_words: Signal<Out, Bit>,
    /// The period is over.
    pub due: Signal<Out, Bit>,
    left: Reg<Bits<21>>,
    gains: Signal<Local, Bits<8>>,
}

impl Period {
    /// The period of `build`.
    pub fn new(build: &Build) -> Self {
        Period {
            clock: Default::default(),
            rst_n: Default::default(),
            clear: Default::default(),
            sync_mode: Default::default(),
            sync_max: Default::default(),
            on: Default::default(),
            synced: Default::default(),
            gained: Default::default(),
            by_messages: Default::default(),
            by_half_words: Default::default(),
            due: Default::default(),
            left: Reg::new(build.reset),
            gains: Default::default(),
        }
    }
}

impl Logic for Period {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, left);

        self.by_messages.next = self.sync_mode.val() == TE_SYNC_MODE_MESSAGES.to_bits::<2>();
        self.by_half_words.next = self.sync_mode.val() == TE_SYNC_MODE_HALF_WORDS.to_bits::<2>();
        // Below zero, the period is over.
        self.due.next = self.left.q.val().get_bit(20);
        self.gains.next = self.gained.val();
        if self.sync_mode.val() == TE_SYNC_MODE_CYCLES.to_bits::<2>() {
            self.gains.next = bit_cast::<8, 1>(self.on.val().into());
        }
        if self.synced.val() {
            self.left.d.next = ((bits::<21>(16) << bit_cast::<21, 4>(self.sync_max.val())) - bits::<21>(1))
                - bit_cast::<21, 8>(self.gained.val());
        } else if !self.left.q.val().get_bit(20) {
            self.left.d.next = self.left.q.val() - bit_cast::<21, 8>(self.gains.val());
        }
        if self.clear.val() {
            self.left.d.next = bits::<21>(0);
        }
    }
}
