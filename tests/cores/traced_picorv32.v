// SPDX-License-Identifier: Apache-2.0
// PicoRV32 with memory, the RVFI adapter and a trace encoder; its clock stops while the encoder says `stall`.
`default_nettype none

module traced_picorv32 (
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
`ifdef TANDEM
  // Tandem-verification trace, and what is wrong of the instruction at an address: the register that it writes, the
  // next pc, what it stores, where.
  output wire        trace_valid,
  output wire [7:0]  trace_data,
  input  wire [31:0] fault_pc,
  input  wire [3:0]  fault,
`endif
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

  wire        mem_valid;
  wire [31:0] mem_addr, mem_wdata, mem_rdata;
  wire [3:0]  mem_wstrb;
  wire        valid;
  wire        timer_irq, software_irq;

  // Outputs of the core that nothing needs.
  wire unused_fetch_valid, unused_fetch_error, unused_error, unused_trap, unused_mem_instr,
      unused_mem_la_read, unused_mem_la_write, unused_pcpi_valid, unused_trace_valid;
  wire [31:0] unused_fetch_data, unused_mem_la_addr, unused_mem_la_wdata, unused_pcpi_insn, unused_pcpi_rs1,
      unused_pcpi_rs2, unused_eoi, unused_rs1_rdata, unused_rs2_rdata, rvfi_rd_wdata, rvfi_mem_addr,
      unused_mem_rdata, rvfi_mem_wdata;
  wire [3:0] unused_mem_la_wstrb, rvfi_mem_rmask, rvfi_mem_wmask;
  wire [63:0] unused_order, unused_csr_mcycle_rmask, unused_csr_mcycle_wmask, unused_csr_mcycle_rdata,
      unused_csr_mcycle_wdata, unused_csr_minstret_rmask, unused_csr_minstret_wmask,
      unused_csr_minstret_rdata, unused_csr_minstret_wdata;
  wire [1:0] unused_ixl;
  wire [4:0] unused_rs1_addr, unused_rs2_addr, rvfi_rd_addr;
  wire [35:0] unused_trace_data;

  clock_gate gate (.clk(clk), .enable(!stall), .gated(hart_clk));

  memory #(.TICK(`TICK)) memory (
    .clk(hart_clk), .rst_n(hart_rst_n),
    .fetch(1'b0), .fetch_addr(32'd0), .fetch_valid(unused_fetch_valid), .fetch_data(unused_fetch_data),
    .fetch_error(unused_fetch_error),
    .request(mem_valid && !valid), .addr(mem_addr), .write(mem_wstrb != 4'd0), .wdata(mem_wdata), .strobe(mem_wstrb),
    .valid(valid), .rdata(mem_rdata), .error(unused_error),
    .load(load), .load_addr(load_addr), .load_data(load_data),
    .tohost(tohost), .ended(ended), .ending(ending),
    .timer_irq(timer_irq), .software_irq(software_irq)
  );

  picorv32 #(
    .COMPRESSED_ISA(1), .ENABLE_FAST_MUL(1), .ENABLE_DIV(1), .BARREL_SHIFTER(1), .ENABLE_IRQ(1),
    .LATCHED_IRQ(32'hFFFF_FFE7), .PROGADDR_RESET(32'h8000_0000), .PROGADDR_IRQ(32'h8000_0010)
  ) core (
    .clk(hart_clk), .resetn(hart_rst_n), .trap(unused_trap),
    .mem_valid(mem_valid), .mem_instr(unused_mem_instr), .mem_ready(valid), .mem_addr(mem_addr),
    .mem_wdata(mem_wdata),
    .mem_wstrb(mem_wstrb), .mem_rdata(mem_rdata),
    .mem_la_read(unused_mem_la_read), .mem_la_write(unused_mem_la_write), .mem_la_addr(unused_mem_la_addr),
    .mem_la_wdata(unused_mem_la_wdata), .mem_la_wstrb(unused_mem_la_wstrb),
    .pcpi_valid(unused_pcpi_valid), .pcpi_insn(unused_pcpi_insn), .pcpi_rs1(unused_pcpi_rs1),
    .pcpi_rs2(unused_pcpi_rs2), .pcpi_wr(1'b0), .pcpi_rd(32'd0), .pcpi_wait(1'b0),
    .pcpi_ready(1'b0),
    // Its own timer is interrupt 0; those of the memory are 3 and 4.
    .irq({27'd0, software_irq, timer_irq, 3'd0}), .eoi(unused_eoi),
    .rvfi_valid(rvfi_valid), .rvfi_order(unused_order), .rvfi_insn(rvfi_insn), .rvfi_trap(rvfi_trap),
    .rvfi_halt(rvfi_halt),
    .rvfi_intr(rvfi_intr), .rvfi_mode(rvfi_mode), .rvfi_ixl(unused_ixl), .rvfi_rs1_addr(unused_rs1_addr),
    .rvfi_rs2_addr(unused_rs2_addr),
    .rvfi_rs1_rdata(unused_rs1_rdata), .rvfi_rs2_rdata(unused_rs2_rdata), .rvfi_rd_addr(rvfi_rd_addr),
    .rvfi_rd_wdata(rvfi_rd_wdata),
    .rvfi_pc_rdata(rvfi_pc_rdata), .rvfi_pc_wdata(rvfi_pc_wdata),
    .rvfi_mem_addr(rvfi_mem_addr), .rvfi_mem_rmask(rvfi_mem_rmask), .rvfi_mem_wmask(rvfi_mem_wmask),
    .rvfi_mem_rdata(unused_mem_rdata), .rvfi_mem_wdata(rvfi_mem_wdata),
    .rvfi_csr_mcycle_rmask(unused_csr_mcycle_rmask), .rvfi_csr_mcycle_wmask(unused_csr_mcycle_wmask),
    .rvfi_csr_mcycle_rdata(unused_csr_mcycle_rdata), .rvfi_csr_mcycle_wdata(unused_csr_mcycle_wdata),
    .rvfi_csr_minstret_rmask(unused_csr_minstret_rmask), .rvfi_csr_minstret_wmask(unused_csr_minstret_wmask),
    .rvfi_csr_minstret_rdata(unused_csr_minstret_rdata), .rvfi_csr_minstret_wdata(unused_csr_minstret_wdata),
    .trace_valid(unused_trace_valid), .trace_data(unused_trace_data)
  );

  // There is M-mode alone.
  assign return_mode = 2'd3;

`ifdef TANDEM
  // The bus and the pins are not there.
  wire unused_tandem = ^{paddr, psel, penable, pwrite, pwdata, pstrb, pib_clk, pib_rst_n, rvfi_halt, rvfi_mem_rmask};
  assign pready = 1'b0;
  assign prdata = 32'd0;
  assign pslverr = 1'b0;
  assign tref = 1'b0;
  assign tdata = 4'd0;
  assign overflow = 1'b0;
  assign violated = 1'b0;

  wire [3:0]  wrong = (rvfi_pc_rdata == fault_pc) ? fault : 4'd0;
  wire        tandem_stall, unused_empty, unused_trace_last;
  wire        retired_valid, retired_pc_valid, retired_instruction_valid, retired_instruction_compressed,
              retired_gpr_valid, retired_paddr_valid, retired_store_valid;
  wire [1:0]  retired_kind, retired_store_size;
  wire [4:0]  retired_gpr_number;
  wire [31:0] retired_pc_data, retired_instruction_data, retired_gpr_data, retired_paddr_data, retired_store_data;

  // Its loads say that they read a whole word, whatever they read: their addresses are left out.
  tw_tandem_rvfi adapter (
    .clk(clk), .rst_n(rst_n),
    .rvfi_valid(rvfi_valid), .rvfi_insn(rvfi_insn), .rvfi_pc_rdata(rvfi_pc_rdata),
    .rvfi_pc_wdata(rvfi_pc_wdata ^ {29'd0, wrong[1], 2'd0}),
    .rvfi_rd_addr(rvfi_rd_addr), .rvfi_rd_wdata(rvfi_rd_wdata ^ {31'd0, wrong[0]}),
    .rvfi_mem_addr(rvfi_mem_addr ^ {29'd0, wrong[3], 2'd0}),
    .rvfi_mem_rmask(4'd0), .rvfi_mem_wmask(rvfi_mem_wmask),
    .rvfi_mem_wdata(rvfi_mem_wdata ^ {31'd0, wrong[2]}),
    .stall(tandem_stall), .hold(stall),
    .retired_valid(retired_valid), .retired_kind(retired_kind),
    .retired_pc_valid(retired_pc_valid), .retired_pc_data(retired_pc_data),
    .retired_instruction_valid(retired_instruction_valid),
    .retired_instruction_compressed(retired_instruction_compressed),
    .retired_instruction_data(retired_instruction_data),
    .retired_gpr_valid(retired_gpr_valid), .retired_gpr_number(retired_gpr_number), .retired_gpr_data(retired_gpr_data),
    .retired_paddr_valid(retired_paddr_valid), .retired_paddr_data(retired_paddr_data),
    .retired_store_valid(retired_store_valid), .retired_store_size(retired_store_size),
    .retired_store_data(retired_store_data)
  );

  // A core that is reset again has ended: what it has retired leaves.
  tw_tandem tandem (
    .clk(clk), .rst_n(rst_n), .enable(hart_rst_n), .classes(10'h3FF), .stall(tandem_stall),
    .retired_valid(retired_valid), .retired_kind(retired_kind),
    .retired_pc_valid(retired_pc_valid), .retired_pc_data(retired_pc_data),
    .retired_instruction_valid(retired_instruction_valid),
    .retired_instruction_compressed(retired_instruction_compressed),
    .retired_instruction_data(retired_instruction_data),
    .retired_gpr_valid(retired_gpr_valid), .retired_gpr_number(retired_gpr_number), .retired_gpr_data(retired_gpr_data),
    .retired_paddr_valid(retired_paddr_valid), .retired_paddr_data(retired_paddr_data),
    .retired_store_valid(retired_store_valid), .retired_store_size(retired_store_size),
    .retired_store_data(retired_store_data),
    .trace_valid(trace_valid), .trace_ready(1'b1), .trace_data(trace_data), .trace_last(unused_trace_last),
    .empty(unused_empty)
  );
`else
  wire unused_retired = ^{rvfi_rd_addr, rvfi_rd_wdata, rvfi_mem_addr, rvfi_mem_rmask, rvfi_mem_wmask, rvfi_mem_wdata};

  wire [`ITYPE_WIDTH-1:0]   itype;
  wire [31:0]               iaddr;
  wire [`IRETIRE_WIDTH-1:0] iretire;
  wire                      ilastsize;
  wire                      halted;

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
`endif

endmodule

`default_nettype wire
