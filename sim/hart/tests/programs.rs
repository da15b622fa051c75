// SPDX-License-Identifier: Apache-2.0
//! The project's programs run to their end on the embedded hart.

use std::path::{Path, PathBuf};
use tracewright_config::{Ingress, IngressForm};
use tracewright_hart::{Blocks, Error, Event, Exit, Hart, Options, Stream};
use tracewright_image::Image;

/// Most instructions that a program may take.
const LIMIT: u64 = 100_000_000;

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/elf");
    let entries = std::fs::read_dir(&folder).expect("the folder of programs");
    let mut programs: Vec<PathBuf> = entries.map(|entry| entry.expect("a folder entry").path()).collect();
    programs.retain(|path| path.extension().is_some_and(|extension| extension == "elf"));
    programs.sort();
    assert!(!programs.is_empty(), "no program in {}", folder.display());
    programs
}

fn load(path: &Path) -> Hart {
    let image = Image::load(path).expect("a program");
    Hart::new(&image, &Options::default()).expect("memory enough")
}

#[test]
fn every_program_succeeds() {
    let mut failures = Vec::new();
    for path in programs() {
        let mut hart = load(&path);
        while hart.retired() < LIMIT {
            if hart.next().expect("no error").is_none() {
                break;
            }
        }
        if hart.exit() != Some(Exit::Code(0)) {
            failures.push(format!("{}: {:?} after {} instructions", path.display(), hart.exit(), hart.retired()));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Blocks of either form stand for the instructions that the hart retired, one after the other.
#[test]
fn blocks_of_a_program_hold_its_instructions() {
    let path = programs().into_iter().find(|path| path.ends_with("traps.rv32.elf")).expect("the program of traps");
    let mut hart = load(&path);
    let mut expected = Vec::new();
    while let Some(event) = hart.next().expect("no error") {
        if let Event::Retired { pc, .. } = event {
            expected.push(pc);
        }
    }
    for (form, blocks) in
        [IngressForm::Block, IngressForm::Single].into_iter().flat_map(|form| [1, 2, 4].map(|n| (form, n)))
    {
        let ingress = Ingress { form, blocks, ..Ingress::default() };
        let mut observed = Vec::new();
        let mut half_words = 0u64;
        let cycles = Blocks::new(load(&path), &ingress).observe(|pc| observed.push(pc));
        for block in cycles.flat_map(|port| port.expect("no error").blocks) {
            half_words += match form {
                IngressForm::Block => u64::from(block.iretire),
                IngressForm::Single => u64::from(block.iretire << block.ilastsize),
            };
        }
        assert_eq!(observed, expected);
        assert!(half_words > expected.len() as u64 && half_words < 2 * expected.len() as u64);
    }
}

/// A hart that is asked for each event by itself.
struct EachEvent(Hart);

impl Stream for EachEvent {
    fn next(&mut self) -> Result<Option<Event>, Error> {
        self.0.next()
    }

    fn privilege(&self) -> u8 {
        self.0.privilege()
    }
}

#[test]
fn blocks_are_the_same_where_instructions_do_not_join_at_once() {
    let of = |name: &str| ["rv32", "rv64"].map(|xlen| format!("{name}.{xlen}.elf"));
    let names = ["supervisor", "softirq", "traps", "mixed"].map(of).concat();
    let programs = programs().into_iter().filter(|path| names.iter().any(|name| path.ends_with(name)));
    let programs: Vec<_> = programs.collect();
    assert_eq!(programs.len(), names.len());
    for path in &programs {
        for (form, blocks, most, limit) in [
            (IngressForm::Block, 1, 4, u64::MAX),
            (IngressForm::Block, 2, 9, 5001),
            (IngressForm::Block, 4, 1, 777),
            (IngressForm::Single, 2, 1, u64::MAX),
        ] {
            let ingress = Ingress { form, blocks, ..Ingress::default() };
            let (mut observed, mut expected) = (Vec::new(), Vec::new());
            let found = Blocks::new(load(path), &ingress).max_instructions(most).limit(limit);
            let found: Vec<_> = found.observe(|pc| observed.push(pc)).map(|port| port.expect("no error")).collect();
            let each = Blocks::new(EachEvent(load(path)), &ingress).max_instructions(most).limit(limit);
            let each: Vec<_> = each.observe(|pc| expected.push(pc)).map(|port| port.expect("no error")).collect();
            assert!(found == each && observed == expected, "{}: {form:?}, {blocks} blocks", path.display());
            assert!(observed.len() as u64 == limit || limit == u64::MAX);
        }
    }
}
