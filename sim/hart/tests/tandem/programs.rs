// SPDX-License-Identifier: Apache-2.0
//! What a hart that is right did verifies: interrupts, exceptions, modes, counters and the timer included.

use super::{encode, folder, image, recorded, verify, widths};
use tracewright_model::tandem::{Classes, Settings};
use tracewright_tandem::{Absent, Outside};

/// Groups of a program, at most.
const LIMIT: usize = 60_000;

#[test]
fn tandem_3_1_every_program_verifies() {
    let mut names: Vec<String> = std::fs::read_dir(folder())
        .expect("the folder of programs")
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.strip_suffix(".elf").map(String::from))
        .collect();
    names.sort();
    assert!(names.len() > 40, "{names:?}");
    for name in names {
        let image = image(&name);
        let recorded = recorded(&image, LIMIT);
        let trace = encode(Settings::new(widths(&image)), &recorded);
        let (summary, mismatches) = verify(&image, Absent::default(), &trace);
        assert_eq!(mismatches.first().map(ToString::to_string), None, "{name}");
        // The first two are a reset and the state that the program starts with.
        assert_eq!((summary.instructions, summary.errors), (recorded.len() as u64 - 2, 0), "{name}");
    }
}

#[test]
fn tandem_3_1_forms_and_ends_make_no_difference() {
    let image = image("timer.rv64");
    let recorded = recorded(&image, 20_000);
    let settings = Settings::new(widths(&image));
    let mut lengths = vec![];
    for (increments, elide_end) in [(true, true), (true, false), (false, true), (false, false)] {
        let trace = encode(Settings { increments, elide_end, ..settings }, &recorded);
        let (summary, mismatches) = verify(&image, Absent::default(), &trace);
        assert_eq!((summary.mismatches, mismatches.len(), summary.errors), (0, 0, 0));
        lengths.push(trace.len());
    }
    assert!(lengths.is_sorted(), "{lengths:?}");
}

#[test]
fn tandem_3_1_interrupts_that_are_pending_come_from_the_trace() {
    let image = image("softirq.rv32");
    let recorded = recorded(&image, LIMIT);
    let pending = recorded.iter().flat_map(|group| &group.outside).filter(|o| matches!(o, Outside::Csr(0x344, _)));
    let interrupts = recorded.iter().filter(|group| group.retirement.instruction.is_none()).count();
    assert!(pending.count() > 100 && interrupts > 100);
}

#[test]
fn tandem_3_2_a_partial_trace_verifies_where_the_verifier_knows_what_is_absent() {
    let every = Classes::default();
    let cases = [
        ("instruction", Classes { instruction: false, ..every }),
        ("gpr", Classes { gpr: false, ..every }),
        ("csr", Classes { csr: false, ..every }),
        ("privilege", Classes { privilege: false, ..every }),
        ("address", Classes { paddr: false, ..every }),
        ("store", Classes { store: false, ..every }),
    ];
    // Without causes an interrupt can't be told from anything else: a program that takes none.
    let image = image("usermode.rv32");
    let recorded = recorded(&image, LIMIT);
    for (name, classes) in cases {
        let trace = encode(Settings { classes, ..Settings::new(widths(&image)) }, &recorded);
        let (summary, mismatches) = verify(&image, Absent::named([name]).expect("a name"), &trace);
        assert_eq!((summary.mismatches, summary.errors), (0, 0), "{name}: {}", mismatches[0]);
        let told = verify(&image, Absent::default(), &trace).0;
        assert!(told.mismatches > 0, "{name}");
    }
    assert_eq!(Absent::named(["mie", "x5"]).expect("names").registers.len(), 2);
    assert!(Absent::named(["xyz"]).expect_err("no name").starts_with("`xyz`; there are instruction, gpr"));
}

#[test]
fn tandem_3_1_interrupts_come_by_their_groups_where_mip_is_absent() {
    let image = image("timer.rv32");
    let recorded = recorded(&image, LIMIT);
    let classes = Classes { outside: false, ..Classes::default() };
    let trace = encode(Settings { classes, ..Settings::new(widths(&image)) }, &recorded);
    // An interrupt comes where its group is. The timer of the reference is as fast as that of the hart.
    assert_eq!(verify(&image, Absent::default(), &trace).0.mismatches, 0);
}
