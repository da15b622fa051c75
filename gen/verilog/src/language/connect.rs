// SPDX-License-Identifier: Apache-2.0
//! `connect!`: ports of a module inside, each connected to the signal that a kernel names.

use super::{Expression, Kernel, Narrow, Optional};
use rust_hdl_core::ast::VerilogExpression;
use rust_hdl_core::prelude::{Bits, In, Local, Out, Signal, Synth};

/// What stands in front of a list of ports: a module inside.
#[diagnostic::on_unimplemented(message = "`connect!` begins with a module inside, and `{Self}` is none")]
pub trait Inside {
    /// Whether the build has it. One that is not there connects nothing.
    fn is_there(&self) -> bool {
        true
    }
}

impl<I: Inside> Inside for Optional<I> {
    fn is_there(&self) -> bool {
        self.is_built() && (**self).is_there()
    }
}

/// What a port can be connected to.
pub trait Net {
    /// The type of its value.
    type Value;
    /// Its value; 0 where the build does not have it.
    fn value(&self) -> Self::Value;
    /// Gives it a value.
    fn take(&mut self, value: Self::Value);
}

macro_rules! nets {
    ($($direction:ty),+) => {
        $(impl<T: Synth> Net for Signal<$direction, T> {
            type Value = T;

            fn value(&self) -> T {
                self.val()
            }

            fn take(&mut self, value: T) {
                self.next = value;
            }
        })+
    };
}
nets!(In, Out, Local);

macro_rules! narrow_nets {
    ($($direction:ty),+) => {
        $(impl<const N: usize> Net for Narrow<$direction, N> {
            type Value = Bits<N>;

            fn value(&self) -> Bits<N> {
                self.val()
            }

            fn take(&mut self, value: Bits<N>) {
                self.next = value;
            }
        })+
    };
}
narrow_nets!(In, Out);

impl<N: Net> Net for Optional<N>
where
    N::Value: Default,
{
    type Value = N::Value;

    fn value(&self) -> N::Value {
        match self.is_built() {
            true => (**self).value(),
            false => N::Value::default(),
        }
    }

    fn take(&mut self, value: N::Value) {
        (**self).take(value);
    }
}

/// A port of a module inside, or several: an input takes the value of what it is connected to, an output gives it its
/// own.
#[diagnostic::on_unimplemented(
    message = "a port `{Self}` can't be connected to `{Outer}`",
    note = "a port goes to a signal of its type, several to as many, a bundle to the same bundle or to its peer"
)]
pub trait Connect<Outer> {
    /// Connects the port.
    fn connect(&mut self, outer: &mut Outer);
    /// Writes the same: `path` and `outer_path` are those of both.
    fn connect_hdl(&self, outer: &Outer, kernel: &mut Kernel, path: &str, outer_path: &str);
}

fn signal(path: &str) -> Expression {
    VerilogExpression::Signal(path.into())
}

impl<T: Synth, N: Net<Value = T>> Connect<N> for Signal<In, T> {
    fn connect(&mut self, outer: &mut N) {
        self.next = outer.value();
    }

    fn connect_hdl(&self, _outer: &N, kernel: &mut Kernel, path: &str, outer_path: &str) {
        kernel.assign(path.into(), signal(outer_path));
    }
}

impl<T: Synth, N: Net<Value = T>> Connect<N> for Signal<Out, T> {
    fn connect(&mut self, outer: &mut N) {
        outer.take(self.val());
    }

    fn connect_hdl(&self, _outer: &N, kernel: &mut Kernel, path: &str, outer_path: &str) {
        kernel.assign(outer_path.into(), signal(path));
    }
}

impl<const W: usize, N: Net<Value = Bits<W>>> Connect<N> for Narrow<In, W> {
    fn connect(&mut self, outer: &mut N) {
        self.next = outer.value();
    }

    fn connect_hdl(&self, _outer: &N, kernel: &mut Kernel, path: &str, outer_path: &str) {
        kernel.assign(path.into(), signal(outer_path));
    }
}

