// SPDX-License-Identifier: Apache-2.0
//! Logs that make no sense say where and why.

use super::{file, image, try_read};
use tracewright_hart::{open_log, Error, Problem};
use tracewright_messages::isa::Xlen;

const GOOD: &str = "core   0: 0x0000000080000000 (0x00000013) nop\n";

/// The line and the problem that `log` is refused for.
fn refused(log: &str) -> (u64, Problem) {
    match try_read(Xlen::Rv64, log, 0) {
        Err(Error::Log { line, problem, .. }) => (line, problem),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_line_cut_in_the_middle() {
    assert_eq!(refused(&format!("{GOOD}core   0: 0x00000000800000")), (2, Problem::Cut));
    assert_eq!(refused(GOOD.trim_end()), (1, Problem::Cut));
}

#[test]
fn a_foreign_file() {
    let (line, problem) = refused("\nHello, world.\nmore\n");
    assert_eq!((line, problem.to_string()), (2, "not a line of a Spike or QEMU log: `Hello, world.`".to_string()));
    assert!(matches!(refused("\u{1}\u{2}\u{3}"), (1, Problem::Foreign(_))));
    assert_eq!(refused(""), (1, Problem::Empty));
    assert_eq!(refused("\n\n"), (1, Problem::Empty));
}

#[test]
fn a_foreign_line() {
    for line in [
        "core   0: 0x (0x00000013) nop",
        "core   0: 0x10000000000000000 (0x13) nop",
        "core   0: 0x0000000080000000 nop",
        "core   0: something else",
        "core   0: exception trap_breakpoint",
        "core   0: Executed many times",
        "core   0: Executed 0 times",
        "core   x: 0x0000000080000000 (0x00000013) nop",
        "Trace 0: 0x7f [0/0000000080000000/0/0] x",
    ] {
        assert!(matches!(refused(&format!("{GOOD}{line}\n{GOOD}")), (2, Problem::Foreign(_))), "{line}");
    }
    let qemu = "Trace 0: 0x7f [0/0000000080000000/0/0] x\n";
    assert!(matches!(refused(&format!("{qemu}{GOOD}")), (2, Problem::Foreign(_))));
    assert!(matches!(refused(&format!("{qemu}Trace 0: 0x7f [0000000080000004] x\n")), (2, Problem::Foreign(_))));
}

#[test]
fn an_instruction_that_the_program_lacks() {
    let outside = "core   0: 0x0000000080001000 (0x00000013) nop\n";
    let mret = "core   0: 0x0000000080000044 (0x30200073) mret\n";
    assert_eq!(refused(&format!("{mret}{outside}")), (2, Problem::NotInImage { pc: 0x8000_1000 }));
    let impossible = refused(&format!("{GOOD}{outside}"));
    assert!(
        matches!(impossible, (2, Problem::Impossible { to: 0x8000_1000, from: 0x8000_0000, .. })),
        "{impossible:?}"
    );
    assert_eq!(refused(outside), (1, Problem::NothingOfImage));
}

#[test]
fn a_log_of_another_program() {
    let other = "core   0: 0x0000000080000000 (0x00000093) li ra, 0\n";
    assert_eq!(refused(other), (1, Problem::OtherProgram { pc: 0x8000_0000, logged: 0x93, image: 0x13 }));
}

#[test]
fn a_log_with_joined_blocks() {
    let log = "Trace 0: 0x7f [0/0000000080000000/0/0] x\nLinking TBs 0x7f index 0 -> 0x80\n";
    assert_eq!(refused(log), (2, Problem::Chained));
}

#[test]
fn a_log_that_is_not_there() {
    let path = file("").path().to_owned();
    let error = open_log(&path, &image(Xlen::Rv64), 0, false).err().expect("no file");
    assert!(error.to_string().starts_with(&format!("{}: can't read: ", path.display())), "{error}");
}

#[test]
fn the_text_names_file_and_line() {
    let next = "core   0: 0x0000000080000004 (0x00000463) beqz zero, pc + 8\n";
    let error = try_read(Xlen::Rv64, &format!("{GOOD}{next}nonsense\n"), 0).expect_err("a foreign line");
    assert!(error.to_string().ends_with(":3: not a line of a Spike or QEMU log: `nonsense`"), "{error}");
}
