// SPDX-License-Identifier: Apache-2.0
// board_core: a PicoRV32 with its memory and serial port. Trace registers are outside, on APB4; what retires is shown by RVFI.
//
//   0x0000_0000  memory
//   0x4000_0000  trace registers (4 KiB)
//   0x8000_0000  read: bit 31 no byte has come, bits 7:0 the byte; write: sends a byte, waiting for the one before
//   0x8000_0004  lights (bits 7:0)
`default_nettype none

module board_core #(
  parameter integer ADDRESS_BITS = 11,  // Of the memory's words.
  parameter FIRMWARE = "firmware.hex",
  parameter integer UART_DIVIDER = 25,  // Clock cycles of a bit.
  parameter [0:0] COMPRESSED = 1,
  parameter [0:0] MULTIPLY = 1,
  parameter [0:0] INTERRUPTS = 1
) (
  input  wire        clk,
  input  wire        rst_n,
  // Serial port and lights
  input  wire        rxd,
  output wire        txd,
  output wire [7:0]  led,
  // Trace registers
  output wire [11:0] paddr,
  output wire        psel,
  output wire        penable,
  output wire        pwrite,
  output wire [31:0] pwdata,
  output wire [3:0]  pstrb,
  input  wire        pready,
  input  wire [31:0] prdata,
  // What retires
  output wire        rvfi_valid,
  output wire [31:0] rvfi_insn,
  output wire        rvfi_trap,
  output wire        rvfi_halt,
  output wire        rvfi_intr,
  output wire [1:0]  rvfi_mode,
  output wire [31:0] rvfi_pc_rdata,
  output wire [31:0] rvfi_pc_wdata
);

  wire        mem_valid;
  wire        mem_ready;
  wire [31:0] mem_addr;
  wire [31:0] mem_wdata;
  wire [3:0]  mem_wstrb;
  wire [31:0] mem_rdata;

  wire        is_memory = mem_addr[31:30] == 2'b00;
  wire        is_trace = mem_addr[31:30] == 2'b01;
  wire        is_port = mem_addr[31];
  wire        is_write = mem_wstrb != 4'd0;
  wire [31:0] ram_data;
  wire        uart_busy;
  wire        uart_valid;
  wire [7:0]  uart_data;

  reg         resetn_q;  // The core resets with the clock.
  reg         ram_ready_q;
  reg         penable_q;
  reg  [7:0]  led_q;

  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      resetn_q <= 1'b0;
      ram_ready_q <= 1'b0;
      penable_q <= 1'b0;
      led_q <= 8'd0;
    end else begin
      resetn_q <= 1'b1;
      ram_ready_q <= mem_valid && is_memory && !ram_ready_q;
      penable_q <= psel && !(penable_q && pready);
      if (mem_valid && is_port && is_write && mem_addr[2]) led_q <= mem_wdata[7:0];
    end
  end

  wire uart_send = mem_valid && is_port && is_write && !mem_addr[2] && !uart_busy;
  wire uart_take = mem_valid && is_port && !is_write;
  wire port_ready = mem_valid && is_port && !(is_write && !mem_addr[2] && uart_busy);

  assign psel = mem_valid && is_trace;
  assign penable = penable_q;
  assign paddr = {mem_addr[11:2], 2'b00};
  assign pwrite = is_write;
  assign pwdata = mem_wdata;
  assign pstrb = mem_wstrb;
  assign led = led_q;

  assign mem_ready = ram_ready_q || port_ready || (penable_q && pready);
  assign mem_rdata = is_memory ? ram_data : is_trace ? prdata : {!uart_valid, 23'd0, uart_data};

  board_ram #(
    .ADDRESS_BITS (ADDRESS_BITS),
    .FIRMWARE     (FIRMWARE)
  ) ram (
    .clk        (clk),
    .enable     (mem_valid && is_memory && !ram_ready_q),
    .write      (mem_wstrb),
    .address    (mem_addr[ADDRESS_BITS+1:2]),
    .write_data (mem_wdata),
    .read_data  (ram_data)
  );

  board_uart_tx #(
    .DIVIDER (UART_DIVIDER)
  ) uart_tx (
    .clk   (clk),
    .rst_n (rst_n),
    .send  (uart_send),
    .data  (mem_wdata[7:0]),
    .busy  (uart_busy),
    .txd   (txd)
  );

  board_uart_rx #(
    .DIVIDER (UART_DIVIDER)
  ) uart_rx (
    .clk   (clk),
    .rst_n (rst_n),
    .rxd   (rxd),
    .take  (uart_take),
    .valid (uart_valid),
    .data  (uart_data)
  );

  // What the core shows and nothing here needs.
  wire        trap;
  wire        mem_instr;
  wire        mem_la_read;
  wire        mem_la_write;
  wire [31:0] mem_la_addr;
  wire [31:0] mem_la_wdata;
  wire [3:0]  mem_la_wstrb;
  wire        pcpi_valid;
  wire [31:0] pcpi_insn;
  wire [31:0] pcpi_rs1;
  wire [31:0] pcpi_rs2;
  wire [31:0] eoi;
  wire        trace_valid;
  wire [35:0] trace_data;
  wire [63:0] rvfi_order;
  wire [1:0]  rvfi_ixl;
  wire [4:0]  rvfi_rs1_addr;
  wire [4:0]  rvfi_rs2_addr;
  wire [31:0] rvfi_rs1_rdata;
  wire [31:0] rvfi_rs2_rdata;
  wire [4:0]  rvfi_rd_addr;
  wire [31:0] rvfi_rd_wdata;
  wire [31:0] rvfi_mem_addr;
  wire [3:0]  rvfi_mem_rmask;
  wire [3:0]  rvfi_mem_wmask;
  wire [31:0] rvfi_mem_rdata;
  wire [31:0] rvfi_mem_wdata;
  wire [63:0] rvfi_csr_mcycle_rmask;
  wire [63:0] rvfi_csr_mcycle_wmask;
  wire [63:0] rvfi_csr_mcycle_rdata;
  wire [63:0] rvfi_csr_mcycle_wdata;
  wire [63:0] rvfi_csr_minstret_rmask;
  wire [63:0] rvfi_csr_minstret_wmask;
  wire [63:0] rvfi_csr_minstret_rdata;
  wire [63:0] rvfi_csr_minstret_wdata;
  wire unused = &{1'b0, mem_addr, trap, mem_instr, mem_la_read, mem_la_write, mem_la_addr, mem_la_wdata, mem_la_wstrb,
                  pcpi_valid, pcpi_insn, pcpi_rs1, pcpi_rs2, eoi, trace_valid, trace_data, rvfi_order, rvfi_ixl,
                  rvfi_rs1_addr, rvfi_rs2_addr, rvfi_rs1_rdata, rvfi_rs2_rdata, rvfi_rd_addr, rvfi_rd_wdata,
                  rvfi_mem_addr, rvfi_mem_rmask, rvfi_mem_wmask, rvfi_mem_rdata, rvfi_mem_wdata,
                  rvfi_csr_mcycle_rmask, rvfi_csr_mcycle_wmask, rvfi_csr_mcycle_rdata, rvfi_csr_mcycle_wdata,
                  rvfi_csr_minstret_rmask, rvfi_csr_minstret_wmask, rvfi_csr_minstret_rdata, rvfi_csr_minstret_wdata,
                  1'b0};

  picorv32 #(
    .ENABLE_COUNTERS   (1'b0),
    .ENABLE_COUNTERS64 (1'b0),
    .COMPRESSED_ISA    (COMPRESSED),
    .CATCH_MISALIGN    (1'b0),
    .ENABLE_FAST_MUL   (MULTIPLY),
    .ENABLE_DIV        (MULTIPLY),
    .ENABLE_IRQ        (INTERRUPTS),
    .ENABLE_IRQ_TIMER  (INTERRUPTS)
  ) core (
    .clk             (clk),
    .resetn          (resetn_q),
    .trap            (trap),
    .mem_valid       (mem_valid),
    .mem_instr       (mem_instr),
    .mem_ready       (mem_ready),
    .mem_addr        (mem_addr),
    .mem_wdata       (mem_wdata),
    .mem_wstrb       (mem_wstrb),
    .mem_rdata       (mem_rdata),
    .mem_la_read     (mem_la_read),
    .mem_la_write    (mem_la_write),
    .mem_la_addr     (mem_la_addr),
    .mem_la_wdata    (mem_la_wdata),
    .mem_la_wstrb    (mem_la_wstrb),
    .pcpi_valid      (pcpi_valid),
    .pcpi_insn       (pcpi_insn),
    .pcpi_rs1        (pcpi_rs1),
    .pcpi_rs2        (pcpi_rs2),
    .pcpi_wr         (1'b0),
    .pcpi_rd         (32'd0),
    .pcpi_wait       (1'b0),
    .pcpi_ready      (1'b0),
    .irq             (32'd0),
    .eoi             (eoi),
    .rvfi_valid      (rvfi_valid),
    .rvfi_order      (rvfi_order),
    .rvfi_insn       (rvfi_insn),
    .rvfi_trap       (rvfi_trap),
    .rvfi_halt       (rvfi_halt),
    .rvfi_intr       (rvfi_intr),
    .rvfi_mode       (rvfi_mode),
    .rvfi_ixl        (rvfi_ixl),
    .rvfi_rs1_addr   (rvfi_rs1_addr),
    .rvfi_rs2_addr   (rvfi_rs2_addr),
    .rvfi_rs1_rdata  (rvfi_rs1_rdata),
    .rvfi_rs2_rdata  (rvfi_rs2_rdata),
    .rvfi_rd_addr    (rvfi_rd_addr),
    .rvfi_rd_wdata   (rvfi_rd_wdata),
    .rvfi_pc_rdata   (rvfi_pc_rdata),
    .rvfi_pc_wdata   (rvfi_pc_wdata),
    .rvfi_mem_addr   (rvfi_mem_addr),
    .rvfi_mem_rmask  (rvfi_mem_rmask),
    .rvfi_mem_wmask  (rvfi_mem_wmask),
    .rvfi_mem_rdata  (rvfi_mem_rdata),
    .rvfi_mem_wdata  (rvfi_mem_wdata),
    .rvfi_csr_mcycle_rmask   (rvfi_csr_mcycle_rmask),
    .rvfi_csr_mcycle_wmask   (rvfi_csr_mcycle_wmask),
    .rvfi_csr_mcycle_rdata   (rvfi_csr_mcycle_rdata),
    .rvfi_csr_mcycle_wdata   (rvfi_csr_mcycle_wdata),
    .rvfi_csr_minstret_rmask (rvfi_csr_minstret_rmask),
    .rvfi_csr_minstret_wmask (rvfi_csr_minstret_wmask),
    .rvfi_csr_minstret_rdata (rvfi_csr_minstret_rdata),
    .rvfi_csr_minstret_wdata (rvfi_csr_minstret_wdata),
    .trace_valid     (trace_valid),
    .trace_data      (trace_data)
  );

endmodule

`default_nettype wire
