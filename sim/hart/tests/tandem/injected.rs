// SPDX-License-Identifier: Apache-2.0
//! Faults of a hart: each is reported at its instruction, by its name.

use super::{encode, image, recorded, verify, widths};
use tracewright_hart::Recorded;
use tracewright_image::Image;
use tracewright_model::tandem::Settings;
use tracewright_tandem::{Absent, Mismatch, Register, Retirement, Size, State, What};

/// The first mismatch where `fault` is in the first group from the `from`th on that `choose` takes: it must be there.
fn first(name: &str, from: usize, choose: impl Fn(&Retirement) -> bool, fault: impl Fn(&mut Retirement)) -> Mismatch {
    let image = image(name);
    let mut groups = recorded(&image, 30_000);
    let at = (from..groups.len()).find(|&at| choose(&groups[at].retirement)).expect("such a group");
    fault(&mut groups[at].retirement);
    let mismatch = verified(&image, &groups);
    // The first two groups are no instructions.
    assert_eq!(mismatch.at.number, at as u64 - 2, "{mismatch}");
    assert_eq!(mismatch.at.pc, pc(&groups, at));
    assert_eq!(mismatch.last.len(), 10);
    assert_eq!(mismatch.last[9].number + 1, mismatch.at.number);
    assert_eq!(mismatch.last[9].pc, pc(&groups, at - 1));
    mismatch
}

fn verified(image: &Image, groups: &[Recorded]) -> Mismatch {
    let trace = encode(Settings::new(widths(image)), groups);
    let (summary, mismatches) = verify(image, Absent::default(), &trace);
    assert_eq!((summary.errors, summary.mismatches), (0, mismatches.len() as u64));
    mismatches.into_iter().next().expect("a mismatch")
}

/// The address of a group's instruction: the pc after the one before.
fn pc(groups: &[Recorded], at: usize) -> u64 {
    groups[at - 1].retirement.pc.expect("a pc")
}

/// What the only difference is about, what was expected, and what came.
fn only(mismatch: &Mismatch) -> (What, Option<u64>, Option<u64>) {
    let [difference] = mismatch.differences[..] else { panic!("{mismatch}") };
    (difference.what, difference.expected, difference.got)
}

fn state(register: Register) -> What {
    What::State(State::Register(register))
}

#[test]
fn tandem_3_1_a_wrong_register_value_is_reported() {
    for name in ["crc32.rv32", "sha256.rv64"] {
        let mismatch =
            first(name, 1000, |r| r.gpr.is_some(), |r| r.gpr = r.gpr.map(|(number, value)| (number, value ^ 0x100)));
        let (what, expected, got) = only(&mismatch);
        assert!(matches!(what, What::State(State::Register(register)) if register.as_gpr().is_some()), "{mismatch}");
        assert_eq!(expected.map(|value| value ^ 0x100), got);
    }
}

#[test]
fn tandem_3_1_a_register_that_should_not_change_is_reported() {
    let is_branch = |r: &Retirement| r.gpr.is_none() && r.paddr.is_none() && r.instruction.is_some();
    let mismatch = first("crc32.rv32", 500, is_branch, |r| r.gpr = Some((31, 0xBAD)));
    assert_eq!(only(&mismatch), (state(Register::gpr(31)), Some(0), Some(0xBAD)));
    let mismatch = first("crc32.rv32", 500, is_branch, |r| r.csr[3] = Some((0x340, 7)));
    assert_eq!(only(&mismatch), (state(Register::csr(0x340)), Some(0), Some(7)));
}

#[test]
fn tandem_3_1_a_register_that_should_change_is_reported() {
    let image = image("crc32.rv64");
    let mut groups = recorded(&image, 3000);
    let changes = |group: &Recorded| group.retirement.gpr.is_some_and(|(_, value)| value > 0xFFFF_0000);
    let at = (1000..3000).find(|&at| changes(&groups[at])).expect("a register");
    let (number, value) = groups[at].retirement.gpr.take().expect("a register");
    let mismatch = verified(&image, &groups);
    assert_eq!(mismatch.at.number, at as u64 - 2);
    let (what, expected, _) = only(&mismatch);
    assert_eq!((what, expected), (state(Register::gpr(number)), Some(value)));
}

#[test]
fn tandem_3_1_a_wrong_csr_is_reported() {
    let is_trap = |r: &Retirement| r.csr[3].is_some();
    for (slot, number) in [(0, 0x341), (1, 0x342), (2, 0x300), (3, 0x343)] {
        let fault = |r: &mut Retirement| r.csr[slot] = r.csr[slot].map(|(number, value)| (number, value ^ 0x88));
        let mismatch = first("usermode.rv32", 100, is_trap, fault);
        assert_eq!(only(&mismatch).0, state(Register::csr(number)));
    }
    let mismatch = first("supervisor.rv64", 100, is_trap, |r| r.privilege = Some(0));
    assert_eq!(only(&mismatch).0, What::State(State::Privilege));
}

