// SPDX-License-Identifier: Apache-2.0
//! The trace hardware in rust-hdl.

#[cfg(test)]
mod bench;
mod build;
pub mod bus;
pub mod codes;
pub mod control;
pub mod encoder;
pub mod prim;
pub mod sink;
pub mod timestamp;
mod whole;
pub use build::{top, verilog, TOP};
pub use whole::Top;
