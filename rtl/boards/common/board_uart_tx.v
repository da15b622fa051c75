// SPDX-License-Identifier: Apache-2.0
// board_uart_tx: sends bytes: a start bit, 8 data bits, a stop bit.
`default_nettype none

module board_uart_tx #(
  parameter integer DIVIDER = 25  // Clock cycles of a bit; at most 256.
) (
  input  wire       clk,
  input  wire       rst_n,
  input  wire       send,   // Sends `data`; only while not busy.
  input  wire [7:0] data,
  output wire       busy,
  output wire       txd
);

  localparam [7:0] LAST = DIVIDER[7:0] - 8'd1;

  reg [7:0] cycle_q;
  reg [3:0] left_q;   // Bits that are still to be ended.
  reg [8:0] shift_q;  // The bit on the line lowest.

  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      cycle_q <= 8'd0;
      left_q <= 4'd0;
      shift_q <= 9'h1FF;
    end else if (!busy) begin
      if (send) begin
        cycle_q <= LAST;
        left_q <= 4'd10;
        shift_q <= {data, 1'b0};
      end
    end else if (cycle_q != 8'd0) begin
      cycle_q <= cycle_q - 8'd1;
    end else begin
      cycle_q <= LAST;
      left_q <= left_q - 4'd1;
      shift_q <= {1'b1, shift_q[8:1]};
    end
  end

  assign busy = left_q != 4'd0;
  assign txd = shift_q[0];

endmodule

`default_nettype wire
