// SPDX-License-Identifier: Apache-2.0
//! The PIB as a sink.

use super::ports::{has_pairs, PibPort};
use super::{PibControl, PibDriver};
use crate::TraceIn;
use tracewright_prim::*;

/// Sends trace over pins that have their own clock. It has no registers of its own.
#[derive(Module)]
#[module(build: Build)]
pub struct PibSink<const IN: usize> {
    /// The encoder's clock; rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// Trace.
    pub source: TraceIn<IN>,
    /// The source is not active: what is left of its message can be thrown away if it has not begun.
    pub inactive: Signal<In, Bit>,
    /// pibControl as stored.
    pub control: Signal<In, Bits<32>>,
    /// pibActive as it reads.
    pub pib_active: Signal<Out, Bit>,
    /// pibEmpty.
    pub pib_empty: Signal<Out, Bit>,
    /// The pins, and their clock.
    pub port: PibPort,
    control_side: PibControl<IN>,
    settings: Handoff<26>,
    #[built(!has_pairs(build))]
    bytes: Optional<AsyncFifo<4, 8>>,
    #[built(has_pairs(build))]
    pairs: Optional<AsyncFifo<4, 16>>,
    driver: PibDriver,
}

#[kernel]
impl<const IN: usize> PibSink<IN> {
    fn update(&mut self) {
        connect!(control_side: source, inactive, control, pib_active, pib_empty);
        self.entries();
        connect!(settings: in_clock = clock, in_rst_n = rst_n, control_side.{in_value = settings, in_settled = settled},
            port.{out_clock = pib_clock, out_rst_n = pib_rst_n});
        connect!(driver: port.{clock = pib_clock, rst_n = pib_rst_n, out = pins}, settings = settings.out_value,
            crossed = control_side.crossing);
    }

    /// Entries, from clock to clock: of a byte each, or of two.
    fn entries(&mut self) {
        connect!(bytes: in_clock = clock, in_rst_n = rst_n, control_side.{in_clear = clear, in_empty = entries_gone},
            control_side.entry.{in_valid = valid, in_ready = ready}, port.{out_clock = pib_clock, out_rst_n = pib_rst_n},
            driver.{out_clear = in_clear, out_ready = in_ready, out_valid = in_valid, out_empty = in_empty});
        connect!(pairs: in_clock = clock, in_rst_n = rst_n, control_side.{in_clear = clear, in_empty = entries_gone},
            control_side.entry.{in_valid = valid, in_data = data, in_ready = ready}, port.{out_clock = pib_clock,
            out_rst_n = pib_rst_n}, driver.{out_clear = in_clear, out_ready = in_ready, out_valid = in_valid,
            out_data = in_data, out_empty = in_empty});
        if self.bytes.is_built() {
            self.bytes.in_data.next = self.control_side.entry.data.val().get_bits::<8>(0);
            self.driver.in_data.next = self.bytes.out_data.val().get_bits::<16>(0);
        }
    }
}
