// SPDX-License-Identifier: Apache-2.0
//! The lines of a log, one by one.

use super::Problem;
use crate::Error;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// How much of the log is looked at to recognise it, in bytes.
const START: usize = 64 << 10;

/// Longest line in bytes. Vector instructions make long ones.
const LONGEST: u64 = 1 << 20;

/// The lines of a log.
pub(super) struct Lines<R> {
    path: PathBuf,
    reader: BufReader<R>,
    line: Vec<u8>,
    number: u64,
}

impl<R: Read> Lines<R> {
    pub(super) fn new(path: &Path, reader: R) -> Lines<R> {
        let reader = BufReader::with_capacity(START, reader);
        Lines { path: path.to_owned(), reader, line: Vec::new(), number: 0 }
    }

    /// The start of the log, which is read again by [`Lines::next`].
    pub(super) fn peek(&mut self) -> Result<&[u8], Error> {
        let path = &self.path;
        self.reader.fill_buf().map_err(|source| Error::Read { path: path.clone(), source })
    }

    /// The next line, without its end; `None` at the end of the log.
    pub(super) fn next(&mut self) -> Result<Option<&[u8]>, Error> {
        self.line.clear();
        self.number += 1;
        let read = self.reader.by_ref().take(LONGEST).read_until(b'\n', &mut self.line);
        match read {
            Err(source) => Err(Error::Read { path: self.path.clone(), source }),
            Ok(0) => {
                self.number -= 1;
                Ok(None)
            }
            Ok(size) => match self.line.strip_suffix(b"\n") {
                Some(line) => Ok(Some(line.strip_suffix(b"\r").unwrap_or(line))),
                None if size as u64 == LONGEST => Err(self.error(Problem::foreign(&self.line))),
                None => Err(self.error(Problem::Cut)),
            },
        }
    }

    /// The line that was read last, counted from 1.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// `problem`, in the line that was read last.
    pub(super) fn error(&self, problem: Problem) -> Error {
        self.error_at(self.number.max(1), problem)
    }

    /// `problem`, in line `line`.
    pub(super) fn error_at(&self, line: u64, problem: Problem) -> Error {
        Error::Log { path: self.path.clone(), line, problem }
    }
}
