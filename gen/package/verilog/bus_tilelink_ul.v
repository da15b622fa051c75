// SPDX-License-Identifier: Apache-2.0
// tw_bench_bus: accesses to registers over TileLink Uncached Lightweight.
`default_nettype none

module tw_bench_bus #(
  parameter ADDRESS_BITS = 12,
  parameter SOURCE_BITS  = 4,
  parameter MOST_CYCLES  = 15000  // of its clock, for a register that does not become what it should
) (
  input  wire                    clk,
  output reg                     tl_a_valid,
  input  wire                    tl_a_ready,
  output reg  [2:0]              tl_a_opcode,
  output wire [2:0]              tl_a_param,
  output wire [1:0]              tl_a_size,
  output reg  [SOURCE_BITS-1:0]  tl_a_source,
  output reg  [ADDRESS_BITS-1:0] tl_a_address,
  output wire [3:0]              tl_a_mask,
  output reg  [31:0]             tl_a_data,
  output wire                    tl_a_corrupt,
  input  wire                    tl_d_valid,
  output reg                     tl_d_ready,
  input  wire [SOURCE_BITS-1:0]  tl_d_source,
  input  wire                    tl_d_denied,
  input  wire [31:0]             tl_d_data,
  input  wire                    tl_d_corrupt
);

  // What failed is said once; the bench ends then.
  reg failed = 1'b0;

  localparam [2:0] PUT_FULL_DATA = 3'd0;
  localparam [2:0] GET           = 3'd4;

  assign tl_a_param   = 3'd0;
  assign tl_a_size    = 2'd2;
  assign tl_a_mask    = 4'hF;
  assign tl_a_corrupt = 1'b0;

  initial begin
    tl_a_valid   = 1'b0;
    tl_a_opcode  = GET;
    tl_a_source  = {SOURCE_BITS{1'b0}};
    tl_a_address = {ADDRESS_BITS{1'b0}};
    tl_a_data    = 32'h0;
    tl_d_ready   = 1'b0;
  end

  // A message on channel A, and its answer on channel D, which has the same source. Signals change at the falling edge of the clock, away
  // from the one that counts.
  task transfer(input [2:0] opcode, input [ADDRESS_BITS-1:0] address, input [31:0] data, output [31:0] got);
    reg taken, open;
    begin
      @(negedge clk);
      tl_a_valid   = 1'b1;
      tl_a_opcode  = opcode;
      tl_a_address = address;
      tl_a_data    = data;
      tl_d_ready   = 1'b1;
      open = 1'b1;
      while (open) begin
        @(posedge clk);
        taken = tl_a_ready;
        if (tl_d_valid === 1'b1) begin
          open = 1'b0;
          got  = tl_d_data;
          if (tl_d_denied || tl_d_corrupt || tl_d_source != tl_a_source) bad_answer(address);
        end
        @(negedge clk);
        if (taken) tl_a_valid = 1'b0;
      end
      tl_d_ready  = 1'b0;
      tl_a_source = ~tl_a_source;
    end
  endtask

  task write_register(input [ADDRESS_BITS-1:0] address, input [31:0] data);
    reg [31:0] unused_data;
    transfer(PUT_FULL_DATA, address, data, unused_data);
  endtask

  task read_register(input [ADDRESS_BITS-1:0] address, output [31:0] got);
    transfer(GET, address, 32'h0, got);
  endtask

`include "bus_checks.vh"

endmodule

`default_nettype wire
