// SPDX-License-Identifier: Apache-2.0
//! Verilog back end for rust-hdl block trees.
