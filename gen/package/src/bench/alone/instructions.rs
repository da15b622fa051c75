// SPDX-License-Identifier: Apache-2.0
//! Words of the bench's program.

/// An access to a CSR of the block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    /// A write of a value, with the sign in the bits above it.
    Write(u16, i32),
    /// A read.
    Read(u16),
}

/// Where the program ends: a jump to itself.
pub(super) const END: u32 = jal(ZERO, 0);

const ECALL: u32 = 0x0000_0073;
const MRET: u32 = 0x3020_0073;

/// CSRs of the hart itself.
const MSTATUS: u16 = 0x300;
const MTVEC: u16 = 0x305;
const MEPC: u16 = 0x341;
/// MPP of mstatus: M-mode.
const MPP_M: i32 = 3 << 11;

const ZERO: u32 = 0;
const RA: u32 = 1;
const T0: u32 = 5;
const T1: u32 = 6;
const S0: u32 = 8;
const S1: u32 = 9;
const A7: u32 = 17;

const fn i(opcode: u32, funct3: u32, rd: u32, rs1: u32, immediate: i32) -> u32 {
    (immediate as u32) << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | opcode
}

const fn addi(rd: u32, rs1: u32, immediate: i32) -> u32 {
    i(0x13, 0, rd, rs1, immediate)
}

const fn andi(rd: u32, rs1: u32, immediate: i32) -> u32 {
    i(0x13, 7, rd, rs1, immediate)
}

const fn auipc(rd: u32) -> u32 {
    rd << 7 | 0x17
}

const fn csrw(csr: u16, rs1: u32) -> u32 {
    i(0x73, 1, ZERO, rs1, csr as i32)
}

const fn csrr(rd: u32, csr: u16) -> u32 {
    i(0x73, 2, rd, ZERO, csr as i32)
}

const fn jalr(rd: u32, rs1: u32) -> u32 {
    i(0x67, 0, rd, rs1, 0)
}

/// A jump of up to 2 KiB forward.
const fn jal(rd: u32, offset: i32) -> u32 {
    (offset as u32 & 0x7FE) << 20 | rd << 7 | 0x6F
}

/// A branch within 2 KiB: `beq` is funct3 0, `bne` 1.
const fn branch(funct3: u32, rs1: u32, offset: i32) -> u32 {
    let offset = offset as u32;
    (offset >> 12 & 1) << 31
        | (offset >> 5 & 0x3F) << 25
        | rs1 << 15
        | funct3 << 12
        | (offset >> 1 & 0xF) << 8
        | (offset >> 11 & 1) << 7
        | 0x63
}

/// Loads a constant.
const fn li(rd: u32, value: i32) -> [u32; 2] {
    let upper = (value as u32).wrapping_add(0x800) & 0xFFFF_F000;
    [upper | rd << 7 | 0x37, addi(rd, rd, value.wrapping_sub(upper as i32))]
}

/// The instructions of an access.
pub(super) fn access(access: &Access) -> Vec<u32> {
    match access {
        Access::Write(csr, value) => [&li(T0, *value)[..], &[csrw(*csr, T0)]].concat(),
        Access::Read(csr) => vec![csrr(T0, *csr)],
    }
}

/// A loop with a call, branches and traps, in U-mode or in M-mode, that goes on behind its own end in M-mode.
pub(super) fn transfers(in_user_mode: bool) -> Vec<u32> {
    let [upper, lower] = li(T0, if in_user_mode { 0 } else { MPP_M });
    vec![
        auipc(T0),
        addi(T0, T0, 84), // handler
        csrw(MTVEC, T0),
        auipc(T0),
        addi(T0, T0, 28), // body
        csrw(MEPC, T0),
        upper,
        lower,
        csrw(MSTATUS, T0),
        MRET,
        // body:
        addi(S0, ZERO, 4),
        // again:
        jal(RA, 32), // leaf
        andi(T1, S0, 1),
        branch(0, T1, 8), // even
        ECALL,
        // even:
        addi(S0, S0, -1),
        branch(1, S0, -20), // again
        addi(A7, ZERO, 1),
        ECALL, // It does not come back.
        // leaf:
        addi(S1, S1, 1),
        jalr(ZERO, RA),
        // handler:
        branch(1, A7, 20), // the end
        csrr(T1, MEPC),
        addi(T1, T1, 4),
        csrw(MEPC, T1),
        MRET,
    ]
}
