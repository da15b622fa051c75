// SPDX-License-Identifier: Apache-2.0
//! Arguments of `tandem`.

use crate::failure::Failure;
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;
use tracewright_messages::isa::Xlen;
use tracewright_tandem::Widths;

/// Arguments of `tandem`.
#[derive(Debug, Args)]
pub struct TandemArgs {
    /// What to do.
    #[command(subcommand)]
    pub command: TandemCommand,
}

/// What to do with tandem-verification trace.
#[derive(Debug, Subcommand)]
pub enum TandemCommand {
    /// Encode a program's execution on the embedded hart with the golden model.
    #[command(after_help = "Examples:\n  tracewright tandem encode --elf sort.elf -o sort.tandem\n  \
        tracewright tandem encode --elf sort.elf --limit 1000 --full --ends -o sort.tandem\n  \
        tracewright tandem encode --elf sort.elf --without gpr,csr -o partial.tandem")]
    Encode(EncodeArgs),
    /// Decode a trace to its groups, and lay their sizes out as Appendix D of the specification does.
    #[command(after_help = "Examples:\n  tracewright tandem decode --xlen 64 --flen 64 core.tandem\n  \
        tracewright tandem decode --xlen 32 sort.tandem --output json -o sort.json\n  \
        tracewright tandem decode --xlen 32 --mlen 34 - < sort.tandem | head\n\n\
        The report goes to standard output with -o, else to standard error.")]
    Decode(DecodeArgs),
    /// Verify a trace, one instruction at a time, against the embedded hart or a log of another simulator.
    #[command(after_help = "Examples:\n  tracewright tandem verify --elf sort.elf sort.tandem\n  \
        tracewright tandem verify --elf sort.elf --absent gpr,csr partial.tandem\n  \
        tracewright tandem verify --elf sort.elf --against spike.log sort.tandem\n  \
        tracewright tandem verify --elf sort.elf --hart 1 both.tandem\n  \
        tracewright tandem encode --elf sort.elf -o - | tracewright tandem verify --elf sort.elf -")]
    Verify(VerifyArgs),
}

/// Widths that encoder and decoder must agree on.
#[derive(Debug, Args)]
pub struct WidthArgs {
    /// FLEN, the width of a floating-point register: 0, 32 or 64.
    #[arg(long, value_name = "BITS", default_value_t = 0)]
    pub flen: u8,
    /// MLEN, the width of an address: 32, 34 or 64. XLEN if it is not given; RV32 with Sv32 has 34.
    #[arg(long, value_name = "BITS")]
    pub mlen: Option<u8>,
}

impl WidthArgs {
    /// The widths of a hart of `xlen` bits.
    pub fn of(&self, xlen: u8) -> Result<Widths, Failure> {
        let widths = Widths { xlen, flen: self.flen, mlen: self.mlen.unwrap_or(xlen) };
        if widths.are_valid() {
            return Ok(widths);
        }
        let Widths { xlen, flen, mlen } = widths;
        let problem = format!("there is no hart with XLEN {xlen}, FLEN {flen} and MLEN {mlen}");
        let hint = "XLEN is 32 with MLEN 32 or 34, or 64 with MLEN 64; FLEN is 0, 32 or 64";
        Err(Failure::usage(problem).hint(hint))
    }
}

/// `xlen` in bits.
pub fn bits(xlen: Xlen) -> u8 {
    match xlen {
        Xlen::Rv32 => 32,
        Xlen::Rv64 => 64,
    }
}

/// What can be left out of a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Class {
    /// Instructions.
    Instruction,
    /// Integer registers.
    Gpr,
    /// CSRs.
    Csr,
    /// Privilege mode.
    Privilege,
    /// Addresses.
    Address,
    /// What is stored.
    Store,
    /// Timer, counters and pending interrupts.
    Outside,
}

/// Arguments of `tandem encode`.
#[derive(Debug, Args)]
pub struct EncodeArgs {
    /// Program: a RISC-V ELF file.
    #[arg(long, value_name = "FILE")]
    pub elf: PathBuf,
    /// Stop after this many instructions; after a billion if it is not given.
    #[arg(long, value_name = "N")]
    pub limit: Option<u64>,
    /// MLEN, the width of an address: 32, 34 or 64. XLEN if it is not given.
    #[arg(long, value_name = "BITS")]
    pub mlen: Option<u8>,
    /// Registers in full, even where an increment is shorter.
    #[arg(long)]
    pub full: bool,
    /// An end for every group, even where the next one implies it.
    #[arg(long)]
    pub ends: bool,
    /// Say that this is one of several harts, with this mhartid.
    #[arg(long, value_name = "MHARTID")]
    pub hart: Option<u64>,
    /// Leave this out: a partial trace.
    #[arg(long, value_enum, value_name = "CLASS,..", value_delimiter = ',')]
    pub without: Vec<Class>,
    /// Trace file to write; - is standard output, and the report then goes to standard error.
    #[arg(short, value_name = "TRACE")]
    pub output: PathBuf,
}

/// Arguments of `tandem decode`.
#[derive(Debug, Args)]
pub struct DecodeArgs {
    /// Trace file to read; - is standard input.
    #[arg(value_name = "TRACE")]
    pub trace: PathBuf,
    /// XLEN, the width of an integer register: 32 or 64.
    #[arg(long, value_name = "BITS")]
    pub xlen: u8,
    /// The other widths.
    #[command(flatten)]
    pub widths: WidthArgs,
    /// The hart with this mhartid alone, of several; all if it is not given.
    #[arg(long, value_name = "MHARTID")]
    pub hart: Option<u64>,
    /// What to write.
    #[arg(long = "output", value_enum, default_value = "text")]
    pub kind: DecodeOutput,
    /// File to write instead of standard output, which - is too; FILE.partial if the trace is broken.
    #[arg(short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// What `tandem decode` writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DecodeOutput {
    /// An element a line.
    Text,
    /// A JSON object a line.
    Json,
    /// Nothing but the report.
    None,
}

/// Arguments of `tandem verify`.
#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// Trace file to read; - is standard input.
    #[arg(value_name = "TRACE")]
    pub trace: PathBuf,
    /// Program: the RISC-V ELF file that was traced.
    #[arg(long, value_name = "FILE")]
    pub elf: PathBuf,
    /// The hart with this mhartid, where the trace is of several.
    #[arg(long, value_name = "MHARTID")]
    pub hart: Option<u64>,
    /// Verify against a recorded execution (a Spike or QEMU log), as far as it tells, instead of running the program.
    #[arg(long, value_name = "LOG")]
    pub against: Option<PathBuf>,
    /// What a partial trace does not have: instruction, gpr, fpr, csr, privilege, pc, address, store, or a register.
    #[arg(long, value_name = "NAME,..", value_delimiter = ',')]
    pub absent: Vec<String>,
    /// The other widths.
    #[command(flatten)]
    pub widths: WidthArgs,
    /// Mismatches to show.
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub show: usize,
}
