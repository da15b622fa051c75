// SPDX-License-Identifier: Apache-2.0
//! Tandem verification, sentence by sentence (Trace Protocol 3.1, 3.2 and 3.4), against a reference that does what each
//! test tells it to, and writes down what is asked of it.

use std::collections::{BTreeMap, VecDeque};
use tracewright_tandem::{
    csr, Absent, Access, Difference, Effects, Element, Error, Group, Identifier, Mismatch, Operation, Part, Problem,
    Reference, Register, Size, State, Stuck, Verifier, What, Widths,
};

const NOP: u32 = 0x0000_0013;
const FIRST: u64 = 0x8000_0000;
const X1: Register = Register::gpr(1);
const X2: Register = Register::gpr(2);
const MIP: Register = Register::csr(csr::MIP);
const MEPC: Register = Register::csr(csr::MEPC);
const MCAUSE: Register = Register::csr(csr::MCAUSE);
/// The bits of mip that are not deterministic.
const PENDING: u64 = 1 << 7;

/// What is asked of the reference.
#[derive(Clone, Debug, PartialEq)]
enum Call {
    Write(State, u64),
    WriteMemory(u64, Vec<u8>),
    Execute(Option<u64>),
    Reset,
}

/// What an instruction does in the reference; or why it does not.
type Deed = Result<(Vec<(State, u64)>, Option<Access>), &'static str>;

struct Scripted {
    states: BTreeMap<State, u64>,
    memory: BTreeMap<u64, u8>,
    deeds: VecDeque<Deed>,
    calls: Vec<Call>,
}

impl Scripted {
    fn new(deeds: impl IntoIterator<Item = Deed>) -> Scripted {
        let states = [State::Pc, State::Privilege, State::Register(X1), State::Register(X2), State::Register(MIP)];
        let mut states: BTreeMap<State, u64> = states.into_iter().map(|state| (state, 0)).collect();
        states.insert(State::Pc, FIRST);
        states.insert(State::Privilege, 3);
        states.extend([MEPC, MCAUSE].map(|register| (State::Register(register), 0)));
        Scripted { states, memory: BTreeMap::new(), deeds: deeds.into_iter().collect(), calls: Vec::new() }
    }
}

impl Reference for Scripted {
    fn read(&mut self, state: State) -> Option<u64> {
        self.states.get(&state).copied()
    }

    fn write(&mut self, state: State, value: u64) {
        self.calls.push(Call::Write(state, value));
        self.states.insert(state, value);
    }

    fn read_memory(&mut self, address: u64, bytes: &mut [u8]) -> bool {
        for (at, byte) in (address..).zip(bytes) {
            *byte = self.memory.get(&at).copied().unwrap_or(0);
        }
        true
    }

    fn write_memory(&mut self, address: u64, bytes: &[u8]) -> bool {
        self.calls.push(Call::WriteMemory(address, bytes.to_vec()));
        self.memory.extend((address..).zip(bytes.iter().copied()));
        true
    }

    fn execute(&mut self, interrupt: Option<u64>, effects: &mut Effects) -> Result<(), Stuck> {
        self.calls.push(Call::Execute(interrupt));
        let (changes, access) = self.deeds.pop_front().unwrap_or_else(|| nop()).map_err(|why| Stuck(why.into()))?;
        self.states.extend(changes.iter().copied());
        effects.changed.extend(changes);
        effects.access = access;
        effects.instruction = interrupt.is_none().then_some((NOP, 4));
        if interrupt.is_none() {
            let pc = self.states[&State::Pc] + 4;
            self.states.insert(State::Pc, pc);
            effects.changed.push((State::Pc, pc));
        }
        Ok(())
    }

    fn reset(&mut self) {
        self.calls.push(Call::Reset);
        self.states = Scripted::new([]).states;
    }

    fn states(&self) -> Vec<State> {
        self.states.keys().copied().collect()
    }

    fn non_deterministic(&self, state: State) -> u64 {
        match state {
            State::Register(register) if register == MIP => PENDING,
            _ => 0,
        }
    }
}

