// SPDX-License-Identifier: Apache-2.0
//! The extension on a mock hart that counts, by section of the SBI specification, ch. 11 (PMU).

mod chapter_11_10;
mod chapter_11_11;
mod chapter_11_13;
mod chapter_11_14;
mod chapter_11_5;
mod chapter_11_7;
mod chapter_11_8;
mod chapter_11_8_choice;
mod chapter_11_9;
mod errors;
mod hart;
mod model;
mod platform;
mod random;
mod rustsbi;
mod sequences;
mod setup;
