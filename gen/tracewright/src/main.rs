// SPDX-License-Identifier: Apache-2.0
//! The `tracewright` command.
fn main() {}
