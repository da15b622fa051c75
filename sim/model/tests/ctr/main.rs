// SPDX-License-Identifier: Apache-2.0
//! Control Transfer Records of the golden model, by chapter of the specification (0.1.4, and 1.0 where it is named).

mod accesses;
mod bench;
mod bits;
mod chapter_2;
mod chapter_3;
mod chapter_4;
mod chapter_5_1;
mod chapter_5_2;
mod chapter_5_3;
mod chapter_5_4;
mod chapter_6;
mod cycle;
mod debug;
mod random;
