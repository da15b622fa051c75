// SPDX-License-Identifier: Apache-2.0
//! How programs talk to the host, and end.

use super::asm::{addi, load, lui, store, NOP, SPIN};
use super::{after, hart, to_the_end, Hart, BASE, DATA};
use crate::hart::htif::Htif;
use crate::Exit;
use tracewright_messages::isa::Xlen::{Rv32, Rv64};

/// x1 points to `tohost`, x2 is what is written there.
fn with_host(code: &[u32], value: u64) -> Hart {
    let mut hart = hart(Rv64, code);
    hart.htif = Some(Htif::new(DATA, Some(DATA + 64)));
    (hart.x[1], hart.x[2]) = (DATA, value);
    hart
}

#[test]
fn a_store_of_64_bits_to_tohost_ends_the_program_at_once() {
    let mut hart = with_host(&[store(3, 2, 1, 0), NOP], 5 << 1 | 1);
    assert_eq!(to_the_end(&mut hart).len(), 1);
    assert_eq!(hart.exit(), Some(Exit::Code(5)));
}

#[test]
fn the_upper_word_of_tohost_completes_it() {
    let mut hart = with_host(&[store(2, 2, 1, 0), store(2, 0, 1, 4), NOP], 1);
    assert_eq!(to_the_end(&mut hart).len(), 2);
    assert_eq!(hart.exit(), Some(Exit::Code(0)));
}

#[test]
fn the_lower_word_of_tohost_counts_alone_before_a_jump_to_itself() {
    let mut hart = with_host(&[store(2, 0, 1, 4), store(2, 2, 1, 0), SPIN], 3);
    assert_eq!(to_the_end(&mut hart).len(), 3);
    assert_eq!(hart.exit(), Some(Exit::Code(1)));
}

#[test]
fn the_lower_word_of_tohost_counts_alone_after_a_while() {
    let mut hart = with_host(&[store(2, 2, 1, 0), NOP, super::asm::jal(0, -4)], 1);
    to_the_end(&mut hart);
    assert_eq!(hart.exit(), Some(Exit::Code(0)));
    // It stays at the end, as often as it is asked.
    assert!((0..40).all(|_| to_the_end(&mut hart).is_empty()));
}

#[test]
fn the_host_prints_bytes_and_buffers() {
    let print = 1 << 56 | 1 << 48 | u64::from(b'a');
    let mut single = with_host(&[store(3, 2, 1, 0), SPIN], print);
    to_the_end(&mut single);
    assert_eq!(single.console(), b"a");

    let mut buffer = with_host(&[store(3, 2, 1, 0), load(3, 3, 1, 64), SPIN], DATA + 128);
    for (i, word) in [64, 1, DATA + 256, 5].into_iter().enumerate() {
        buffer.memory.store(DATA + 128 + 8 * i as u64, &u64::to_le_bytes(word)).expect("memory");
    }
    buffer.memory.store(DATA + 256, b"hello").expect("memory");
    to_the_end(&mut buffer);
    assert_eq!((buffer.console(), buffer.x[3]), (&b"hello"[..], 1));
}

#[test]
fn the_test_finisher_ends_the_program() {
    for (value, code) in [(0x5555, 0), (0x0007_3333, 7)] {
        let mut hart = hart(Rv32, &[lui(1, 0x100), store(2, 2, 1, 0), NOP]);
        hart.x[2] = value;
        assert_eq!(to_the_end(&mut hart).len(), 2);
        assert_eq!(hart.exit(), Some(Exit::Code(code)));
    }
}

#[test]
fn the_uart_takes_bytes_and_is_always_ready() {
    let hart = after(Rv64, &[], &[lui(1, 0x10000), addi(2, 0, 0x41), store(0, 2, 1, 0), load(4, 3, 1, 5)]);
    assert_eq!((hart.console(), hart.x[3]), (&b"A"[..], 0x60));
}

#[test]
fn timer_registers_can_be_written_by_halves() {
    let code = [lui(1, 0x2004), addi(2, 0, 7), store(2, 2, 1, 0), store(2, 2, 1, 4), load(2, 3, 1, 4)];
    let hart = after(Rv32, &[], &code);
    assert_eq!((hart.devices.mtimecmp, hart.x[3]), (7 << 32 | 7, 7));
}

#[test]
fn mtime_counts_from_what_was_written() {
    let mut code = vec![store(3, 2, 1, 0)];
    code.extend([NOP; 19]);
    code.push(load(3, 3, 1, 0));
    let hart = after(Rv64, &[(1, 0x0200_BFF8), (2, 100)], &code);
    assert_eq!(hart.x[3], 102);
}

#[test]
fn memory_lies_where_the_program_does() {
    assert_eq!(super::Options::default().ram, BASE..BASE + (128 << 20));
    let segment = tracewright_image::Segment::code(0x2000, NOP.to_le_bytes().to_vec());
    let image = tracewright_image::Image::from_segments(Rv64, 0x2000, vec![segment]).expect("a valid image");
    let mut hart = Hart::new(&image, &super::Options::default()).expect("memory enough");
    assert!(matches!(super::event(&mut hart), crate::Event::Retired { pc: 0x2000, .. }));
}
