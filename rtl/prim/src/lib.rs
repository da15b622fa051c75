// SPDX-License-Identifier: Apache-2.0
//! Registers and memories: all the state of the hardware.
//!
//! A module is a struct of signals, primitives and other modules that derives [`Module`] (rust-hdl's `LogicBlock`, plus the
//! names and doc comments for the Verilog) and has an `update` marked `#[hdl_gen]`. One that holds state has the ports
//! `clock` and `rst_n` by these names; [`dff_setup!`](crate::dff_setup) connects its registers to them and makes every
//! register hold its value; what follows in `update` overrides that. [`clock!`](crate::clock) connects modules; a memory has
//! no reset, and is connected by `self.memory.clock.next = self.clock.val()`.
//!
//! ```
//! use rust_hdl_core::prelude::*;
//! use tracewright_config::Reset;
//! use tracewright_prim::{dff_setup, Module, Reg};
//!
//! /// Counts the cycles in which `enable` is high.
//! #[derive(Module)]
//! pub struct Counter {
//!     /// Rising edge.
//!     pub clock: Signal<In, Clock>,
//!     /// Active low.
//!     pub rst_n: Signal<In, Bit>,
//!     /// Count this cycle.
//!     pub enable: Signal<In, Bit>,
//!     /// The count so far.
//!     pub count: Signal<Out, Bits<8>>,
//!     total: Reg<Bits<8>>,
//! }
//!
//! impl Counter {
//!     /// A counter that starts at 3.
//!     pub fn new(reset: Reset) -> Self {
//!         Counter {
//!             clock: Signal::default(),
//!             rst_n: Signal::default(),
//!             enable: Signal::default(),
//!             count: Signal::default(),
//!             total: Reg::with(reset, bits(3)),
//!         }
//!     }
//! }
//!
//! impl Logic for Counter {
//!     #[hdl_gen]
//!     fn update(&mut self) {
//!         dff_setup!(self, clock, total);
//!         self.count.next = self.total.q.val();
//!         if self.enable.val() {
//!             self.total.d.next = self.total.q.val() + 1;
//!         }
//!     }
//! }
//!
//! let mut counter = Counter::new(Reset::Async);
//! counter.connect_all();
//! let mut settle = |counter: &mut Counter, clock: bool| {
//!     counter.clock.next = clock.into();
//!     counter.update_all();
//!     while counter.has_changed() {
//!         counter.update_all();
//!     }
//! };
//! settle(&mut counter, false);
//! assert_eq!(counter.count.val(), 3, "in reset");
//! counter.rst_n.next = true;
//! counter.enable.next = true;
//! for clock in [true, false, true, false] {
//!     settle(&mut counter, clock);
//! }
//! assert_eq!(counter.count.val(), 5);
//! ```

mod async_fifo;
pub mod bench;
mod fifo;
mod handoff;
mod hold;
mod lut_ram;
mod ram;
mod reg;
mod rom;
mod synchronizer;
mod words;

pub use async_fifo::{AsyncFifo, AsyncReader, AsyncWriter};
pub use fifo::Fifo;
pub use handoff::{Handoff, HandoffSink, HandoffSource};
pub use hold::Hold;
pub use lut_ram::LutRam;
pub use ram::Ram;
pub use reg::Reg;
pub use rom::Rom;
pub use synchronizer::Synchronizer;
pub use tracewright_verilog::Module;

/// So many signals, each with its default: how a module says how many it has of what is optional or repeated.
pub fn many<T: Default + Clone>(count: usize) -> Vec<T> {
    vec![T::default(); count]
}
