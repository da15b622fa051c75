// SPDX-License-Identifier: Apache-2.0
//! Spike: `-l`, `--log-commits`, and both.

use super::{read, try_read};
use tracewright_messages::isa::Xlen;

#[test]
fn a_listing_skips_the_boot_rom_and_tells_branches() {
    let log = "\
core   0: 0x0000000000001000 (0x00000297) auipc   t0, 0x0
core   0: 0x0000000000001004 (0x00028067) jr      t0
core   0: >>>>  _start
core   0: 0x0000000080000000 (0x00000013) nop
core   0: 0x0000000080000004 (0x00000463) beqz    zero, pc + 8
core   0: 0x000000008000000c (0x00003083) ld      ra, 0(zero)
";
    assert_eq!(read(log), "P00 T04 P0c");
}

#[test]
fn a_listed_ecall_retires_and_a_listed_fault_does_not() {
    let log = "\
core   0: 0x0000000080000008 (0x00000073) ecall
core   0: exception trap_machine_ecall, epc 0x0000000080000008
core   0: 0x0000000080000044 (0x30200073) mret
core   0: 0x000000008000000c (0x00003083) ld      ra, 0(zero)
core   0: exception trap_load_access_fault, epc 0x000000008000000c
core   0:           tval 0x0000000000000000
core   0: 0x0000000080000044 (0x30200073) mret
core   0: 0x0000000080000010 (0x00100073) ebreak
core   0: exception trap_breakpoint, epc 0x0000000080000010
core   0:           tval 0x0000000080000010
core   0: 0x0000000080000040 (0x00000001) c.nop
";
    assert_eq!(read(log), "P08 E08 P44 E0c P44 E10 P40");
}

#[test]
fn a_fetch_fault_comes_after_the_instruction_before() {
    let log = "\
core   0: 0x0000000080000044 (0x30200073) mret
core   0: exception trap_instruction_access_fault, epc 0x0000000000000000
core   0:           tval 0x0000000000000000
core   0: 0x0000000080000040 (0x00000001) c.nop
";
    assert_eq!(read(log), "P44 E00 P40");
}

#[test]
fn an_interrupt_tells_where_the_branch_before_it_led() {
    let branch = "core   0: 0x0000000080000004 (0x00000463) beqz zero, pc + 8\n";
    let handler = "core   0: 0x0000000080000040 (0x00000001) c.nop\n";
    let interrupt = |epc: &str| format!("core   0: exception interrupt #7, epc 0x00000000800000{epc}\n");
    assert_eq!(read(&format!("{branch}{}{handler}", interrupt("0c"))), "T04 I0c P40");
    assert_eq!(read(&format!("{branch}{}{handler}", interrupt("08"))), "P04 I08 P40");
    let short = "core   0: interrupt #7, epc 0x000000008000000c\n";
    assert_eq!(read(&format!("{branch}{short}{handler}")), "T04 I0c P40");
}

#[test]
fn repeated_instructions_are_counted_before_the_interrupt_that_ends_them() {
    let log = "\
core   0: 0x0000000080000014 (0x0000006f) j       pc + 0x0
core   0: exception interrupt #7, epc 0x0000000080000014
core   0: >>>>  handler
core   0: Executed 3 times
core   0: 0x0000000080000040 (0x00000001) c.nop
";
    assert_eq!(read(log), "P14 P14 P14 I14 P40");
}

#[test]
fn an_exception_in_between_is_none_of_the_repetitions() {
    let log = "\
core   0: 0x000000008000000c (0x00003083) ld      ra, 0(zero)
core   0: exception trap_load_access_fault, epc 0x000000008000000c
core   0: Executed 2 times
core   0: 0x0000000080000010 (0x00100073) ebreak
";
    assert_eq!(read(log), "P0c E0c");
}

