// SPDX-License-Identifier: Apache-2.0
//! Blocks of the ingress port hold what the stream said (E-Trace ch. 4).

use proptest::prelude::*;
use tracewright_config::{Ingress, IngressForm};
use tracewright_hart::{Blocks, Error, Event, Stream};
use tracewright_messages::isa::{Flow, Instruction};
use tracewright_messages::{itype, privilege, Block};

const LINEAR: Flow = Flow::Linear;
const JUMP: Flow = Flow::Jump { rd: 0, offset: 0x100 };
const CALL: Flow = Flow::Jump { rd: 1, offset: 0x100 };
const RETURN: Flow = Flow::JumpRegister { rd: 0, rs1: 1 };
const BRANCH: Flow = Flow::Branch { offset: 0x100 };

/// A stream of events made beforehand. The handlers at 0x4000 and above run in M-mode, everything else in U-mode.
struct Recorded<I> {
    events: I,
    privilege: u8,
}

impl<I: Iterator<Item = Event>> Stream for Recorded<I> {
    fn next(&mut self) -> Result<Option<Event>, Error> {
        let event = self.events.next();
        if let Some(Event::Retired { pc, .. }) = event {
            self.privilege = if pc < 0x4000 { privilege::U } else { privilege::M };
        }
        Ok(event)
    }

    fn privilege(&self) -> u8 {
        self.privilege
    }
}

fn recorded<I: Iterator<Item = Event>>(events: impl IntoIterator<IntoIter = I>) -> Recorded<I> {
    Recorded { events: events.into_iter(), privilege: privilege::U }
}

fn retired(pc: u64, half_words: u8, flow: Flow, taken: bool) -> Event {
    Event::Retired { pc, instruction: Instruction { half_words, flow }, taken }
}

fn block(itype: u8, iaddr: u64, iretire: u32, ilastsize: u8) -> Block {
    Block { itype, iaddr, iretire, ilastsize, ..Block::default() }
}

fn ingress(form: IngressForm, itype_width: u32, iretire_width: u32) -> Ingress {
    Ingress { form, itype_width, iretire_width, ..Ingress::default() }
}

/// The blocks of each cycle.
fn cycles(ingress: &Ingress, events: &[Event]) -> Vec<Vec<Block>> {
    let blocks = Blocks::new(recorded(events.iter().copied()), ingress);
    blocks.map(|port| valid(port.expect("no error"))).collect()
}

fn valid(port: tracewright_messages::Ingress) -> Vec<Block> {
    port.blocks.into_iter().filter(Block::is_valid).collect()
}

fn blocks(ingress: &Ingress, events: &[Event]) -> Vec<Block> {
    cycles(ingress, events).concat()
}

#[test]
fn consecutive_instructions_share_a_block_up_to_four() {
    let events: Vec<Event> = (0..6).map(|i| retired(0x100 + 2 * i, 1, LINEAR, false)).collect();
    assert_eq!(blocks(&Ingress::default(), &events), [block(0, 0x100, 4, 0), block(0, 0x108, 2, 0)]);
}

#[test]
fn a_block_holds_what_iretire_can_count() {
    let events: Vec<Event> = (0..3).map(|i| retired(0x100 + 4 * i, 2, LINEAR, false)).collect();
    let narrow = ingress(IngressForm::Block, 4, 2);
    assert_eq!(blocks(&narrow, &events), [block(0, 0x100, 2, 1), block(0, 0x104, 2, 1), block(0, 0x108, 2, 1)]);
}

#[test]
fn jumps_and_branches_end_a_block() {
    let events = [
        retired(0x100, 2, LINEAR, false),
        retired(0x104, 1, BRANCH, false),
        retired(0x106, 1, BRANCH, true),
        retired(0x206, 2, JUMP, false),
        retired(0x306, 2, CALL, false),
        retired(0x406, 1, RETURN, false),
        retired(0x30A, 1, LINEAR, false),
    ];
    let four = [
        block(itype::BRANCH_NOT_TAKEN, 0x100, 3, 0),
        block(itype::BRANCH_TAKEN, 0x106, 1, 0),
        block(itype::OTHER_INFERABLE_JUMP, 0x206, 2, 1),
        block(itype::INFERABLE_CALL, 0x306, 2, 1),
        block(itype::RETURN, 0x406, 1, 0),
        block(itype::NONE, 0x30A, 1, 0),
    ];
    assert_eq!(blocks(&Ingress::default(), &events), four);
    let three: Vec<u8> = blocks(&ingress(IngressForm::Block, 3, 4), &events).iter().map(|b| b.itype).collect();
    assert_eq!(three, [itype::BRANCH_NOT_TAKEN, itype::BRANCH_TAKEN, 0, 0, itype::UNINFERABLE_JUMP, 0]);
}

