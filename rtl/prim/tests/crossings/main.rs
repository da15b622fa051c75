// SPDX-License-Identifier: Apache-2.0
//! Crossings in clocks of any ratio and phase, with resets of either side.

mod bench;
mod emitted;
mod fifo;
mod handoff;
mod handoffs;