#[test]
fn both_logs_together_agree_with_the_listing_alone() {
    let listing = [
        "core   0: 0x0000000080000000 (0x00000013) nop\n",
        "core   0: 0x0000000080000004 (0x00000463) beqz    zero, pc + 8\n",
        "core   0: 0x000000008000000c (0x00003083) ld      ra, 0(zero)\n",
        "core   0: exception trap_load_access_fault, epc 0x000000008000000c\n",
        "core   0:           tval 0x0000000000000000\n",
        "core   0: 0x0000000080000008 (0x00000073) ecall\n",
        "core   0: exception trap_machine_ecall, epc 0x0000000080000008\n",
        "core   0: 0x0000000080000014 (0x0000006f) j       pc + 0x0\n",
        "core   0: exception interrupt #7, epc 0x0000000080000014\n",
        "core   0: Executed 2 times\n",
        "core   0: 0x0000000080000040 (0x00000001) c.nop\n",
    ];
    let commits = [
        "core   0: 3 0x0000000080000000 (0x00000013)\n",
        "core   0: 3 0x0000000080000004 (0x00000463)\n",
        "",
        "",
        "",
        "",
        "",
        "core   0: 3 0x0000000080000014 (0x0000006f)\ncore   0: 3 0x0000000080000014 (0x0000006f)\n",
        "",
        "",
        "core   0: 3 0x0000000080000040 (0x0001) x5  0x0000000080000000 mem 0x0000000080001000\n",
    ];
    let both: String = listing.iter().zip(commits).map(|(listed, committed)| format!("{listed}{committed}")).collect();
    assert_eq!(read(&listing.concat()), "P00 T04 E0c P08 E08 P14 P14 I14 P40");
    assert_eq!(read(&both), read(&listing.concat()));
}

#[test]
fn commits_alone_leave_ecall_and_ebreak_to_the_program() {
    let log = "\
core   0: 3 0x0000000080000000 (0x00000013)
core   0: 3 0x0000000080000004 (0x00000463)
core   0: 3 0x0000000080000040 (0x0001)
core   0: 3 0x0000000080000042 (0x0001)
core   0: 3 0x0000000080000044 (0x30200073) c768_mstatus 0x0000000000000080
core   0: 3 0x000000008000000c (0x00003083) x1  0x0000000000000000 mem 0x0000000000000000
core   0: 3 0x0000000080000040 (0x0001)
";
    // The branch can only have met the ecall at 08; after the load comes the ebreak at 10.
    assert_eq!(read(log), "P00 P04 P08 E08 P40 P42 P44 P0c E10 P40");
}

#[test]
fn commits_alone_tell_interrupts_by_the_address() {
    let log = "\
3 0x0000000080000000 (0x00000013)
3 0x0000000080000040 (0x0001) x 5 0x0000000080000000
3 0x0000000080000042 (0x0001)
";
    assert_eq!(read(log), "P00 I04 P40 P42");
}

#[test]
fn rv32_addresses_may_be_long_or_sign_extended() {
    let log = "\
core   0: 0x80000000 (0x00000013) nop
core   0: 0xffffffff80000004 (0x00000463) beqz zero, pc + 8
core   0: 0x8000000c (0x00003083) fld ra, 0(zero)
";
    assert_eq!(try_read(Xlen::Rv32, log, 0).expect("a sound log"), "P00 T04 P0c");
}

#[test]
fn one_hart_is_picked() {
    let log = "\
core   0: 0x0000000080000000 (0x00000013) nop
core   1: 0x0000000080000040 (0x00000001) c.nop
core   1: exception interrupt #3, epc 0x0000000080000042
core   0: 0x0000000080000004 (0x00000463) beqz zero, pc + 8
core   1: 0x0000000080000044 (0x30200073) mret
";
    assert_eq!(read(log), "P00 P04");
    assert_eq!(try_read(Xlen::Rv64, log, 1).expect("a sound log"), "P40 I42 P44");
}

#[test]
fn notices_and_carriage_returns_do_no_harm() {
    let log = "warning: tohost and fromhost symbols not in ELF; can't communicate with target\r\n\
               core   0: 0x0000000080000000 (0x00000013) nop\r\n\r\n";
    assert_eq!(read(log), "P00");
}
