// SPDX-License-Identifier: Apache-2.0
//! Performance counters of whatever width their lower bits need.

use super::build::low_bits;
use super::{Pmu, PmuPorts};
use tracewright_prim::*;

/// Performance counters, for what is around them whatever the width of their lower bits.
#[derive(Module)]
#[module(build: Build)]
pub struct Counters<const XLEN: usize> {
    /// Clock of the hart; rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// All else.
    pub port: PmuPorts<XLEN>,
    #[built(low_bits(build) == 6)]
    of_6: Optional<Pmu<XLEN, 7, 58>>,
    #[built(low_bits(build) == 8)]
    of_8: Optional<Pmu<XLEN, 9, 56>>,
    #[built(low_bits(build) == 10)]
    of_10: Optional<Pmu<XLEN, 11, 54>>,
    #[built(low_bits(build) == 16)]
    of_16: Optional<Pmu<XLEN, 17, 48>>,
}

impl<const XLEN: usize> Logic for Counters<XLEN> {
    #[kernel]
    fn update(&mut self) {
        connect!(of_6: port);
        connect!(of_8: port);
        connect!(of_10: port);
        connect!(of_16: port);
    }
}
