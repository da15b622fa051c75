// SPDX-License-Identifier: Apache-2.0
//! `tracewright tandem`: trace for tandem verification.

mod chosen;
pub mod cosim;
mod decode;
mod encode;
pub mod options;
mod verify;

use crate::cli::Format;
use crate::failure::Failure;
use crate::files;
use options::{TandemArgs, TandemCommand};
use std::io::{self, Read};
use std::path::Path;
use tracewright_tandem::{Groups, Part, Widths};

/// Bytes that are read at once.
const CHUNK: usize = 1 << 16;

/// Runs the command.
pub fn run(arguments: &TandemArgs, format: Format) -> Result<(), Failure> {
    match &arguments.command {
        TandemCommand::Encode(arguments) => encode::run(arguments, format),
        TandemCommand::Decode(arguments) => decode::run(arguments, format),
        TandemCommand::Verify(arguments) => verify::run(arguments, format),
    }
}

/// The trace at `path`, standard input if that is `-`.
fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin()));
    }
    let metadata = std::fs::metadata(path)?;
    if metadata.is_dir() {
        return Err(io::Error::other("it is a folder"));
    }
    files::open(path)
}

/// Gives the parts of the trace at `path` to `take`, and how many bytes there have been to `progress`.
fn read(
    path: &Path,
    widths: Widths,
    mut take: impl FnMut(Part),
    mut progress: impl FnMut(u64),
) -> Result<u64, Failure> {
    let failed = |error: io::Error| Failure::io("read", path, error);
    let mut reader = open(path).map_err(failed)?;
    let (mut groups, mut bytes, mut chunk) = (Groups::new(widths), 0, vec![0; CHUNK]);
    loop {
        let length = match reader.read(&mut chunk) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            length => length.map_err(failed)?,
        };
        if length == 0 {
            break;
        }
        let mut rest = &chunk[..length];
        while !rest.is_empty() {
            rest = &rest[groups.feed(rest)..];
            while let Some(part) = groups.pop() {
                take(part);
            }
        }
        bytes += length as u64;
        progress(bytes);
    }
    groups.finish();
    while let Some(part) = groups.pop() {
        take(part);
    }
    Ok(bytes)
}
