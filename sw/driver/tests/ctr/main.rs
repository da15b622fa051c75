// SPDX-License-Identifier: Apache-2.0
//! The driver over the golden model's CSR port, chapter by chapter of Control Transfer Records 0.1.4.

mod bench;
mod chapter_2;
mod chapter_3;
mod chapter_5;
mod chapter_6;
mod dump;
mod window;
