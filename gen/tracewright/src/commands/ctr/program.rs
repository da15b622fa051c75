// SPDX-License-Identifier: Apache-2.0
//! Symbols and source lines of addresses.

use crate::failure::Failure;
use crate::files::Spooled;
use addr2line::Loader;
use serde::Serialize;
use std::path::Path;
use tracewright_image::{Error, Image};

/// The program that was recorded.
pub struct Program {
    image: Image,
    /// Its line table, where it has one that can be read.
    lines: Option<Loader>,
}

/// What is known of an address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The address, in hexadecimal.
    pub address: String,
    /// The symbol at or before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symbol: Option<String>,
    /// How many bytes it is after the symbol.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<u64>,
    /// Its source file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Its line in that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
}

impl Program {
    /// Reads the program at `path`, of a hart of `xlen` bits.
    pub fn load(path: &Path, xlen: u32) -> Result<Program, Failure> {
        // Code and line table are read apart.
        let spooled = Spooled::new(path)?;
        let refused = |error: Error| Failure::usage(format!("{}: {}", path.display(), error.kind));
        let image = Image::load(spooled.path()).map_err(refused)?;
        let width = image.xlen().bits();
        if width != xlen {
            let problem = format!("{}: an ELF of RV{width}, but the dump is of XLEN {xlen}", path.display());
            return Err(Failure::usage(problem));
        }
        Ok(Program { image, lines: Loader::new(spooled.path()).ok() })
    }

    /// What is known of an address; nothing of 0, which stands for one that may not be known.
    pub fn place(&self, address: u64) -> Option<Place> {
        if address == 0 {
            return None;
        }
        let (symbol, offset) = self.symbol(address).unzip();
        let location = self.lines.as_ref().and_then(|lines| lines.find_location(address).ok()?);
        let (file, line) = location.map_or((None, None), |at| (at.file.map(String::from), at.line));
        Some(Place { address: format!("{address:#x}"), symbol: symbol.map(String::from), offset, file, line })
    }

    /// The symbol at or before an address, and how many bytes that is after it.
    pub fn symbol(&self, address: u64) -> Option<(&str, u64)> {
        self.image.symbol_at(address)
    }

    /// The name of the function at an address, or what stands for one that is not known.
    pub fn function(&self, address: u64) -> String {
        function(&self.image, address)
    }
}

/// The name of the function at an address of `image`, or what stands for one that is not known.
pub fn function(image: &Image, address: u64) -> String {
    image.symbol_at(address).map_or_else(|| UNKNOWN.to_string(), |(name, _)| name.to_string())
}

/// What stands for an address without a symbol; as perf has it.
pub const UNKNOWN: &str = "[unknown]";

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.address)?;
        match (&self.symbol, self.offset) {
            (Some(symbol), Some(0)) => write!(f, " {symbol}")?,
            (Some(symbol), Some(offset)) => write!(f, " {symbol}+{offset:#x}")?,
            _ => {}
        }
        match (&self.file, self.line) {
            (Some(file), Some(line)) => write!(f, " ({file}:{line})"),
            (Some(file), None) => write!(f, " ({file})"),
            _ => Ok(()),
        }
    }
}
