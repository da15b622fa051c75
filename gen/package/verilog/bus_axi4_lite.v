// SPDX-License-Identifier: Apache-2.0
// tw_bench_bus: accesses to registers over AXI4-Lite.
`default_nettype none

module tw_bench_bus #(
  parameter ADDRESS_BITS = 12,
  parameter MOST_CYCLES  = 15000  // of its clock, for a register that does not become what it should
) (
  input  wire                    clk,
  output reg                     s_axi_awvalid,
  input  wire                    s_axi_awready,
  output reg  [ADDRESS_BITS-1:0] s_axi_awaddr,
  output wire [2:0]              s_axi_awprot,
  output reg                     s_axi_wvalid,
  input  wire                    s_axi_wready,
  output reg  [31:0]             s_axi_wdata,
  output wire [3:0]              s_axi_wstrb,
  input  wire                    s_axi_bvalid,
  output reg                     s_axi_bready,
  input  wire [1:0]              s_axi_bresp,
  output reg                     s_axi_arvalid,
  input  wire                    s_axi_arready,
  output reg  [ADDRESS_BITS-1:0] s_axi_araddr,
  output wire [2:0]              s_axi_arprot,
  input  wire                    s_axi_rvalid,
  output reg                     s_axi_rready,
  input  wire [31:0]             s_axi_rdata,
  input  wire [1:0]              s_axi_rresp
);

  // What failed is said once; the bench ends then.
  reg failed = 1'b0;

  assign s_axi_awprot = 3'b000;
  assign s_axi_wstrb  = 4'hF;
  assign s_axi_arprot = 3'b000;

  initial begin
    s_axi_awvalid = 1'b0;
    s_axi_awaddr  = {ADDRESS_BITS{1'b0}};
    s_axi_wvalid  = 1'b0;
    s_axi_wdata   = 32'h0;
    s_axi_bready  = 1'b0;
    s_axi_arvalid = 1'b0;
    s_axi_araddr  = {ADDRESS_BITS{1'b0}};
    s_axi_rready  = 1'b0;
  end

  // Address and data are taken in any order. Signals change at the falling edge of the clock, away from the one that counts.
  task write_register(input [ADDRESS_BITS-1:0] address, input [31:0] data);
    reg address_taken, data_taken, open;
    begin
      @(negedge clk);
      s_axi_awvalid = 1'b1;
      s_axi_awaddr  = address;
      s_axi_wvalid  = 1'b1;
      s_axi_wdata   = data;
      s_axi_bready  = 1'b1;
      open = 1'b1;
      while (open) begin
        @(posedge clk);
        address_taken = s_axi_awready;
        data_taken    = s_axi_wready;
        if (s_axi_bvalid === 1'b1) begin
          open = 1'b0;
          if (s_axi_bresp != 2'b00) bad_answer(address);
        end
        @(negedge clk);
        if (address_taken) s_axi_awvalid = 1'b0;
        if (data_taken) s_axi_wvalid = 1'b0;
      end
      s_axi_bready = 1'b0;
    end
  endtask

  task read_register(input [ADDRESS_BITS-1:0] address, output [31:0] got);
    reg address_taken, open;
    begin
      @(negedge clk);
      s_axi_arvalid = 1'b1;
      s_axi_araddr  = address;
      s_axi_rready  = 1'b1;
      open = 1'b1;
      while (open) begin
        @(posedge clk);
        address_taken = s_axi_arready;
        if (s_axi_rvalid === 1'b1) begin
          open = 1'b0;
          got  = s_axi_rdata;
          if (s_axi_rresp != 2'b00) bad_answer(address);
        end
        @(negedge clk);
        if (address_taken) s_axi_arvalid = 1'b0;
      end
      s_axi_rready = 1'b0;
    end
  endtask

`include "bus_checks.vh"

endmodule

`default_nettype wire
