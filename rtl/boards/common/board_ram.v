// SPDX-License-Identifier: Apache-2.0
// board_ram: memory of 32-bit words, with a program in it; what is read shows in the next cycle.
`default_nettype none

module board_ram #(
  parameter integer ADDRESS_BITS = 11,
  parameter FIRMWARE = "firmware.hex"  // A word a line, as $readmemh reads it.
) (
  input  wire                    clk,
  input  wire                    enable,
  input  wire [3:0]              write,    // For each byte; none: read.
  input  wire [ADDRESS_BITS-1:0] address,  // In words.
  input  wire [31:0]             write_data,
  output wire [31:0]             read_data
);

  reg [31:0] words [0:(1 << ADDRESS_BITS)-1];
  reg [31:0] read_q;

  initial $readmemh(FIRMWARE, words);

  always @(posedge clk) begin
    if (enable) begin
      if (write[0]) words[address][7:0] <= write_data[7:0];
      if (write[1]) words[address][15:8] <= write_data[15:8];
      if (write[2]) words[address][23:16] <= write_data[23:16];
      if (write[3]) words[address][31:24] <= write_data[31:24];
      if (write == 4'd0) read_q <= words[address];
    end
  end

  assign read_data = read_q;

endmodule

`default_nettype wire
