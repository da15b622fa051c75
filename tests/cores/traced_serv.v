// SPDX-License-Identifier: Apache-2.0
// SERV with memory, a shim that makes its RVFI what the adapter relies on, the adapter and a trace encoder; its clock
// stops while the encoder says `stall`.
`default_nettype none

module traced_serv (
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

  wire        ibus_cyc, ibus_ack, dbus_cyc, dbus_we, dbus_ack;
  wire [31:0] ibus_adr, ibus_rdt, dbus_adr, dbus_dat, dbus_rdt;
  wire [3:0]  dbus_sel;
  wire        timer_irq;

  // What SERV says.
  wire shown_valid, shown_trap;

  wire [`ITYPE_WIDTH-1:0]   itype;
  wire [31:0]               iaddr;
  wire [`IRETIRE_WIDTH-1:0] iretire;
  wire                      ilastsize;
  wire                      halted;

  // Outputs that nothing needs.
  wire unused_fetch_error, unused_error, unused_software_irq, unused_intr, unused_mdu_valid;
  wire [63:0] unused_order;
  wire [1:0] unused_ixl;
  wire [2:0] unused_funct3;
  wire [3:0] unused_mem_rmask, unused_mem_wmask;
  wire [4:0] unused_rs1_addr, unused_rs2_addr, unused_rd_addr;
  wire [31:0] unused_rs1_rdata, unused_rs2_rdata, unused_rd_wdata, unused_mem_addr, unused_mem_rdata,
      unused_mem_wdata, unused_ext_rs1, unused_ext_rs2;

  clock_gate gate (.clk(clk), .enable(!stall), .gated(hart_clk));

  memory #(.TICK(`TICK)) memory (
    .clk(hart_clk), .rst_n(hart_rst_n),
    .fetch(ibus_cyc && !ibus_ack), .fetch_addr(ibus_adr), .fetch_valid(ibus_ack), .fetch_data(ibus_rdt),
    .fetch_error(unused_fetch_error),
    .request(dbus_cyc && !dbus_ack), .addr(dbus_adr), .write(dbus_we), .wdata(dbus_dat), .strobe(dbus_sel),
    .valid(dbus_ack), .rdata(dbus_rdt), .error(unused_error),
    .load(load), .load_addr(load_addr), .load_data(load_data),
    .tohost(tohost), .ended(ended), .ending(ending),
    .timer_irq(timer_irq), .software_irq(unused_software_irq)
  );

  serv_rf_top #(.RESET_PC(32'h8000_0000)) core (
    .clk(hart_clk), .i_rst(!hart_rst_n), .i_timer_irq(timer_irq),
    .rvfi_valid(shown_valid), .rvfi_order(unused_order), .rvfi_insn(rvfi_insn), .rvfi_trap(shown_trap),
    .rvfi_halt(rvfi_halt), .rvfi_intr(unused_intr), .rvfi_mode(rvfi_mode), .rvfi_ixl(unused_ixl),
    .rvfi_rs1_addr(unused_rs1_addr), .rvfi_rs2_addr(unused_rs2_addr), .rvfi_rs1_rdata(unused_rs1_rdata),
    .rvfi_rs2_rdata(unused_rs2_rdata), .rvfi_rd_addr(unused_rd_addr), .rvfi_rd_wdata(unused_rd_wdata),
    .rvfi_pc_rdata(rvfi_pc_rdata), .rvfi_pc_wdata(rvfi_pc_wdata), .rvfi_mem_addr(unused_mem_addr),
    .rvfi_mem_rmask(unused_mem_rmask), .rvfi_mem_wmask(unused_mem_wmask), .rvfi_mem_rdata(unused_mem_rdata),
    .rvfi_mem_wdata(unused_mem_wdata),
    .o_ibus_adr(ibus_adr), .o_ibus_cyc(ibus_cyc), .i_ibus_rdt(ibus_rdt), .i_ibus_ack(ibus_ack),
    .o_dbus_adr(dbus_adr), .o_dbus_dat(dbus_dat), .o_dbus_sel(dbus_sel), .o_dbus_we(dbus_we),
    .o_dbus_cyc(dbus_cyc), .i_dbus_rdt(dbus_rdt), .i_dbus_ack(dbus_ack),
    .o_ext_rs1(unused_ext_rs1), .o_ext_rs2(unused_ext_rs2), .o_ext_funct3(unused_funct3), .i_ext_rd(32'd0),
    .i_ext_ready(1'b0), .o_mdu_valid(unused_mdu_valid)
  );

  // The shim: an interrupt is no instruction, and the first one of a handler says so.
  reg interrupt;
  reg trapped;

  assign rvfi_valid = shown_valid && !interrupt;
  assign rvfi_trap  = shown_trap;
  assign rvfi_intr  = trapped;

  always @(posedge hart_clk) begin
    interrupt <= core.cpu.new_irq;
    if (shown_valid) trapped <= shown_trap;
    if (!hart_rst_n) trapped <= 1'b0;
  end

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
