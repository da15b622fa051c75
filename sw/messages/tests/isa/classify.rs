// SPDX-License-Identifier: Apache-2.0
//! Classes of instructions, as GNU as encodes them.

use tracewright_messages::isa::Flow::{Branch, Ebreak, Ecall, Jump, JumpRegister, Linear, TrapReturn, Upper};
use tracewright_messages::isa::Xlen::{Rv32, Rv64};
use tracewright_messages::isa::{classify, Flow};

const BOTH: [tracewright_messages::isa::Xlen; 2] = [Rv32, Rv64];

fn check(half_words: u8, table: &[(u32, Flow)]) {
    for &(bits, flow) in table {
        for xlen in BOTH {
            let found = classify(bits, xlen);
            assert_eq!((found.half_words, found.flow), (half_words, flow), "{bits:#x} {xlen:?}");
        }
    }
}

#[test]
fn direct_flow_of_32_bits() {
    let table = [
        (0x8020_8063, Branch { offset: -4096 }),
        (0x7E20_9FE3, Branch { offset: 4094 }),
        (0x0041_C0E3, Branch { offset: 2048 }),
        (0xFE41_DFE3, Branch { offset: -2 }),
        (0x0062_E463, Branch { offset: 8 }),
        (0xFE62_F8E3, Branch { offset: -16 }),
        (0x8000_006F, Jump { rd: 0, offset: -1_048_576 }),
        (0x7FFF_F0EF, Jump { rd: 1, offset: 1_048_574 }),
        (0x0010_02EF, Jump { rd: 5, offset: 2048 }),
    ];
    check(2, &table);
}

#[test]
fn other_flow_of_32_bits() {
    let table = [
        (0x0040_8067, JumpRegister { rd: 0, rs1: 1 }),
        (0xFFC2_80E7, JumpRegister { rd: 1, rs1: 5 }),
        (0x0000_0073, Ecall),
        (0x0010_0073, Ebreak),
        (0x0020_0073, TrapReturn), // uret
        (0x3020_0073, TrapReturn), // mret
        (0x1020_0073, TrapReturn), // sret
        (0x1050_0073, Linear),     // wfi
        (0x3401_10F3, Linear),     // csrrw
        (0x0001_2083, Linear),     // lw
        (0x0020_A063, Linear),     // branch with the reserved funct3 2
        (0x0000_9067, Linear),     // jalr with a reserved funct3
    ];
    check(2, &table);
}

#[test]
fn compressed_flow() {
    let table = [
        (0xB001, Jump { rd: 0, offset: -2048 }),
        (0xAFFD, Jump { rd: 0, offset: 2046 }),
        (0xD001, Branch { offset: -256 }),
        (0xEFFD, Branch { offset: 254 }),
        (0x8082, JumpRegister { rd: 0, rs1: 1 }),
        (0x9282, JumpRegister { rd: 1, rs1: 5 }),
        (0x9002, Ebreak),
        (0x808A, Linear), // c.mv
        (0x908A, Linear), // c.add
        (0x0085, Linear), // c.addi
        (0x8002, Linear), // reserved: c.jr x0
        (0x0000, Linear), // illegal
    ];
    check(1, &table);
}

#[test]
fn values_that_the_code_tells() {
    let upper = |rd, value, relative| Upper { rd, value, relative };
    let table = [
        (0x8000_02B7, upper(5, i32::MIN, false)), // lui t0, 0x80000
        (0x0000_1097, upper(1, 0x1000, true)),    // auipc ra, 1
        (0xFFFF_F317, upper(6, -0x1000, true)),   // auipc t1, -1
        (0x0000_1037, Linear),                    // lui zero, 1
    ];
    check(2, &table);
    let table = [
        (0x6085, upper(1, 0x1000, false)),  // c.lui ra, 1
        (0x72FD, upper(5, -0x1000, false)), // c.lui t0, -1
        (0x6081, Linear),                   // c.lui ra, 0, which is reserved
        (0x6105, Linear),                   // c.addi16sp sp, 32
    ];
    check(1, &table);
}

#[test]
fn the_upper_half_of_a_compressed_instruction_does_not_matter() {
    for xlen in BOTH {
        assert_eq!(classify(0xFFFF_8082, xlen), classify(0x8082, xlen));
    }
}

#[test]
fn rv32_has_c_jal_where_rv64_has_c_addiw() {
    for (bits, offset) in [(0x3001, -2048), (0x2FFD, 2046)] {
        assert_eq!(classify(bits, Rv32).flow, Jump { rd: 1, offset });
        assert_eq!(classify(bits, Rv64).flow, Linear);
    }
}

#[test]
fn longer_instructions_have_their_length() {
    let lengths = [(0x001F, 3), (0x003F, 4), (0x007F, 5), (0x107F, 6), (0x607F, 11)];
    for (bits, half_words) in lengths {
        assert_eq!(classify(bits, Rv64).half_words, half_words, "{bits:#x}");
    }
}

#[test]
fn the_length_in_bytes() {
    assert_eq!((classify(0x0001, Rv32).bytes(), classify(0x0000_0013, Rv32).bytes()), (2, 4));
}

#[test]
fn addresses_wrap_at_the_width() {
    assert_eq!((Rv32.bits(), Rv32.wrap(0x1_0000_0002)), (32, 2));
    assert_eq!((Rv64.bits(), Rv64.wrap(u64::MAX)), (64, u64::MAX));
}
