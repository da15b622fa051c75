// SPDX-License-Identifier: Apache-2.0
//! Jumps and branches, and what they report.

use super::asm::{addi, branch, jal, jalr, EBREAK, NOP, SPIN};
use super::{event, hart, retired, to_the_end, BASE};
use crate::{Event, Exit};
use tracewright_messages::isa::{Flow, Xlen};

#[test]
fn branches_compare_and_report_taken() {
    // funct3, a, b, taken
    let cases = [
        (0, 5, 5, true),
        (0, 5, 6, false),
        (1, 5, 6, true),
        (4, u64::MAX, 0, true),
        (5, u64::MAX, 0, false),
        (5, 3, 3, true),
        (6, u64::MAX, 0, false),
        (7, u64::MAX, 0, true),
    ];
    for (funct3, a, b, expected) in cases {
        let mut hart = hart(Xlen::Rv64, &[branch(funct3, 1, 2, 8), NOP, NOP]);
        (hart.x[1], hart.x[2]) = (a, b);
        let Event::Retired { pc, instruction, taken } = event(&mut hart) else { panic!("a branch retires") };
        assert_eq!(
            (pc, taken, instruction.flow),
            (BASE, expected, Flow::Branch { offset: 8 }),
            "{funct3} {a:#x} {b:#x}"
        );
        assert_eq!(hart.pc, if expected { BASE + 8 } else { BASE + 4 });
    }
}

#[test]
fn jal_links_and_jumps_backwards() {
    let mut hart = hart(Xlen::Rv64, &[jal(0, 8), NOP, jal(1, -4)]);
    event(&mut hart);
    event(&mut hart);
    assert_eq!((hart.pc, hart.x[1]), (BASE + 4, BASE + 12));
}

#[test]
fn rv32_link_register_is_sign_extended() {
    let mut hart = hart(Xlen::Rv32, &[jal(1, 8)]);
    event(&mut hart);
    assert_eq!(hart.x[1], 0xFFFF_FFFF_8000_0004);
}

#[test]
fn jalr_clears_bit_0_and_may_use_its_own_destination() {
    let mut hart = hart(Xlen::Rv32, &[jalr(1, 1, 4)]);
    hart.x[1] = 0xFFFF_FFFF_8000_0105;
    event(&mut hart);
    assert_eq!((hart.pc, hart.x[1]), (0x8000_0108, 0xFFFF_FFFF_8000_0004));
}

#[test]
fn a_jump_to_itself_ends_the_program_after_one_retirement() {
    let mut hart = hart(Xlen::Rv64, &[addi(1, 0, 1), SPIN]);
    assert_eq!(retired(&to_the_end(&mut hart)), [BASE, BASE + 4]);
    assert_eq!(hart.exit(), Some(Exit::Idle { pc: BASE + 4 }));
}

#[test]
fn a_handler_that_traps_itself_is_an_error() {
    let mut hart = hart(Xlen::Rv64, &[EBREAK]);
    hart.csrs.mtvec = BASE;
    assert_eq!(event(&mut hart), Event::Exception { pc: BASE });
    let error = crate::Stream::next(&mut hart).expect_err("a loop");
    assert!(matches!(error, crate::Error::TrapLoop { handler: BASE }), "{error}");
}
