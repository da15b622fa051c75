// SPDX-License-Identifier: Apache-2.0
// Ibex with memory, the RVFI adapter and a trace encoder; its clock stops while the encoder says `stall`.
`default_nettype none

module traced_ibex (
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
  output reg  [1:0]  return_mode,
  // An instruction did not get through the adapter.
  output wire        overflow,
  // The RVFI breaks what the adapter relies on.
  output wire        violated
);

  wire hart_clk;
  wire rvfi_halt;
  wire [31:0] core_pc_wdata;
  wire debug_mode;

  wire        instr_req, instr_rvalid, instr_err;
  wire [31:0] instr_addr, instr_rdata;
  wire        data_req, data_we, data_rvalid, data_err;
  wire [3:0]  data_be;
  wire [31:0] data_addr, data_wdata, data_rdata;
  wire        timer_irq, software_irq;

  // Outputs of the core that nothing needs.
  wire [6:0] unused_data_wdata_intg;
  wire unused_scramble_req, unused_double_fault_seen, unused_ext_nmi, unused_ext_nmi_int,
      unused_ext_debug_req, unused_ext_rf_wr_suppress, unused_ext_ic_scr_key_valid,
      unused_ext_irq_valid, unused_alert_minor, unused_alert_major_internal, unused_alert_major_bus,
      unused_core_sleep;
  wire [63:0] unused_order, unused_ext_mcycle;
  wire [1:0] unused_ixl;
  wire [4:0] unused_rs1_addr, unused_rs2_addr, unused_rs3_addr, rvfi_rd_addr;
  wire [31:0] unused_rs1_rdata, unused_rs2_rdata, unused_rs3_rdata, rvfi_rd_wdata, rvfi_mem_addr,
      unused_mem_rdata, rvfi_mem_wdata, unused_ext_pre_mip, unused_ext_post_mip;
  wire [3:0] rvfi_mem_rmask, rvfi_mem_wmask;
  ibex_pkg::crash_dump_t unused_crash_dump;
  wire [31:0] unused_ext_mhpmcounters [10];
  wire [31:0] unused_ext_mhpmcountersh [10];

  clock_gate gate (.clk(clk), .enable(!stall), .gated(hart_clk));

  memory #(.TICK(`TICK)) memory (
    .clk(hart_clk), .rst_n(hart_rst_n),
    .fetch(instr_req), .fetch_addr(instr_addr),
    .fetch_valid(instr_rvalid), .fetch_data(instr_rdata), .fetch_error(instr_err),
    .request(data_req), .addr(data_addr), .write(data_we), .wdata(data_wdata), .strobe(data_be),
    .valid(data_rvalid), .rdata(data_rdata), .error(data_err),
    .load(load), .load_addr(load_addr), .load_data(load_data),
    .tohost(tohost), .ended(ended), .ending(ending),
    .timer_irq(timer_irq), .software_irq(software_irq)
  );

  ibex_top #(
    .RV32M(ibex_pkg::RV32MFast),
    .BranchTargetALU(1'b1),
    .WritebackStage(1'b1)
  ) core (
    .clk_i(hart_clk), .rst_ni(hart_rst_n), .test_en_i(1'b0), .scan_rst_ni(1'b1),
    .ram_cfg_i(prim_ram_1p_pkg::RAM_1P_CFG_DEFAULT),
    .hart_id_i(32'd0), .boot_addr_i(32'h8000_0000),
    .instr_req_o(instr_req), .instr_gnt_i(instr_req), .instr_rvalid_i(instr_rvalid), .instr_addr_o(instr_addr),
    .instr_rdata_i(instr_rdata), .instr_rdata_intg_i(7'd0), .instr_err_i(instr_err),
    .data_req_o(data_req), .data_gnt_i(data_req), .data_rvalid_i(data_rvalid), .data_we_o(data_we),
    .data_be_o(data_be), .data_addr_o(data_addr), .data_wdata_o(data_wdata),
    .data_wdata_intg_o(unused_data_wdata_intg),
    .data_rdata_i(data_rdata), .data_rdata_intg_i(7'd0), .data_err_i(data_err),
    .irq_software_i(software_irq), .irq_timer_i(timer_irq), .irq_external_i(1'b0), .irq_fast_i(15'd0),
    .irq_nm_i(1'b0),
    .scramble_key_valid_i(1'b0), .scramble_key_i('0), .scramble_nonce_i('0), .scramble_req_o(unused_scramble_req),
    .debug_req_i(1'b0), .crash_dump_o(unused_crash_dump), .double_fault_seen_o(unused_double_fault_seen),
    .rvfi_valid(rvfi_valid), .rvfi_order(unused_order), .rvfi_insn(rvfi_insn), .rvfi_trap(rvfi_trap),
    .rvfi_halt(rvfi_halt),
    .rvfi_intr(rvfi_intr), .rvfi_mode(rvfi_mode), .rvfi_ixl(unused_ixl),
    .rvfi_rs1_addr(unused_rs1_addr), .rvfi_rs2_addr(unused_rs2_addr), .rvfi_rs3_addr(unused_rs3_addr),
    .rvfi_rs1_rdata(unused_rs1_rdata), .rvfi_rs2_rdata(unused_rs2_rdata), .rvfi_rs3_rdata(unused_rs3_rdata),
    .rvfi_rd_addr(rvfi_rd_addr), .rvfi_rd_wdata(rvfi_rd_wdata), .rvfi_pc_rdata(rvfi_pc_rdata),
    .rvfi_pc_wdata(core_pc_wdata),
    .rvfi_mem_addr(rvfi_mem_addr), .rvfi_mem_rmask(rvfi_mem_rmask), .rvfi_mem_wmask(rvfi_mem_wmask),
    .rvfi_mem_rdata(unused_mem_rdata), .rvfi_mem_wdata(rvfi_mem_wdata),
    .rvfi_ext_pre_mip(unused_ext_pre_mip), .rvfi_ext_post_mip(unused_ext_post_mip), .rvfi_ext_nmi(unused_ext_nmi),
    .rvfi_ext_nmi_int(unused_ext_nmi_int), .rvfi_ext_debug_req(unused_ext_debug_req),
    .rvfi_ext_debug_mode(debug_mode), .rvfi_ext_rf_wr_suppress(unused_ext_rf_wr_suppress),
    .rvfi_ext_mcycle(unused_ext_mcycle), .rvfi_ext_mhpmcounters(unused_ext_mhpmcounters),
    .rvfi_ext_mhpmcountersh(unused_ext_mhpmcountersh), .rvfi_ext_ic_scr_key_valid(unused_ext_ic_scr_key_valid),
    .rvfi_ext_irq_valid(unused_ext_irq_valid),
    .fetch_enable_i(ibex_pkg::IbexMuBiOn), .alert_minor_o(unused_alert_minor),
    .alert_major_internal_o(unused_alert_major_internal), .alert_major_bus_o(unused_alert_major_bus),
    .core_sleep_o(unused_core_sleep)
  );

  // Where mret leads is not at the core's port, nor in which mode. If an interrupt comes right behind it, it saves that address again.
  assign rvfi_pc_wdata = (rvfi_insn == 32'h3020_0073) ? core.u_ibex_core.csr_mepc : core_pc_wdata;
  always @(posedge hart_clk) begin
    if (core.u_ibex_core.csr_restore_mret_id) return_mode <= core.u_ibex_core.cs_registers_i.mstatus_q.mpp;
  end

`ifdef TANDEM
  // The bus and the pins are not there.
  wire unused_tandem = ^{paddr, psel, penable, pwrite, pwdata, pstrb, pib_clk, pib_rst_n, rvfi_halt, debug_mode};
  assign pready = 1'b0;
  assign prdata = 32'd0;
  assign pslverr = 1'b0;
  assign tref = 1'b0;
  assign tdata = 4'd0;
  assign overflow = 1'b0;
  assign violated = 1'b0;

  // The core's mask is not 0 where nothing is read, nor of an access that trapped.
  wire        loads = (rvfi_insn[6:0] == 7'h03) || ((rvfi_insn[15:13] == 3'd2) && !rvfi_insn[0]);
  // The core's pc_wdata of what trapped is the address after it. Exceptions go to the first entry of its table.
  wire [31:0] handler = core.u_ibex_core.csr_mtvec & ~32'hFF;
  wire [3:0]  wrong = (rvfi_pc_rdata == fault_pc) ? fault : 4'd0;
  wire        tandem_stall, unused_empty, unused_trace_last;
  wire        retired_valid, retired_pc_valid, retired_instruction_valid, retired_instruction_compressed,
              retired_gpr_valid, retired_paddr_valid, retired_store_valid;
  wire [1:0]  retired_kind, retired_store_size;
  wire [4:0]  retired_gpr_number;
  wire [31:0] retired_pc_data, retired_instruction_data, retired_gpr_data, retired_paddr_data, retired_store_data;

  tw_tandem_rvfi adapter (
    .clk(clk), .rst_n(rst_n),
    .rvfi_valid(rvfi_valid), .rvfi_insn(rvfi_insn), .rvfi_pc_rdata(rvfi_pc_rdata),
    .rvfi_pc_wdata((rvfi_trap ? handler : rvfi_pc_wdata) ^ {29'd0, wrong[1], 2'd0}),
    .rvfi_rd_addr(rvfi_rd_addr), .rvfi_rd_wdata(rvfi_rd_wdata ^ {31'd0, wrong[0]}),
    .rvfi_mem_addr(rvfi_mem_addr ^ {29'd0, wrong[3], 2'd0}),
    .rvfi_mem_rmask(loads && !rvfi_trap ? rvfi_mem_rmask : 4'd0), .rvfi_mem_wmask(rvfi_trap ? 4'd0 : rvfi_mem_wmask),
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
  wire [2:0]                privilege;

  // PMP can refuse a fetch.
  tw_rvfi_check #(.FETCH_FAULTS(1)) check (
    .clk(hart_clk), .rst_n(hart_rst_n),
    .rvfi_valid(rvfi_valid), .rvfi_insn(rvfi_insn), .rvfi_trap(rvfi_trap), .rvfi_halt(rvfi_halt),
    .rvfi_intr(rvfi_intr), .rvfi_mode(rvfi_mode), .rvfi_pc_rdata(rvfi_pc_rdata), .rvfi_pc_wdata(rvfi_pc_wdata),
    .debug_mode(debug_mode), .violated(violated)
  );

  tw_rvfi adapter (
    .clk(hart_clk), .rst_n(rst_n),
    .rvfi_valid(rvfi_valid), .rvfi_insn(rvfi_insn), .rvfi_trap(rvfi_trap), .rvfi_halt(rvfi_halt),
    .rvfi_intr(rvfi_intr), .rvfi_mode(rvfi_mode), .rvfi_pc_rdata(rvfi_pc_rdata), .rvfi_pc_wdata(rvfi_pc_wdata),
    .debug_mode(debug_mode), .overflow(overflow),
`ifdef INTERRUPT_ADDRESS
    .return_mode(return_mode),
`endif
    .itype(itype), .iaddr(iaddr), .iretire(iretire), .ilastsize(ilastsize), .halted(halted), .privilege(privilege)
  );

  tw_top trace (
    .clk(clk), .rst_n(rst_n),
    .itype(itype), .iaddr(iaddr), .iretire(iretire), .ilastsize(ilastsize), .halted(halted), .privilege(privilege),
    .stall(stall),
    .paddr(paddr), .psel(psel), .penable(penable), .pwrite(pwrite), .pwdata(pwdata), .pstrb(pstrb),
    .pready(pready), .prdata(prdata), .pslverr(pslverr),
    .pib_clk(pib_clk), .pib_rst_n(pib_rst_n), .tref(tref), .tdata(tdata)
  );
`endif

endmodule

`default_nettype wire
