// SPDX-License-Identifier: Apache-2.0
//! A register with a reset.

use crate::*;
use tracewright_verilog::language::{Make, With};
use tracewright_verilog::RegisterStyle;

/// A register: `q` takes the value of `d` at the rising edge of `clock`, and the initial value in reset.
///
/// The back end writes it into the module that holds it, as `name_q` and `name_d`. `rst_n` is always that module's.
#[derive(Clone, Debug, Module)]
pub struct Reg<T: Synth> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low; asynchronous or synchronous as constructed.
    pub rst_n: Signal<In, Bit>,
    /// The next value.
    pub d: Signal<In, T>,
    /// The value.
    pub q: Signal<Out, T>,
    init: Constant<T>,
    _reset: Reset,
}

impl<T: Synth> Reg<T> {
    /// A register that resets to the default value of its type: 0, or the first of an enumeration.
    pub fn new(reset: Reset) -> Self {
        Reg::with(reset, T::default())
    }

    /// A register that resets to `init`.
    pub fn with(reset: Reset, init: T) -> Self {
        Reg {
            clock: Signal::default(),
            rst_n: Signal::default(),
            d: Signal::default(),
            q: Signal::default(),
            init: Constant::new(init),
            _reset: reset,
        }
    }
}

/// What says how registers are reset, for modules whose `new` is derived.
pub trait Resets {
    /// How registers are reset.
    fn reset(&self) -> Reset;
}

impl Resets for Build {
    fn reset(&self) -> Reset {
        self.reset
    }
}

impl Resets for Reset {
    fn reset(&self) -> Reset {
        *self
    }
}

impl<R: Resets> Resets for &R {
    fn reset(&self) -> Reset {
        (*self).reset()
    }
}

impl<C: Resets, T: Synth> Make<C> for Reg<T> {
    fn make(context: &C) -> Self {
        Reg::new(context.reset())
    }
}

impl<C: Resets, T: Synth> With<C, T> for Reg<T> {
    fn with(context: &C, value: T) -> Self {
        Reg::with(context.reset(), value)
    }
}

/// What the back end calls a reset.
pub fn register_style(reset: Reset) -> RegisterStyle {
    match reset {
        Reset::Async => RegisterStyle::Async,
        Reset::Sync => RegisterStyle::Sync,
    }
}

impl<T: Synth> Logic for Reg<T> {
    fn update(&mut self) {
        if self._reset == Reset::Async && !self.rst_n.val() {
            self.q.next = self.init.val();
        } else if self.clock.pos_edge() {
            self.q.next = if self.rst_n.val() { self.d.val() } else { self.init.val() };
        }
    }

    fn connect(&mut self) {
        self.q.connect();
        self.rst_n.connect();
    }

    fn hdl(&self) -> Verilog {
        Verilog::Custom(register_style(self._reset).text().into())
    }

    fn timing(&self) -> Vec<TimingInfo> {
        vec![TimingInfo {
            name: "reg".into(),
            clock: "clock".into(),
            inputs: vec!["d".into()],
            outputs: vec!["q".into()],
        }]
    }
}
