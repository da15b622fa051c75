// SPDX-License-Identifier: Apache-2.0
//! Registers and memories: all the state of the hardware.
//!
//! A module is a struct of signals, primitives and other modules that derives [`Module`], and has an `update` marked
//! [`kernel`](macro@kernel): docs/language.md has all of it. One that holds state has ports named `clock` and `rst_n`,
//! to which its registers and modules are connected. A register holds its value unless the kernel says otherwise.
//!
//! ```
//! use tracewright_prim::*;
//!
//! /// Counts the cycles in which `enable` is high.
//! #[synchronous(build: Build)]
//! pub struct Counter {
//!     /// Count this cycle.
//!     pub enable: Signal<In, Bit>,
//!     /// The count so far.
//!     pub count: Signal<Out, Bits<8>>,
//!     #[value(bits(3))]
//!     total: Reg<Bits<8>>,
//! }
//!
//! impl Logic for Counter {
//!     #[kernel]
//!     fn update(&mut self) {
//!         self.count.next = self.total.q.val();
//!         if self.enable.val() {
//!             self.total.d.next = self.total.q.val() + 1;
//!         }
//!     }
//! }
//!
//! let mut counter = Counter::new(&Build::default());
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
mod dual_ram;
mod fifo;
mod handoff;
mod hold;
mod lut_ram;
mod pass;
mod ram;
mod reg;
mod rom;
mod synchronizer;
mod words;

pub use async_fifo::{AsyncFifo, AsyncReader, AsyncWriter};
pub use dual_ram::DualRam;
pub use fifo::Fifo;
pub use handoff::{Handoff, HandoffSink, HandoffSource};
pub use hold::Hold;
pub use lut_ram::LutRam;
pub use pass::Pass;
pub use ram::Ram;
pub use reg::{register_style, Reg, Resets};
pub use rom::Rom;
pub use rust_hdl_core::prelude::*;
pub use synchronizer::Synchronizer;
pub use tracewright_config::{Build, IngressForm, Packer, Reset, SbaBus, SinkKind, TimestampSource};
pub use tracewright_verilog::{bundle, kernel, synchronous, Bundle, Join, Link, Module, Narrow, Optional, Record};
