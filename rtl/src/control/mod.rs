// SPDX-License-Identifier: Apache-2.0
//! The control side: bus front ends and the register file (Trace Control ch. 3 to 5).

mod apb;
mod registers;

pub use apb::Apb;
pub use registers::Registers;
