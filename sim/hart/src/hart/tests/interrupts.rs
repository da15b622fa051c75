// SPDX-License-Identifier: Apache-2.0
//! Timer and software interrupts.

use super::asm::{addi, csrrs, store, NOP, SPIN, WFI};
use super::{event, hart, to_the_end, Hart, BASE};
use crate::hart::csr::{interrupt, status, Privilege};
use crate::{Event, Exit};
use tracewright_messages::isa::Xlen::{Rv32, Rv64};

const HANDLER: u64 = BASE + 0x100;
const MSIP: u64 = 0x0200_0000;

/// A machine-mode hart with all machine interrupts enabled.
fn listening(code: &[u32]) -> Hart {
    let mut hart = hart(Rv64, code);
    hart.csrs.mtvec = HANDLER;
    hart.csrs.mie = interrupt::ALL;
    hart.csrs.mstatus = status::MIE;
    hart
}

#[test]
fn the_timer_interrupts_between_two_instructions() {
    let mut hart = listening(&[NOP; 40]);
    hart.devices.mtimecmp = 2;
    for i in 0..20 {
        assert!(matches!(event(&mut hart), Event::Retired { pc, .. } if pc == BASE + 4 * i));
    }
    assert_eq!(event(&mut hart), Event::Interrupt { pc: BASE + 80 });
    assert_eq!((hart.pc, hart.csrs.mepc, hart.csrs.mcause), (HANDLER, BASE + 80, 1 << 63 | 7));
    assert_eq!(hart.csrs.mstatus & (status::MIE | status::MPIE), status::MPIE);
}

#[test]
fn a_vectored_handler_is_at_four_times_the_code() {
    let mut hart = listening(&[NOP]);
    hart.csrs.mtvec = HANDLER | 1;
    hart.devices.mtimecmp = 0;
    assert_eq!(event(&mut hart), Event::Interrupt { pc: BASE });
    assert_eq!(hart.pc, HANDLER + 4 * 7);
}

#[test]
fn rv32_cause_has_bit_31() {
    let mut hart = hart(Rv32, &[NOP]);
    hart.csrs.mie = interrupt::MTI;
    hart.csrs.mstatus = status::MIE;
    hart.devices.mtimecmp = 0;
    assert_eq!(event(&mut hart), Event::Interrupt { pc: BASE });
    assert_eq!(hart.csrs.mcause, 0x8000_0007);
}

#[test]
fn a_software_interrupt_comes_right_after_its_store_and_before_the_timer() {
    let mut hart = listening(&[store(2, 2, 1, 0), NOP]);
    (hart.x[1], hart.x[2]) = (MSIP, 1);
    hart.devices.clock.skip_to(10);
    hart.csrs.mie = interrupt::MSI | interrupt::MTI;
    assert!(matches!(event(&mut hart), Event::Retired { .. }));
    hart.devices.mtimecmp = 0;
    assert_eq!(event(&mut hart), Event::Interrupt { pc: BASE + 4 });
    assert_eq!(hart.csrs.mcause & 0xFF, 3);
}

#[test]
fn a_disabled_interrupt_waits() {
    let mut hart = listening(&[NOP, csrrs(0, 0x300, 1), NOP]);
    hart.csrs.mstatus = 0;
    hart.x[1] = status::MIE;
    hart.devices.mtimecmp = 0;
    assert!(matches!(event(&mut hart), Event::Retired { .. }));
    assert!(matches!(event(&mut hart), Event::Retired { .. }));
    assert_eq!(event(&mut hart), Event::Interrupt { pc: BASE + 8 });
    assert_eq!(hart.csrs.mepc, BASE + 8);
}

#[test]
fn a_delegated_interrupt_is_for_supervisor_mode_and_never_for_machine_mode() {
    let delegated = |privilege| {
        let mut hart = listening(&[NOP]);
        hart.csrs.privilege = privilege;
        hart.csrs.mideleg = interrupt::SSI;
        hart.csrs.mip = interrupt::SSI;
        hart.csrs.stvec = HANDLER + 0x100;
        let first = event(&mut hart);
        (first, hart.csrs.privilege, hart.csrs.scause)
    };
    assert_eq!(delegated(Privilege::User), (Event::Interrupt { pc: BASE }, Privilege::Supervisor, 1 << 63 | 1));
    assert!(matches!(delegated(Privilege::Machine).0, Event::Retired { .. }));
    // SIE is 0.
    assert!(matches!(delegated(Privilege::Supervisor).0, Event::Retired { .. }));
}

#[test]
fn an_interrupt_for_machine_mode_comes_before_a_more_urgent_one_for_supervisor_mode() {
    let mut hart = listening(&[NOP]);
    hart.csrs.privilege = Privilege::User;
    hart.csrs.mideleg = interrupt::SEI;
    hart.csrs.mip = interrupt::SEI | interrupt::STI;
    assert_eq!(event(&mut hart), Event::Interrupt { pc: BASE });
    assert_eq!((hart.csrs.privilege, hart.csrs.mcause), (Privilege::Machine, 1 << 63 | 5));
}

#[test]
fn wfi_lets_time_pass_until_the_timer() {
    let mut hart = listening(&[WFI, NOP]);
    hart.devices.mtimecmp = 1_000_000;
    assert!(matches!(event(&mut hart), Event::Retired { pc: BASE, .. }));
    assert_eq!(event(&mut hart), Event::Interrupt { pc: BASE + 4 });
    assert_eq!(hart.csrs.mepc, BASE + 4);
}

#[test]
fn wfi_without_anything_to_wait_for_ends_the_program() {
    let mut hart = hart(Rv64, &[addi(1, 0, 1), WFI, NOP]);
    assert_eq!(to_the_end(&mut hart).len(), 2);
    assert_eq!(hart.exit(), Some(Exit::Idle { pc: BASE + 4 }));
}

#[test]
fn a_jump_to_itself_goes_on_while_the_timer_may_interrupt() {
    let mut hart = listening(&[SPIN]);
    hart.devices.mtimecmp = 5;
    let events: Vec<Event> = (0..51).map(|_| event(&mut hart)).collect();
    assert_eq!(events[50], Event::Interrupt { pc: BASE });
    assert!(events[..50].iter().all(|event| matches!(event, Event::Retired { pc: BASE, .. })));
}
