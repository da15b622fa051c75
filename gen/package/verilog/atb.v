// SPDX-License-Identifier: Apache-2.0
// tw_bench_atb: an ATB slave. It is now and then not ready, and every fourth edge of its clock does not count.
`default_nettype none

module tw_bench_atb #(
  parameter       BYTES      = 4,
  parameter       COUNT_BITS = 2,
  parameter [6:0] ID         = 7'h1,
  parameter       SIZE       = 1024
) (
  input  wire                  atclk,
  input  wire                  rst_n,
  output reg                   atclken,
  input  wire                  atvalid,
  output reg                   atready,
  input  wire [8*BYTES-1:0]    atdata,
  input  wire [COUNT_BITS-1:0] atbytes,
  input  wire [6:0]            atid
);

  // What was received since reset.
  reg [7:0] received [0:SIZE-1];
  integer   count;
  reg       failed;
  reg [1:0] edges;
  reg [6:0] pace;
  integer   n;

  initial begin
    failed = 1'b0;
    atclken = 1'b1;
    atready = 1'b0;
    count   = 0;
    edges   = 2'd0;
    pace    = 7'h1;
  end

  always @(posedge atclk) begin
    edges   <= edges + 2'd1;
    atclken <= edges != 2'd3;
    if (!rst_n) begin
      atready <= 1'b0;
      count   <= 0;
    end else if (atclken) begin
      pace    <= {pace[5:0], pace[6] ^ pace[5]};
      atready <= pace[2:0] != 3'b011;
      if (atvalid && atready) begin
        for (n = 0; n < BYTES; n = n + 1) begin
          if (n <= {{(32-COUNT_BITS){1'b0}}, atbytes} && count + n < SIZE) received[count + n] <= atdata[8*n +: 8];
        end
        count <= count + {{(32-COUNT_BITS){1'b0}}, atbytes} + 1;
        if (atid != ID && !failed) begin
          $display("FAIL: ATB: expected the ID 0x%h, met 0x%h", ID, atid);
          failed <= 1'b1;
        end
      end
    end
  end

endmodule

`default_nettype wire