/// An instruction that does nothing but step.
fn nop() -> Deed {
    does(&[])
}

/// An instruction that changes registers.
fn does(changes: &[(Register, u64)]) -> Deed {
    Ok((changes.iter().map(|(register, value)| (State::Register(*register), *value)).collect(), None))
}

fn verifier(deeds: impl IntoIterator<Item = Deed>, absent: &[&str]) -> Verifier<Scripted> {
    Verifier::new(Scripted::new(deeds), Widths::rv64(0), Absent::named(absent.iter().copied()).unwrap())
}

/// Takes a group with these elements.
fn take(verifier: &mut Verifier<Scripted>, elements: &[Element]) -> Option<Mismatch> {
    verifier.take(&Part::Group(&Group { offset: 0, bytes: 0, elements: elements.to_vec() }))
}

/// Takes the group of an instruction that steps, with these elements besides.
fn step(verifier: &mut Verifier<Scripted>, elements: &[Element]) -> Option<Mismatch> {
    take(verifier, &[&[Element::IncrementPc, Element::Instruction32(NOP)], elements].concat())
}

fn differ(what: What, expected: u64, got: u64) -> Vec<Difference> {
    vec![Difference { what, expected: Some(expected), got: Some(got) }]
}

fn of(register: Register) -> What {
    What::State(State::Register(register))
}

#[test]
fn tp_3_1_memory_trace_initializes_memory_of_the_reference() {
    let mut verifier = verifier([], &[]);
    let data =
        Element::Request { address: 0x100, operation: Operation::Store, size: Size::Bits32, data: Some(0x0403_0201) };
    assert_eq!(take(&mut verifier, &[Element::Initialisation, data]), None);
    let mut bytes = [0; 4];
    assert_eq!(verifier.summary().instructions, 0, "no instruction is executed for it");
    let mut reference = Scripted { memory: verifier.reference().memory.clone(), ..Scripted::new([]) };
    assert!(reference.read_memory(0x100, &mut bytes));
    assert_eq!(bytes, [1, 2, 3, 4]);
}

/// Step 1: nothing is executed or compared before the whole group has been applied.
#[test]
fn tp_3_1_step_1_the_whole_group_is_applied_to_the_shadow_state_first() {
    let mut verifier = verifier([does(&[(X1, 5), (X2, 6)])], &[]);
    // The first of two writes of one register is nothing that the reference ever has.
    let group = [Element::Full(X1, 77), Element::Full(X2, 6), Element::Full(X1, 5)];
    assert_eq!(step(&mut verifier, &group), None);
    assert_eq!(verifier.summary().instructions, 1);
}

/// Step 2: what is not deterministic is in the reference immediately before it executes, and no bit more.
#[test]
fn tp_3_1_step_2_the_minimum_of_non_deterministic_state_is_copied_before_the_instruction() {
    let mut verifier = verifier([does(&[(MIP, PENDING | 2)])], &[]);
    assert_eq!(step(&mut verifier, &[Element::Full(MIP, PENDING | 2)]), None);
    let calls = &verifier.reference().calls;
    assert_eq!(calls[..2], [Call::Write(State::Register(MIP), PENDING), Call::Execute(None)]);
}

#[test]
fn tp_3_1_step_2_it_is_copied_where_it_changed_before_the_group() {
    let mut verifier = verifier([nop()], &[]);
    assert_eq!(take(&mut verifier, &[Element::Full(MIP, PENDING)]), None);
    assert_eq!(verifier.summary().instructions, 0, "a group of nothing else is no instruction");
    assert_eq!(step(&mut verifier, &[]), None);
    assert_eq!(verifier.reference().calls[..2], [Call::Write(State::Register(MIP), PENDING), Call::Execute(None)]);
}

#[test]
fn tp_3_1_an_interrupt_comes_when_the_trace_says_so() {
    let cause = 1 << 63 | 7;
    let mut verifier = verifier([does(&[(MEPC, FIRST), (MCAUSE, cause)])], &[]);
    assert_eq!(take(&mut verifier, &[Element::Full(MEPC, FIRST), Element::Full(MCAUSE, cause)]), None);
    assert_eq!(verifier.reference().calls, [Call::Execute(Some(7))]);
}

