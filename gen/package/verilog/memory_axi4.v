// SPDX-License-Identifier: Apache-2.0
// tw_bench_memory: system memory on AXI4, as large as the buffer; now and then it is not ready.
`default_nettype none

`include "memory_head.vh"
  input  wire                    m_axi_awvalid,
  output reg                     m_axi_awready,
  input  wire [ADDRESS_BITS-1:0] m_axi_awaddr,
  input  wire [7:0]              m_axi_awlen,
  input  wire                    m_axi_wvalid,
  output reg                     m_axi_wready,
  input  wire [8*BYTES-1:0]      m_axi_wdata,
  input  wire [BYTES-1:0]        m_axi_wstrb,
  input  wire                    m_axi_wlast,
  output reg                     m_axi_bvalid,
  input  wire                    m_axi_bready,
  output wire [1:0]              m_axi_bresp
);

`include "memory_state.vh"
  reg [7:0]              beats;
  // A burst is under way: its address was taken, not all of its words.
  reg                    open;

  assign m_axi_bresp = 2'b00;

  initial begin
    failed = 1'b0;
    pace   = 7'h1;
    m_axi_awready = 1'b0;
    m_axi_wready  = 1'b0;
    m_axi_bvalid  = 1'b0;
    offset        = {ADDRESS_BITS{1'b0}};
    beats         = 8'd0;
    open          = 1'b0;
  end

  always @(posedge clk) begin
    pace <= {pace[5:0], pace[6] ^ pace[5]};
    if (!rst_n) begin
      m_axi_awready <= 1'b0;
      m_axi_wready  <= 1'b0;
      m_axi_bvalid  <= 1'b0;
      open          <= 1'b0;
    end else if (!open) begin
      m_axi_awready <= !m_axi_bvalid && pace[0];
      if (m_axi_bready) m_axi_bvalid <= 1'b0;
      if (m_axi_awvalid && m_axi_awready) begin
        m_axi_awready <= 1'b0;
        offset        <= m_axi_awaddr - BASE;
        beats         <= m_axi_awlen;
        open          <= 1'b1;
      end
    end else begin
      m_axi_wready <= pace[1:0] != 2'b01;
      if (m_axi_wvalid && m_axi_wready) begin
        for (n = 0; n < BYTES; n = n + 1) begin
          if (m_axi_wstrb[n] && offset < SIZE) received[offset[INDEX_BITS-1:0] | n[INDEX_BITS-1:0]] <= m_axi_wdata[8*n +: 8];
        end
        if ((offset >= SIZE || m_axi_wlast != (beats == 8'd0)) && !failed) begin
          $display("FAIL: system memory: a burst leaves the buffer, or ends too early or too late, at 0x%h", BASE + offset);
          failed <= 1'b1;
        end
        offset <= offset + BYTES;
        beats  <= beats - 8'd1;
        if (m_axi_wlast) begin
          m_axi_wready <= 1'b0;
          m_axi_bvalid <= 1'b1;
          open         <= 1'b0;
        end
      end
    end
  end

endmodule

`default_nettype wire
