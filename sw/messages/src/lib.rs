// SPDX-License-Identifier: Apache-2.0
//! N-Trace messages as data: codes, fields and layouts (N-Trace ch. 6 and 7).
//!
//! Everything that needs to know what a message looks like (hardware, golden model, decoder, documents) reads it here.
//! The tables hold facts of the protocol and no behaviour. [`isa`] has the classes of instructions.
#![no_std]
extern crate alloc;

mod ingress;
pub mod isa;
pub mod names;
pub mod reader;
mod table;
pub use ingress::{ctype, privilege, Block, Ingress, MAX_BLOCKS};
pub use table::*;
