// SPDX-License-Identifier: Apache-2.0
// tw_bench_pins: receives from parallel pins (Trace Control 12.5), at both edges of tref: half a bit behind them, or at them with pibRefCenter.
`default_nettype none

module tw_bench_pins #(
  parameter PINS  = 4,
  parameter DELAY = 4,  // from an edge of tref to where tdata is stable, in units of time
  parameter SIZE  = 1024
) (
  input  wire            enabled,  // the mode is set: pins in other modes say nothing
  input  wire            tref,
  input  wire [PINS-1:0] tdata
);

  // What was received since it was cleared.
  reg [7:0] received [0:SIZE-1];
  integer   count;
  reg [7:0] bits;
  integer   fill;
  reg       open;

  initial clear;

  task clear;
    begin
      count  = 0;
      bits   = 8'h0;
      fill   = 0;
      open = 1'b0;
    end
  endtask

  // A bit, the least significant one of a byte first. A message begins with a 0 (MSEO is 00 there) and ends with a byte whose MSEO is 11;
  // ones between messages are idle.
  task take(input level);
    if (open || !level) begin
      open = 1'b1;
      bits   = {level, bits[7:1]};
      fill   = fill + 1;
      if (fill == 8) begin
        if (count < SIZE) received[count] = bits;
        count  = count + 1;
        fill   = 0;
        open = bits[1:0] != 2'b11;
      end
    end
  endtask

  integer n;

  always begin
    @(tref);
    if (enabled) begin
      if (DELAY > 0) #DELAY;
      for (n = 0; n < PINS; n = n + 1) take(tdata[n]);
    end
  end

endmodule

`default_nettype wire
