// SPDX-License-Identifier: Apache-2.0
//! End-to-end tests, and what they compare the encoder with.

pub mod command;
pub mod faulty;
pub mod hardware;
pub mod pseudocode;
pub mod signed;
pub mod sigrok;
pub mod skipped;
pub mod stimulus;
pub mod verilog;
