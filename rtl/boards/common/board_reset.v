// SPDX-License-Identifier: Apache-2.0
// board_reset: a reset that begins with the configuration of the FPGA, and whenever the button is pressed.
`default_nettype none

module board_reset (
  input  wire clk,
  input  wire request_n,  // Asks for a reset; at any time.
  output wire rst_n       // Goes away 16 cycles after the request.
);

  // FPGAs start with what is given here.
  reg [1:0] sync_q;   // The request, two stages.
  reg [3:0] count_q;
  reg       rst_n_q;

  initial begin
    sync_q = 2'b00;
    count_q = 4'd0;
    rst_n_q = 1'b0;
  end

  always @(posedge clk) begin
    sync_q <= {sync_q[0], request_n};
    rst_n_q <= &count_q;
    if (!sync_q[1]) begin
      count_q <= 4'd0;
    end else if (!(&count_q)) begin
      count_q <= count_q + 4'd1;
    end
  end

  assign rst_n = rst_n_q;

endmodule

`default_nettype wire
