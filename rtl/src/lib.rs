// SPDX-License-Identifier: Apache-2.0
//! The trace hardware in rust-hdl.

#[cfg(test)]
mod bench;
mod build;
pub mod codes;
pub mod control;
pub mod encoder;
pub mod prim;
pub mod sink;
mod timestamp;
mod whole;
pub use build::{top, verilog, TOP};
pub use timestamp::{TimeReceiver, TimeSender, TimeSource, Timestamp};
pub use whole::Top;
