// SPDX-License-Identifier: Apache-2.0
//! Logs that no hart can have made are refused, or have gaps; those of real programs are not.

use super::{image, read_with};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use std::path::Path;
use tracewright_hart::{Error, Event, Hart, Options, Problem, Stream};
use tracewright_image::{Image, Segment};
use tracewright_messages::isa::{Flow, Xlen};

/// Where the problem is, where the instruction before was, both addresses, and what was expected.
fn refused(log: &str) -> (u64, u64, [u64; 2], String) {
    match read_with(&image(Xlen::Rv64), log, 0, false) {
        Err(Error::Log { line, problem: Problem::Impossible { to, from, from_line, expected }, .. }) => {
            (line, from_line, [from & 0xFF, to & 0xFF], expected)
        }
        other => panic!("{other:?}"),
    }
}

fn with_gaps(log: &str) -> String {
    read_with(&image(Xlen::Rv64), log, 0, true).expect("gaps are allowed")
}

fn listed(offset: u64, bits: u32) -> String {
    format!("core   0: 0x{:016x} ({bits:#010x}) x\n", 0x8000_0000 + offset)
}

fn committed(offset: u64, bits: u32) -> String {
    format!("core   0: 3 0x{:016x} ({bits:#010x})\n", 0x8000_0000 + offset)
}

fn trace(offset: u64) -> String {
    format!("Trace 0: 0x7f4c28000100 [0000000000000000/{:016x}/00209003/ff000201] x\n", 0x8000_0000 + offset)
}

#[test]
fn a_listing_without_a_line() {
    let log = listed(0x00, 0x13) + &listed(0x0C, 0x3083) + &listed(0x10, 0x100073);
    assert_eq!(refused(&log), (2, 1, [0x00, 0x0C], "0x80000004 or the line of a trap".into()));
    assert_eq!(with_gaps(&log), "P00 - P0c");
    let branch = listed(0x04, 0x463) + "\n" + &listed(0x00, 0x13);
    assert_eq!(refused(&branch), (3, 1, [0x04, 0x00], "0x80000008 or 0x8000000c or the line of a trap".into()));
    assert_eq!(with_gaps(&branch), "P04 - P00");
}

#[test]
fn a_trap_that_is_not_where_the_hart_is() {
    let interrupt = listed(0x00, 0x13) + "core   0: interrupt #7, epc 0x0000000080000040\n" + &listed(0x40, 1);
    assert_eq!(refused(&interrupt), (2, 1, [0x00, 0x40], "an interrupt before 0x80000004".into()));
    assert_eq!(with_gaps(&interrupt), "P00 - P40");
    let fault = listed(0x0C, 0x3083) + "core   0: exception trap_x, epc 0x0000000080000004\n" + &listed(0x40, 1);
    assert_eq!(refused(&fault), (2, 1, [0x0C, 0x04], "a trap at 0x8000000c or 0x80000010".into()));
    let unaligned = listed(0x0C, 0x3083) + "core   0: exception trap_x, epc 0x000000008000000c\n" + &listed(0x42, 1);
    assert_eq!(refused(&unaligned), (3, 1, [0x0C, 0x42], "a trap handler, at a multiple of 4".into()));
    let ecall = listed(0x08, 0x73) + &listed(0x0C, 0x3083);
    assert_eq!(refused(&ecall), (2, 1, [0x08, 0x0C], "the line of its trap".into()));
}

#[test]
fn commits_and_qemu_without_trap_lines_need_a_handler() {
    for log in [committed(0x00, 0x13) + &committed(0x42, 1), trace(0x00) + &trace(0x42)] {
        let expected = "0x80000004 or a trap handler, at a multiple of 4";
        assert_eq!(refused(&log), (2, 1, [0x00, 0x42], expected.into()));
        assert_eq!(with_gaps(&log), "P00 - P42");
    }
}

