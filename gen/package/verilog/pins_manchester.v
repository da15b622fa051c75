// SPDX-License-Identifier: Apache-2.0
// tw_bench_pins: receives SWT Manchester frames (Trace Control 12.3): start (1 0), the bits of a message (0: 0 1; 1: 1 0), stop (0 0).
`default_nettype none

module tw_bench_pins #(
  parameter BIT  = 16,  // units of time; two phases
  parameter SIZE = 1024
) (
  input  wire enabled,  // the mode is set: pins in other modes say nothing
  input  wire tdata
);

`include "pins_frames.vh"
  reg first;

  always begin
    @(posedge tdata);
    if (enabled) begin
      // The middle of the first phase of the bit after the start bit.
      #(BIT + BIT / 4);
      first = tdata;
      #(BIT / 2);
      while (first || tdata) begin
        if (first == tdata) complain;
        take(first);
        #(BIT / 2);
        first = tdata;
        #(BIT / 2);
      end
      if (open) complain;
    end
  end

endmodule

`default_nettype wire
