// SPDX-License-Identifier: Apache-2.0
// Sentinel with memory, a shim that makes its RVFI what the adapter relies on, the adapter and a trace encoder; its
// clock stops while the encoder says `stall`.
`default_nettype none

module traced_sentinel (
  input  wire        clk,
  input  wire        rst_n,
  input  wire        hart_rst_n,
  // The program.
  input  wire        load,
  input  wire [31:0] load_addr,
  input  wire [31:0] load_data,
  input  wire [31:0] tohost,
  output wire        ended,
  output wire [31:0] ending,
  // The control bus.
  input  wire [11:0] paddr,
  input  wire        psel,
  input  wire        penable,
  input  wire        pwrite,
  input  wire [31:0] pwdata,
  input  wire [3:0]  pstrb,
  output wire        pready,
  output wire [31:0] prdata,
  output wire        pslverr,
  // The pins.
  input  wire        pib_clk,
  input  wire        pib_rst_n,
  output wire        tref,
  output wire [3:0]  tdata,
  // What retires, in cycles without `stall`.
  output wire        stall,
  output wire        rvfi_valid,
  output wire [31:0] rvfi_insn,
  output wire        rvfi_trap,
  output wire        rvfi_intr,
  output wire [1:0]  rvfi_mode,
  output wire [31:0] rvfi_pc_rdata,
  output wire [31:0] rvfi_pc_wdata,
  output wire [1:0]  return_mode,
  // An instruction did not get through the adapter.
  output wire        overflow,
  // The RVFI breaks what the adapter relies on.
  output wire        violated
);

  wire hart_clk;
  wire rvfi_halt;

  // Its bus, for instructions and data; addresses are those of words.
  wire        bus_cyc, bus_stb, bus_we, bus_ack;
  wire [29:0] bus_adr;
  wire [31:0] bus_dat_r, bus_dat_w;
  wire [3:0]  bus_sel;
  wire        timer_irq;

  // What Sentinel says.
  wire        shown_valid;
  wire [31:0] mcause;

  wire [`ITYPE_WIDTH-1:0]   itype;
  wire [31:0]               iaddr;
  wire [`IRETIRE_WIDTH-1:0] iretire;
  wire                      ilastsize;
  wire                      halted;

  // Outputs that nothing needs.
  wire unused_fetch_valid, unused_fetch_error, unused_error, unused_software_irq;
  wire [31:0] unused_fetch_data;

  clock_gate gate (.clk(clk), .enable(!stall), .gated(hart_clk));

  // It starts at address 0, where its RAM is, and the core-local interrupter is where it always is.
  wire in_ram = bus_adr[29:23] == 7'd0;

  memory #(.TICK(`TICK)) memory (
    .clk(hart_clk), .rst_n(hart_rst_n),
    .fetch(1'b0), .fetch_addr(32'd0), .fetch_valid(unused_fetch_valid), .fetch_data(unused_fetch_data),
    .fetch_error(unused_fetch_error),
    .request(bus_cyc && bus_stb && !bus_ack), .addr({in_ram, bus_adr[28:0], 2'd0}), .write(bus_we), .wdata(bus_dat_w),
    .strobe(bus_sel), .valid(bus_ack), .rdata(bus_dat_r), .error(unused_error),
    .load(load), .load_addr(load_addr), .load_data(load_data),
    .tohost({1'b1, tohost[30:0]}), .ended(ended), .ending(ending),
    .timer_irq(timer_irq), .software_irq(unused_software_irq)
  );

  // Of its other ports, most show CSRs.
  /* verilator lint_off PINMISSING */
  sentinel core (
    .clk(hart_clk), .rst(!hart_rst_n), .irq(timer_irq),
    .bus__adr(bus_adr), .bus__dat_r(bus_dat_r), .bus__dat_w(bus_dat_w), .bus__sel(bus_sel), .bus__cyc(bus_cyc),
    .bus__stb(bus_stb), .bus__we(bus_we), .bus__ack(bus_ack),
    .rvfi__valid(shown_valid), .rvfi__insn(rvfi_insn), .rvfi__trap(rvfi_trap), .rvfi__halt(rvfi_halt),
    .rvfi__intr(rvfi_intr), .rvfi__mode(rvfi_mode), .rvfi__pc_rdata(rvfi_pc_rdata), .rvfi__pc_wdata(rvfi_pc_wdata),
    .rvfi__csr__mcause__wdata(mcause)
  );
  /* verilator lint_on PINMISSING */

  // The shim: an interrupt is no instruction.
  assign rvfi_valid = shown_valid && !(rvfi_trap && mcause[31]);

  // There is M-mode alone.
  assign return_mode = 2'd3;

  tw_rvfi_check check (
    .clk(hart_clk), .rst_n(hart_rst_n),
    .rvfi_valid(rvfi_valid), .rvfi_insn(rvfi_insn), .rvfi_trap(rvfi_trap), .rvfi_halt(rvfi_halt),
    .rvfi_intr(rvfi_intr), .rvfi_mode(rvfi_mode), .rvfi_pc_rdata(rvfi_pc_rdata), .rvfi_pc_wdata(rvfi_pc_wdata),
    .debug_mode(1'b0), .violated(violated)
  );

  tw_rvfi adapter (
    .clk(hart_clk), .rst_n(rst_n),
    .rvfi_valid(rvfi_valid), .rvfi_insn(rvfi_insn), .rvfi_trap(rvfi_trap), .rvfi_halt(rvfi_halt),
    .rvfi_intr(rvfi_intr), .rvfi_mode(rvfi_mode), .rvfi_pc_rdata(rvfi_pc_rdata), .rvfi_pc_wdata(rvfi_pc_wdata),
    .debug_mode(1'b0), .overflow(overflow),
    .itype(itype), .iaddr(iaddr), .iretire(iretire), .ilastsize(ilastsize), .halted(halted)
  );

  tw_top trace (
    .clk(clk), .rst_n(rst_n),
    .itype(itype), .iaddr(iaddr), .iretire(iretire), .ilastsize(ilastsize), .halted(halted), .stall(stall),
    .paddr(paddr), .psel(psel), .penable(penable), .pwrite(pwrite), .pwdata(pwdata), .pstrb(pstrb),
    .pready(pready), .prdata(prdata), .pslverr(pslverr),
    .pib_clk(pib_clk), .pib_rst_n(pib_rst_n), .tref(tref), .tdata(tdata)
  );

endmodule

`default_nettype wire
