// SPDX-License-Identifier: Apache-2.0
//! Dumps: the records of a hart in a file, for `tracewright ctr`. docs/ctr.md has the format, version 1.

use crate::ctr::driver::POINTER;
use crate::ctr::layout::Layout;
use crate::ctr::record::Entry;
use crate::ctr::registers::CtrVersion;
use crate::ctr::{Csrs, Driver, Error, Level};
use core::fmt;

/// What a binary dump begins with.
pub const MAGIC: [u8; 8] = *b"TWCTR\r\n\x1A";
/// What a JSON dump has as `format`.
pub const FORMAT: &str = "tracewright-ctr";
/// The version of the format.
pub const VERSION: u16 = 1;
/// Bytes before the entries of a binary dump.
pub const HEADER_BYTES: usize = 32;
/// Bytes of an entry of a binary dump.
pub const ENTRY_BYTES: usize = 24;

/// What is said before the entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// The version of the specification.
    pub version: CtrVersion,
    /// XLEN.
    pub xlen: u32,
    /// The depth, and number of entries.
    pub depth: u32,
    /// The control.
    pub control: u64,
    /// The status.
    pub status: u64,
}

/// Why something is no dump.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// It begins otherwise.
    Foreign,
    /// Another version of the format.
    Format(u16),
    /// A version of the specification that there is not, by its code.
    Version(u8),
    /// An XLEN that there is not.
    Xlen(u32),
    /// A depth that there is not.
    Depth(u32),
    /// It ends too early, or goes on.
    Length {
        /// The depth that it says it has.
        depth: u32,
        /// The bytes that a dump of this depth has.
        needed: usize,
        /// The bytes that it has.
        got: usize,
    },
    /// So many entries that are not as many as the depth.
    Entries {
        /// The depth that it says it has.
        depth: u32,
        /// The entries that it has.
        got: usize,
    },
}

impl Header {
    /// What the driver's hart has; its records should be frozen.
    ///
    /// # Errors
    /// What an access says.
    pub fn of<C: Csrs>(driver: &mut Driver<C>) -> Result<Header, Error<C::Error>> {
        Ok(Header {
            version: driver.version,
            xlen: driver.xlen,
            depth: driver.depth()?,
            control: driver.control()?,
            status: driver.csrs.read(driver.layout.status)?,
        })
    }

    /// Whether there is such a hart.
    ///
    /// # Errors
    /// What of it there is not.
    pub fn check(&self) -> Result<(), Problem> {
        match (self.xlen, self.depth) {
            (32 | 64, 16 | 32 | 64 | 128 | 256) => Ok(()),
            (32 | 64, depth) => Err(Problem::Depth(depth)),
            (xlen, _) => Err(Problem::Xlen(xlen)),
        }
    }

    /// WRPTR.
    pub fn pointer(&self) -> u32 {
        (self.status & POINTER) as u32
    }

    /// FROZEN.
    pub fn is_frozen(&self) -> bool {
        self.status >> self.layout().frozen & 1 != 0
    }

    /// Whether the records are a call stack, by RAS emulation.
    pub fn is_call_stack(&self) -> bool {
        self.control >> self.layout().ras & 1 != 0
    }

    fn layout(&self) -> Layout {
        Layout::new(self.version, Level::Machine, self.xlen)
    }

