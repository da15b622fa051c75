// SPDX-License-Identifier: Apache-2.0
//! Runs a program on the embedded hart with the golden model of Control Transfer Records, lets the driver read the
//! records out, and writes them as a JSON and a binary dump, for `tracewright ctr`:
//!
//! `cargo run --release -p tracewright-driver --example dump -- PROGRAM.elf OUT.json OUT.bin [INSTRUCTIONS [stack]]`
//!
//! With `stack`, by RAS emulation.

use std::error::Error;
use std::path::Path;
use std::sync::{Arc, Mutex};
use tracewright_config::{Build, CtrModes, CtrVersion};
use tracewright_driver::ctr::dump::{entry_bytes, write_json, Header};
use tracewright_driver::ctr::{Csrs, Driver, Level, Settings, Version};
use tracewright_hart::{CsrUnit, Hart, Options, Stream, UnitError};
use tracewright_image::Image;
use tracewright_messages::{privilege, Ingress};
use tracewright_model::ctr::{Access, Answer, Ctr, CtrCycle, Operation, LATENCY};

/// The model with its answers that are under way; the hart and the driver both reach it, each in its time.
#[derive(Clone)]
struct Shared(Arc<Mutex<(Ctr, [Option<Answer>; LATENCY])>>);

impl CsrUnit for Shared {
    fn cycle(&mut self, cycle: &CtrCycle) -> Result<Option<Answer>, UnitError> {
        let (ctr, answers) = &mut *self.0.lock().map_err(|_| "the model has failed")?;
        answers.rotate_left(1);
        Ok(std::mem::replace(&mut answers[LATENCY - 1], ctr.cycle(cycle).answer))
    }
}

impl Shared {
    /// An access from M-mode, as a debugger of a halted hart does it, and its answer.
    fn access(&mut self, csr: u16, operation: Operation, data: u64) -> Result<u64, String> {
        let ingress = Ingress { privilege: privilege::M, ..Ingress::default() };
        let idle = CtrCycle { ingress, next_privilege: privilege::M, cycle: false, ..CtrCycle::default() };
        let access = Some(Access { csr, operation, data, privilege: privilege::M });
        let mut cycle = |cycle: &CtrCycle| CsrUnit::cycle(self, cycle).map_err(|error| error.to_string());
        cycle(&CtrCycle { access, ..idle })?;
        for _ in 1..LATENCY {
            cycle(&idle)?;
        }
        match cycle(&idle)? {
            Some(Answer::Value(value)) => Ok(value),
            answer => Err(format!("CSR {csr:#x}: {answer:?}")),
        }
    }
}

impl Csrs for Shared {
    type Error = String;

    fn read(&mut self, csr: u16) -> Result<u64, String> {
        self.access(csr, Operation::Read, 0)
    }

    fn write(&mut self, csr: u16, value: u64) -> Result<(), String> {
        self.access(csr, Operation::Write, value).map(drop)
    }

    fn set(&mut self, csr: u16, bits: u64) -> Result<(), String> {
        self.access(csr, Operation::Set, bits).map(drop)
    }

    fn clear(&mut self, csr: u16, bits: u64) -> Result<(), String> {
        self.access(csr, Operation::Clear, bits).map(drop)
    }

    fn clear_records(&mut self) -> Result<(), String> {
        self.access(0, Operation::ClearRecords, 0).map(drop)
    }
}

/// The build: 1.0 with everything, depths of 16 to 64.
fn build(xlen: u32) -> Build {
    let mut build = Build { xlen, ..Build::default() };
    (build.ingress.itype_width, build.ingress.interrupt_address) = (4, true);
    build.ctr.version = CtrVersion::V1_0;
    build.ctr.hart_modes = CtrModes::Msu;
    build.ctr.max_depth = 64;
    build
}

fn main() -> Result<(), Box<dyn Error>> {
    dump(&std::env::args().skip(1).collect::<Vec<_>>())
}

