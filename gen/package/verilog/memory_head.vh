// SPDX-License-Identifier: Apache-2.0
// Where each tw_bench_memory begins: its parameters and first ports.
module tw_bench_memory #(
  parameter                    ADDRESS_BITS = 32,
  parameter                    BYTES        = 4,
  parameter [ADDRESS_BITS-1:0] BASE         = {ADDRESS_BITS{1'b0}},
  parameter                    INDEX_BITS   = 10
) (
  input  wire                    clk,
  input  wire                    rst_n,
