// SPDX-License-Identifier: Apache-2.0
//! The addresses of what retired, from a log of Spike or QEMU, or from a list that anything can write.
//!
//! A list has a line for each instruction: its address in hexadecimal, with or without `0x`, and after a blank, if
//! wanted, the instruction as it is in memory. What is after a `#` is a comment.

use super::lines::Lines;
use super::scan::Scan;
use super::{open_log, qemu, spike, Problem};
use crate::{Error, Event, Stream};
use std::fs::File;
use std::path::Path;
use tracewright_image::Image;

/// The addresses of the instructions that retired, one after the other.
pub struct RetiredAddresses<'a>(Source<'a>);

enum Source<'a> {
    Log(Box<dyn Stream + Send + 'a>),
    List { lines: Lines<File>, image: &'a Image },
}

impl<'a> RetiredAddresses<'a> {
    /// Opens a log or a list that `image` was run for. Of a log, what no hart can have done is passed over; see
    /// [`open_log`].
    ///
    /// # Errors
    /// The file can't be read, or is neither.
    pub fn open(path: &Path, image: &'a Image) -> Result<RetiredAddresses<'a>, Error> {
        let file = File::open(path).map_err(|source| Error::Read { path: path.to_owned(), source })?;
        let mut lines = Lines::new(path, file);
        let start = lines.peek()?;
        let is_log = start.split(|&b| b == b'\n').any(|line| spike::recognises(line) || qemu::recognises(line));
        if is_log {
            return open_log(path, image, 0, true).map(|log| RetiredAddresses(Source::Log(log)));
        }
        if start.is_empty() {
            return Err(lines.error(Problem::Empty));
        }
        let first = start.split(|&b| b == b'\n').next().unwrap_or_default();
        if parse(first).is_none() {
            let problem = Problem::no_address(first);
            return Err(lines.error(problem));
        }
        Ok(RetiredAddresses(Source::List { lines, image }))
    }

    /// Whether an instruction that trapped may be among them: nothing in a list tells.
    pub fn may_have_trapped(&self) -> bool {
        matches!(self.0, Source::List { .. })
    }

    /// The next one, or `None` at the end.
    ///
    /// # Errors
    /// The file can't be read, a line can't be understood, or the file is of another program.
    pub fn read(&mut self) -> Result<Option<u64>, Error> {
        match &mut self.0 {
            Source::Log(log) => loop {
                match log.next()? {
                    Some(Event::Retired { pc, .. }) => return Ok(Some(pc)),
                    Some(_) => {}
                    None => return Ok(None),
                }
            },
            Source::List { lines, image } => {
                while let Some(line) = lines.next()? {
                    let row = match parse(line) {
                        Some(Row::Nothing) => continue,
                        Some(Row::Instruction { pc, bits }) => check(pc, bits, image),
                        None => Err(Problem::no_address(line)),
                    };
                    return row.map(Some).map_err(|problem| lines.error(problem));
                }
                Ok(None)
            }
        }
    }
}

/// What a line of a list says.
#[derive(Debug, PartialEq, Eq)]
enum Row {
    Nothing,
    Instruction { pc: u64, bits: Option<u32> },
}

fn parse(line: &[u8]) -> Option<Row> {
    let text = line.split(|&byte| byte == b'#').next().unwrap_or_default();
    let mut words = text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let Some(pc) = words.next() else { return Some(Row::Nothing) };
    let (pc, bits) = (number(pc)?, words.next());
    let bits = match bits {
        Some(bits) => Some(u32::try_from(number(bits)?).ok()?),
        None => None,
    };
    words.next().is_none().then_some(Row::Instruction { pc, bits })
}

/// A word that is a hexadecimal number and nothing else.
fn number(word: &[u8]) -> Option<u64> {
    let mut scan = Scan(word.strip_prefix(b"0x").unwrap_or(word));
    scan.hex().filter(|_| scan.0.is_empty())
}

/// The address, if the program has the instruction there that the list has, or the list has none.
fn check(pc: u64, bits: Option<u32>, image: &Image) -> Result<u64, Problem> {
    let pc = image.xlen().wrap(pc);
    let (Some(listed), Some(held), Some(instruction)) = (bits, image.fetch(pc), image.instruction(pc)) else {
        return Ok(pc);
    };
    let mask = if instruction.half_words == 1 { 0xFFFF } else { u32::MAX };
    match (listed ^ held) & mask {
        0 => Ok(pc),
        _ => Err(Problem::OtherProgram { pc, logged: listed & mask, image: held & mask }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_a_list_has_an_address_and_perhaps_an_instruction() {
        let row = |pc, bits| Some(Row::Instruction { pc, bits });
        assert_eq!(parse(b"0x80000010"), row(0x8000_0010, None));
        assert_eq!(parse(b" 80000010\t0x00000013 # nop"), row(0x8000_0010, Some(0x13)));
        assert_eq!(parse(b"ffffffff80000010 4501"), row(0xFFFF_FFFF_8000_0010, Some(0x4501)));
        assert_eq!(parse(b"# pc"), Some(Row::Nothing));
        for foreign in ["pc=80000010", "80000010 13 14", "0x", "80000010 100000000", "main"] {
            assert_eq!(parse(foreign.as_bytes()), None, "{foreign}");
        }
    }
}