#[test]
fn tandem_3_1_a_wrong_pc_is_reported() {
    let is_jump = |r: &Retirement| r.gpr.is_some_and(|(number, _)| number == 1);
    let mismatch = first("recursion.rv32", 50, is_jump, |r| r.pc = r.pc.map(|pc| pc + 4));
    let (what, expected, got) = only(&mismatch);
    assert_eq!((what, expected.map(|pc| pc + 4)), (What::State(State::Pc), got));
}

#[test]
fn tandem_3_1_a_wrong_address_and_a_wrong_store_are_reported() {
    let is_load = |r: &Retirement| r.paddr.is_some() && r.memdata.is_none();
    let is_store = |r: &Retirement| r.memdata.is_some();
    for (name, choose) in [("heapsort.rv64", is_load as fn(&Retirement) -> bool), ("heapsort.rv32", is_store)] {
        let mismatch = first(name, 400, choose, |r| r.paddr = r.paddr.map(|address| address ^ 4));
        let (what, expected, got) = only(&mismatch);
        assert_eq!((what, expected.map(|address| address ^ 4)), (What::PhysicalAddress, got));
        let mismatch = first(name, 400, choose, |r| r.eaddr = r.paddr.map(|address| address ^ 8));
        assert_eq!(only(&mismatch).0, What::EffectiveAddress);
    }
    let mismatch =
        first("heapsort.rv32", 400, is_store, |r| r.memdata = r.memdata.map(|(size, data)| (size, data ^ 1)));
    assert_eq!(only(&mismatch).0, What::StoreData);
    let mismatch = first("crc32.rv32", 400, |r| r.paddr.is_none(), |r| r.paddr = Some(8));
    assert_eq!(only(&mismatch), (What::PhysicalAddress, None, Some(8)));
    let mismatch = first("heapsort.rv32", 400, is_load, |r| r.memdata = Some((Size::Bits8, 3)));
    let found: Vec<_> = mismatch.differences.iter().map(|difference| difference.what).collect();
    assert_eq!(found, [What::StoreData, What::StoreBytes]);
}

#[test]
fn tandem_3_1_a_missing_instruction_is_reported_and_verification_goes_on() {
    for (name, at) in [("sha256.rv32", 1000), ("traps.rv64", 2000), ("quicksort.rv32", 700)] {
        let image = image(name);
        let mut groups = recorded(&image, 20_000);
        let pc = pc(&groups, at + 1);
        groups.remove(at);
        let trace = encode(Settings::new(widths(&image)), &groups);
        let (summary, mismatches) = verify(&image, Absent::default(), &trace);
        // The group after it is the first that can't be right: where pc is told relative to the one before, it is by
        // that.
        let mismatch = &mismatches[0];
        assert_eq!(mismatch.at.number, at as u64 - 2, "{mismatch}");
        assert!(mismatch.differences.iter().any(|d| matches!(d.what, What::Instruction)), "{mismatch} for {pc:#x}");
        assert_eq!(summary.instructions, groups.len() as u64 - 2);
        // What it did is missing where it is used, and no more.
        assert!(summary.mismatches < 200, "{} mismatches", summary.mismatches);
    }
}

#[test]
fn tandem_3_1_a_wrong_instruction_is_reported() {
    let mismatch = first(
        "crc32.rv32",
        300,
        |r| matches!(r.instruction, Some((_, 4))),
        |r| r.instruction = r.instruction.map(|(bits, length)| (bits ^ 0x80, length)),
    );
    assert_eq!(only(&mismatch).0, What::Instruction);
    let text = mismatch.to_string();
    let (expected, got) = (mismatch.differences[0].expected.unwrap(), mismatch.differences[0].got.unwrap());
    let said = format!("\n  instruction: expected {expected:#x}, got {got:#x}\n  before it:\n    instruction 2");
    assert!(text.contains(&said), "{text}");
    assert_eq!(text.lines().count(), 13, "{text}");
}

#[test]
fn tandem_3_1_after_a_mismatch_the_trace_is_what_goes_on() {
    let image = image("crc32.rv32");
    let mut groups = recorded(&image, 5000);
    // t6 is used by nobody, so what is wrong with it stays alone.
    groups[700].retirement.csr[3] = Some((0x340, 7));
    let trace = encode(Settings::new(widths(&image)), &groups);
    let (summary, mismatches) = verify(&image, Absent::default(), &trace);
    assert_eq!((summary.mismatches, mismatches.len()), (1, 1));
}
