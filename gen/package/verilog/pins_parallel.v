// SPDX-License-Identifier: Apache-2.0
// tw_bench_pins: receives from parallel pins (Trace Control 12.5), at both edges of tref: half a bit after
// them, or at them with pibRefCenter.
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

`include "pins_bytes.vh"

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