/// Step 3: a single instruction for each group.
#[test]
fn tp_3_1_step_3_one_instruction_is_executed_for_a_group() {
    let mut verifier = verifier([], &[]);
    for _ in 0..3 {
        assert_eq!(step(&mut verifier, &[]), None);
    }
    assert_eq!(verifier.reference().calls, [Call::Execute(None), Call::Execute(None), Call::Execute(None)]);
    assert_eq!(verifier.summary().instructions, 3);
}

/// Step 3: an attempt can fail, and that is reported.
#[test]
fn tp_3_1_step_3_a_reference_that_can_not_execute_is_reported() {
    let mut verifier = verifier([Err("no memory there")], &[]);
    let mismatch = step(&mut verifier, &[]).unwrap();
    assert_eq!(mismatch.stuck.as_deref(), Some("no memory there"));
    assert_eq!(verifier.summary().mismatches, 1);
}

#[test]
fn tp_3_1_step_4_a_value_that_differs_is_found_at_its_instruction() {
    let mut verifier = verifier([nop(), does(&[(X1, 5)]), nop()], &[]);
    assert_eq!(step(&mut verifier, &[]), None);
    let mismatch = step(&mut verifier, &[Element::Full(X1, 6)]).unwrap();
    assert_eq!((mismatch.at.number, mismatch.at.pc), (1, FIRST + 4));
    assert_eq!(mismatch.differences, differ(of(X1), 5, 6));
    assert_eq!(step(&mut verifier, &[]), None);
}

/// "The comparison must include erroneous state changes": of the hart.
#[test]
fn tp_3_1_step_4_a_change_that_should_not_have_been_is_found() {
    let mut verifier = verifier([does(&[(X1, 5)])], &[]);
    let mismatch = step(&mut verifier, &[Element::Full(X1, 5), Element::Full(X2, 9)]).unwrap();
    assert_eq!(mismatch.differences, differ(of(X2), 0, 9));
}

/// "All architectural side effects of an instruction or trap must always be included": one that trace lacks is found.
#[test]
fn tp_3_1_step_4_a_change_that_is_missing_is_found() {
    let mut verifier = verifier([does(&[(X1, 5), (X2, 6)])], &[]);
    let mismatch = step(&mut verifier, &[Element::Full(X1, 5)]).unwrap();
    assert_eq!(mismatch.differences, differ(of(X2), 6, 0));
}

#[test]
fn tp_3_1_step_4_another_pc_is_found() {
    let mut verifier = verifier([nop()], &[]);
    let jump = [Element::State(Identifier::Pc, FIRST + 8), Element::Instruction32(NOP)];
    let mismatch = take(&mut verifier, &jump).unwrap();
    assert_eq!(mismatch.differences, differ(What::State(State::Pc), FIRST + 4, FIRST + 8));
}

/// "Comparison of unobserved state must be done carefully": bits that are not deterministic are not compared.
#[test]
fn tp_3_1_step_4_what_is_not_deterministic_is_no_mismatch_and_what_is_beside_it_is() {
    let mut verifier = verifier([does(&[(MIP, 0)]), does(&[(MIP, 2)])], &[]);
    assert_eq!(step(&mut verifier, &[Element::Full(MIP, PENDING)]), None);
    let mismatch = step(&mut verifier, &[Element::Full(MIP, PENDING)]).unwrap();
    assert_eq!(mismatch.differences, differ(of(MIP), 2, PENDING));
}

/// Step 5: "copy the entire shadow state", that is, also what this group did not give.
#[test]
fn tp_3_1_step_5_the_whole_shadow_state_is_copied_after_a_mismatch() {
    let mut verifier = verifier([does(&[(X1, 5)]), does(&[(X1, 9), (X2, 1)]), nop()], &[]);
    assert_eq!(step(&mut verifier, &[Element::Full(X1, 5)]), None);
    assert!(step(&mut verifier, &[Element::Full(X2, 2)]).is_some());
    let states = &verifier.reference().states;
    assert_eq!((states[&State::Register(X1)], states[&State::Register(X2)]), (5, 2));
}

