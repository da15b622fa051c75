// SPDX-License-Identifier: Apache-2.0
//! What every field of a module can do, so that its kernel need not say it: be made, and be connected to clock and
//! reset.

use rust_hdl_core::prelude::{Clock, Constant, Direction, In, Out, Signal, Synth};

/// A field that may have a clock and a reset.
pub trait Wired {
    /// Connects the field to the clock and the reset of the module that it is in. Runs before the kernel, which may
    /// connect it otherwise. A register also holds its value, unless the kernel says otherwise.
    fn wire(&mut self, _clock: Clock, _rst_n: bool) {}
}

impl<D: Direction, T: Synth> Wired for Signal<D, T> {}

impl<T: Synth> Wired for Constant<T> {}

impl<W: Wired> Wired for Vec<W> {
    fn wire(&mut self, clock: Clock, rst_n: bool) {
        self.iter_mut().for_each(|field| field.wire(clock, rst_n));
    }
}

impl<W: Wired, const N: usize> Wired for [W; N] {
    fn wire(&mut self, clock: Clock, rst_n: bool) {
        self.iter_mut().for_each(|field| field.wire(clock, rst_n));
    }
}

/// A register's next value is its value.
pub fn hold<T: Synth>(d: &mut Signal<In, T>, q: &Signal<Out, T>) {
    d.next = q.val();
}

/// Makes a field out of what is to be built.
pub trait Make<C> {
    /// The field for this context.
    fn make(context: &C) -> Self;
}

impl<C, D: Direction, T: Synth> Make<C> for Signal<D, T> {
    fn make(_context: &C) -> Self {
        Signal::default()
    }
}

impl<C, M: Make<C>, const N: usize> Make<C> for [M; N] {
    fn make(context: &C) -> Self {
        std::array::from_fn(|_| M::make(context))
    }
}

/// Makes a field that has a value of its own: a constant, or a register that resets to it.
pub trait With<C, V> {
    /// The field for this context, with this value.
    fn with(context: &C, value: V) -> Self;
}

impl<C, T: Synth> With<C, T> for Constant<T> {
    fn with(_context: &C, value: T) -> Self {
        Constant::new(value)
    }
}
