// SPDX-License-Identifier: Apache-2.0
// icebreaker: a PicoRV32 and its trace encoder on an iCEBreaker; trace goes to a pin as UART, and to the board's own serial port.
`default_nettype none

module icebreaker #(
  parameter FIRMWARE = "firmware.hex"
) (
  input  wire CLK,      // 12 MHz.
  input  wire BTN_N,    // Button: reset.
  output wire TX,       // Serial port, to the PC: trace.
  output wire LEDG_N,   // Toggles with each run of the program.
  output wire LEDR_N,   // Trace was lost.
  output wire P1A1      // Trace.
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
  wire [2:0]  itype;
  wire [31:0] iaddr;
  wire        iretire;
  wire        ilastsize;
  wire        halted;
  wire        overflow;
  wire        stall;
  wire        txd;
  wire [7:0]  led;

  board_reset reset (
    .clk       (CLK),
    .request_n (BTN_N),
    .rst_n     (rst_n)
  );

  board_core #(
    .ADDRESS_BITS (10),
    .FIRMWARE     (FIRMWARE),
    .UART_DIVIDER (12),
    .COMPRESSED   (1'b0),
    .MULTIPLY     (1'b0),
    .INTERRUPTS   (1'b0)
  ) core (
    .clk           (CLK),
    .rst_n         (rst_n),
    .rxd           (1'b1),
    .txd           (txd),
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
    .clk           (CLK),
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
    .clk       (CLK),
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
    .pib_clk   (CLK),
    .pib_rst_n (rst_n),
    .tdata     (P1A1)
  );

  assign TX = P1A1;
  assign LEDG_N = !led[0];
  assign LEDR_N = !led[1];

  // The core is never stalled (the build has no stall), has no interrupts, never asks for an address that is not aligned, and
  // its port is not used.
  wire unused = &{1'b0, stall, overflow, pslverr, txd, led, 1'b0};

endmodule

`default_nettype wire
