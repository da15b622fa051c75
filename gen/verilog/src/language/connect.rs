// SPDX-License-Identifier: Apache-2.0
//! `connect!`: ports of a module inside, each connected to the signal that a kernel names.

use super::{Kernel, Narrow, Optional};
use rust_hdl_core::ast::VerilogExpression;
use rust_hdl_core::prelude::{Bits, Direction, In, Local, Out, Signal, Synth};

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
    ($([$($generics:tt)*] $net:ty: $value:ty;)+) => {
        $(impl<$($generics)*> Net for $net {
            type Value = $value;

            fn value(&self) -> $value {
                self.val()
            }

            fn take(&mut self, value: $value) {
                self.next = value;
            }
        })+
    };
}
nets! {
    [T: Synth] Signal<In, T>: T;
    [T: Synth] Signal<Out, T>: T;
    [T: Synth] Signal<Local, T>: T;
    [const N: usize] Narrow<In, N>: Bits<N>;
    [const N: usize] Narrow<Out, N>: Bits<N>;
}

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

/// The direction of a port.
pub trait Way: Direction {
    /// Whether it is an input.
    const IS_INPUT: bool;
}

impl Way for In {
    const IS_INPUT: bool = true;
}

impl Way for Out {
    const IS_INPUT: bool = false;
}

/// A port by itself.
pub trait Port: Net {
    /// Whether it is an input.
    const IS_INPUT: bool;
}

impl<D: Way, T: Synth> Port for Signal<D, T>
where
    Self: Net,
{
    const IS_INPUT: bool = D::IS_INPUT;
}

impl<D: Way, const N: usize> Port for Narrow<D, N>
where
    Self: Net,
{
    const IS_INPUT: bool = D::IS_INPUT;
}

/// Whose port it is.
pub trait Whose {
    /// Whether it is one of the module itself, which its input enters and its output leaves.
    const IS_OWN: bool;
}

/// A port of a module inside: an input takes the value of what it is connected to, an output gives it its own.
pub enum Inner {}

impl Whose for Inner {
    const IS_OWN: bool = false;
}

/// A port of the module itself: an output takes the value of what it is connected to, an input gives it its own.
pub enum Own {}

impl Whose for Own {
    const IS_OWN: bool = true;
}

/// A port, or several, that can be connected.
#[diagnostic::on_unimplemented(
    message = "a port `{Self}` can't be connected to `{Outer}`",
    note = "a port goes to a signal of its type, several to as many, a bundle to the same bundle or to its peer; \
            in `connect!(self: ..)`, a port goes to a signal of its type"
)]
pub trait Connect<Outer, W: Whose> {
    /// Connects the port.
    fn connect(&mut self, outer: &mut Outer);
    /// Writes the same: `path` and `outer_path` are those of both.
    fn connect_hdl(&self, outer: &Outer, kernel: &mut Kernel, path: &str, outer_path: &str);
}

impl<P: Port, N: Net<Value = P::Value>, W: Whose> Connect<N, W> for P {
    fn connect(&mut self, outer: &mut N) {
        match P::IS_INPUT != W::IS_OWN {
            true => self.take(outer.value()),
            false => outer.take(self.value()),
        }
    }

    fn connect_hdl(&self, _outer: &N, kernel: &mut Kernel, path: &str, outer_path: &str) {
        let (to, from) = match P::IS_INPUT != W::IS_OWN {
            true => (path, outer_path),
            false => (outer_path, path),
        };
        kernel.assign(to.into(), VerilogExpression::Signal(from.into()));
    }
}

/// A port that the build does not have takes nothing, and gives 0.
impl<C: Connect<Outer, W>, Outer, W: Whose> Connect<Outer, W> for Optional<C> {
    fn connect(&mut self, outer: &mut Outer) {
        (**self).connect(outer);
    }

    fn connect_hdl(&self, outer: &Outer, kernel: &mut Kernel, path: &str, outer_path: &str) {
        (**self).connect_hdl(outer, kernel, path, outer_path);
    }
}

/// Several ports go to as many signals.
impl<C: Connect<Outer, W>, Outer, W: Whose> Connect<Vec<Outer>, W> for Vec<C> {
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
