// SPDX-License-Identifier: Apache-2.0
//! What commits of Spike tell of values.
//!
//! `core   0: 3 0x80000000 (0x00a12023) mem 0x80001000 0x0000002a` is the instruction that retired in mode 3, and what
//! it wrote: registers (`x5`, `f7`, `c768_mstatus`), an address that it loaded from, or one that it stored to with
//! the data.

use super::lines::Lines;
use super::scan::Scan;
use super::Problem;
use crate::Error;
use std::fs::File;
use std::path::Path;
use tracewright_tandem::{csr, Access, Register, Size};

/// CSRs that show a part of another one, which has a value of its own in the line.
const VIEWS: [u16; 5] = [csr::FFLAGS, csr::FRM, csr::SSTATUS, csr::SIE, csr::SIP];

/// What a commit tells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Commit {
    pub(super) pc: u64,
    /// Privilege mode in which the instruction executed.
    pub(super) privilege: u8,
    pub(super) registers: Vec<(Register, u64)>,
    pub(super) access: Option<Access>,
}

/// The commits of a log, in order.
pub(super) struct Commits {
    lines: Lines<File>,
    hart: u32,
}

impl Commits {
    pub(super) fn open(path: &Path, hart: u32) -> Result<Commits, Error> {
        let file = File::open(path).map_err(|source| Error::Read { path: path.to_owned(), source })?;
        Ok(Commits { lines: Lines::new(path, file), hart })
    }

    /// The next one, or `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<Commit>, Error> {
        while let Some(line) = self.lines.next()? {
            let Some(scan) = of_hart(line, self.hart) else { continue };
            if !scan.0.first().is_some_and(u8::is_ascii_digit) || scan.0.starts_with(b"0x") {
                continue;
            }
            return match parse(scan) {
                Some(commit) => Ok(Some(commit)),
                None => {
                    let problem = Problem::foreign(line);
                    Err(self.lines.error(problem))
                }
            };
        }
        Ok(None)
    }
}

/// What is after `core   0: `, which versions before 2020 do not write.
fn of_hart(line: &[u8], hart: u32) -> Option<Scan<'_>> {
    let mut scan = Scan(line);
    if scan.eat(b"core ").is_none() {
        return Some(Scan(line));
    }
    scan.blanks();
    let number = scan.decimal()?;
    scan.eat(b":")?;
    scan.blanks();
    (number == u64::from(hart)).then_some(scan)
}

fn parse(mut scan: Scan) -> Option<Commit> {
    let privilege = scan.decimal()? as u8;
    scan.eat(b" ")?;
    let pc = scan.prefixed_hex()?;
    scan.eat(b" (")?;
    scan.prefixed_hex()?;
    scan.eat(b")")?;
    let mut commit = Commit { pc, privilege, ..Commit::default() };
    let mut words = scan.0.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).peekable();
    while let Some(word) = words.next() {
        let mut next = || words.next_if(|word| word.starts_with(b"0x"));
        let Some(value) = next() else { continue };
        let number = Scan(value).prefixed_hex()?;
        if word == b"mem" {
            let store = match next() {
                Some(data) => Some((Size::of_bytes((data.len() - 2) / 2)?, Scan(data).prefixed_hex()?)),
                None => None,
            };
            commit.access = Some(Access { address: number, store });
        } else if let Some(register) = register(word) {
            commit.registers.push((register, number));
        }
    }
    Some(commit)
}

/// The register of this name: none of vectors, and none that shows another one.
fn register(name: &[u8]) -> Option<Register> {
    let (&class, rest) = name.split_first()?;
    let number = Scan(rest).decimal()?;
    match class {
        b'x' => Some(Register::gpr(u8::try_from(number).ok()?)),
        b'f' => Some(Register::fpr(u8::try_from(number).ok()?)),
        b'c' => {
            let number = u16::try_from(number).ok().filter(|number| !VIEWS.contains(number))?;
            Some(Register::csr(number))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn commit(line: &str) -> Commit {
        parse(of_hart(line.as_bytes(), 0).expect("hart 0")).expect("a commit")
    }

    #[test]
    fn a_commit_tells_registers_and_memory() {
        let load = commit("core   0: 3 0x0000000080000010 (0x0005a503) x10 0x000000000000002a mem 0x0000000080001000");
        assert_eq!((load.pc, load.privilege), (0x8000_0010, 3));
        assert_eq!(load.registers, [(Register::gpr(10), 42)]);
        assert_eq!(load.access, Some(Access { address: 0x8000_1000, store: None }));
        let store = commit("core   0: 0 0x80000014 (0x00a59023) mem 0x80001000 0x002a");
        assert_eq!(store.access, Some(Access { address: 0x8000_1000, store: Some((Size::Bits16, 42)) }));
        let csr = commit("core   0: 3 0x80000018 (0x30046573) x10 0x00000008 c768_mstatus 0x00001888");
        assert_eq!(csr.registers, [(Register::gpr(10), 8), (Register::csr(csr::MSTATUS), 0x1888)]);
        let float = commit("3 0x8000001c (0x0116f3d3) f7  0xffffffff66fef4f9 c1_fflags 0x1");
        assert_eq!(float.registers, [(Register::fpr(7), 0xFFFF_FFFF_66FE_F4F9)]);
    }
}
