// SPDX-License-Identifier: Apache-2.0
// tw_bench_bus: accesses to registers over APB4.
`default_nettype none

module tw_bench_bus #(
  parameter ADDRESS_BITS = 12,
  parameter MOST_CYCLES  = 15000  // of its clock, for a register that does not become what it should
) (
  input  wire                    clk,
  output reg  [ADDRESS_BITS-1:0] paddr,
  output reg                     psel,
  output reg                     penable,
  output reg                     pwrite,
  output reg  [31:0]             pwdata,
  output reg  [3:0]              pstrb,
  input  wire                    pready,
  input  wire [31:0]             prdata,
  input  wire                    pslverr
);

  // What failed is said once; the bench ends then.
  reg failed = 1'b0;

  initial begin
    paddr   = {ADDRESS_BITS{1'b0}};
    psel    = 1'b0;
    penable = 1'b0;
    pwrite  = 1'b0;
    pwdata  = 32'h0;
    pstrb   = 4'h0;
  end

  // A transfer: the setup phase is a cycle, the access phase lasts until pready. Signals change at the falling edge, away from the one that counts.
  task transfer(input [ADDRESS_BITS-1:0] address, input write, input [31:0] data, output [31:0] got);
    begin
      @(negedge clk);
      psel   = 1'b1;
      paddr  = address;
      pwrite = write;
      pwdata = data;
      pstrb  = write ? 4'hF : 4'h0;
      @(negedge clk);
      penable = 1'b1;
      @(posedge clk);
      while (pready !== 1'b1) @(posedge clk);
      got = prdata;
      if (pslverr) bad_answer(address);
      @(negedge clk);
      psel    = 1'b0;
      penable = 1'b0;
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
