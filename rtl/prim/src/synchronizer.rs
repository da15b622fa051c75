// SPDX-License-Identifier: Apache-2.0
//! A bit from another clock.

use crate::*;
use tracewright_verilog::language::{Make, With};

/// Two registers in a row, with nothing between them: `q` is what `d` was, two edges later.
///
/// `d` comes from a register of another clock, or from outside, and holds each value long enough to be seen: more than
/// a period of `clock`. Both registers are `_init` in reset. Tools find the first of them by its name, `first_q`, to
/// keep timing analysis off its input, and both by their module, to place them together.
#[derive(Module)]
pub struct Synchronizer {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// From another clock.
    pub d: Signal<In, Bit>,
    /// In this clock.
    pub q: Signal<Out, Bit>,
    first: Reg<Bit>,
    second: Reg<Bit>,
    _init: usize,
}

impl Synchronizer {
    /// One whose registers are reset to 0 in this way.
    pub fn new(reset: Reset) -> Self {
        Synchronizer::with(reset, false)
    }

    /// One whose registers are reset to `init` in this way.
    pub fn with(reset: Reset, init: bool) -> Self {
        Synchronizer {
            clock: Default::default(),
            rst_n: Default::default(),
            d: Default::default(),
            q: Default::default(),
            first: Reg::with(reset, init),
            second: Reg::with(reset, init),
            _init: usize::from(init),
        }
    }
}

impl<C: Resets> Make<C> for Synchronizer {
    fn make(context: &C) -> Self {
        Synchronizer::new(context.reset())
    }
}

impl<C: Resets> With<C, bool> for Synchronizer {
    fn with(context: &C, init: bool) -> Self {
        Synchronizer::with(context.reset(), init)
    }
}

impl Logic for Synchronizer {
    #[kernel]
    fn update(&mut self) {
        connect!(self: first.d, second.q);
        self.second.d.next = self.first.q.val();
    }
}
