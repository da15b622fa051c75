// SPDX-License-Identifier: Apache-2.0
//! Why a file is no program image.

use std::path::{Path, PathBuf};

/// Why a file is no program image; its text starts with the file's name.
#[derive(Debug, thiserror::Error)]
#[error("{}: {kind}", path.display())]
pub struct Error {
    /// The file.
    pub path: PathBuf,
    /// What was met.
    #[source]
    pub kind: ErrorKind,
}

impl Error {
    pub(crate) fn new(path: &Path, kind: ErrorKind) -> Error {
        Error { path: path.to_owned(), kind }
    }
}

/// What was met in a file that is no program image.
#[derive(Debug, thiserror::Error)]
pub enum ErrorKind {
    /// The file can't be read.
    #[error("can't read: {0}")]
    Read(std::io::Error),
    /// The file is not ELF.
    #[error("not an ELF file")]
    NotElf,
    /// The file is big-endian.
    #[error("big-endian ELF; RISC-V code is little-endian")]
    BigEndian,
    /// The code is for another architecture.
    #[error("ELF for machine {0}, not for RISC-V (243)")]
    NotRiscv(u16),
    /// The file is neither an executable nor a shared object.
    #[error("ELF of type {0}, not a linked program (2 or 3)")]
    NotLinked(u16),
    /// The ELF structure is broken.
    #[error("broken ELF file: {0}")]
    Malformed(String),
    /// Two executable segments hold the same address.
    #[error("executable segments overlap at {0:#x}")]
    Overlap(u64),
    /// A segment does not fit in the address space, or code starts at an odd address.
    #[error("segment at {address:#x} of {size} bytes is out of place")]
    Misplaced {
        /// Its first address.
        address: u64,
        /// Its size in bytes.
        size: u64,
    },
    /// No segment is executable.
    #[error("no executable code")]
    NoCode,
    /// The program's register width is not the configured one.
    #[error("ELF is RV{elf} but the configuration has xlen = {configured}")]
    WrongXlen {
        /// Of the program.
        elf: u32,
        /// Of the configuration.
        configured: u32,
    },
}