#[test]
fn a_program_that_sets_no_handler_has_none() {
    let code = [0x13u32, 0x13, 0x13].iter().flat_map(|word| word.to_le_bytes()).collect();
    let image = Image::from_segments(Xlen::Rv64, 0x8000_0000, vec![Segment::code(0x8000_0000, code)]).unwrap();
    for line in [|offset| committed(offset, 0x13), trace as fn(u64) -> String] {
        assert_eq!(read_with(&image, &[0, 4, 8].map(line).concat(), 0, false).unwrap(), "P00 P04 P08");
        for (offsets, to, with_gaps) in [([0, 8], 8, "P00 - P08"), ([4, 0], 0, "P04 - P00")] {
            let log = offsets.map(line).concat();
            let after = format!("{:#x}", 0x8000_0004u64 + offsets[0]);
            match read_with(&image, &log, 0, false) {
                Err(Error::Log { line: 2, problem: Problem::Impossible { to: found, expected, .. }, .. }) => {
                    assert_eq!(found & 0xFF, to);
                    assert_eq!(expected, format!("{after} or a trap handler, which the program does not set"));
                }
                other => panic!("{other:?}"),
            }
            assert_eq!(read_with(&image, &log, 0, true).unwrap(), with_gaps);
        }
        // A trap leads to what is elsewhere.
        let left = read_with(&image, &(line(0) + &line(0x9000)), 0, false).unwrap_err();
        assert!(matches!(left, Error::Log { line: 2, problem: Problem::NotInImage { pc: 0x8000_9000 }, .. }), "{left}");
    }
}

#[test]
fn what_does_not_lead_to_itself_is_executed_once() {
    let times = |n: u32| format!("core   0: Executed {n} times\n");
    let (nop, jump) = (listed(0x00, 0x13), listed(0x14, 0x6F));
    let log = nop.clone() + &times(5) + &listed(0x04, 0x463);
    assert_eq!(refused(&log), (2, 1, [0x00, 0x00], "0x80000004 or the line of a trap".into()));
    assert_eq!(with_gaps(&log), "P00 - P04");
    assert_eq!(with_gaps(&(nop + &times(1) + &listed(0x04, 0x463))), "P00 P04");
    let log = jump.clone() + &times(2) + &times(3) + &jump;
    assert_eq!(refused(&log), (3, 1, [0x14, 0x14], "another instruction".into()));
}

#[test]
fn a_trap_line_tells_that_the_traps_before_had_none() {
    let line =
        "riscv_cpu_do_interrupt: hart:0, async:0, cause:0000000000000003, epc:0x0000000080000010, tval:0x0, desc=x\n";
    let log = trace(0x00) + &trace(0x40) + &trace(0x10) + line + &trace(0x40);
    // 0x40 may be a handler, as long as no trap has a line.
    assert_eq!(refused(&(trace(0x00) + &trace(0x40) + &trace(0x44) + &trace(0x10) + line)).2, [0x00, 0x40]);
    assert_eq!(refused(&log).0, 2);
    assert_eq!(refused(&(trace(0x10) + line + &trace(0x40) + &trace(0x00))).0, 4);
}

#[test]
fn code_of_elsewhere_is_a_gap() {
    let elsewhere = listed(0x9000, 1) + &listed(0x9002, 1) + &listed(0x04, 0x463) + &listed(0x0C, 0x3083);
    assert_eq!(with_gaps(&(listed(0x00, 0x13) + &elsewhere)), "P00 - T04 P0c");
    assert_eq!(with_gaps(&(listed(0x44, 0x3020_0073) + &elsewhere)), "P44 - T04 P0c");
}

/// The lines of a log, in the order of the events, with what retired in each.
type Lines = Vec<String>;

/// How a recorder writes an event.
type Format = fn(&mut Lines, &Event);

/// What a recorder writes for a program.
fn record(image: &Image, format: Format, events: usize) -> Lines {
    let mut hart = Hart::new(image, &Options::default()).expect("memory enough");
    let mut lines = Lines::new();
    for _ in 0..events {
        let Some(event) = hart.next().expect("a sound program") else { break };
        format(&mut lines, &event);
    }
    lines
}

/// An exception where the instruction did not retire: it was listed all the same, unless it could not be fetched.
fn fault(event: &Event, before: &Lines, list: impl Fn(u64) -> String) -> (u64, Option<String>) {
    let Event::Exception { pc } = event else { unreachable!("asked of exceptions") };
    let own = list(*pc);
    let is_of_program = *pc >= 0x8000_0000;
    (*pc, (is_of_program && before.last() != Some(&own)).then_some(own))
}

