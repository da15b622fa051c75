// SPDX-License-Identifier: Apache-2.0
//! From N-Trace bytes and a program image to the executed addresses (N-Trace ch. 8, 9 and 11).
//!
//! A trace of several harts is decoded a source at a time (N-Trace 11.2); processes are told apart by Ownership
//! (N-Trace 11.3).
//!
//! [`decode`] hands on, in the order of execution, one [`Item`] for each instruction and for each event between them.
//! What contradicts the program or the protocol is an [`Item::Error`] with its place; decoding goes on at the next
//! synchronising message (N-Trace 8.4.1).
//!
//! A trace may begin in the middle of a message, as in a buffer that has wrapped: what cannot be used for want of a
//! synchronising message is an [`Item::Skipped`].
//!
//! The output is bounded whatever the input: by [`Settings::limit`] in instructions, and in traps and messages since a
//! RepeatBranch stands for at most 2^36 half-words or traps, or 2^28 if it repeats more than 2^24 - 1 times.

mod decoder;
mod error;
mod item;
pub mod output;
mod process;
mod settings;
mod summary;
mod walk;

pub use decoder::{decode, Decoder};
pub use error::{Error, ErrorKind};
pub use item::{Ignored, Item, TrapKind};
pub use process::{Context, Privilege, Process};
pub use settings::{Mode, Settings, DEFAULT_LIMIT};
pub use summary::Summary;
