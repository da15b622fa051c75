// SPDX-License-Identifier: Apache-2.0
//! Traces computed by hand: a byte is `mdo << 2 | mseo`, MSEO 1 ends a field, 3 a message.

use super::*;
use tracewright_hart::{Error, Event, Stream};
use tracewright_messages::isa::{classify, Xlen};

const START: u64 = 0x8000_0000;

/// ProgTraceSync at START: TCODE 9; SYNC 5 and I-CNT 0; F-ADDR 0x4000_0000 is 31 bits.
const FIRST: [u8; 8] = [9 << 2, 5 << 2 | 1, 0, 0, 0, 0, 0, 1 << 2 | 3];

fn linear(address: u64) -> Retired {
    Retired { address, half_words: 2, branch: None, indirect: false }
}

fn jump(address: u64) -> Retired {
    Retired { indirect: true, ..linear(address) }
}

fn branch(address: u64, taken: bool) -> Retired {
    Retired { branch: Some(taken), ..linear(address) }
}

fn after_first(instructions: &[Retired]) -> Vec<u8> {
    let bytes = encode(instructions.iter().copied());
    assert_eq!(bytes[..8], FIRST);
    bytes[8..].to_vec()
}

#[test]
fn ntrace_10_2_starts_with_a_prog_trace_sync() {
    assert!(encode([]).is_empty());
    assert_eq!(encode([linear(START)]), FIRST);
    assert_eq!(encode([linear(START), linear(START + 4), branch(START + 8, true)]), FIRST);
}

#[test]
fn ntrace_10_2_sends_an_indirect_jump_with_the_next_instruction() {
    let short = Retired { half_words: 1, ..linear(START) };
    assert!(after_first(&[short, jump(START + 2)]).is_empty());
    // TCODE 28; B-TYPE 0, I-CNT 3; U-ADDR 0x100 / 2 is 8 bits; HIST 1
    let expected = [28 << 2, 3 << 4 | 1, 0, 2 << 2 | 1, 1 << 2 | 3];
    assert_eq!(after_first(&[short, jump(START + 2), linear(START + 0x100)]), expected);
}

#[test]
fn ntrace_10_2_counts_and_addresses_start_afresh_with_a_message() {
    let instructions = [jump(START), branch(START + 0x100, false), jump(START + 0x104), linear(START + 0x102)];
    let expected = [
        [28 << 2, 2 << 4 | 1, 0, 2 << 2 | 1, 1 << 2 | 3].as_slice(),
        // I-CNT 4; U-ADDR 2 / 2; HIST 1, not taken 0
        &[28 << 2, 4 << 4 | 1, 1 << 2 | 1, 2 << 2 | 3],
    ]
    .concat();
    assert_eq!(after_first(&instructions), expected);
}

#[test]
fn ntrace_8_3_a_taken_branch_appends_1() {
    let instructions = [branch(START, true), branch(START + 8, false), jump(START + 12), linear(START)];
    // I-CNT 6; U-ADDR 0; HIST 1, taken 1, not taken 0
    assert_eq!(after_first(&instructions), [28 << 2, 6 << 4 | 1, 1, 0b110 << 2 | 3]);
}

#[test]
fn ntrace_10_2_sends_the_history_before_the_thirtieth_branch() {
    let mut instructions: Vec<_> = (0..29).map(|i| branch(START + 4 * i, false)).collect();
    assert!(after_first(&instructions).is_empty());
    instructions.push(branch(START + 4 * 29, true));
    // TCODE 27; RCODE 1 and 30 bits of HIST: the stop bit is bit 4 + 29 of what follows TCODE
    let full = [27 << 2, 1 << 2, 0, 0, 0, 0, 1 << 3 << 2 | 3];
    assert_eq!(after_first(&instructions), full);

    instructions.extend([jump(START + 4 * 30), linear(START)]);
    // I-CNT is that of all 31 instructions, 0b11_1110; HIST holds the thirtieth branch
    assert_eq!(after_first(&instructions)[7..], [28 << 2, 0b1110 << 4, 0b11 << 2 | 1, 1, 0b11 << 2 | 3]);
}

#[test]
fn ntrace_10_2_sends_i_cnt_before_the_instruction_that_exceeds_its_limit() {
    let mut instructions: Vec<_> = (0..0x8000).map(|i| linear(START + 4 * i)).collect();
    assert!(after_first(&instructions).is_empty());
    instructions.push(linear(START + 4 * 0x8000));
    // RCODE 0 and I-CNT 0x1_0000, whose one is bit 4 + 16 of what follows TCODE
    assert_eq!(after_first(&instructions), [27 << 2, 0, 0, 0, 1 << 2 << 2 | 3]);
}

struct Events(std::vec::IntoIter<Event>);

impl Stream for Events {
    fn next(&mut self) -> Result<Option<Event>, Error> {
        Ok(self.0.next())
    }
}

#[test]
fn traps_make_the_instruction_before_them_indirect() {
    let event = |pc, bits, taken| Event::Retired { pc, instruction: classify(bits, Xlen::Rv64), taken };
    let (nop, beq, mret) = (0x0000_0013, 0x0000_0463, 0x3020_0073);
    let events = vec![
        Event::Interrupt { pc: 0x100 },
        event(0x100, nop, false),
        Event::Exception { pc: 0x104 },
        event(0x200, beq, true),
        Event::Interrupt { pc: 0x200 },
        event(0x300, mret, false),
        event(0x208, nop, false),
    ];
    let found: Vec<_> = retired(Events(events.into_iter())).map(Result::unwrap).collect();
    let expected = [jump(0x100), Retired { indirect: true, ..branch(0x200, true) }, jump(0x300), linear(0x208)];
    assert_eq!(found, expected);
}
