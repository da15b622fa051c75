// SPDX-License-Identifier: Apache-2.0
//! A unit with CSRs beside the hart: how it is driven (docs/ctr.md, "Hook-up"), and the model of
//! Control Transfer Records as one.

use super::asm::{addi, csrrs, csrrw, csrrwi, jal, jalr, EBREAK, ECALL, NOP, SCTRCLR};
use super::{event, hart, Hart, BASE};
use crate::hart::csr::{interrupt, status, Privilege};
use crate::{Blocks, CsrUnit, CtrUnit, Error, Event, Stream, UnitError};
use std::sync::{Arc, Mutex};
use tracewright_config::{Build, CtrVersion};
use tracewright_messages::isa::Xlen::{Rv32, Rv64};
use tracewright_messages::itype::{EXCEPTION, INFERABLE_CALL, INTERRUPT, RETURN};
use tracewright_messages::Block;
use tracewright_model::ctr::{Access, Answer, CtrCycle, Operation, LATENCY};

const SCTRCTL: u32 = 0x14E;
const MCTRCTL: u32 = 0x34E;
const SCTRSTATUS: u32 = 0x14F;
const SISELECT: u32 = 0x150;
const SIREG: u32 = 0x151;
const SIREG2: u32 = 0x152;
const SIREG3: u32 = 0x153;
const HANDLER: u64 = BASE + 0x100;
const VALID: u64 = 1;

fn build() -> Build {
    let mut build = Build { xlen: 64, ..Build::default() };
    build.ingress.itype_width = 4;
    build.ingress.interrupt_address = true;
    build.ctr.version = CtrVersion::V1_0;
    build
}

/// A hart about to run `code` with the records of 1.0, which are to record all modes.
fn recording(code: &[u32]) -> Hart {
    let unit = CtrUnit::new(&build()).expect("a version");
    let mut all = vec![csrrwi(0, MCTRCTL, 7), addi(9, 0, 0x200), csrrw(0, SISELECT, 9)];
    all.extend_from_slice(code);
    let mut hart = hart(Rv64, &all).with_unit(Box::new(unit), &build().ingress);
    hart.csrs.mtvec = HANDLER;
    hart
}

/// Where the code of [`recording`] starts.
const CODE: u64 = BASE + 12;

fn run(hart: &mut Hart, events: usize) {
    for _ in 0..events {
        event(hart);
    }
}

#[test]
fn records_of_all_older_transfers_are_there_when_a_csr_is_read() {
    // A call to the next instruction but one, from where entry 0 is read.
    let code = [jal(1, 8), NOP, csrrs(3, SIREG, 0), csrrs(4, SIREG2, 0), csrrs(5, SIREG3, 0), csrrs(6, SCTRSTATUS, 0)];
    let mut hart = recording(&code);
    run(&mut hart, 8);
    assert_eq!(hart.x[3..5], [CODE | VALID, CODE + 8]);
    assert_eq!(hart.x[5] & 0xF, u64::from(INFERABLE_CALL));
    assert_eq!(hart.x[6], 1);
}

/// The instruction that raises the exception is the source, wherever its block begins: what xepc gets.
#[test]
fn the_source_of_a_trap_is_what_xepc_gets() {
    for (word, events) in [(EBREAK, 1), (0, 1), (ECALL, 2)] {
        let mut hart = recording(&[NOP, word]);
        run(&mut hart, 4 + events);
        hart.memory.fill(HANDLER, &csrrs(3, SIREG, 0).to_le_bytes());
        hart.memory.fill(HANDLER + 4, &csrrs(4, SIREG2, 0).to_le_bytes());
        run(&mut hart, 2);
        assert_eq!(hart.x[3..5], [(CODE + 4) | VALID, HANDLER], "{word:#x}");
        assert_eq!(hart.csrs.mepc, CODE + 4);
    }
}

#[test]
fn an_interrupt_of_a_local_counter_overflow_freezes_and_others_do_not() {
    for (bit, frozen) in [(interrupt::LCOFI, 1 << 31), (interrupt::SSI, 0)] {
        let mut hart = recording(&[csrrw(0, MCTRCTL, 7), csrrw(0, 0x344, 8), NOP]);
        (hart.x[7], hart.x[8]) = (7 | 1 << 12, bit);
        hart.memory.fill(HANDLER, &csrrs(3, SCTRSTATUS, 0).to_le_bytes());
        run(&mut hart, 3);
        (hart.csrs.mie, hart.csrs.mstatus) = (bit, status::MIE);
        run(&mut hart, 2);
        assert_eq!(event(&mut hart), Event::Interrupt { pc: CODE + 8 });
        run(&mut hart, 1);
        assert_eq!(hart.x[3] & 1 << 31, frozen);
        assert_eq!(hart.csrs.mcause, u64::from(bit.trailing_zeros()) | 1 << 63);
    }
}

