// SPDX-License-Identifier: Apache-2.0
// What each tw_bench_memory has received, and how it keeps the sink waiting.
  localparam SIZE = 1 << INDEX_BITS;

  reg [7:0]              received [0:SIZE-1];
  reg                    failed;
  reg [6:0]              pace;
  reg [ADDRESS_BITS-1:0] offset;
  integer                n;
