// SPDX-License-Identifier: Apache-2.0
//! The control buses: what each does with random traffic, and that its Verilog does the same.

mod apb4;
mod axi4_lite;
mod crossing;
mod memory;
mod tilelink;
mod verilog;
mod wishbone;

use rust_hdl_core::prelude::*;
use tracewright_config::{Build, Reset};
use tracewright_rtl::bus::{Axi4Lite, Requester, Responder, TileLink, Wishbone};

/// Cycles of random traffic on a bus.
const CYCLES: usize = 20_000;

/// A block with a clock and a reset.
trait Clocked: Block {
    /// Its clock and its reset.
    fn domain(&mut self) -> (&mut Signal<In, Clock>, &mut Signal<In, Bit>);
}

macro_rules! clocked {
    ($($name:ty),+) => {
        $(impl Clocked for $name {
            fn domain(&mut self) -> (&mut Signal<In, Clock>, &mut Signal<In, Bit>) {
                (&mut self.clock, &mut self.rst_n)
            }
        })+
    };
}

clocked!(Axi4Lite, Requester, Responder, TileLink, Wishbone);

/// A build whose registers are reset by the clock.
fn synchronous() -> Build {
    Build { reset: Reset::Sync, ..Build::default() }
}

/// Carries changes of the inputs through the block.
fn settle<B: Block>(block: &mut B) {
    block.update_all();
    while block.has_changed() {
        block.update_all();
    }
}

/// A rising edge of the clock.
fn edge<B: Clocked>(block: &mut B) {
    block.domain().0.next = true.into();
    settle(block);
    block.domain().0.next = false.into();
    settle(block);
}

/// Puts the block into its reset, or takes it out.
fn set_reset<B: Clocked>(block: &mut B, is_reset: bool) {
    block.domain().1.next = !is_reset;
    settle(block);
}

/// The block, connected and reset.
fn started<B: Clocked>(mut block: B) -> B {
    block.connect_all();
    set_reset(&mut block, true);
    edge(&mut block);
    set_reset(&mut block, false);
    block
}
