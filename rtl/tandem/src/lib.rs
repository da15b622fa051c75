// SPDX-License-Identifier: Apache-2.0
//! The encoder of tandem-verification trace (Trace Protocol ch. 2) in rust-hdl (docs/tandem.md, "The hardware").
//!
//! A retirement is held as a record (records.rs). The walk makes its elements, one a cycle: an opcode, an identifier or
//! a register number (head.rs), and a value (value.rs). shadow.rs makes the short forms; the packer sends the bytes.

mod build;
pub mod codes;
mod encoder;
mod has;
mod packer;
mod records;
mod rvfi;
mod shadow;
mod walk;

pub use build::{adapter_verilog, top, verilog, ADAPTER, TOP};
pub use encoder::Encoder;
pub use has::features;
pub use packer::{Cutter, Packer};
pub use records::{Element, Request, Response, Retired, Sized, Word, Write};
pub use rvfi::{Beside, Rvfi};
pub use shadow::Shadow;
pub use walk::Walk;