#[test]
fn a_direct_jump_to_the_next_address_ends_a_block_on_a_3_bit_port_too() {
    let events = [retired(0x100, 2, Flow::Jump { rd: 0, offset: 4 }, false), retired(0x104, 2, LINEAR, false)];
    let found = blocks(&ingress(IngressForm::Block, 3, 4), &events);
    assert_eq!(found, [block(0, 0x100, 2, 1), block(0, 0x104, 2, 1)]);
}

#[test]
fn ecall_retires_with_its_exception() {
    let events =
        [retired(0x100, 1, LINEAR, false), retired(0x102, 2, Flow::Ecall, false), Event::Exception { pc: 0x102 }];
    assert_eq!(blocks(&Ingress::default(), &events), [block(itype::EXCEPTION, 0x100, 3, 1)]);
    let single = ingress(IngressForm::Single, 3, 2);
    assert_eq!(blocks(&single, &events), [block(0, 0x100, 1, 0), block(itype::EXCEPTION, 0x102, 1, 1)]);
}

#[test]
fn a_fault_closes_the_open_block_or_is_alone() {
    let after_linear = [retired(0x100, 2, LINEAR, false), Event::Exception { pc: 0x104 }];
    assert_eq!(blocks(&Ingress::default(), &after_linear), [block(itype::EXCEPTION, 0x100, 2, 1)]);
    let after_branch = [retired(0x100, 2, BRANCH, true), Event::Exception { pc: 0x200 }];
    let alone = [block(itype::BRANCH_TAKEN, 0x100, 2, 1), block(itype::EXCEPTION, 0x200, 0, 0)];
    assert_eq!(blocks(&Ingress::default(), &after_branch), alone);
    let twice = [Event::Exception { pc: 0x100 }, Event::Exception { pc: 0x200 }];
    let both = [block(itype::EXCEPTION, 0x100, 0, 0), block(itype::EXCEPTION, 0x200, 0, 0)];
    assert_eq!(blocks(&Ingress::default(), &twice), both);
}

#[test]
fn an_interrupt_closes_the_open_block_or_is_alone() {
    let events = [
        retired(0x100, 2, LINEAR, false),
        Event::Interrupt { pc: 0x104 },
        retired(0x200, 2, RETURN, false),
        Event::Interrupt { pc: 0x300 },
        retired(0x204, 2, LINEAR, false),
    ];
    let expected = [
        block(itype::INTERRUPT, 0x100, 2, 1),
        block(itype::RETURN, 0x200, 2, 1),
        block(itype::INTERRUPT, 0x300, 0, 0),
        block(itype::NONE, 0x204, 2, 1),
    ];
    assert_eq!(blocks(&Ingress::default(), &events), expected);
}

#[test]
fn a_cycle_has_as_many_blocks_as_the_port_lowest_first() {
    let events: Vec<Event> = (0..5).map(|i| retired(0x100 + 4 * i, 2, BRANCH, false)).collect();
    for (blocks, expected) in [(1, vec![1; 5]), (2, vec![2, 2, 1]), (4, vec![4, 1])] {
        let ingress = Ingress { blocks, ..Ingress::default() };
        let found = cycles(&ingress, &events);
        assert_eq!(found.iter().map(Vec::len).collect::<Vec<_>>(), expected);
        assert!(found.concat().is_sorted_by_key(|block| block.iaddr));
    }
}

