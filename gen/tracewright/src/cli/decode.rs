// SPDX-License-Identifier: Apache-2.0
//! The command line of `decode`.

use super::ConfigArgs;
use crate::commands::decode_options::DecodeOptions;
use crate::pib::Pib;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Arguments of `decode`.
#[derive(Debug, Args)]
pub struct DecodeArgs {
    /// Which configuration the encoder has, if there is one.
    #[command(flatten)]
    pub config: ConfigArgs,
    /// Program: the RISC-V ELF file that was traced.
    #[arg(long, value_name = "FILE")]
    pub elf: PathBuf,
    /// Trace file to read, or with --pib a capture of the pins: VCD if it ends in .vcd, else samples (docs/pib.md).
    #[arg(value_name = "TRACE")]
    pub trace: PathBuf,
    /// What to write.
    #[arg(long = "output", value_enum, default_value = "pc")]
    pub kind: DecodeOutput,
    /// File to write instead of standard output, which - is too; FILE.partial if the trace is broken.
    #[arg(short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Stop after this many instructions; a billion unless given.
    #[arg(long, value_name = "N", default_value_t = tracewright_decoder::DEFAULT_LIMIT, hide_default_value = true)]
    pub limit: u64,
    /// Compare with what retired, and show the first difference: a log of Spike or QEMU, or an address a line, in
    /// hexadecimal, with the instruction after it if wanted.
    #[arg(long, value_name = "FILE")]
    pub retired: Option<PathBuf>,
    /// What the decoder has to know besides.
    #[command(flatten)]
    pub options: DecodeOptions,
    /// The pins.
    #[command(flatten)]
    pub pib_options: PibCapture,
}

/// A capture of a PIB's pins.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Trace from the pins of a PIB")]
pub struct PibCapture {
    /// Receive the trace from a capture of the pins, in this mode (pibMode).
    #[arg(id = "pib_mode", long = "pib", value_enum, value_name = "MODE")]
    pub mode: Option<Pib>,
    /// Bit period of UART or Manchester: 20ns, or a number of samples; found from the capture if it is not given.
    #[arg(id = "pib_bit", long = "pib-bit", value_name = "TIME", requires = "pib_mode")]
    pub bit: Option<String>,
    /// Signal of a VCD file that is tref.
    #[arg(id = "pib_tref", long = "pib-tref", value_name = "NAME", requires = "pib_mode")]
    pub tref: Option<String>,
    /// Signal of a VCD file that is tdata, or one for each bit, that of bit 0 first.
    #[arg(id = "pib_tdata", long = "pib-tdata", value_name = "NAME,..", value_delimiter = ',', requires = "pib_mode")]
    pub tdata: Vec<String>,
    /// File to write with the bytes that were received.
    #[arg(id = "pib_bytes", long = "pib-bytes", value_name = "FILE", requires = "pib_mode")]
    pub bytes: Option<PathBuf>,
}

/// What `decode` writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DecodeOutput {
    /// An executed address a line.
    Pc,
    /// Addresses, symbols, instructions and events.
    Listing,
    /// A JSON object a line.
    Json,
    /// Nothing: the report alone.
    None,
}
