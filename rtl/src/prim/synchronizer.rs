// SPDX-License-Identifier: Apache-2.0
//! A level from another clock.

use super::{dff_setup, Module, Reg};
use rust_hdl_core::prelude::*;
use tracewright_config::Reset;

/// Two flip-flops in a row: `q` is `d`, whatever clock that belongs to, as it was two edges of `clock` ago.
#[derive(Module)]
pub struct Synchronizer {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// The level; asynchronous.
    pub d: Signal<In, Bit>,
    /// The level in this clock; 0 after reset.
    pub q: Signal<Out, Bit>,
    first: Reg<Bit>,
    second: Reg<Bit>,
}

impl Synchronizer {
    /// A synchroniser whose stages reset in this style.
    pub fn new(reset: Reset) -> Self {
        Synchronizer {
            clock: Default::default(),
            rst_n: Default::default(),
            d: Default::default(),
            q: Default::default(),
            first: Reg::new(reset),
            second: Reg::new(reset),
        }
    }
}

impl Logic for Synchronizer {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, first, second);
        self.first.d.next = self.d.val();
        self.second.d.next = self.first.q.val();
        self.q.next = self.second.q.val();
    }
}