/// Step 6: one fault is one report.
#[test]
fn tp_3_1_step_6_verification_goes_on_behind_a_mismatch() {
    let mut verifier = verifier([does(&[(X1, 5)]), nop(), does(&[(X2, 7)])], &[]);
    assert!(step(&mut verifier, &[Element::Full(X1, 6)]).is_some());
    assert_eq!(step(&mut verifier, &[]), None);
    assert_eq!(step(&mut verifier, &[Element::Full(X2, 7)]), None);
    assert_eq!((verifier.summary().instructions, verifier.summary().mismatches), (3, 1));
}

#[test]
fn tp_3_2_change_1_a_class_that_is_absent_is_not_missed() {
    let mut verifier = verifier([does(&[(X1, 5)])], &["gpr"]);
    assert_eq!(step(&mut verifier, &[]), None);
}

#[test]
fn tp_3_2_change_2_what_is_absent_is_not_compared_and_all_else_is() {
    let mut verifier = verifier([does(&[(X1, 5), (X2, 6)])], &["x1"]);
    let mismatch = step(&mut verifier, &[]).unwrap();
    assert_eq!(mismatch.differences, differ(of(X2), 6, 0));
}

#[test]
fn tp_3_2_change_3_what_is_absent_is_not_copied_after_a_mismatch() {
    let mut verifier = verifier([does(&[(X1, 5), (X2, 6)])], &["x1"]);
    assert!(step(&mut verifier, &[Element::Full(X2, 7)]).is_some());
    let states = &verifier.reference().states;
    assert_eq!((states[&State::Register(X1)], states[&State::Register(X2)]), (5, 7));
}

/// "It may not be possible to recover": a report says so, and verification does not stop.
#[test]
fn tp_3_2_after_a_loss_that_can_not_be_bridged_reports_say_so() {
    let mut verifier = verifier([nop(), nop(), nop(), nop(), nop(), nop(), nop(), nop(), does(&[(X1, 5)])], &[]);
    verifier.take(&Part::Error(Error { offset: 0, problem: Problem::Opcode { code: 0xEE } }));
    let far = [Element::State(Identifier::Pc, 0x4000), Element::Instruction32(NOP)];
    assert_eq!(take(&mut verifier, &far), None);
    assert_eq!((verifier.summary().errors, verifier.summary().unsettled), (1, 1));
    let mismatch = loop {
        if let Some(mismatch) = step(&mut verifier, &[]) {
            break mismatch;
        }
    };
    assert!(mismatch.after_loss);
}

#[test]
fn tp_3_4_operations_1_and_2_registers_and_memory_are_read_and_written() {
    let store = Access { address: 0x200, store: Some((Size::Bits32, 1)) };
    let mut verifier = verifier([Ok((vec![], Some(store)))], &[]);
    let group = [Element::State(Identifier::PhysicalAddress, 0x200), Element::State(Identifier::Store32, 2)];
    let mismatch = step(&mut verifier, &group).unwrap();
    assert_eq!(mismatch.differences, differ(What::StoreData, 1, 2));
    // The hart's memory has what the hart stored.
    assert!(verifier.reference().calls.contains(&Call::WriteMemory(0x200, vec![2, 0, 0, 0])));
}

#[test]
fn tp_3_4_operation_4_a_reset_resets_reference_and_shadow_state() {
    let mut verifier = verifier([does(&[(X1, 5)]), nop()], &[]);
    assert_eq!(step(&mut verifier, &[Element::Full(X1, 5)]), None);
    assert_eq!(take(&mut verifier, &[Element::Reset]), None);
    assert!(verifier.reference().calls.contains(&Call::Reset));
    // Both are at the first instruction again, and agree.
    assert_eq!(step(&mut verifier, &[]), None);
    assert_eq!(verifier.reference().states[&State::Register(X1)], 0);
    assert_eq!(verifier.reference().states[&State::Pc], FIRST + 4);
}
