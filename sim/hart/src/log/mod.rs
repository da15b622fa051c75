// SPDX-License-Identifier: Apache-2.0
//! Recorded logs of Spike and QEMU as streams.
//!
//! What retired, and where traps came, is told by the lines of the log where it has such lines, else by the addresses:
//! see the `resolve` module for the rules. Instructions before the first one that the program holds, those of a boot
//! ROM, are left out.

mod lines;
mod problem;
mod qemu;
mod resolve;
mod scan;
mod spike;

pub use problem::Problem;

use crate::{Error, Event, Stream};
use lines::Lines;
use resolve::{Kind, Resolver};
use std::fs::File;
use std::path::Path;
use tracewright_image::Image;

/// What a line of a log says of the hart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    /// Nothing.
    Nothing,
    /// An instruction was about to execute.
    Listed { pc: u64, bits: Option<u32> },
    /// An instruction has retired.
    Committed { pc: u64, bits: u32 },
    /// A trap was taken.
    Trapped { interrupt: bool, epc: u64 },
    /// The instruction that was listed last did execute so many times, one after the other.
    Repeated { times: u64 },
    /// The instruction that was listed last did not execute.
    Withdrawn { pc: u64 },
}

type Parser = fn(line: &[u8], hart: u32) -> Result<Line, Problem>;

/// Opens a log that `image` was run for, and takes the lines of hart number `hart` from it. The format is recognised by the
/// first line: Spike's `-l`, `--log-commits` or both, or QEMU's `-d exec,nochain` (one instruction at a time), with or
/// without `int`.
///
/// # Errors
/// The file can't be read, or is no such log.
pub fn open_log<'a>(path: &Path, image: &'a Image, hart: u32) -> Result<Box<dyn Stream + Send + 'a>, Error> {
    let file = File::open(path).map_err(|source| Error::Read { path: path.to_owned(), source })?;
    let mut lines = Lines::new(path, file);
    let start = lines.peek()?;
    let first = start.split(|&b| b == b'\n').enumerate().find(|(_, line)| !spike::is_notice(line));
    let Some((index, first)) = first else { return Err(lines.error(Problem::Empty)) };
    let (parse, kind): (Parser, Kind) = if spike::recognises(first) {
        (spike::parse, spike::kind(start, hart))
    } else if qemu::recognises(first) {
        (qemu::parse, Kind::Qemu)
    } else {
        let problem = Problem::foreign(first);
        return Err(lines.error_at(index as u64 + 1, problem));
    };
    Ok(Box::new(Log { lines, parse, hart, image, resolver: Resolver::new(kind, image), started: false, ended: false }))
}

struct Log<'a> {
    lines: Lines<File>,
    parse: Parser,
    hart: u32,
    image: &'a Image,
    resolver: Resolver<'a>,
    /// Whether an instruction of the program has been met.
    started: bool,
    ended: bool,
}

impl Log<'_> {
    /// Takes in one line. Returns false at the end.
    fn advance(&mut self) -> Result<bool, Error> {
        let Some(text) = self.lines.next()? else {
            return if self.started { Ok(false) } else { Err(self.lines.error(Problem::NothingOfImage)) };
        };
        let outcome = (self.parse)(text, self.hart).and_then(|line| self.take(line));
        outcome.map(|()| true).map_err(|problem| self.lines.error(problem))
    }

    fn take(&mut self, line: Line) -> Result<(), Problem> {
        let (pc, bits, committed) = match line {
            Line::Listed { pc, bits } => (pc, bits, false),
            Line::Committed { pc, bits } => (pc, Some(bits), true),
            _ => {
                if self.started {
                    self.resolver.note(line);
                }
                return Ok(());
            }
        };
        let pc = self.image.xlen().wrap(pc);
        let Some(instruction) = self.image.instruction(pc) else {
            return if self.started { Err(Problem::NotInImage { pc }) } else { Ok(()) };
        };
        if let (Some(logged), Some(held)) = (bits, self.image.fetch(pc)) {
            let mask = if instruction.half_words == 1 { 0xFFFF } else { u32::MAX };
            if (logged ^ held) & mask != 0 {
                return Err(Problem::OtherProgram { pc, logged: logged & mask, image: held & mask });
            }
        }
        self.started = true;
        self.resolver.instruction(pc, instruction, committed);
        Ok(())
    }
}

impl Stream for Log<'_> {
    fn next(&mut self) -> Result<Option<Event>, Error> {
        loop {
            if let Some(event) = self.resolver.pop() {
                return Ok(Some(event));
            }
            if self.ended {
                return Ok(None);
            }
            if !self.advance()? {
                self.ended = true;
                self.resolver.finish();
            }
        }
    }
}