fn spike(lines: &mut Lines, event: &Event) {
    let list = |pc: u64| format!("core   0: 0x{pc:016x} (0x0) x\n");
    match event {
        Event::Retired { pc, .. } => lines.push(list(*pc)),
        Event::Exception { .. } => {
            let (pc, own) = fault(event, lines, list);
            lines.extend(own);
            lines.push(format!("core   0: exception trap_x, epc 0x{pc:016x}\n"));
        }
        Event::Interrupt { pc } => lines.push(format!("core   0: interrupt #7, epc 0x{pc:016x}\n")),
        Event::Gap => {}
    }
}

fn commits(lines: &mut Lines, event: &Event) {
    if let Event::Retired { pc, instruction, .. } = event {
        if instruction.flow != Flow::Ecall {
            lines.push(format!("core   0: 3 0x{pc:016x} (0x0)\n"));
        }
    }
}

fn qemu(lines: &mut Lines, event: &Event) {
    let list = |pc: u64| format!("Trace 0: 0x7f [0/{pc:016x}/0/0] x\n");
    match event {
        Event::Retired { pc, .. } => lines.push(list(*pc)),
        Event::Exception { .. } => {
            let own = fault(event, lines, list).1;
            lines.extend(own);
        }
        Event::Interrupt { .. } | Event::Gap => {}
    }
}

/// The lines without the instructions' bits, which have to be those of the program.
fn text(lines: &Lines, image: &Image) -> String {
    let bits = |line: &String| {
        let pc = line.split("0x").nth(1).and_then(|rest| u64::from_str_radix(&rest[..16.min(rest.len())], 16).ok());
        let bits = pc.and_then(|pc| image.fetch(pc)).unwrap_or_default();
        line.replace("(0x0)", &format!("({:#x})", if bits & 3 == 3 { bits } else { bits & 0xFFFF }))
    };
    lines.iter().map(bits).collect()
}

const PROGRAMS: [&str; 7] = [
    "crc32.rv32",
    "traps.rv32imc",
    "preempt.rv64",
    "supervisor.rv64",
    "usermode.rv32",
    "timer.rv32imc",
    "dispatch.rv64",
];

fn load(name: &str) -> Image {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../tests/programs/elf/{name}.elf"));
    Image::load(&path).expect("a program")
}

/// What is read of a log that was recorded as it should be, and then damaged, by how many of `damage` are refused.
fn damaged(format: Format, damage: fn(&mut Lines, &mut SmallRng)) -> (usize, usize) {
    let (mut refused, mut all) = (0, 0);
    let mut rng = SmallRng::seed_from_u64(15);
    for name in PROGRAMS {
        let image = load(name);
        let lines = record(&image, format, 4000);
        if let Err(error) = read_with(&image, &text(&lines, &image), 0, false) {
            panic!("{name}: {error}");
        }
        for _ in 0..20 {
            let mut lines = lines.clone();
            damage(&mut lines, &mut rng);
            let text = text(&lines, &image);
            refused += usize::from(read_with(&image, &text, 0, false).is_err());
            all += 1;
            read_with(&image, &text, 0, true).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }
    (refused, all)
}

#[test]
fn damaged_logs_are_refused_and_sound_ones_are_not() {
    let missing = |lines: &mut Lines, rng: &mut SmallRng| drop(lines.remove(rng.random_range(1..lines.len() - 1)));
    let swapped = |lines: &mut Lines, rng: &mut SmallRng| {
        let mut at = rng.random_range(0..lines.len() - 1);
        // Two equal lines are no other log.
        while lines[at] == lines[at + 1] {
            at -= 1;
        }
        lines.swap(at, at + 1);
    };
    let twice = |lines: &mut Lines, rng: &mut SmallRng| {
        let (to, from) = (rng.random_range(1..lines.len()), rng.random_range(1..200));
        let second = lines[from..].to_vec();
        lines.truncate(to);
        lines.extend(second);
    };
    for format in [spike as Format, commits, qemu] {
        for damage in [missing as fn(&mut Lines, &mut SmallRng), swapped, twice] {
            let (refused, all) = damaged(format, damage);
            eprintln!("{refused} of {all}");
            // After an indirect jump or a trap return any address may come, and of a program that does not tell its
            // handlers an interrupt may lead to any instruction at a multiple of 4.
            assert!(refused * 100 >= all * 60, "{refused} of {all} are refused");
        }
    }
}
