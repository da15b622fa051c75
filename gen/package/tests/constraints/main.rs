// SPDX-License-Identifier: Apache-2.0
//! Timing constraints, against what synthesis makes of the same Verilog.

mod builds;
mod covers;
mod flat;
