// SPDX-License-Identifier: Apache-2.0
//! The driver against registers made from their description, by chapter of Trace Control 0.9.4.

mod builds;
mod chapter_11;
mod chapter_12;
mod chapter_13;
mod chapter_14;
mod chapter_15;
mod chapter_16;
mod chapter_6;
mod chapter_7;
mod chapter_8;
mod hardware;
mod refusals;
mod settings;
mod system;
mod versions;
