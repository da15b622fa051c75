// SPDX-License-Identifier: Apache-2.0
//! The text of generated Verilog: its tokens, its expressions, and faults, which change those that drive a net.

mod expressions;
mod fault;
mod tokens;

pub use expressions::{expressions, Expression, Use};
pub use fault::{with_fault, wrong, Fault, Missing};
pub use tokens::{tokens, Kind, Token};
