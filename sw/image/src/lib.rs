// SPDX-License-Identifier: Apache-2.0
//! Program images from ELF files: the instructions at each address, for decoding; the segments, for running.
//!
//! An image holds what a program contains before it runs: code that the program writes later is not in it.

mod code;
mod elf;
mod error;
mod image;
mod segment;
mod symbols;

pub use error::{Error, ErrorKind};
pub use image::Image;
pub use segment::Segment;
