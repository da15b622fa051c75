// SPDX-License-Identifier: Apache-2.0
//! Recorded logs of Spike and QEMU as streams.
//!
//! What retired, and where traps came, is told by the lines of the log where it has such lines, else by the addresses:
//! see the `resolve` module for the rules. Instructions before the first one that the program holds, those of a boot
//! ROM, are left out. A log that no hart can have made, with lines missing or of two runs, is refused, or has gaps if
//! that is allowed.

mod commits;
mod lines;
mod problem;
mod qemu;
mod reference;
mod resolve;
mod retired;
mod scan;
mod spike;
mod vectors;

pub use problem::Problem;
pub use reference::LogReference;
pub use retired::RetiredAddresses;

use crate::{Error, Event, Stream};
use lines::Lines;
use resolve::{Impossible, Kind, Resolver};
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

/// Opens a log that `image` was run for, and takes the lines of hart number `hart` from it. The format is recognised by
/// the first line: Spike's `-l`, `--log-commits` or both, or QEMU's `-d exec,nochain` (one instruction at a time), with
/// or without `int`.
///
/// With `allow_gaps`, what no hart can have done is an [`Event::Gap`] and no error; so are instructions that the
/// program does not have.
///
/// # Errors
/// The file can't be read, or is no such log.
pub fn open_log<'a>(
    path: &Path,
    image: &'a Image,
    hart: u32,
    allow_gaps: bool,
) -> Result<Box<dyn Stream + Send + 'a>, Error> {
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
    let resolver = Resolver::new(kind, image);
    Ok(Box::new(Log {
        lines,
        parse,
        hart,
        image,
        resolver,
        allow_gaps,
        started: false,
        is_outside: false,
        ended: false,
    }))
}

struct Log<'a> {
    lines: Lines<File>,
    parse: Parser,
    hart: u32,
    image: &'a Image,
    resolver: Resolver<'a>,
    /// Whether an instruction of the program has been met.
    started: bool,
    /// Whether the latest instruction is none of the program.
    is_outside: bool,
    /// What no hart can have done is a gap.
    allow_gaps: bool,
    ended: bool,
}

impl Log<'_> {
    /// Takes in one line. Returns false at the end.
    fn advance(&mut self) -> Result<bool, Error> {
        let Some(text) = self.lines.next()? else {
            return if self.started { Ok(false) } else { Err(self.lines.error(Problem::NothingOfImage)) };
        };
        match (self.parse)(text, self.hart) {
            Ok(line) => self.take(line).map(|()| true),
            Err(problem) => Err(self.lines.error(problem)),
        }
    }

    fn take(&mut self, line: Line) -> Result<(), Error> {
        let (pc, bits, committed) = match line {
            Line::Listed { pc, bits } => (pc, bits, false),
            Line::Committed { pc, bits } => (pc, Some(bits), true),
            _ if !self.started || self.is_outside => return Ok(()),
            _ => {
                let noted = self.resolver.note(self.lines.number(), line);
                // Where gaps are allowed, a trap without its line is one.
                return if self.allow_gaps { Ok(()) } else { self.judge(noted) };
            }
        };
        let pc = self.image.xlen().wrap(pc);
        let Some(instruction) = self.image.instruction(pc) else { return self.leave(pc) };
        if let (Some(logged), Some(held)) = (bits, self.image.fetch(pc)) {
            let mask = if instruction.half_words == 1 { 0xFFFF } else { u32::MAX };
            if (logged ^ held) & mask != 0 {
                let (logged, image) = (logged & mask, held & mask);
                return Err(self.lines.error(Problem::OtherProgram { pc, logged, image }));
            }
        }
        (self.started, self.is_outside) = (true, false);
        let settled = self.resolver.instruction((self.lines.number(), pc), instruction, committed);
        self.judge(settled)
    }

    /// The hart executes what is not in the program, at `pc`.
    fn leave(&mut self, pc: u64) -> Result<(), Error> {
        if !self.started || self.is_outside {
            return Ok(());
        }
        self.is_outside = true;
        let settled = self.resolver.leave((self.lines.number(), pc));
        self.judge(settled)?;
        if !self.allow_gaps {
            return Err(self.lines.error(Problem::NotInImage { pc }));
        }
        self.resolver.gap();
        Ok(())
    }

    /// What is impossible is a gap, if that is allowed.
    fn judge(&mut self, outcome: Result<(), Impossible>) -> Result<(), Error> {
        match outcome {
            Ok(()) => Ok(()),
            Err(_) if self.allow_gaps => {
                self.resolver.gap();
                Ok(())
            }
            Err(Impossible { line, to, from: (from, from_line), expected }) => {
                Err(self.lines.error_at(line, Problem::Impossible { to, from, from_line, expected }))
            }
        }
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
                let settled = self.resolver.finish();
                self.judge(settled)?;
            }
        }
    }
}
