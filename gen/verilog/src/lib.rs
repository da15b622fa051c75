// SPDX-License-Identifier: Apache-2.0
//! Verilog back end for rust-hdl block trees.

mod description;

pub use description::{Description, RegisterStyle};
pub use tracewright_verilog_derive::Module;