impl<const W: usize, N: Net<Value = Bits<W>>> Connect<N> for Narrow<Out, W> {
    fn connect(&mut self, outer: &mut N) {
        outer.take(self.val());
    }

    fn connect_hdl(&self, _outer: &N, kernel: &mut Kernel, path: &str, outer_path: &str) {
        kernel.assign(outer_path.into(), signal(path));
    }
}

/// A port that the build does not have takes nothing, and gives 0.
impl<C: Connect<Outer>, Outer> Connect<Outer> for Optional<C> {
    fn connect(&mut self, outer: &mut Outer) {
        (**self).connect(outer);
    }

    fn connect_hdl(&self, outer: &Outer, kernel: &mut Kernel, path: &str, outer_path: &str) {
        (**self).connect_hdl(outer, kernel, path, outer_path);
    }
}

/// Several ports go to as many signals.
impl<C: Connect<Outer>, Outer> Connect<Vec<Outer>> for Vec<C> {
    fn connect(&mut self, outer: &mut Vec<Outer>) {
        self.iter_mut().zip(outer).for_each(|(port, outer)| port.connect(outer));
    }

    fn connect_hdl(&self, outer: &Vec<Outer>, kernel: &mut Kernel, path: &str, outer_path: &str) {
        assert_eq!(self.len(), outer.len(), "`{path}` has as many ports as `{outer_path}` has signals");
        for (index, (port, outer)) in self.iter().zip(outer).enumerate() {
            port.connect_hdl(outer, kernel, &format!("{path}${index}"), &format!("{outer_path}${index}"));
        }
    }
}

/// A port of the module itself: an output takes the value of what it is connected to, an input gives it its own.
#[diagnostic::on_unimplemented(
    message = "a port of its own `{Self}` can't be connected to `{Inner}`",
    note = "in `connect!(self: ..)`, a port goes to a signal of its type"
)]
pub trait Own<Inner> {
    /// Connects the port.
    fn show(&mut self, inner: &mut Inner);
    /// Writes the same: `path` and `inner_path` are those of both.
    fn show_hdl(&self, inner: &Inner, kernel: &mut Kernel, path: &str, inner_path: &str);
}

impl<T: Synth, N: Net<Value = T>> Own<N> for Signal<Out, T> {
    fn show(&mut self, inner: &mut N) {
        self.next = inner.value();
    }

    fn show_hdl(&self, _inner: &N, kernel: &mut Kernel, path: &str, inner_path: &str) {
        kernel.assign(path.into(), signal(inner_path));
    }
}

impl<T: Synth, N: Net<Value = T>> Own<N> for Signal<In, T> {
    fn show(&mut self, inner: &mut N) {
        inner.take(self.val());
    }

    fn show_hdl(&self, _inner: &N, kernel: &mut Kernel, path: &str, inner_path: &str) {
        kernel.assign(inner_path.into(), signal(path));
    }
}

impl<const W: usize, N: Net<Value = Bits<W>>> Own<N> for Narrow<Out, W> {
    fn show(&mut self, inner: &mut N) {
        self.next = inner.value();
    }

    fn show_hdl(&self, _inner: &N, kernel: &mut Kernel, path: &str, inner_path: &str) {
        kernel.assign(path.into(), signal(inner_path));
    }
}

impl<const W: usize, N: Net<Value = Bits<W>>> Own<N> for Narrow<In, W> {
    fn show(&mut self, inner: &mut N) {
        inner.take(self.val());
    }

    fn show_hdl(&self, _inner: &N, kernel: &mut Kernel, path: &str, inner_path: &str) {
        kernel.assign(inner_path.into(), signal(path));
    }
}

impl<O: Own<Inner>, Inner> Own<Inner> for Optional<O> {
    fn show(&mut self, inner: &mut Inner) {
        (**self).show(inner);
    }

    fn show_hdl(&self, inner: &Inner, kernel: &mut Kernel, path: &str, inner_path: &str) {
        (**self).show_hdl(inner, kernel, path, inner_path);
    }
}
