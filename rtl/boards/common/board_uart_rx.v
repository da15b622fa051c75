// SPDX-License-Identifier: Apache-2.0
// board_uart_rx: receives bytes: a start bit, 8 data bits, a stop bit.
`default_nettype none

module board_uart_rx #(
  parameter integer DIVIDER = 25  // Clock cycles of a bit; at most 256.
) (
  input  wire       clk,
  input  wire       rst_n,
  input  wire       rxd,
  input  wire       take,   // `data` has been read.
  output wire       valid,  // There is a byte; until it is taken, or the next one replaces it.
  output wire [7:0] data
);

  localparam [7:0] LAST = DIVIDER[7:0] - 8'd1;
  localparam [7:0] HALF = {1'b0, DIVIDER[7:1]};

  reg [1:0] sync_q;   // The line, two stages.
  reg [7:0] cycle_q;
  reg [3:0] left_q;   // Bits that are still to be sampled, the start and stop bit with them.
  reg [7:0] shift_q;
  reg [7:0] data_q;
  reg       valid_q;

  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      sync_q <= 2'b11;
      cycle_q <= 8'd0;
      left_q <= 4'd0;
      shift_q <= 8'd0;
      data_q <= 8'd0;
      valid_q <= 1'b0;
    end else begin
      sync_q <= {sync_q[0], rxd};
      if (take) valid_q <= 1'b0;
      if (left_q == 4'd0) begin
        if (!sync_q[1]) begin
          cycle_q <= HALF;
          left_q <= 4'd10;
        end
      end else if (cycle_q != 8'd0) begin
        cycle_q <= cycle_q - 8'd1;
      end else begin
        cycle_q <= LAST;
        left_q <= left_q - 4'd1;
        if (left_q != 4'd1) begin
          shift_q <= {sync_q[1], shift_q[7:1]};
        end else if (sync_q[1]) begin
          data_q <= shift_q;
          valid_q <= 1'b1;
        end
      end
    end
  end

  assign valid = valid_q;
  assign data = data_q;

endmodule

`default_nettype wire
