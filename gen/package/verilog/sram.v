// SPDX-License-Identifier: Apache-2.0
// tw_bench_sram: a single-port memory that reads in the cycle after, as a foundry's would be.
`default_nettype none

module tw_bench_sram #(
  parameter LANES        = 1,
  parameter ADDRESS_BITS = 10
) (
  input  wire                    clk,
  input  wire                    enable,
  input  wire [LANES-1:0]        write,
  input  wire [ADDRESS_BITS-1:0] address,
  input  wire [32*LANES-1:0]     write_data,
  output reg  [32*LANES-1:0]     read_data
);

  reg [32*LANES-1:0] memory [0:(1<<ADDRESS_BITS)-1];
  integer            n;

  always @(posedge clk) begin
    if (enable) begin
      for (n = 0; n < LANES; n = n + 1) begin
        if (write[n]) memory[address][32*n +: 32] <= write_data[32*n +: 32];
      end
      if (write == {LANES{1'b0}}) read_data <= memory[address];
    end
  end

endmodule

`default_nettype wire
