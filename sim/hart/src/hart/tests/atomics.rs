// SPDX-License-Identifier: Apache-2.0
//! Atomic operations (A).

use super::asm::{atomic, load, store};
use super::{after, event, hart, BASE, DATA};
use crate::Event;
use tracewright_messages::isa::Xlen::{Rv32, Rv64};

const MINUS_1: u64 = u64::MAX;

#[test]
fn words_return_the_old_value_and_store_the_new_one() {
    // funct5, in memory, register, new
    let cases = [
        (0x01, 5, 9, 9),
        (0x00, 0x7FFF_FFFF, 1, 0x8000_0000),
        (0x04, 0b1100, 0b1010, 0b0110),
        (0x08, 0b1100, 0b1010, 0b1110),
        (0x0C, 0b1100, 0b1010, 0b1000),
        (0x10, 0xFFFF_FFFF, 1, 0xFFFF_FFFF),
        (0x14, 0xFFFF_FFFF, 1, 1),
        (0x18, 0xFFFF_FFFF, 1, 1),
        (0x1C, 0xFFFF_FFFF, 1, 0xFFFF_FFFF),
    ];
    for xlen in [Rv32, Rv64] {
        for (funct5, memory, register, new) in cases {
            let code = [store(2, 2, 1, 0), atomic(funct5, 2, 3, 1, 4), load(2, 5, 1, 0)];
            let hart = after(xlen, &[(1, DATA), (2, memory), (4, register)], &code);
            let sext = |word: u64| i64::from(word as u32 as i32) as u64;
            assert_eq!((hart.x[3], hart.x[5]), (sext(memory), sext(new)), "{xlen:?} {funct5:#x}");
        }
    }
}

#[test]
fn unsigned_word_order_ignores_the_upper_half_of_the_register() {
    let code = [store(2, 2, 1, 0), atomic(0x18, 2, 3, 1, 4), load(6, 5, 1, 0)];
    let hart = after(Rv64, &[(1, DATA), (2, 2), (4, 0xFFFF_FFFF_0000_0001)], &code);
    assert_eq!(hart.x[5], 1);
}

#[test]
fn double_words() {
    let code = [store(3, 2, 1, 0), atomic(0x10, 3, 3, 1, 4), load(3, 5, 1, 0)];
    let hart = after(Rv64, &[(1, DATA), (2, 1), (4, MINUS_1)], &code);
    assert_eq!((hart.x[3], hart.x[5]), (1, MINUS_1));
}

#[test]
fn store_conditional_needs_the_reservation_of_its_address() {
    let (lr, sc) = (atomic(2, 2, 3, 1, 0), atomic(3, 2, 4, 1, 2));
    let elsewhere = atomic(3, 2, 4, 5, 2);
    let run = |code: &[u32]| after(Rv64, &[(1, DATA), (2, 7), (5, DATA + 8)], code);
    let value = |hart: &super::Hart| hart.memory.load(DATA).map(u32::from_le_bytes);

    let paired = run(&[lr, sc]);
    assert_eq!((paired.x[4], value(&paired)), (0, Some(7)));
    let alone = run(&[sc]);
    assert_eq!((alone.x[4], value(&alone)), (1, Some(0)));
    let twice = run(&[lr, sc, sc]);
    assert_eq!(twice.x[4], 1);
    assert_eq!(run(&[lr, elsewhere]).x[4], 1);
    assert_eq!(run(&[lr, elsewhere, sc]).x[4], 1);
}

#[test]
fn misaligned_addresses_trap() {
    for (word, cause) in [(atomic(2, 2, 3, 1, 0), 4), (atomic(3, 2, 3, 1, 2), 6), (atomic(0, 3, 3, 1, 2), 6)] {
        let mut hart = hart(Rv64, &[word]);
        hart.x[1] = DATA + 2;
        hart.csrs.mtvec = BASE + 0x100;
        assert_eq!(event(&mut hart), Event::Exception { pc: BASE });
        assert_eq!((hart.csrs.mcause, hart.csrs.mtval), (cause, DATA + 2));
    }
}
