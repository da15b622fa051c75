// SPDX-License-Identifier: Apache-2.0
// tw_bench_memory: system memory on Wishbone, as large as the buffer; now and then it is not ready.
`default_nettype none

`include "memory_head.vh"
  input  wire                    m_wb_cyc,
  input  wire                    m_wb_stb,
  input  wire                    m_wb_we,
  input  wire [ADDRESS_BITS-1:0] m_wb_adr,
  input  wire [8*BYTES-1:0]      m_wb_dat_o,
  input  wire [BYTES-1:0]        m_wb_sel,
  output reg                     m_wb_ack
);

`include "memory_state.vh"

  initial begin
    failed = 1'b0;
    pace   = 7'h1;
    m_wb_ack = 1'b0;
  end

  always @(*) offset = m_wb_adr - BASE;

  always @(posedge clk) begin
    pace <= {pace[5:0], pace[6] ^ pace[5]};
    if (!rst_n) begin
      m_wb_ack <= 1'b0;
    end else begin
      m_wb_ack <= m_wb_cyc && m_wb_stb && !m_wb_ack && pace[1:0] != 2'b01;
      if (m_wb_cyc && m_wb_stb && m_wb_we && m_wb_ack) begin
        for (n = 0; n < BYTES; n = n + 1) begin
          if (m_wb_sel[n] && offset < SIZE) received[offset[INDEX_BITS-1:0] | n[INDEX_BITS-1:0]] <= m_wb_dat_o[8*n +: 8];
        end
        if (offset >= SIZE && !failed) begin
          $display("FAIL: system memory: a write outside the buffer, at 0x%h", BASE + offset);
          failed <= 1'b1;
        end
      end
    end
  end

endmodule

`default_nettype wire
