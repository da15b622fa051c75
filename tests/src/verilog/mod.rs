// SPDX-License-Identifier: Apache-2.0
//! The text of generated Verilog, and changes of it.

mod changes;
mod expressions;
mod tokens;

pub use changes::{changed_expressions, with_changes, Change, Sources, INPUT, WIDTH};
pub use expressions::{expressions, Expression, Use};
pub use tokens::{tokens, Kind, Token};