#[test]
fn lcofi_is_there_with_a_unit_only() {
    let set = [csrrw(0, 0x304, 8), csrrs(3, 0x304, 0)];
    let mut with = recording(&set);
    with.x[8] = interrupt::LCOFI;
    run(&mut with, 5);
    let mut without = hart(Rv64, &set);
    without.x[8] = interrupt::LCOFI;
    run(&mut without, 2);
    assert_eq!((with.x[3], without.x[3]), (interrupt::LCOFI, 0));
}

#[test]
fn sctrclr_clears_the_entries_and_is_illegal_without_records() {
    let mut hart = recording(&[jal(1, 4), SCTRCLR, csrrs(3, SIREG, 0)]);
    run(&mut hart, 6);
    assert_eq!((hart.x[3], hart.csrs.mcause), (0, 0));
    let mut hart = super::hart(Rv64, &[SCTRCLR]);
    assert_eq!(event(&mut hart), Event::Exception { pc: BASE });
    assert_eq!((hart.csrs.mcause, hart.csrs.mtval), (2, u64::from(SCTRCLR)));
}

#[test]
fn what_neither_has_or_a_mode_does_not_reach_is_illegal() {
    for (mode, word) in [
        (Privilege::Machine, csrrs(3, 0x7C0, 0)),
        (Privilege::Machine, csrrs(3, 0x383, 0)), // mctrstatus of 0.1.4
        (Privilege::Supervisor, csrrs(3, MCTRCTL, 0)),
        (Privilege::User, csrrs(3, SCTRCTL, 0)),
    ] {
        let mut hart = recording(&[word]);
        run(&mut hart, 3);
        hart.csrs.privilege = mode;
        assert_eq!(event(&mut hart), Event::Exception { pc: CODE }, "{word:#x}");
        assert_eq!((hart.csrs.mcause, hart.csrs.mtval), (2, u64::from(word)));
    }
}

/// A unit that keeps what it is shown, and answers alike each time.
struct Kept {
    cycles: Arc<Mutex<Vec<CtrCycle>>>,
    answer: Option<Answer>,
}

impl CsrUnit for Kept {
    fn cycle(&mut self, cycle: &CtrCycle) -> Result<Option<Answer>, UnitError> {
        let mut cycles = self.cycles.lock().expect("one thread");
        cycles.push(*cycle);
        let asked = cycles.len().checked_sub(LATENCY + 1).and_then(|before| cycles[before].access);
        Ok(asked.and(self.answer))
    }
}

/// What a unit saw that gives an answer, and the hart after so many events.
fn kept(answer: Option<Answer>, code: &[u32], events: usize) -> (Vec<CtrCycle>, Hart, Option<Error>) {
    let cycles = Arc::new(Mutex::new(vec![]));
    let unit = Kept { cycles: cycles.clone(), answer };
    let mut hart = hart(Rv64, code).with_unit(Box::new(unit), &build().ingress);
    hart.csrs.mtvec = HANDLER;
    let failed = (0..events).find_map(|_| hart.next().err());
    let seen = cycles.lock().expect("one thread").clone();
    (seen, hart, failed)
}

/// Hook-up, 2 and 3: older blocks in earlier cycles, the access in a cycle without a block, four cycles for the
/// answer, and the instruction itself later.
#[test]
fn hook_up_2_an_access_comes_after_all_older_blocks_and_before_its_own() {
    let code = [jal(1, 8), NOP, NOP, csrrw(3, 0x7C0, 2), jalr(0, 1, 0), csrrs(4, 0x7C1, 0)];
    let (seen, hart, _) = kept(Some(Answer::Value(77)), &code, 6);
    assert_eq!(hart.x[3], 77);
    let shown: Vec<_> = seen
        .iter()
        .map(|cycle| (cycle.access.map(|access| access.csr), cycle.ingress.blocks[0], cycle.next_address))
        .collect();
    let block = |itype, iaddr, iretire| Block { itype, iaddr, iretire, ilastsize: 1, ..Block::default() };
    let none = (None, Block::default(), 0);
    assert_eq!(
        shown,
        [
            (None, block(INFERABLE_CALL, BASE, 2), BASE + 8),
            (None, block(0, BASE + 8, 2), BASE + 12),
            (Some(0x7C0), Block::default(), 0),
            none,
            none,
            none,
            none,
        ]
    );
    let asked = Access { csr: 0x7C0, operation: Operation::Write, data: 0, privilege: 3 };
    assert_eq!(seen[2].access, Some(asked));
}

