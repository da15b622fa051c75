// SPDX-License-Identifier: Apache-2.0
//! Fields that only some builds have.

use super::mark::Mark;
use super::{Make, Wired};
use rust_hdl_core::prelude::{Block, Clock, In, InOut, Local, Logic, Out, Probe, Signal, Synth};
use std::ops::{Deref, DerefMut};

/// Name of the atom that says what a build does not have; no Rust field can have it.
pub(crate) const ABSENT: &str = "$absent";

/// A signal, bundle, register or module that a build has or does not have.
///
/// A kernel uses it as if it were there. Where it is not, what is read of it is 0, what is assigned to it vanishes, and
/// the Verilog has no trace of it: what depends on it alone is left out as well.
#[derive(Clone, Debug)]
pub struct Optional<T> {
    built: bool,
    part: T,
}

impl<T> Optional<T> {
    /// The part, if the build has it. One that is not built only stands for the width of its signals.
    pub fn new(built: bool, part: T) -> Optional<T> {
        Optional { built, part }
    }

    /// The part as the context makes it, if the build has it.
    pub fn make<C>(built: bool, context: &C) -> Optional<T>
    where
        T: Make<C>,
    {
        Optional { built, part: T::make(context) }
    }

    /// Whether the build has the part.
    pub fn is_built(&self) -> bool {
        self.built
    }
}

macro_rules! readable {
    ($($direction:ty),+) => {
        $(impl<T: Synth> Optional<Signal<$direction, T>> {
            /// The value; 0 where the build does not have the signal.
            pub fn val(&self) -> T {
                match self.built {
                    true => self.part.val(),
                    false => T::default(),
                }
            }
        })+
    };
}
readable!(In, Out, InOut, Local);

impl<T> Deref for Optional<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.part
    }
}

impl<T> DerefMut for Optional<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.part
    }
}

impl<T: Block> Logic for Optional<T> {
    fn update(&mut self) {}
}

impl<T: Block> Block for Optional<T> {
    fn connect_all(&mut self) {
        if self.built {
            self.part.connect_all();
        }
    }

    fn update_all(&mut self) {
        if self.built {
            self.part.update_all();
        }
    }

    fn has_changed(&self) -> bool {
        self.built && self.part.has_changed()
    }

    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        match self.built {
            true => self.part.accept(name, probe),
            false => probe.visit_atom(ABSENT, &Mark { name, bits: 0 }),
        }
    }
}

impl<T: Wired> Wired for Optional<T> {
    fn wire(&mut self, clock: Clock, rst_n: bool) {
        if self.built {
            self.part.wire(clock, rst_n);
        }
    }
}
