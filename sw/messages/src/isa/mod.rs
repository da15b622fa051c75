// SPDX-License-Identifier: Apache-2.0
//! What tracing needs to know of a RISC-V instruction: its length and how it changes the program counter.

mod classify;
pub use classify::{classify, Flow, Instruction, Xlen};
mod itype;
pub use itype::{itype, transfer_type, ItypeWidth};
