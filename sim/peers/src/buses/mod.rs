// SPDX-License-Identifier: Apache-2.0
//! What the buses of trace sinks are connected to: memories on AXI4, TileLink and Wishbone, and an ATB slave.
//!
//! Each model is a synchronous circuit with registered outputs, in one clock. Call [`AxiMemory::cycle`] (and the like)
//! once for every cycle of that clock, out of reset, with the outputs of the device under test as they are at the end
//! of the cycle, just before the rising edge. The model knows which inputs it has shown in that cycle; what it returns
//! is shown from that edge on, in the *next* cycle:
//!
//! ```text
//! let mut inputs = peer.inputs();          // of the first cycle
//! loop {
//!     set the pins to inputs; settle; let outputs = the pins;
//!     inputs = peer.cycle(&outputs);
//!     rising edge
//! }
//! peer.check()?;                           // the first rule that was broken, if one was
//! ```
//!
//! While the device is in reset, call `reset` in place of `cycle`, from the second cycle of the reset on (a synchronous
//! reset does nothing in its first).
//!
//! No model drives a pin from a pin within a cycle, so all work with rust-hdl and with Verilog alike. What is random
//! comes from the seed alone. A model that has seen a rule broken goes on as well as it can, and keeps the first.

mod atb;
mod axi;
mod faults;
mod held;
mod memory;
mod pace;
mod settings;
mod store;
mod tilelink;
mod violation;
mod wishbone;

pub use atb::{AtbBeat, AtbIn, AtbOut, AtbSettings, AtbSlave};
pub use axi::{AxiIn, AxiMemory, AxiOut};
pub use faults::{Faults, Response};
pub use memory::Memory;
pub use pace::{Pace, Ready};
pub use settings::Settings;
pub use store::{Store, Write};
pub use tilelink::{TileLinkIn, TileLinkMemory, TileLinkOut};
pub use violation::{Rule, Violation};
pub use wishbone::{WishboneIn, WishboneMemory, WishboneOut};
