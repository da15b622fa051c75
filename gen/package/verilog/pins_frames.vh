// SPDX-License-Identifier: Apache-2.0
// What the tw_bench_pins that receive frames have in common.
  // What was received since it was cleared.
  reg [7:0] received [0:SIZE-1];
  integer   count;
  reg       failed;
  reg [7:0] bits;
  integer   fill;
  reg       open;

  initial begin
    failed = 1'b0;
    clear;
  end

`include "pins_bytes.vh"

  task complain;
    if (!failed) begin
      $display("FAIL: pins: a frame is not as it should be, behind %0d bytes", count);
      failed = 1'b1;
    end
  endtask
