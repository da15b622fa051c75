// SPDX-License-Identifier: Apache-2.0
//! QEMU: `-d exec,nochain`, with and without `int`.

use super::{read, try_read};
use tracewright_messages::isa::Xlen;

/// A line of QEMU 7.2.
fn listed(pc: u64) -> String {
    format!("Trace 0: 0x7f4c28000100 [0000000000000000/{pc:016x}/00209003/ff000201] symbol\n")
}

fn trap(asynchronous: u32, epc: u64) -> String {
    format!(
        "riscv_cpu_do_interrupt: hart:0, async:{asynchronous}, cause:0000000000000007, epc:0x{epc:016x}, \
         tval:0x0000000000000000, desc=some_trap\n"
    )
}

fn stopped(pc: u64) -> String {
    format!("Stopped execution of TB chain before 0x7f4c28000100 [{pc:016x}] symbol\n")
}

/// Lines for the addresses at 0x8000_0000 plus these.
fn list(offsets: &[u64]) -> String {
    offsets.iter().map(|offset| listed(0x8000_0000 + offset)).collect()
}

#[test]
fn a_listing_skips_the_boot_rom_and_tells_branches() {
    assert_eq!(read(&(listed(0x1000) + &listed(0x1004) + &list(&[0x00, 0x04, 0x0C]))), "P00 T04 P0c");
}

#[test]
fn the_line_formats_of_several_versions() {
    let log = "\
Trace 0: 0x7f0000000100 [00000000/80000000/00100003/ff000201] _start
Trace 0: 0x7f0000000200 [00000000/0000000080000004/00100003/ff000201]\u{20}
Trace 0: 0x7f0000000300 [0000000000000000/000000008000000c/0x3] main
";
    assert_eq!(try_read(Xlen::Rv32, log, 0).expect("a sound log"), "P00 T04 P0c");
}

#[test]
fn traps_by_their_lines() {
    let ecall = list(&[0x08]) + &trap(0, 0x8000_0008) + &list(&[0x40]);
    assert_eq!(read(&ecall), "P08 E08 P40");
    let fault = list(&[0x04, 0x0C]) + &trap(0, 0x8000_000C) + &list(&[0x40]);
    assert_eq!(read(&fault), "T04 E0c P40");
    let fetch = list(&[0x44]) + &trap(0, 0x0) + &list(&[0x40]);
    assert_eq!(read(&fetch), "P44 E00 P40");
    let interrupt = list(&[0x04]) + &trap(1, 0x8000_000C) + &list(&[0x40]);
    assert_eq!(read(&interrupt), "T04 I0c P40");
}

#[test]
fn a_stopped_line_takes_an_instruction_back() {
    let with_trap = list(&[0x04, 0x0C]) + &stopped(0x8000_000C) + &trap(1, 0x8000_000C) + &list(&[0x40]);
    assert_eq!(read(&with_trap), "T04 I0c P40");
    let without = list(&[0x04, 0x0C]) + &stopped(0x8000_000C) + &list(&[0x40]);
    assert_eq!(read(&without), "T04 I0c P40");
    let no_trap = list(&[0x04, 0x0C]) + &stopped(0x8000_000C) + &list(&[0x0C, 0x10]);
    assert_eq!(read(&no_trap), "T04 P0c");
}

#[test]
fn an_instruction_that_is_started_again_counts_once() {
    assert_eq!(read(&list(&[0x04, 0x0C, 0x0C, 0x10])), "T04 P0c");
    let rewound = list(&[0x04, 0x0C]) + "cpu_io_recompile: rewound execution of TB to 000000008000000c\n";
    assert_eq!(read(&(rewound + &list(&[0x0C, 0x40]))), "T04 P0c I10 P40");
}

#[test]
fn a_jump_to_itself_counts_every_time() {
    assert_eq!(read(&list(&[0x14, 0x14, 0x14])), "P14 P14 P14");
}

#[test]
fn traps_by_their_addresses() {
    // ecall retires; ebreak and unimp do not; what else is followed by what it can't be, was interrupted.
    assert_eq!(read(&list(&[0x08, 0x40])), "P08 E08 P40");
    assert_eq!(read(&list(&[0x00, 0x10, 0x40])), "P00 I04 E10 P40");
    assert_eq!(read(&list(&[0x18, 0x40])), "E18 P40");
    assert_eq!(read(&list(&[0x00, 0x40])), "P00 I04 P40");
    assert_eq!(read(&list(&[0x04, 0x40])), "P04 I08 P40");
    assert_eq!(read(&list(&[0x14, 0x40])), "P14 I14 P40");
    assert_eq!(read(&list(&[0x44, 0x00])), "P44 P00");
}

#[test]
fn one_hart_is_picked() {
    let log = list(&[0x00]) + &listed(0x8000_0040).replace("Trace 0", "Trace 1") + &list(&[0x04]);
    assert_eq!(read(&log), "P00 P04");
    assert_eq!(try_read(Xlen::Rv64, &log, 1).expect("a sound log"), "P40");
}
