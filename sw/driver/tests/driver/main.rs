// SPDX-License-Identifier: Apache-2.0
//! The driver against registers made from their description, by chapter of Trace Control 0.9.4.

mod builds;
mod chapter_14;
mod chapter_16;
mod hardware;
