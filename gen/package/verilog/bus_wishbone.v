// SPDX-License-Identifier: Apache-2.0
// tw_bench_bus: accesses to registers over Wishbone B4, classic cycles.
`default_nettype none

module tw_bench_bus #(
  parameter ADDRESS_BITS = 12,
  parameter MOST_CYCLES  = 15000  // of its clock, for a register that does not become what it should
) (
  input  wire                    clk,
  output reg                     wb_cyc,
  output reg                     wb_stb,
  output reg                     wb_we,
  output reg  [ADDRESS_BITS-1:0] wb_adr,
  output reg  [31:0]             wb_dat_i,
  output wire [3:0]              wb_sel,
  input  wire [31:0]             wb_dat_o,
  input  wire                    wb_ack,
  input  wire                    wb_err
);

  // What failed is said once; the bench ends then.
  reg failed = 1'b0;

  assign wb_sel = 4'hF;

  initial begin
    wb_cyc   = 1'b0;
    wb_stb   = 1'b0;
    wb_we    = 1'b0;
    wb_adr   = {ADDRESS_BITS{1'b0}};
    wb_dat_i = 32'h0;
  end

  // A cycle of the bus with one transfer. Signals change at the falling edge of the clock, away from the one that counts.
  task transfer(input [ADDRESS_BITS-1:0] address, input write, input [31:0] data, output [31:0] got);
    begin
      @(negedge clk);
      wb_cyc   = 1'b1;
      wb_stb   = 1'b1;
      wb_we    = write;
      wb_adr   = address;
      wb_dat_i = data;
      @(posedge clk);
      while (wb_ack !== 1'b1 && wb_err !== 1'b1) @(posedge clk);
      got = wb_dat_o;
      if (wb_err) bad_answer(address);
      @(negedge clk);
      wb_cyc = 1'b0;
      wb_stb = 1'b0;
    end
  endtask

  task write_register(input [ADDRESS_BITS-1:0] address, input [31:0] data);
    reg [31:0] unused_data;
    transfer(address, 1'b1, data, unused_data);
  endtask

  task read_register(input [ADDRESS_BITS-1:0] address, output [31:0] got);
    transfer(address, 1'b0, 32'h0, got);
  endtask

`include "bus_checks.vh"

endmodule

`default_nettype wire
