// SPDX-License-Identifier: Apache-2.0
//! Privilege mode and context (N-Trace 7.1).

use crate::common::*;
use tracewright_decoder::{Context, Item, Privilege, Process};
use tracewright_messages::Tcode;

/// Bits written as the specification writes them: context, V, PRV, FORMAT.
fn process(bits: &str) -> Process {
    Process(u64::from_str_radix(&bits.replace('_', ""), 2).unwrap())
}

#[test]
fn ntrace_7_1_table_12_examples() {
    let first = process("11101_1_00_10");
    assert_eq!(first, Process(0x3B2));
    assert_eq!(first.context(), Some(Context::Supervisor(0x1D)));
    assert_eq!(first.privilege(), Some(Privilege::VirtualUser));
    let second = process("0_11_00");
    assert_eq!(second, Process(0xC));
    assert_eq!((second.privilege(), second.context()), (Some(Privilege::Machine), None));
    assert_eq!([first, second].map(|p| p.to_string()), ["VU-mode, scontext 0x1d", "M-mode"]);
}

#[test]
fn ntrace_7_1_every_privilege_mode_and_every_reserved_code() {
    use Privilege::*;
    let modes =
        [Some(User), Some(Supervisor), None, Some(Machine), Some(VirtualUser), Some(VirtualSupervisor), None, None];
    for (code, mode) in modes.into_iter().enumerate() {
        for format in [0b00, 0b10, 0b11] {
            assert_eq!(Process((code as u64) << 2 | format).privilege(), mode, "{code:#b} {format:#b}");
        }
        assert_eq!(Process((code as u64) << 2 | 0b01).privilege(), None);
    }
    let hypervisor = process("1111111111111111_0_01_11");
    assert_eq!((hypervisor.privilege(), hypervisor.context()), (Some(Supervisor), Some(Context::Hypervisor(0xFFFF))));
}

#[test]
fn ownership_is_reported_where_it_comes_and_changes_nothing_else() {
    let image = program(&[(0x100, &[C_ADD, C_ADD])]);
    let (hypervisor, supervisor) = (process("100101_1_01_11"), Process(0x3B2));
    let own = |process: Process| message(Tcode::Ownership, &[process.0]);
    let trace = [start(0x100), own(hypervisor), own(supervisor), stop(2, 1)];
    let decoded = history(&trace, &image);
    assert_eq!(decoded.pcs, [0x100, 0x102]);
    let found: Vec<Process> = decoded
        .others
        .iter()
        .filter_map(|i| if let Item::Ownership { process, .. } = i { Some(*process) } else { None })
        .collect();
    assert_eq!(found, [hypervisor, supervisor]);
    assert_eq!(decoded.errors(), []);
}

#[test]
fn a_precise_change_of_context_is_a_message_that_marks_no_jump() {
    let code = [C_ADD, branch(0xFE), C_ADD, C_ADD];
    let image = program(&[(0x100, &code), (0x200, &[C_ADD, JUMP_REGISTER])]);
    let own = message(Tcode::Ownership, &[0x3B2]);
    let no_hist = |btype, icnt, from: u64, to: u64| message(Tcode::IndirectBranch, &[btype, icnt, (from ^ to) >> 1]);
    let hist = message(Tcode::IndirectBranchHist, &[0, 2, (0x102 ^ 0x106) >> 1, 0b1_0]);

    let trace = [start(0x100), no_hist(0, 1, 0x100, 0x102), own.clone(), hist, own.clone(), stop(2, 1)];
    let decoded = history(&trace, &image);
    assert_eq!(decoded.pcs, [0x100, 0x102, 0x106, 0x108]);
    assert_eq!((decoded.errors().len(), decoded.others.len()), (0, 4));

    let end = message(Tcode::ProgTraceCorrelation, &[0, 0, 1]);
    let trace = [start(0x100), no_hist(0, 3, 0x100, 0x106), own.clone(), end];
    let decoded = branches(&trace, &image);
    assert_eq!((decoded.pcs.as_slice(), decoded.errors().len()), (&[0x100, 0x102, 0x106][..], 0));
}

#[test]
fn a_change_of_context_as_a_discontinuity_looks_like_an_interrupt_to_where_execution_is() {
    let image = program(&[(0x100, &[C_ADD, branch(0xFE), C_ADD]), (0x200, &[C_ADD])]);
    let interrupt = |icnt, to: u64| message(Tcode::IndirectBranch, &[3, icnt, (0x100 ^ to) >> 1]);
    let end = message(Tcode::ProgTraceCorrelation, &[0, 0, 1]);
    for (icnt, to) in [(1, 0x102), (3, 0x106), (3, 0x200)] {
        let trace = [start(0x100), interrupt(icnt, to), message(Tcode::Ownership, &[0xC])];
        let decoded = branches(&trace, &image);
        let expected = Item::Trap { kind: tracewright_decoder::TrapKind::Interrupt, from: Some(to), to };
        assert_eq!(decoded.others[1], expected);
    }
    let trace = [start(0x100), interrupt(3, 0x200), end];
    assert_eq!(branches(&trace, &image).pcs, [0x100, 0x102, 0x200]);
}
