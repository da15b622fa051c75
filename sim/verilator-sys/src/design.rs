// SPDX-License-Identifier: Apache-2.0
//! What is built: Verilog, its ports, and the signals to look at.

use crate::Error;
use std::path::Path;

/// A Verilog design and how it is seen from Rust.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Design {
    /// Name of the top module.
    pub top: String,
    /// Name of the input that is the clock; [`crate::Model::cycle`] makes its edges.
    pub clock: String,
    /// Verilog files: name and text.
    pub sources: Vec<(String, String)>,
    /// Every port of the top module, the clock included.
    pub ports: Vec<Port>,
    /// Internal signals that can be read.
    pub probes: Vec<Probe>,
    /// Signals of one bit that are read together.
    pub flags: Vec<Flags>,
}

/// Direction of a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Into the design.
    Input,
    /// Out of the design.
    Output,
}

/// A port of the top module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Port {
    /// Its name in Verilog.
    pub name: String,
    /// Its direction.
    pub direction: Direction,
    /// Its width in bits.
    pub width: u32,
}

impl Port {
    /// An input of `width` bits.
    pub fn input(name: &str, width: u32) -> Port {
        Port { name: name.into(), direction: Direction::Input, width }
    }

    /// An output of `width` bits.
    pub fn output(name: &str, width: u32) -> Port {
        Port { name: name.into(), direction: Direction::Output, width }
    }
}

/// An internal signal that is made readable. The Verilog stays as it is: a control file tells Verilator to keep the
/// signal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// Name by which [`crate::Library::output`] finds it.
    pub name: String,
    /// Module that declares the signal.
    pub module: String,
    /// Instances from the top module down to that module; empty for the top module itself.
    pub instances: Vec<String>,
    /// The signal's name in that module.
    pub signal: String,
    /// Its width in bits.
    pub width: u32,
}

/// Signals of one bit that are read together, which is faster than each by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flags {
    /// Name by which [`crate::Library::output`] finds the word of them.
    pub name: String,
    /// The name of each output or probe, and its bit of the word, 0 to 63. The other bits are 0.
    pub bits: Vec<(String, u32)>,
    /// Outputs and probes that [`crate::Model::cycle`] samples only in cycles with a flag from bit `guard` up; in
    /// others they show what they showed before. That is faster for what means something only with a flag.
    pub guarded: Vec<String>,
    /// The lowest bit of the flags that count for `guarded`; from 64 on there is none.
    pub guard: u32,
}

/// Format of a waveform file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wave {
    /// Value change dump: text, large, read by everything.
    Vcd,
    /// Fast signal trace: compressed; building it needs the headers of lz4 and zlib.
    Fst,
}

impl Wave {
    /// The format that the extension of `path` asks for: `.vcd` or `.fst`.
    pub fn of_path(path: &Path) -> Result<Wave, Error> {
        match path.extension().and_then(|e| e.to_str()) {
            Some("vcd") => Ok(Wave::Vcd),
            Some("fst") => Ok(Wave::Fst),
            _ => Err(Error::WaveExtension(path.into())),
        }
    }
}
