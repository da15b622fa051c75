// SPDX-License-Identifier: Apache-2.0
// tw_bench_memory: system memory on TileLink-UL, as large as the buffer; now and then it is not ready.
`default_nettype none

`include "memory_head.vh"
  input  wire                    m_tl_a_valid,
  output reg                     m_tl_a_ready,
  input  wire [ADDRESS_BITS-1:0] m_tl_a_address,
  input  wire [BYTES-1:0]        m_tl_a_mask,
  input  wire [8*BYTES-1:0]      m_tl_a_data,
  output reg                     m_tl_d_valid,
  input  wire                    m_tl_d_ready
);

`include "memory_state.vh"

  initial begin
    failed = 1'b0;
    pace   = 7'h1;
    m_tl_a_ready = 1'b0;
    m_tl_d_valid = 1'b0;
  end

  always @(*) offset = m_tl_a_address - BASE;

  always @(posedge clk) begin
    pace <= {pace[5:0], pace[6] ^ pace[5]};
    if (!rst_n) begin
      m_tl_a_ready <= 1'b0;
      m_tl_d_valid <= 1'b0;
    end else begin
      m_tl_a_ready <= !m_tl_d_valid && pace[1:0] != 2'b01;
      if (m_tl_d_ready) m_tl_d_valid <= 1'b0;
      if (m_tl_a_valid && m_tl_a_ready) begin
        m_tl_a_ready <= 1'b0;
        m_tl_d_valid <= 1'b1;
        for (n = 0; n < BYTES; n = n + 1) begin
          if (m_tl_a_mask[n] && offset < SIZE) received[offset[INDEX_BITS-1:0] | n[INDEX_BITS-1:0]] <= m_tl_a_data[8*n +: 8];
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
