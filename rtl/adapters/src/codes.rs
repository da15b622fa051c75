// SPDX-License-Identifier: Apache-2.0
//! Named codes of the kernels: values of itype, and the instructions that it depends on.

use tracewright_messages::itype;

tracewright_verilog::codes! {
    ITYPE_NONE = itype::NONE;
    ITYPE_EXCEPTION = itype::EXCEPTION;
    ITYPE_INTERRUPT = itype::INTERRUPT;
    ITYPE_TRAP_RETURN = itype::TRAP_RETURN;
    ITYPE_BRANCH_NOT_TAKEN = itype::BRANCH_NOT_TAKEN;
    ITYPE_BRANCH_TAKEN = itype::BRANCH_TAKEN;
    ITYPE_UNINFERABLE_JUMP = itype::UNINFERABLE_JUMP;
    ITYPE_UNINFERABLE_CALL = itype::UNINFERABLE_CALL;
    ITYPE_INFERABLE_CALL = itype::INFERABLE_CALL;
    ITYPE_CO_ROUTINE_SWAP = itype::CO_ROUTINE_SWAP;
    ITYPE_RETURN = itype::RETURN;
    ITYPE_OTHER_UNINFERABLE_JUMP = itype::OTHER_UNINFERABLE_JUMP;
    ITYPE_OTHER_INFERABLE_JUMP = itype::OTHER_INFERABLE_JUMP;

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
    /// c.j, likewise.
    COMPRESSED_J = 0b101 << 2 | 1;
    /// c.beqz, likewise.
    COMPRESSED_BEQZ = 0b110 << 2 | 1;
    /// c.bnez, likewise.
    COMPRESSED_BNEZ = 0b111 << 2 | 1;
    /// c.jr, c.jalr and others, likewise.
    COMPRESSED_JR = 0b100 << 2 | 2;
}
