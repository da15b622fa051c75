// SPDX-License-Identifier: Apache-2.0
//! Tandem-verification trace (Trace Protocol Specification, version 2018-11-20).
//!
//! The tables ([`Opcode`], [`Identifier`], [`Operation`], [`Size`], [`Widths`]) hold the format once, for encoder,
//! decoder and documents. A [`Decoder`] turns bytes into [`Element`]s in bounded memory, and [`Groups`] collects them
//! into [`Group`]s. [`Statistics`] lays their sizes out as the table of Trace Protocol Appendix D. A [`Verifier`]
//! applies groups to a shadow state and compares it with a [`Reference`], one instruction at a time
//! (Trace Protocol 3.1, 3.2).
#![no_std]
extern crate alloc;

mod absent;
mod category;
mod decoder;
mod element;
mod group;
mod harts;
mod problem;
mod record;
mod reference;
mod register;
mod report;
mod shadow;
mod statistics;
mod structure;
mod table;
mod text;
mod verifier;
mod widths;

pub use absent::Absent;
pub use category::Category;
pub use decoder::{Decoder, Item};
pub use element::Element;
pub use group::{Group, Groups, Part};
pub use harts::{Harts, Whose};
pub use problem::{Error, Problem};
pub use record::{Kind, Memory, Outside, Retirement};
pub use reference::{Access, Effects, Reference, State, Stuck};
pub use register::{csr, Register};
pub use report::{Difference, Executed, Mismatch, What};
pub use statistics::{Row, Statistics};
pub use table::{Field, Identifier, Opcode, Operation, Outcome, Size};
pub use text::Json;
pub use verifier::{Summary, Verifier};
pub use widths::Widths;
