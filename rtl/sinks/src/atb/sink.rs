// SPDX-License-Identifier: Apache-2.0
//! The ATB as a sink.

use super::ports::{AtbPort, AtbSource};
use super::{AtbControl, AtbFifo, AtbMaster};
use tracewright_prim::*;

/// Sends trace as beats of an ATB that has its own clock. It has no registers of its own.
#[derive(Module)]
#[module(build: Build)]
pub struct AtbSink<const IN: usize> {
    /// The encoder's clock; rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// Trace, and what goes with it.
    pub source: AtbSource<IN>,
    /// The ATB.
    pub bus: AtbPort,
    control_side: AtbControl<IN>,
    ids: Handoff<7>,
    entries: AtbFifo,
    master: AtbMaster,
}

impl<const IN: usize> Logic for AtbSink<IN> {
    #[kernel]
    fn update(&mut self) {
        connect!(control_side: source);
        connect!(master: bus.{pins, clock = at_clock, rst_n = at_rst_n}, crossed = control_side.crossing);

        connect!(ids: in_clock = clock, in_rst_n = rst_n, control_side.{in_value = id, in_settled = settled},
            bus.{out_clock = at_clock, out_rst_n = at_rst_n}, out_value = master.id);

        connect!(entries.passage: in_clock = clock, in_rst_n = rst_n, control_side.{in_clear = clear,
            in_empty = entries_gone, entry_in = entry}, bus.{out_clock = at_clock, out_rst_n = at_rst_n},
            entry_out = master.entry);
    }
}
