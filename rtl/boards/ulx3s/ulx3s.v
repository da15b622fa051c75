// SPDX-License-Identifier: Apache-2.0
// ulx3s: a PicoRV32 and its trace encoder on a ULX3S; trace goes to on-chip memory, read over the serial port, or to the header.
`default_nettype none

module ulx3s #(
  parameter FIRMWARE = "firmware.hex"
) (
  input  wire       clk_25mhz,
  input  wire       fire1,      // Button: reset.
  output wire       ftdi_rxd,   // Serial port, to the PC: 1 Mbaud.
  input  wire       ftdi_txd,   // From the PC.
  output wire [7:0] led,
  output wire       trace_ref,  // The pins of the PIB.
  output wire [3:0] trace_data
);

  wire        rst_n;
  wire [11:0] paddr;
  wire        psel;
  wire        penable;
  wire        pwrite;
  wire [31:0] pwdata;
  wire [3:0]  pstrb;
  wire        pready;
  wire [31:0] prdata;
  wire        pslverr;
  wire        rvfi_valid;
  wire [31:0] rvfi_insn;
  wire        rvfi_trap;
  wire        rvfi_halt;
  wire        rvfi_intr;
  wire [1:0]  rvfi_mode;
  wire [31:0] rvfi_pc_rdata;
  wire [31:0] rvfi_pc_wdata;
  wire [3:0]  itype;
  wire [31:0] iaddr;
  wire        iretire;
  wire        ilastsize;
  wire        halted;
  wire        overflow;
  wire        stall;

  board_reset reset (
    .clk       (clk_25mhz),
    .request_n (!fire1),
    .rst_n     (rst_n)
  );

  board_core #(
    .ADDRESS_BITS (12),
    .FIRMWARE     (FIRMWARE),
    .UART_DIVIDER (25),
    .COMPRESSED   (1'b1),
    .MULTIPLY     (1'b1),
    .INTERRUPTS   (1'b1)
  ) core (
    .clk           (clk_25mhz),
    .rst_n         (rst_n),
    .rxd           (ftdi_txd),
    .txd           (ftdi_rxd),
    .led           (led),
    .paddr         (paddr),
    .psel          (psel),
    .penable       (penable),
    .pwrite        (pwrite),
    .pwdata        (pwdata),
    .pstrb         (pstrb),
    .pready        (pready),
    .prdata        (prdata),
    .rvfi_valid    (rvfi_valid),
    .rvfi_insn     (rvfi_insn),
    .rvfi_trap     (rvfi_trap),
    .rvfi_halt     (rvfi_halt),
    .rvfi_intr     (rvfi_intr),
    .rvfi_mode     (rvfi_mode),
    .rvfi_pc_rdata (rvfi_pc_rdata),
    .rvfi_pc_wdata (rvfi_pc_wdata)
  );

  tw_rvfi rvfi (
    .clk           (clk_25mhz),
    .rst_n         (rst_n),
    .rvfi_valid    (rvfi_valid),
    .rvfi_insn     (rvfi_insn),
    .rvfi_trap     (rvfi_trap),
    .rvfi_halt     (rvfi_halt),
    .rvfi_intr     (rvfi_intr),
    .rvfi_mode     (rvfi_mode),
    .rvfi_pc_rdata (rvfi_pc_rdata),
    .rvfi_pc_wdata (rvfi_pc_wdata),
    .debug_mode    (1'b0),
    .itype         (itype),
    .iaddr         (iaddr),
    .iretire       (iretire),
    .ilastsize     (ilastsize),
    .halted        (halted),
    .overflow      (overflow)
  );

  tw_top trace (
    .clk       (clk_25mhz),
    .rst_n     (rst_n),
    .itype     (itype),
    .iaddr     (iaddr),
    .iretire   (iretire),
    .ilastsize (ilastsize),
    .halted    (halted),
    .stall     (stall),
    .paddr     (paddr),
    .psel      (psel),
    .penable   (penable),
    .pwrite    (pwrite),
    .pwdata    (pwdata),
    .pstrb     (pstrb),
    .pready    (pready),
    .prdata    (prdata),
    .pslverr   (pslverr),
    .pib_clk   (clk_25mhz),
    .pib_rst_n (rst_n),
    .tref      (trace_ref),
    .tdata     (trace_data)
  );

  // The core is never stalled (the build has no stall), spends a cycle on each interrupt and trap, and never asks for an address that is not aligned.
  wire unused = &{1'b0, stall, overflow, pslverr, 1'b0};

endmodule

`default_nettype wire