/// What the command line asks for.
fn dump(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let [program, json, binary, rest @ ..] = arguments else {
        return Err("usage: dump PROGRAM.elf OUT.json OUT.bin [INSTRUCTIONS [stack]]".into());
    };
    let instructions: u64 = rest.first().map_or(Ok(u64::MAX), |number| number.parse())?;
    let image = Image::load(Path::new(program))?;
    let xlen = image.xlen().bits();
    let build = build(xlen);
    let ctr = Ctr::new(&build).ok_or("the build has no records")?;
    let shared = Shared(Arc::new(Mutex::new((ctr, [None; LATENCY]))));

    let mut records = Driver::new(shared.clone(), Version::V1_0, Level::Machine, xlen);
    let depth = Some(records.discover()?.max_depth);
    let call_stack = rest.get(1).is_some_and(|word| word == "stack");
    let modes = Settings { user: true, supervisor: true, machine: true, ..Settings::default() };
    records.configure(&Settings { depth, call_stack, ..modes })?;

    let mut hart = Hart::new(&image, &Options::default())?.with_unit(Box::new(shared), &build.ingress);
    while hart.retired() < instructions && hart.next()?.is_some() {}
    hart.show_unit()?;

    records.freeze()?;
    let header = Header::of(&mut records)?;
    let mut entries = vec![];
    records.entries(|_, entry| entries.push(entry))?;
    let mut bytes = header.to_bytes().to_vec();
    entries.iter().for_each(|entry| bytes.extend(entry_bytes(entry)));
    std::fs::write(binary, bytes)?;
    let mut text = String::new();
    write_json(&mut text, &header, entries)?;
    std::fs::write(json, text)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use tracewright_driver::ctr::Entry;

    /// Calls, one of which has not returned, are TYPE 8 and 9.
    const CALLS: std::ops::RangeInclusive<u64> = 8..=9;

    /// Both dumps of a program after so many instructions.
    fn dumps(name: &str, rest: &[&str]) -> (Header, Vec<Entry>, String) {
        let folder = tempfile::tempdir().unwrap();
        let program = format!("{}/../../tests/programs/elf/{name}.elf", env!("CARGO_MANIFEST_DIR"));
        let [json, binary] = ["dump.json", "dump.bin"].map(|file| folder.path().join(file).display().to_string());
        let files = [program, json.clone(), binary.clone()];
        dump(&files.into_iter().chain(rest.iter().map(|word| word.to_string())).collect::<Vec<_>>()).unwrap();
        let bytes = fs::read(binary).unwrap();
        let (header, entries) = Header::read(&bytes).unwrap();
        (header, entries.collect(), fs::read_to_string(json).unwrap())
    }

    #[test]
    fn both_dumps_have_the_last_transfers_of_the_program() {
        for (name, xlen) in [("quicksort.rv64", 64), ("quicksort.rv32", 32)] {
            let (header, entries, json) = dumps(name, &["50000"]);
            assert_eq!((header.version, header.xlen, header.depth), (Version::V1_0, xlen, 64));
            assert!(header.is_frozen() && !header.is_call_stack());
            let mut text = String::new();
            write_json(&mut text, &header, entries.clone()).unwrap();
            assert_eq!(json, text);
            assert!(entries.iter().all(|entry| entry.source & 1 == 1 && entry.target != 0), "{name}: all are valid");
            // What runs between two transfers is in a line.
            let mut pairs = entries.windows(2);
            assert!(pairs.all(|pair| pair[1].target & !1 <= pair[0].source), "{name}: newest first");
        }
    }

    #[test]
    fn a_stack_has_calls_alone() {
        let (header, entries, _) = dumps("crc32.rv64", &["5000", "stack"]);
        assert!(header.is_call_stack());
        let mut valid = entries.iter().filter(|entry| entry.source & 1 == 1).peekable();
        assert!(valid.peek().is_some());
        assert!(valid.all(|entry| CALLS.contains(&(entry.data & 0xF))));
    }

    #[test]
    fn the_command_line_says_what_it_takes() {
        let said = dump(&["program.elf".into()]).unwrap_err().to_string();
        assert!(said.starts_with("usage: dump PROGRAM.elf OUT.json OUT.bin"), "{said}");
    }
}
