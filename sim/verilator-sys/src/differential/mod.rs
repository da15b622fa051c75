// SPDX-License-Identifier: Apache-2.0
//! Compares rust-hdl blocks with their Verilog: the block in rust-hdl's simulator, its Verilog in Verilator, the same
//! random stimulus for both, every output in every cycle.
//!
//! Blocks are added to a [`Batch`], which is verilated as a whole, since starting the compilers is what takes time.
//! Verilator's lint must have nothing to say about it.

mod batch;
mod device;
mod random;

pub use batch::{Batch, Error, Mismatch};
pub use random::{Random, Sample};
