// SPDX-License-Identifier: Apache-2.0
// tw_bench_stream: takes what the stream sink sends, and is now and then not ready.
`default_nettype none

module tw_bench_stream #(
  parameter BYTES = 1,
  parameter SIZE  = 1024
) (
  input  wire               clk,
  input  wire               rst_n,
  input  wire               valid,
  output reg                ready,
  input  wire [8*BYTES-1:0] data,
  input  wire [5:0]         length
);

  // What was received since reset.
  reg [7:0] received [0:SIZE-1];
  integer   count;
  reg [6:0] pace;
  integer   n;

  initial begin
    ready = 1'b0;
    count = 0;
    pace  = 7'h1;
  end

  always @(posedge clk) begin
    if (!rst_n) begin
      ready <= 1'b0;
      count <= 0;
    end else begin
      pace  <= {pace[5:0], pace[6] ^ pace[5]};
      ready <= pace[2:0] != 3'b101;
      if (valid && ready) begin
        for (n = 0; n < BYTES; n = n + 1) begin
          if (n < {26'h0, length} && count + n < SIZE) received[count + n] <= data[8*n +: 8];
        end
        count <= count + {26'h0, length};
      end
    end
  end

endmodule

`default_nettype wire
