// SPDX-License-Identifier: Apache-2.0
//! CSRs, exceptions and privilege modes.

use super::asm::{csrrc, csrrs, csrrw, csrrwi, EBREAK, ECALL, MRET, NOP, SRET, WFI};
use super::{after, event, hart, Hart, BASE};
use crate::hart::csr::{status, Privilege};
use crate::Event;
use tracewright_messages::isa::Xlen::{Rv32, Rv64};

const HANDLER: u64 = BASE + 0x100;

fn in_mode(privilege: Privilege, code: &[u32]) -> Hart {
    let mut hart = hart(Rv64, code);
    hart.csrs.privilege = privilege;
    hart.csrs.mtvec = HANDLER;
    hart.csrs.stvec = HANDLER + 0x100;
    hart
}

fn assert_illegal(privilege: Privilege, word: u32) {
    let mut hart = in_mode(privilege, &[word]);
    assert_eq!(event(&mut hart), Event::Exception { pc: BASE }, "{word:#010x} in {privilege:?}");
    assert_eq!((hart.csrs.mcause, hart.csrs.mtval), (2, u64::from(word)));
}

#[test]
fn csr_instructions_read_then_write() {
    let code = [csrrw(3, 0x340, 1), csrrs(4, 0x340, 2), csrrc(5, 0x340, 1), csrrwi(6, 0x340, 9), csrrs(7, 0x340, 0)];
    let hart = after(Rv64, &[(1, 0xF0), (2, 0x0F)], &code);
    assert_eq!(hart.x[3..8], [0, 0xF0, 0xFF, 0x0F, 9]);
}

#[test]
fn rv32_csr_values_are_sign_extended() {
    let hart = after(Rv32, &[(1, 0xFFFF_FFFF_8000_0000)], &[csrrw(0, 0x340, 1), csrrs(3, 0x340, 0)]);
    assert_eq!(hart.x[3], 0xFFFF_FFFF_8000_0000);
}

#[test]
fn misa_names_the_width_and_the_extensions() {
    assert_eq!(after(Rv64, &[], &[csrrs(3, 0x301, 0)]).x[3], 2 << 62 | 0x14_1105);
    assert_eq!(after(Rv32, &[], &[csrrs(3, 0x301, 0)]).x[3], 0x4014_1105);
}

#[test]
fn satp_reads_zero() {
    assert_eq!(after(Rv64, &[(1, u64::MAX)], &[csrrw(0, 0x180, 1), csrrs(3, 0x180, 0)]).x[3], 0);
}

#[test]
fn counters_count_and_can_be_written() {
    let hart = after(Rv64, &[(1, 1000)], &[csrrw(0, 0xB02, 1), NOP, csrrs(3, 0xC02, 0)]);
    assert_eq!(hart.x[3], 1002);
    let hart = after(Rv32, &[(1, 1)], &[csrrw(0, 0xB80, 1), csrrs(3, 0xC80, 0), csrrs(4, 0xC00, 0)]);
    assert_eq!((hart.x[3], hart.x[4]), (1, 3));
}

#[test]
fn csrs_out_of_reach_are_illegal() {
    assert_illegal(Privilege::Machine, csrrs(3, 0x7C0, 0)); // does not exist
    assert_illegal(Privilege::Machine, csrrw(0, 0xF14, 0)); // read-only
    assert_illegal(Privilege::Machine, csrrs(3, 0xC80, 0)); // RV32 only
    assert_illegal(Privilege::Machine, csrrs(3, 0x3A1, 0)); // RV32 only
    assert_illegal(Privilege::Supervisor, csrrs(3, 0x300, 0));
    assert_illegal(Privilege::User, csrrs(3, 0x100, 0));
    assert_illegal(Privilege::User, csrrs(3, 0xC00, 0)); // mcounteren is 0
    assert_illegal(Privilege::Supervisor, MRET);
    assert_illegal(Privilege::User, SRET);
    assert_illegal(Privilege::User, WFI);
    assert_illegal(Privilege::Machine, 0xFFFF_FFFF);
}

