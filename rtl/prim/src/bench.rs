// SPDX-License-Identifier: Apache-2.0
//! Driving a module in the block simulator, for the tests.

use rust_hdl_core::prelude::*;

/// Carries changes of the inputs through the block.
pub fn settle<B: Block>(block: &mut B) {
    block.update_all();
    while block.has_changed() {
        block.update_all();
    }
}

/// A clock and its reset.
pub type Domain<'a> = (&'a mut Signal<In, Clock>, &'a mut Signal<In, Bit>);

/// A block with a clock and a reset.
pub trait Clocked: Block {
    /// Its clock and its reset.
    fn domain(&mut self) -> Domain<'_>;

    /// Out of reset, with its inputs 0.
    fn reset(mut self) -> Self
    where
        Self: Sized,
    {
        self.connect_all();
        self.domain().1.next = false;
        self.tick();
        self.domain().1.next = true;
        settle(&mut self);
        self
    }

    /// One rising edge; outputs then show what follows from it.
    fn tick(&mut self)
    where
        Self: Sized,
    {
        self.domain().0.next = false.into();
        settle(self);
        self.domain().0.next = true.into();
        settle(self);
    }
}

/// `clocked! { [] Counter; [const N: usize] Queue<N>; }`: types with the fields `clock` and `rst_n` are
/// [`Clocked`](crate::bench::Clocked).
#[macro_export]
macro_rules! clocked {
    ($([$($generics:tt)*] $name:ty;)*) => {
        $(impl<$($generics)*> $crate::bench::Clocked for $name {
            fn domain(&mut self) -> $crate::bench::Domain<'_> {
                (&mut self.clock, &mut self.rst_n)
            }
        })*
    };
}
