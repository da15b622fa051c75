// SPDX-License-Identifier: Apache-2.0
//! The trace hardware in rust-hdl.

#[cfg(test)]
mod bench;
mod build;
pub mod bus;
pub mod codes;
pub mod control;
pub mod encoder;
pub mod funnel;
pub mod hart;
mod ports;
pub mod recorder;
pub mod timestamp;
mod top;
pub use build::{top, top_name, verilog, TANDEM_TOP, TOP};
pub use top::Top;
pub use tracewright_prim as prim;
pub use tracewright_sinks as sinks;
