// SPDX-License-Identifier: Apache-2.0
// tw_bench_pins: receives SWT UART frames (Trace Control 12.4): a start bit 0, eight bits, a stop bit 1.
`default_nettype none

module tw_bench_pins #(
  parameter BIT  = 8,  // units of time
  parameter SIZE = 1024
) (
  input  wire enabled,  // the mode is set: pins in other modes say nothing
  input  wire tdata
);

`include "pins_frames.vh"
  integer n;

  always begin
    @(negedge tdata);
    if (enabled) begin
      #(BIT / 2);
      for (n = 0; n < 8; n = n + 1) begin
        #BIT take(tdata);
      end
      #BIT if (!tdata) complain;
    end
  end

endmodule

`default_nettype wire