#[test]
fn ecall_retires_and_then_traps_by_mode() {
    for (privilege, cause) in [(Privilege::User, 8), (Privilege::Supervisor, 9), (Privilege::Machine, 11)] {
        let mut hart = in_mode(privilege, &[ECALL]);
        assert!(matches!(event(&mut hart), Event::Retired { pc: BASE, .. }));
        assert_eq!(event(&mut hart), Event::Exception { pc: BASE });
        assert_eq!((hart.csrs.mcause, hart.csrs.mepc, hart.pc), (cause, BASE, HANDLER));
        assert_eq!(hart.csrs.mstatus >> status::MPP_SHIFT & 3, privilege as u64);
    }
}

#[test]
fn ebreak_does_not_retire() {
    for word in [EBREAK, 0x9002] {
        let mut hart = in_mode(Privilege::Machine, &[word]);
        assert_eq!(event(&mut hart), Event::Exception { pc: BASE });
        assert_eq!((hart.csrs.mcause, hart.csrs.mtval, hart.retired()), (3, BASE, 0));
    }
}

#[test]
fn a_delegated_exception_goes_to_supervisor_mode() {
    let mut hart = in_mode(Privilege::User, &[EBREAK]);
    hart.csrs.medeleg = 1 << 3;
    hart.csrs.mstatus = status::SIE;
    event(&mut hart);
    assert_eq!((hart.csrs.privilege, hart.pc, hart.csrs.scause), (Privilege::Supervisor, HANDLER + 0x100, 3));
    assert_eq!(hart.csrs.mstatus & (status::SIE | status::SPIE | status::SPP), status::SPIE);
}

#[test]
fn machine_mode_does_not_delegate_its_own_exceptions() {
    let mut hart = in_mode(Privilege::Machine, &[EBREAK]);
    hart.csrs.medeleg = 1 << 3;
    event(&mut hart);
    assert_eq!((hart.csrs.privilege, hart.pc), (Privilege::Machine, HANDLER));
}

#[test]
fn mret_restores_mode_and_interrupt_enable() {
    let mut hart = in_mode(Privilege::Machine, &[MRET]);
    hart.csrs.mepc = BASE + 0x40;
    hart.csrs.mstatus = status::MPIE | status::MPRV | 1 << status::MPP_SHIFT;
    event(&mut hart);
    assert_eq!((hart.csrs.privilege, hart.pc), (Privilege::Supervisor, BASE + 0x40));
    assert_eq!(hart.csrs.mstatus, status::MIE | status::MPIE);
}

#[test]
fn sret_restores_mode_and_interrupt_enable() {
    let mut hart = in_mode(Privilege::Supervisor, &[SRET]);
    hart.csrs.sepc = BASE + 0x40;
    hart.csrs.mstatus = status::SPIE | status::SPP;
    event(&mut hart);
    assert_eq!((hart.csrs.privilege, hart.pc), (Privilege::Supervisor, BASE + 0x40));
    assert_eq!(hart.csrs.mstatus, status::SIE | status::SPIE);
}

#[test]
fn tsr_and_tw_trap_supervisor_mode() {
    for (word, bit) in [(SRET, status::TSR), (WFI, status::TW)] {
        let mut hart = in_mode(Privilege::Supervisor, &[word]);
        hart.csrs.mstatus = bit;
        assert_eq!(event(&mut hart), Event::Exception { pc: BASE });
    }
}

#[test]
fn mpp_keeps_its_value_when_the_reserved_mode_is_written() {
    let reserved = 2 << status::MPP_SHIFT;
    for xlen in [Rv32, Rv64] {
        let hart = after(xlen, &[(1, 1 << 11), (2, reserved)], &[csrrw(0, 0x300, 1), csrrw(0, 0x300, 2)]);
        assert_eq!(hart.csrs.mstatus & status::MPP, 1 << 11);
    }
}
