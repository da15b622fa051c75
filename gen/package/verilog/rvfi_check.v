// SPDX-License-Identifier: Apache-2.0
// tw_rvfi_check: says where the RVFI of a core breaks what tw_rvfi relies on. For simulation alone.

// It stands beside tw_rvfi, at the same signals. It prints the first violation with its rule and the two retirements,
// and violated stays high from then on. The rules:
//   1 next: pc_rdata is pc_wdata of the instruction before, but after a trap or a trap return, at rvfi_intr, and
//     where debug mode begins or ends.
//   2 pc_wdata: of what can't jump it is the address after it, of a direct jump the target, of a branch one of the two;
//     an interrupt that comes next does not show in it.
//   3 insn: it is the instruction as it is in memory, so its length is the step of the pc; of a compressed one the low
//     16 bits are its own, not those of the bus word.
//   4 trap: rvfi_trap is the exception of an instruction that can have one, never an interrupt. A core whose fetches
//     can fail, or that has breakpoint triggers, has exceptions at any instruction: with FETCH_FAULTS 1 such a trap is
//     a violation only where rvfi_intr does not follow it.

`default_nettype none

module tw_rvfi_check #(
  parameter XLEN = 32,
  parameter NRET = 1,
  parameter FETCH_FAULTS = 0  // 1: what can't trap may not have been fetched, or have a trigger's breakpoint
) (
  input  wire                   clk,
  input  wire                   rst_n,
  input  wire [NRET-1:0]        rvfi_valid,
  input  wire [32*NRET-1:0]     rvfi_insn,
  input  wire [NRET-1:0]        rvfi_trap,
  input  wire [NRET-1:0]        rvfi_halt,
  input  wire [NRET-1:0]        rvfi_intr,
  input  wire [2*NRET-1:0]      rvfi_mode,
  input  wire [XLEN*NRET-1:0]   rvfi_pc_rdata,
  input  wire [XLEN*NRET-1:0]   rvfi_pc_wdata,
  input  wire [NRET-1:0]        debug_mode,
  output reg                    violated
);

  // What an instruction can do to the pc.
  localparam LINEAR = 2'd0;
  localparam JUMP   = 2'd1;
  localparam BRANCH = 2'd2;
  localparam OTHER  = 2'd3;

  // The retirement that is looked at.
  reg [31:0]     insn;
  reg [XLEN-1:0] pc, after, target;
  reg            trap, intr, debug;
  reg [1:0]      kind;
  reg            is_xret, is_arithmetic, is_base;

  // The one before it.
  reg            known;
  reg [31:0]     last_insn;
  reg [1:0]      last_mode;
  reg [XLEN-1:0] last_pc, last_next, last_target;
  reg            last_trap, last_intr, last_debug, last_is_xret, last_is_arithmetic;
  reg [1:0]      last_kind;

  integer n;
  integer number;

  // Sign extension of an offset.
  function [XLEN-1:0] extended;
    input [31:0] value;
    integer place;
    begin
      for (place = 0; place < XLEN; place = place + 1)
        extended[place] = place < 32 ? value[place] : value[31];
    end
  endfunction

  // Decodes arithmetic: is it of the base instruction set, which every core has, and of RV64 what RV32 has?
  task decode_arithmetic;
    reg is_shift, has_plain_shift, has_plain_funct;
    begin
      is_shift        = insn[13:12] == 2'd1;
      has_plain_shift = (insn[31:26] & 6'h2F) == 6'd0 && (!insn[30] || insn[14]) && (XLEN == 64 || !insn[25]);
      has_plain_funct = (insn[31:25] & 7'h5F) == 7'd0 && (!insn[30] || insn[14:12] == 3'd0 || insn[14:12] == 3'd5);
      case (insn[6:2])
        5'b00101, 5'b01101: is_base = 1'b1;
        5'b00100: is_base = !is_shift || has_plain_shift;
        5'b01100: is_base = has_plain_funct;
        default: is_base = 1'b0;
      endcase
    end
  endtask

  // Decodes insn.
  task decode;
    reg [31:0] jal, branch, c_jump, c_branch;
    begin
      jal      = {{12{insn[31]}}, insn[19:12], insn[20], insn[30:21], 1'b0};
      branch   = {{20{insn[31]}}, insn[7], insn[30:25], insn[11:8], 1'b0};
      c_jump   = {{21{insn[12]}}, insn[8], insn[10:9], insn[6], insn[7], insn[2], insn[11], insn[5:3], 1'b0};
      c_branch = {{24{insn[12]}}, insn[6:5], insn[2], insn[11:10], insn[4:3], 1'b0};
      after         = pc + (insn[1:0] == 2'b11 ? 4 : 2);
      target        = after;
      kind          = OTHER;
      is_xret       = 1'b0;
      is_arithmetic = 1'b0;
      is_base       = 1'b0;
      if (insn[1:0] == 2'b11) begin
        case (insn[6:2])
          5'b00000, 5'b00001, 5'b00011, 5'b01000, 5'b01001, 5'b01011: kind = LINEAR;
          5'b10000, 5'b10001, 5'b10010, 5'b10011, 5'b10100, 5'b10101: kind = LINEAR;
          5'b00100, 5'b00101, 5'b00110, 5'b01100, 5'b01101, 5'b01110: begin
            kind          = LINEAR;
            is_arithmetic = 1'b1;
            decode_arithmetic;
          end
          5'b11000: begin
            kind    = BRANCH;
            target  = pc + extended(branch);
            is_base = insn[14:13] != 2'd1 && target[1:0] == 2'd0;
          end
          5'b11011: begin
            kind    = JUMP;
            target  = pc + extended(jal);
            is_base = target[1:0] == 2'd0;
          end
          5'b11100: begin
            is_xret = insn[14:12] == 3'd0 && insn[27:20] == 8'h02 && insn[31:28] < 4'd8;
            if (insn[14:12] != 3'd0) kind = LINEAR;
          end
          default: kind = OTHER;
        endcase
      end else begin
        case ({insn[1:0], insn[15:13]})
          5'b00_000, 5'b00_001, 5'b00_010, 5'b00_011, 5'b00_101, 5'b00_110, 5'b00_111: kind = LINEAR;
          5'b01_000, 5'b01_010, 5'b01_011, 5'b01_100: begin
            kind          = LINEAR;
            is_arithmetic = insn[15:0] != 16'd0;
          end
          5'b01_001: begin
            kind = XLEN == 32 ? JUMP : LINEAR;
            if (XLEN == 32) target = pc + extended(c_jump);
          end
          5'b01_101: begin
            kind   = JUMP;
            target = pc + extended(c_jump);
          end
          5'b01_110, 5'b01_111: begin
            kind   = BRANCH;
            target = pc + extended(c_branch);
          end
          5'b10_000, 5'b10_001, 5'b10_010, 5'b10_011, 5'b10_110, 5'b10_111: kind = LINEAR;
          // c.mv and c.add have a second register; c.jr, c.jalr and c.ebreak do not.
          5'b10_100: if (insn[6:2] != 5'd0) kind = LINEAR;
          default: kind = OTHER;
        endcase
      end
    end
  endtask

  task shown;
    input [XLEN-1:0] a_pc, a_next;
    input [31:0]     an_insn;
    input [1:0]      a_mode;
    input            a_trap, an_intr, a_debug;
    input integer    a_number;
    begin
      $display("  retirement %0d: pc_rdata %h insn %h pc_wdata %h trap %b intr %b mode %0d debug %b",
        a_number, a_pc, an_insn, a_next, a_trap, an_intr, a_mode, a_debug);
    end
  endtask

  // Prints the rule, what was before, and what is there.
  task violation;
    input [8*4-1:0]  rule;
    input [8*104-1:0] what;
    begin
      if (!violated) begin
        $display("tw_rvfi_check: rule %0s: %0s", rule, what);
        if (known)
          shown(last_pc, last_next, last_insn, last_mode, last_trap, last_intr, last_debug, number - 1);
        shown(pc, rvfi_pc_wdata[n*XLEN +: XLEN], insn, rvfi_mode[n*2 +: 2], trap, intr, debug, number);
      end
      violated = 1'b1;
    end
  endtask

  task follows;
    begin
      if (last_trap && last_is_arithmetic && !intr)
        violation("4", "rvfi_trap of an instruction that can't trap: was it an interrupt?");
      else if (pc !== last_next && !last_trap && !intr && !last_is_xret && last_debug == debug) begin
        if (last_kind == BRANCH && pc == last_target)
          violation("2", "pc_wdata of a taken branch is the address after it");
        else
          violation("1", "pc_rdata is elsewhere: an interrupt, or a fetch that failed, that RVFI does not show?");
      end
    end
  endtask

  task leads;
    input [XLEN-1:0] next;
    begin
      if (kind == LINEAR && next !== after) begin
        if (next === pc + 2 || next === pc + 4)
          violation("3", "the step of the pc is not the length of insn: is it as in memory?");
        else
          violation("2", "pc_wdata of what can't jump: does it show an interrupt?");
      end
      if (kind == JUMP && next !== target)
        violation("2", "pc_wdata of a jump is not its target: does it show an interrupt?");
      if (kind == BRANCH && next !== target && next !== after)
        violation("2", "pc_wdata of a branch is not its target and not the address after it");
    end
  endtask

  task step;
    begin
      for (n = 0; n < NRET; n = n + 1) begin
        if (rvfi_valid[n] === 1'b1) begin
          insn   = rvfi_insn[n*32 +: 32];
          pc     = rvfi_pc_rdata[n*XLEN +: XLEN];
          trap   = rvfi_trap[n];
          intr   = rvfi_intr[n];
          debug  = debug_mode[n];
          number = number + 1;
          decode;
          if (known) follows;
          if (trap && is_base && !debug && FETCH_FAULTS == 0)
            violation("4", "rvfi_trap of an instruction that can't trap: was it an interrupt? (or set FETCH_FAULTS)");
          if (!trap && !debug) leads(rvfi_pc_wdata[n*XLEN +: XLEN]);
          known              = !rvfi_halt[n];
          last_insn          = insn;
          last_mode          = rvfi_mode[n*2 +: 2];
          last_pc            = pc;
          last_next          = rvfi_pc_wdata[n*XLEN +: XLEN];
          last_target        = target;
          last_trap          = trap;
          last_intr          = intr;
          last_debug         = debug;
          last_kind          = kind;
          last_is_xret       = is_xret;
          last_is_arithmetic = is_arithmetic;
        end
      end
    end
  endtask

  task start;
    begin
      known    = 1'b0;
      number   = 0;
      violated = 1'b0;
    end
  endtask

  always @(posedge clk) begin
    if (rst_n) step;
    else start;
  end

endmodule

`default_nettype wire
