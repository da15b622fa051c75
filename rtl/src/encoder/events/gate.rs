// SPDX-License-Identifier: Apache-2.0
//! When tracing is on, and why it starts and stops (docs/encoder.md, "When tracing is on").

use crate::codes::*;
use crate::encoder::built::{many, Built};
use crate::prim::*;
use rust_hdl_core::prelude::*;
use tracewright_config::Build;

/// Says whether the blocks of this cycle are traced, and when a correlation is due.
#[derive(Module)]
pub struct Gate {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// teActive.
    pub active: Signal<In, Bit>,
    /// teEnable.
    pub enable: Signal<In, Bit>,
    /// teInstTracing, as the triggers of this cycle leave it for its blocks.
    pub tracing: Signal<In, Bit>,
    /// The hart is halted.
    pub halted: Signal<In, Bit>,
    /// The hart is in reset.
    pub hart_reset: Vec<Signal<In, Bit>>,
    /// The hart is in a low-power mode.
    pub low_power: Vec<Signal<In, Bit>>,
    /// Tracing is on.
    pub on: Signal<Out, Bit>,
    /// Tracing was on in the cycle before.
    pub was_on: Signal<Out, Bit>,
    /// Tracing stops in this cycle, or Table 26 has a message for tracing that is disabled.
    pub stop: Signal<Out, Bit>,
    /// EVCODE of that message.
    pub evcode: Signal<Out, Bits<4>>,
    /// SYNC of a trace that starts in this cycle.
    pub start_code: Signal<Out, Bits<4>>,
    on_before: Reg<Bit>,
    was_enabled: Reg<Bit>,
    was_halted: Reg<Bit>,
    seen_halted: Reg<Bit>,
    seen_reset: Vec<Reg<Bit>>,
    seen_low_power: Vec<Reg<Bit>>,
    selected: Signal<Local, Bit>,
    is_on: Signal<Local, Bit>,
    _reset: usize,
    _low_power: usize,
}

impl Gate {
    /// The gate of `build`.
    pub fn new(build: &Build) -> Self {
        let Built { reset, low_power, .. } = Built::of(build);
        Gate {
            clock: Default::default(),
            rst_n: Default::default(),
            active: Default::default(),
            enable: Default::default(),
            tracing: Default::default(),
            halted: Default::default(),
            hart_reset: many(reset),
            low_power: many(low_power),
            on: Default::default(),
            was_on: Default::default(),
            stop: Default::default(),
            evcode: Default::default(),
            start_code: Default::default(),
            on_before: Reg::new(build.reset),
            was_enabled: Reg::new(build.reset),
            was_halted: Reg::new(build.reset),
            seen_halted: Reg::new(build.reset),
            seen_reset: (0..reset).map(|_| Reg::new(build.reset)).collect(),
            seen_low_power: (0..low_power).map(|_| Reg::new(build.reset)).collect(),
            selected: Default::default(),
            is_on: Default::default(),
            _reset: reset,
            _low_power: low_power,
        }
    }
}

impl Logic for Gate {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, on_before, was_enabled, was_halted, seen_halted);

        self.selected.next = self.active.val() & self.enable.val() & self.tracing.val();
        self.is_on.next = self.selected.val() & !self.halted.val();
        for i in 0..self._low_power {
            if self.low_power[i].val() {
                self.is_on.next = false;
            }
        }
        self.on.next = self.is_on.val();
        self.was_on.next = self.on_before.q.val();
        self.stop.next = self.active.val()
            & ((self.on_before.q.val() & !self.is_on.val())
                | (!self.tracing.val()
                    & self.enable.val()
                    & (!self.was_enabled.q.val() | (self.halted.val() & !self.was_halted.q.val()))));

        self.evcode.next = EVCODE_DISABLED.to_bits::<4>();
        for i in 0..self._low_power {
            if self.low_power[i].val() & self.was_enabled.q.val() {
                self.evcode.next = EVCODE_LOW_POWER.to_bits::<4>();
            }
        }
        if self.halted.val() & self.was_enabled.q.val() {
            self.evcode.next = EVCODE_DEBUG.to_bits::<4>();
        }

        self.start_code.next = SYNC_TRACE_ENABLE.to_bits::<4>();
        for i in 0..self._reset {
            if self.seen_reset[i].q.val() {
                self.start_code.next = SYNC_EXIT_FROM_RESET.to_bits::<4>();
            }
        }
        for i in 0..self._low_power {
            if self.seen_low_power[i].q.val() {
                self.start_code.next = SYNC_EXIT_FROM_POWER_DOWN.to_bits::<4>();
            }
        }
        if self.seen_halted.q.val() {
            self.start_code.next = SYNC_EXIT_FROM_DEBUG.to_bits::<4>();
        }

        self.on_before.d.next = self.is_on.val();
        self.was_enabled.d.next = self.active.val() & self.enable.val();
        self.was_halted.d.next = self.halted.val();
        self.seen_halted.d.next = self.selected.val() & (self.seen_halted.q.val() | self.halted.val());
        for i in 0..self._reset {
            self.seen_reset[i].clock.next = self.clock.val();
            self.seen_reset[i].rst_n.next = self.rst_n.val();
            self.seen_reset[i].d.next = self.selected.val() & (self.seen_reset[i].q.val() | self.hart_reset[i].val());
        }
        for i in 0..self._low_power {
            self.seen_low_power[i].clock.next = self.clock.val();
            self.seen_low_power[i].rst_n.next = self.rst_n.val();
            self.seen_low_power[i].d.next =
                self.selected.val() & (self.seen_low_power[i].q.val() | self.low_power[i].val());
        }
    }
}
