// SPDX-License-Identifier: Apache-2.0
//! Named codes of the kernels: values of itype, and the instructions that it depends on.

pub use tracewright_messages::names::*;

tracewright_verilog::codes! {
    /// Major opcode of conditional branches.
    OPCODE_BRANCH = 0x63;
    /// Major opcode of jalr.
    OPCODE_JALR = 0x67;
    /// Major opcode of jal.
    OPCODE_JAL = 0x6F;

    /// ecall.
    INSN_ECALL = 0x0000_0073;
    /// uret.
    INSN_URET = 0x0020_0073;
    /// sret.
    INSN_SRET = 0x1020_0073;
    /// mret.
    INSN_MRET = 0x3020_0073;
    /// mnret.
    INSN_MNRET = 0x7020_0073;

    /// c.jal of RV32, by funct3 above the quadrant.
    COMPRESSED_JAL = 0b001 << 2 | 1;
    /// c.j, by funct3 above the quadrant.
    COMPRESSED_J = 0b101 << 2 | 1;
    /// c.beqz, by funct3 above the quadrant.
    COMPRESSED_BEQZ = 0b110 << 2 | 1;
    /// c.bnez, by funct3 above the quadrant.
    COMPRESSED_BNEZ = 0b111 << 2 | 1;
    /// c.jr, c.jalr and others, by funct3 above the quadrant.
    COMPRESSED_JR = 0b100 << 2 | 2;
}

/// Every name that a kernel may use, with its value.
pub fn all() -> Vec<(&'static str, u64)> {
    [ALL_NAMES, ALL].concat()
}
