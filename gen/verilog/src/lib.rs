// SPDX-License-Identifier: Apache-2.0
//! Verilog back end for rust-hdl block trees.
//!
//! rust-hdl's kernels, syntax tree and simulator are used as they are; the Verilog is ours. [`emit`] writes one file a
//! module, one module for every type and set of parameters, with registers, widths and names as a person would have
//! written them. What it does not understand is an [`Error`], never different hardware.
//!
//! One thing rust-hdl's syntax tree does not keep: that `x.val().index()` is a wider integer. Use it to select
//! (`match`, `get_bit`, `get_bits`), not to calculate: `index() + 1` is calculated in the width of `x`.
//!
//! The one module that is no kernel is the register file: [`registers`] writes it from a description of registers.

use rust_hdl_core::prelude::Block;

mod description;
mod error;
mod expr;
mod flow;
pub mod language;
mod lower;
mod module;
mod names;
mod nets;
mod output;
mod parameterised;
mod ports;
mod print;
mod records;
pub mod registers;
mod stmt;
mod tables;
mod tree;
mod values;
mod widths;

pub use description::{Description, RegisterStyle};
pub use error::{Error, Problem};
pub use language::{Join, Link, Narrow, Optional};
pub use module::Port;
pub use names::snake_case;
pub use output::{emit, Options, Output, VerilogFile};
pub use parameterised::Parameterised;
pub use records::{parts, Part};
pub use tracewright_verilog_derive::{bundle, kernel, synchronous, Bundle, Module, Record};

/// A block whose signals, and those of all its modules, are connected, as [`emit`] needs it.
pub fn connected(mut block: impl Block + 'static) -> Box<dyn Block> {
    block.connect_all();
    Box::new(block)
}