/// Instructions that a block takes before it is asked for are shown to the unit like all others.
#[test]
fn a_unit_is_told_of_what_joins_a_block() {
    let cycles = Arc::new(Mutex::new(vec![]));
    let unit = Kept { cycles: cycles.clone(), answer: None };
    let mut hart = hart(Rv64, &[NOP, NOP, NOP, jal(1, 8), NOP, jal(0, 0)]).with_unit(Box::new(unit), &build().ingress);
    let blocks: Vec<_> =
        Blocks::new(&mut hart, &build().ingress).limit(4).map(|port| port.expect("no error")).collect();
    hart.show_unit().expect("no error");
    let shown: Vec<_> = cycles.lock().expect("one thread").iter().map(|cycle| cycle.ingress.blocks[0]).collect();
    let iretire = |blocks: &[Block]| blocks.iter().map(|block| block.iretire).sum::<u32>();
    assert_eq!(iretire(&shown), 8);
    assert_eq!(iretire(&blocks.iter().map(|port| port.blocks[0]).collect::<Vec<_>>()), 8);
}

#[test]
fn hook_up_2_a_return_and_a_trap_say_where_the_hart_goes_on() {
    // The return leads to the instruction after the call; there it traps, and the handler reads.
    let code = [jal(1, 12), EBREAK, NOP, jalr(0, 1, 0)];
    let cycles = Arc::new(Mutex::new(vec![]));
    let unit = Kept { cycles: cycles.clone(), answer: Some(Answer::Value(0)) };
    let mut hart = hart(Rv64, &code).with_unit(Box::new(unit), &build().ingress);
    hart.csrs.mtvec = HANDLER;
    hart.memory.fill(HANDLER, &csrrs(3, 0x7C0, 0).to_le_bytes());
    run(&mut hart, 4);
    let seen = cycles.lock().expect("one thread").clone();
    let shown: Vec<_> = seen
        .iter()
        .map(|cycle| (cycle.ingress.blocks[0].itype, cycle.next_address, cycle.breakpoint, cycle.lcofi))
        .collect();
    assert_eq!(
        shown[..3],
        [
            (INFERABLE_CALL, BASE + 12, false, false),
            (RETURN, BASE + 4, false, false),
            (EXCEPTION, HANDLER, true, false)
        ]
    );
    assert!(shown.iter().all(|(itype, ..)| *itype != INTERRUPT));
}

#[test]
fn a_virtual_instruction_exception_has_cause_22() {
    let word = csrrs(3, 0x7C0, 0);
    let (_, hart, _) = kept(Some(Answer::Virtual), &[word], 1);
    assert_eq!((hart.csrs.mcause, hart.csrs.mtval, hart.x[3]), (22, u64::from(word), 0));
}

#[test]
fn a_unit_that_does_not_answer_ends_the_run() {
    let (_, _, failed) = kept(None, &[csrrs(3, 0x7C0, 0)], 1);
    assert_eq!(failed.expect("an error").to_string(), "the CSR unit has not answered in time");
}

/// Not even where the exception that there would be is one of a handler that traps for ever.
#[test]
fn a_unit_that_fails_in_a_handler_ends_the_run_with_its_own_error() {
    let unit = Kept { cycles: Arc::default(), answer: None };
    let mut hart = hart(Rv64, &[EBREAK]).with_unit(Box::new(unit), &build().ingress);
    hart.csrs.mtvec = HANDLER;
    hart.memory.fill(HANDLER, &csrrs(3, 0x7C0, 0).to_le_bytes());
    event(&mut hart);
    let failed = hart.next().expect_err("no answer");
    assert_eq!(failed.to_string(), "the CSR unit has not answered in time");
}

/// An operand of RV32 has 32 bits at the port, however the hart keeps its registers.
#[test]
fn operands_and_values_of_rv32_have_32_bits() {
    let cycles = Arc::new(Mutex::new(vec![]));
    let unit = Kept { cycles: cycles.clone(), answer: Some(Answer::Value(0x8000_0000)) };
    let mut hart = hart(Rv32, &[csrrw(3, 0x7C0, 1)]).with_unit(Box::new(unit), &build().ingress);
    hart.x[1] = 0xFFFF_FFFF_F000_0000;
    event(&mut hart);
    assert_eq!(hart.x[3], 0xFFFF_FFFF_8000_0000);
    let seen = cycles.lock().expect("one thread").clone();
    assert_eq!(seen[0].access.map(|access| access.data), Some(0xF000_0000));
}
