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

/// A block with a clock and a reset.
pub trait Clocked: Block {
    /// Its clock and its reset.
    fn domain(&mut self) -> (&mut Signal<In, Clock>, &mut Signal<In, Bit>);

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

macro_rules! clocked {
    ($([$($generics:tt)*] $name:ty;)*) => {
        $(impl<$($generics)*> Clocked for $name {
            fn domain(&mut self) -> (&mut Signal<In, Clock>, &mut Signal<In, Bit>) {
                (&mut self.clock, &mut self.rst_n)
            }
        })*
    };
}

clocked! {
    [] crate::bus::Axi4Lite;
    [] crate::bus::Wishbone;
    [] crate::bus::TileLink;
    [] crate::bus::Requester;
    [] crate::bus::Responder;
    [const X: usize, const A: usize] crate::encoder::Ingress<X, A>;
    [const X: usize, const A: usize] crate::encoder::Lane<X, A>;
    [const A: usize] crate::encoder::Events<A>;
    [] crate::control::Access;
    [] crate::control::Power;
    [] crate::control::Registers;
    [] crate::timestamp::Timestamp;
    [] crate::timestamp::TimeSender;
    [] crate::control::TriggerInputs;
    [] crate::control::TriggerOutputs;
    [] crate::sink::SramSink;
}