#[test]
fn a_trap_or_another_privilege_mode_ends_a_cycle() {
    let ingress = Ingress { blocks: 4, ..Ingress::default() };
    let events = [
        retired(0x100, 2, BRANCH, false),
        Event::Interrupt { pc: 0x104 },
        retired(0x4000, 2, BRANCH, false),
        retired(0x4004, 2, Flow::TrapReturn, false),
        retired(0x104, 2, BRANCH, false),
        retired(0x108, 2, BRANCH, false),
    ];
    let ports: Vec<_> = Blocks::new(recorded(events), &ingress).map(|port| port.expect("no error")).collect();
    let found: Vec<_> = ports.iter().map(|port| (valid(*port).len(), port.privilege)).collect();
    assert_eq!(found, [(2, privilege::U), (2, privilege::M), (2, privilege::U)]);
    let codes: Vec<u8> = ports.iter().flat_map(|port| valid(*port)).map(|block| block.itype).collect();
    assert_eq!(codes, [4, itype::INTERRUPT, 4, itype::TRAP_RETURN, 4, 4]);
}

#[test]
fn a_jump_right_behind_the_value_of_its_register_is_sequentially_inferable() {
    let upper = Flow::Upper { rd: 5, value: 0x1000, relative: true };
    let jump = |rs1| Flow::JumpRegister { rd: 0, rs1 };
    let pair = |between: &[Event], rs1| {
        let at = 0x104 + 2 * between.len() as u64;
        let first = [retired(0x100, 2, upper, false)];
        let events = [&first[..], between, &[retired(at, 2, jump(rs1), false)]].concat();
        [IngressForm::Block, IngressForm::Single].map(|form| {
            let found = blocks(&ingress(form, 4, 4), &events);
            found.last().is_some_and(|block| block.sijump) && found.iter().filter(|block| block.sijump).count() == 1
        })
    };
    assert_eq!(pair(&[], 5), [true; 2]);
    assert_eq!(pair(&[], 6), [false; 2], "another register");
    assert_eq!(pair(&[retired(0x104, 1, LINEAR, false)], 5), [false; 2], "an instruction in between");
    assert_eq!(pair(&[Event::Interrupt { pc: 0x104 }], 5), [false; 2], "a trap in between");

    let again = [retired(0x100, 2, upper, false), retired(0x104, 2, jump(5), false), retired(0x104, 2, jump(5), false)];
    let found = blocks(&Ingress::default(), &again);
    assert_eq!(found.iter().map(|block| block.sijump).collect::<Vec<_>>(), [true, false], "reached from elsewhere");
}

#[test]
fn the_limit_counts_retired_instructions() {
    let events: Vec<Event> = (0..10).map(|i| retired(0x100 + 2 * i, 1, LINEAR, false)).collect();
    let mut pcs = Vec::new();
    let found: Vec<Block> = Blocks::new(recorded(events), &Ingress::default())
        .max_instructions(2)
        .limit(5)
        .observe(|pc| pcs.push(pc))
        .flat_map(|port| valid(port.expect("no error")))
        .collect();
    assert_eq!(found, [block(0, 0x100, 2, 0), block(0, 0x104, 2, 0), block(0, 0x108, 1, 0)]);
    assert_eq!(pcs, [0x100, 0x102, 0x104, 0x106, 0x108]);
}

#[test]
fn a_long_instruction_is_an_error_and_the_end() {
    let mut blocks = Blocks::new(recorded([retired(0x100, 3, LINEAR, false)]), &Ingress::default());
    assert!(matches!(blocks.next(), Some(Err(Error::InstructionTooLong { pc: 0x100, half_words: 3 }))));
    assert!(blocks.next().is_none());
}

/// What a step of a made-up program does.
#[derive(Clone, Debug)]
enum Step {
    Instruction { half_words: u8, flow: Flow, taken: bool },
    Fault,
    Ecall,
    Interrupt,
}

fn step() -> impl Strategy<Value = Step> {
    let flow = prop_oneof![6 => Just(LINEAR), 2 => Just(BRANCH), 1 => Just(JUMP), 1 => Just(CALL), 1 => Just(RETURN)];
    prop_oneof![
        12 => (1..3u8, flow, any::<bool>()).prop_map(|(half_words, flow, taken)| {
            Step::Instruction { half_words, flow, taken: taken && flow == BRANCH }
        }),
        1 => Just(Step::Fault),
        1 => Just(Step::Ecall),
        1 => Just(Step::Interrupt),
    ]
}

