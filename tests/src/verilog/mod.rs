// SPDX-License-Identifier: Apache-2.0
//! The text of generated Verilog, and changes of it.

mod changes;

pub use changes::{changed_expressions, with_changes, Change, Sources, INPUT, WIDTH};
pub use verilator_sys::text::{expressions, Expression, Kind, Token, Use};
