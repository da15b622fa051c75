// SPDX-License-Identifier: Apache-2.0
// Lets whole cycles of a clock through while `enable` is high; it may change after a rising edge.
`default_nettype none

module clock_gate (
  input  wire clk,
  input  wire enable,
  output wire gated
);

  reg through;

  always @(negedge clk) through <= enable;

  assign gated = clk && through;

endmodule

`default_nettype wire