/// The events of `steps`; whatever is no next instruction is 0x1000 further on.
fn perform(steps: &[Step]) -> Vec<Event> {
    let mut pc = 0x8000_0000;
    let mut events = Vec::new();
    for step in steps {
        let far = pc + 0x1000;
        pc = match *step {
            Step::Instruction { half_words, flow, taken } => {
                events.push(retired(pc, half_words, flow, taken));
                if flow == LINEAR || flow == BRANCH && !taken {
                    pc + 2 * u64::from(half_words)
                } else {
                    far
                }
            }
            Step::Ecall => {
                events.extend([retired(pc, 2, Flow::Ecall, false), Event::Exception { pc }]);
                far
            }
            Step::Fault => {
                events.push(Event::Exception { pc });
                far
            }
            Step::Interrupt => {
                events.push(Event::Interrupt { pc });
                far
            }
        };
    }
    events
}

/// What a port user reads out of blocks: where the instructions lie, and what ends them.
#[derive(Debug, PartialEq)]
enum Seen {
    HalfWord(u64),
    Ends(u8),
}

fn seen_in_events(events: &[Event], width: tracewright_messages::isa::ItypeWidth) -> Vec<Seen> {
    let mut seen = Vec::new();
    for event in events {
        match event {
            Event::Retired { pc, instruction, taken } => {
                seen.extend((0..u64::from(instruction.half_words)).map(|i| Seen::HalfWord(pc + 2 * i)));
                let code = tracewright_messages::isa::itype(instruction, *taken, width);
                if code != itype::NONE && instruction.flow != Flow::Ecall {
                    seen.push(Seen::Ends(code));
                }
            }
            Event::Exception { .. } => seen.push(Seen::Ends(itype::EXCEPTION)),
            Event::Interrupt { .. } => seen.push(Seen::Ends(itype::INTERRUPT)),
            Event::Gap => unreachable!("a hart knows what it does"),
        }
    }
    seen
}

fn seen_in_blocks(blocks: &[Block], form: IngressForm) -> Vec<Seen> {
    let mut seen = Vec::new();
    for block in blocks {
        let half_words = match form {
            IngressForm::Block => block.iretire,
            IngressForm::Single => block.iretire << block.ilastsize,
        };
        seen.extend((0..u64::from(half_words)).map(|i| Seen::HalfWord(block.iaddr + 2 * i)));
        if block.itype != itype::NONE {
            seen.push(Seen::Ends(block.itype));
        }
    }
    seen
}

proptest! {
    #[test]
    fn blocks_give_the_stream_back(
        steps in proptest::collection::vec(step(), 0..60),
        block_form in any::<bool>(),
        narrow_itype in any::<bool>(),
        iretire_width in 2..7u32,
        max in 1..10u32,
        blocks in prop_oneof![Just(1u32), Just(2), Just(4)],
    ) {
        use tracewright_messages::isa::ItypeWidth;
        let form = if block_form { IngressForm::Block } else { IngressForm::Single };
        let (itype_width, width) = if narrow_itype { (3, ItypeWidth::Three) } else { (4, ItypeWidth::Four) };
        let ingress = Ingress { blocks, ..ingress(form, itype_width, iretire_width) };
        let events = perform(&steps);
        let mut pcs = Vec::new();
        let cycles: Vec<Vec<Block>> = Blocks::new(recorded(events.iter().copied()), &ingress)
            .max_instructions(max)
            .observe(|pc| pcs.push(pc))
            .map(|port| valid(port.expect("no error")))
            .collect();
        prop_assert!(cycles.iter().all(|cycle| (1..=blocks as usize).contains(&cycle.len())));
        let found = cycles.concat();
        prop_assert_eq!(seen_in_blocks(&found, form), seen_in_events(&events, width));
        let expected: Vec<u64> = events.iter().filter_map(|event| match event {
            Event::Retired { pc, .. } => Some(*pc),
            _ => None,
        }).collect();
        prop_assert_eq!(pcs, expected);
        for block in &found {
            prop_assert!(block.is_valid());
            match form {
                IngressForm::Block => prop_assert!(block.iretire <= ingress.max_half_words() && block.iretire <= 2 * max),
                IngressForm::Single => prop_assert!(block.iretire <= 1),
            }
        }
    }
}
