// SPDX-License-Identifier: Apache-2.0
//! Loads, stores and fetches.

use super::asm::{addi, jal, load, lui, store, NOP};
use super::{after, event, hart, BASE, DATA};
use crate::Event;
use tracewright_messages::isa::Xlen;

const BYTES: u64 = 0x8182_8384_8586_8788;

/// x3 after storing BYTES at DATA and loading at `offset` with `funct3`.
fn loaded(funct3: u32, offset: i32) -> u64 {
    after(Xlen::Rv64, &[(1, DATA), (2, BYTES)], &[store(3, 2, 1, 0), load(funct3, 3, 1, offset)]).x[3]
}

#[test]
fn loads_extend_as_they_should() {
    assert_eq!(loaded(0, 0), 0xFFFF_FFFF_FFFF_FF88);
    assert_eq!(loaded(1, 2), 0xFFFF_FFFF_FFFF_8586);
    assert_eq!(loaded(2, 4), 0xFFFF_FFFF_8182_8384);
    assert_eq!(loaded(3, 0), BYTES);
    assert_eq!(loaded(4, 7), 0x81);
    assert_eq!(loaded(5, 0), 0x8788);
    assert_eq!(loaded(6, 0), 0x8586_8788);
}

#[test]
fn misaligned_accesses_work_across_a_page() {
    let start = DATA + 0xFFD;
    let hart = after(Xlen::Rv64, &[(1, start), (2, BYTES)], &[store(3, 2, 1, 0), load(3, 3, 1, 0), load(2, 4, 1, 3)]);
    assert_eq!((hart.x[3], hart.x[4]), (BYTES, 0xFFFF_FFFF_8283_8485));
}

#[test]
fn narrow_stores_leave_their_neighbours() {
    let code = [store(3, 2, 1, 0), store(0, 0, 1, 1), store(1, 0, 1, 4), load(3, 3, 1, 0)];
    assert_eq!(after(Xlen::Rv64, &[(1, DATA), (2, BYTES)], &code).x[3], 0x8182_0000_8586_0088);
}

#[test]
fn rv32_addresses_wrap() {
    let code = [store(2, 2, 1, 0), load(2, 3, 4, 16)];
    let hart = after(Xlen::Rv32, &[(1, 0xFFFF_FFFF_8001_0000), (2, 7), (4, 0xFFFF_FFFF_8000_FFF0)], &code);
    assert_eq!(hart.x[3], 7);
}

#[test]
fn an_access_where_nothing_is_faults() {
    for (word, cause) in [(load(2, 3, 0, 0), 5), (store(2, 3, 0, 0), 7), (super::asm::atomic(0, 2, 3, 0, 0), 7)] {
        let mut hart = hart(Xlen::Rv64, &[word]);
        hart.csrs.mtvec = BASE + 0x100;
        assert_eq!(event(&mut hart), Event::Exception { pc: BASE });
        assert_eq!((hart.csrs.mcause, hart.csrs.mepc, hart.csrs.mtval), (cause, BASE, 0), "{word:#x}");
    }
}

#[test]
fn a_fetch_where_nothing_is_faults_at_its_target() {
    let mut hart = hart(Xlen::Rv64, &[jal(0, -0x1000)]);
    hart.csrs.mtvec = BASE;
    assert!(matches!(event(&mut hart), Event::Retired { pc: BASE, .. }));
    assert_eq!(event(&mut hart), Event::Exception { pc: BASE - 0x1000 });
    assert_eq!((hart.csrs.mcause, hart.csrs.mtval), (1, BASE - 0x1000));
}

#[test]
fn code_that_is_overwritten_executes_in_its_new_form() {
    // The instruction at +12 runs, is replaced, and runs again.
    let code = [lui(1, 0x80000), jal(0, 8), store(2, 2, 1, 12), addi(3, 3, 1), branch_back()];
    let mut hart = hart(Xlen::Rv64, &code);
    hart.x[1] = BASE;
    hart.x[2] = u64::from(addi(3, 3, 64));
    hart.x[5] = 1;
    hart.pc = BASE + 12;
    for _ in 0..4 {
        event(&mut hart);
    }
    assert_eq!(hart.x[3], 65);
}

/// To the store, once: x5 is 1, x6 is 0.
fn branch_back() -> u32 {
    super::asm::branch(1, 5, 6, -8)
}

#[test]
fn an_instruction_across_pages_is_forgotten_whichever_half_is_overwritten() {
    // The instruction ends the first page, and begins the second.
    const AT: usize = 4094;
    for (half, offset) in [(0, 4094), (1, 4096)] {
        let mut hart = hart(Xlen::Rv64, &[NOP; 1030]);
        let put = |hart: &mut crate::Hart, offset: u64, bits: u32, half: u32| {
            hart.memory.store(BASE + offset, &((bits >> (16 * half)) as u16).to_le_bytes()).expect("memory");
        };
        put(&mut hart, 4094, addi(3, 3, 1), 0);
        put(&mut hart, 4096, addi(3, 3, 1), 1);
        for page in [AT as u64, 4098, AT as u64] {
            hart.pc = BASE + page;
            event(&mut hart);
        }
        // Another register is written, or another value added.
        put(&mut hart, offset, if half == 0 { addi(4, 3, 1) } else { addi(3, 3, 100) }, half);
        hart.pc = BASE + AT as u64;
        event(&mut hart);
        assert_eq!((hart.x[3], hart.x[4]), if half == 0 { (2, 3) } else { (102, 0) });
    }
}

#[test]
fn half_an_instruction_that_is_overwritten_counts() {
    // A store to the upper half of the instruction at +0 changes its immediate value.
    let mut hart = hart(Xlen::Rv64, &[addi(3, 3, 1), NOP]);
    event(&mut hart);
    hart.memory.store(BASE + 2, &((addi(3, 3, 100) >> 16) as u16).to_le_bytes()).expect("memory");
    hart.pc = BASE;
    event(&mut hart);
    assert_eq!(hart.x[3], 101);
}
