// SPDX-License-Identifier: Apache-2.0
//! Pictures as SVG: the blocks of a build ([`blocks`]), and the signals of a waveform over time ([`timing`]).
//!
//! The same input gives the same text. Text stays text. Colours need a light background, which each picture brings.

pub mod blocks;
pub mod drawing;
pub mod pages;
mod svg;
pub mod timing;

pub use blocks::blocks;
pub use drawing::Drawing;