    /// The first bytes of a binary dump.
    pub fn to_bytes(&self) -> [u8; HEADER_BYTES] {
        let mut bytes = [0; HEADER_BYTES];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..10].copy_from_slice(&VERSION.to_le_bytes());
        bytes[10] = (self.version == CtrVersion::V1_0).into();
        bytes[11] = self.xlen as u8;
        bytes[12..16].copy_from_slice(&self.depth.to_le_bytes());
        bytes[16..24].copy_from_slice(&self.control.to_le_bytes());
        bytes[24..].copy_from_slice(&self.status.to_le_bytes());
        bytes
    }

    /// Reads a binary dump: what is said before the entries, and the entries, newest first.
    ///
    /// # Errors
    /// Why it is none.
    pub fn read(bytes: &[u8]) -> Result<(Header, impl Iterator<Item = Entry> + '_), Problem> {
        if !is_binary(bytes) {
            return Err(Problem::Foreign);
        }
        let depth_unknown = Problem::Length { depth: 0, needed: HEADER_BYTES, got: bytes.len() };
        let header = bytes.get(..HEADER_BYTES).ok_or(depth_unknown)?;
        let word = |at: usize| word(&header[at..]);
        let format = (word(8) & 0xFFFF) as u16;
        if format != VERSION {
            return Err(Problem::Format(format));
        }
        let version = match header[10] {
            0 => CtrVersion::V0_1_4,
            1 => CtrVersion::V1_0,
            code => return Err(Problem::Version(code)),
        };
        let depth = (word(8) >> 32) as u32;
        let read = Header { version, xlen: header[11].into(), depth, control: word(16), status: word(24) };
        read.check()?;
        let needed = HEADER_BYTES + depth as usize * ENTRY_BYTES;
        if bytes.len() != needed {
            return Err(Problem::Length { depth, needed, got: bytes.len() });
        }
        let entries = bytes[HEADER_BYTES..].chunks_exact(ENTRY_BYTES);
        let entries = entries.map(|entry| Entry {
            source: self::word(entry),
            target: self::word(&entry[8..]),
            data: self::word(&entry[16..]),
        });
        Ok((read, entries))
    }
}

/// Whether it begins as a binary dump does.
pub fn is_binary(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

fn word(bytes: &[u8]) -> u64 {
    bytes.iter().take(8).rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
}

/// The bytes of an entry in a binary dump.
pub fn entry_bytes(entry: &Entry) -> [u8; ENTRY_BYTES] {
    let mut bytes = [0; ENTRY_BYTES];
    for (place, word) in bytes.chunks_exact_mut(8).zip([entry.source, entry.target, entry.data]) {
        place.copy_from_slice(&word.to_le_bytes());
    }
    bytes
}

/// Writes a JSON dump of a header and its entries, newest first.
///
/// # Errors
/// What `to` says.
pub fn write_json(to: &mut impl fmt::Write, header: &Header, entries: impl IntoIterator<Item = Entry>) -> fmt::Result {
    let Header { version, xlen, depth, control, status } = header;
    let version = version_name(*version);
    writeln!(to, "{{\n  \"format\": \"{FORMAT}\",\n  \"format_version\": {VERSION},\n  \"version\": \"{version}\",")?;
    writeln!(to, "  \"xlen\": {xlen},\n  \"depth\": {depth},")?;
    writeln!(to, "  \"control\": \"{control:#x}\",\n  \"status\": \"{status:#x}\",\n  \"entries\": [")?;
    for (n, Entry { source, target, data }) in entries.into_iter().enumerate() {
        let comma = if n == 0 { "" } else { ",\n" };
        write!(
            to,
            "{comma}    {{ \"source\": \"{source:#x}\", \"target\": \"{target:#x}\", \"data\": \"{data:#x}\" }}"
        )?;
    }
    writeln!(to, "\n  ]\n}}")
}

/// The version as the configuration has it.
pub const fn version_name(version: CtrVersion) -> &'static str {
    match version {
        CtrVersion::V0_1_4 => "0.1.4",
        CtrVersion::V1_0 => "1.0",
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Foreign => write!(f, "no dump of Control Transfer Records, neither binary nor JSON"),
            Problem::Format(format) => write!(f, "a dump in format {format}; {VERSION} is known"),
            Problem::Version(code) => write!(f, "a dump of a version of CTR with code {code}; 0 and 1 are known"),
            Problem::Xlen(xlen) => write!(f, "a dump with XLEN {xlen}; 32 and 64 are possible"),
            Problem::Depth(depth) => write!(f, "a dump with depth {depth}; 16, 32, 64, 128 and 256 are possible"),
            Problem::Length { depth: 0, needed, got } => {
                write!(f, "the dump is cut: it has {got} bytes, and {needed} come before the entries")
            }
            Problem::Length { depth, needed, got } if got < needed => {
                write!(f, "the dump is cut: it has {got} bytes, one of depth {depth} has {needed}")
            }
            Problem::Length { depth, needed, got } => {
                write!(f, "the dump goes on after its end: it has {got} bytes, one of depth {depth} has {needed}")
            }
            Problem::Entries { depth, got } => write!(f, "the dump has {got} entries, but its depth is {depth}"),
        }
    }
}

impl core::error::Error for Problem {}
