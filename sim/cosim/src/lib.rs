// SPDX-License-Identifier: Apache-2.0
//! Co-simulation of the emitted Verilog with the golden model.
