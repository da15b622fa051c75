// SPDX-License-Identifier: Apache-2.0
//! Which modules have a clock and a reset, for the tests.

pub use tracewright_prim::bench::*;

tracewright_prim::clocked! {
    [] crate::bus::Axi4Lite;
    [] crate::bus::Wishbone;
    [] crate::bus::TileLink;
    [] crate::bus::Requester;
    [] crate::bus::Responder;
    [const X: usize, const A: usize] crate::encoder::Ingress<X, A>;
    [const X: usize, const A: usize] crate::encoder::Lane<X, A>;
    [const A: usize] crate::encoder::Predictor<A>;
    [] crate::encoder::ShortestPeriod;
    [const A: usize] crate::encoder::Events<A>;
    [] crate::encoder::HoldingPeriods;
    [] crate::control::Access;
    [] crate::control::Power;
    [] crate::control::Registers;
    [] crate::timestamp::Timestamp;
    [] crate::timestamp::TimeSender;
    [] crate::control::TriggerInputs;
    [] crate::control::TriggerOutputs;
}

/// HIST of the newest `held` branches, 1 for taken, the newest in bit 0: they are below the stop bit (N-Trace 8.3).
pub fn hist_of(branches: u64, held: u64) -> u64 {
    branches & ((1 << held) - 1) | 1 << held
}
