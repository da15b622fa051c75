// SPDX-License-Identifier: Apache-2.0
//! The command line.

mod decode;
mod source;
mod synth;

use crate::commands::ctr::options::CtrArgs;
use crate::commands::pmu::options::PmuArgs;
use crate::commands::tandem::options::TandemArgs;
use clap::{Args, Parser, Subcommand, ValueEnum};
pub use decode::{DecodeArgs, DecodeOutput, PibCapture};
use source::presets;
pub use source::ConfigArgs;
use std::path::{Path, PathBuf};
pub use synth::SynthArgs;

const EXIT_CODES: &str = "\
Exit codes:
  0  done
  1  a difference was found, or the trace is broken
  2  the command line, a configuration or an input file is wrong
  3  a tool is missing or does not work (`make tools` installs them)
  129, 130, 143  ended by SIGHUP, SIGINT or SIGTERM; what was unfinished is removed";

/// Generates RISC-V N-Trace encoders, and encodes, co-simulates, decodes and synthesises with them.
#[derive(Debug, Parser)]
#[command(name = "tracewright", version, after_help = EXIT_CODES)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// How to report.
    #[arg(long, global = true, value_enum, default_value = "human")]
    pub format: Format,
}

/// How a command reports what it did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    Human,
    /// One JSON object.
    Json,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Write a commented configuration file to start from.
    #[command(after_help = "Examples:\n  tracewright init -o tracewright.toml\n  tracewright init --preset rv64")]
    Init(InitArgs),
    /// Generate the Verilog of a configuration, and all that is needed to build it in.
    #[command(after_help = "Examples:\n  tracewright generate --preset mcu -o build/mcu\n  \
        tracewright generate --config tracewright.toml --set hist_width=16 -o build/small\n\n\
        Writes a package that other flows take (docs/package.md): rtl/*.v and the file list rtl/tracewright.f, timing\n\
        constraints (SDC, XDC, LPF, PCF), a FuseSoC core, Bender.yml, a test bench, the registers in seven forms,\n\
        description.json, and INTEGRATION.md, which says how to build it in.")]
    Generate(GenerateArgs),
    /// Encode a program's execution with the golden model.
    #[command(after_help = "Examples:\n  tracewright encode --preset mcu --elf sort.elf -o sort.trace\n  \
        tracewright encode --preset rv64 --elf sort.elf --retired spike.log -o sort.trace\n  \
        tracewright encode --preset micro --set modes=btm --set repeat_branch=true --elf sort.elf -o sort.trace")]
    Encode(EncodeArgs),
    /// Run the generated Verilog against the golden model.
    #[command(after_help = "Examples:\n  tracewright cosim --preset mcu --elf sort.elf -o sort.trace\n  \
        tracewright cosim --preset mcu --elf sort.elf --limit 10000 --wave sort.vcd\n  \
        tracewright cosim --preset rv64 --random --seed 7 --blocks 100000\n  \
        tracewright cosim --preset soc --set run.sink=pib --elf sort.elf -o merged.trace\n  \
        tracewright cosim --preset rv64 --elf add-01.elf --signature add-01.signature\n  \
        tracewright cosim --preset mcu --set blocks=2 --set timestamp.source=core --elf sort.elf\n\n\
        In the environment, CXX names the C++ compiler, such as g++, without arguments; without it g++ is\n\
        taken where it works, else clang++. TRACEWRIGHT_QUICK=1 compiles the simulation without optimisation, by\n\
        clang++ where it works, in about half of the time; it then runs 0.4 as fast. Builds are kept in\n\
        build/verilated, or in the folder that TRACEWRIGHT_VERILATED names; either may be removed.")]
    Cosim(CosimArgs),
    /// Decode a trace to the executed addresses.
    #[command(after_help = "Examples:\n  tracewright decode --preset mcu --elf sort.elf sort.trace\n  \
        tracewright decode --preset mcu --elf sort.elf sort.trace --output listing -o sort.lst\n  \
        tracewright decode --elf sort.elf sort.trace --mode btm --timestamp-width 40 --output json\n  \
        tracewright decode --elf sort.elf sort.trace --src-bits 4 --src 2 --implicit-return --extended-address\n  \
        tracewright decode --preset mcu --elf sort.elf sort.trace --output none --retired spike.log\n  \
        tracewright decode --preset mcu --elf sort.elf --pib parallel-4 pins.vcd --pib-tdata probe.tdata\n  \
        tracewright decode --preset mcu --elf sort.elf --pib uart --pib-bit 8.68us pins.vcd\n\n\
        The report goes to standard output with -o, else to standard error.")]
    #[command(mut_group("SourceArgs", |group| group.required(false)))]
    Decode(DecodeArgs),
    /// Synthesise the generated Verilog: its size by module, speed, critical paths, and what its memories became.
    #[command(after_help = "Examples:\n  tracewright synth --preset micro --target ecp5\n  \
        tracewright synth --preset micro --target ice40 --chart micro.svg\n  \
        tracewright synth --preset micro --set hist_width=16 --target ecp5 --seeds 5 --format json\n  \
        tracewright synth --preset mcu --target asic --module tw_events\n  \
        tracewright synth --compare micro tracewright.toml --target xilinx7\n  \
        tracewright synth --preset micro --target ecp5 --option build.encoder.repeated_history=true --option modes=both,repeat_branch=true\n  \
        tracewright synth --figures gen/package/figures.toml\n\n\
        What the numbers mean is in docs/synthesis.md.")]
    #[command(mut_group("SourceArgs", |group| group.required(false)))]
    Synth(SynthArgs),
    /// Show the values, components, ports and registers of a configuration, or draw its blocks.
    #[command(after_help = "Examples:\n  tracewright info --preset mcu\n  \
        tracewright info --preset soc --diagram soc.svg\n  \
        tracewright info --config tracewright.toml --format json")]
    Info(InfoArgs),
    /// Write the registers of a configuration, in one of the forms that `generate` writes.
    #[command(after_help = "Examples:\n  tracewright registers --preset mcu\n  \
        tracewright registers --preset mcu --output c-header -o tracewright_registers.h\n  \
        tracewright registers --config tracewright.toml --output system-rdl | less")]
    Registers(RegistersArgs),
    /// Run the main job on a program: co-simulate, encode, decode, compare, synthesise.
    #[command(after_help = "Examples:\n  tracewright demo --preset mcu --elf sort.elf -o build/demo\n\n\
        Prints one screen and writes summary.json. `make demo` runs it.")]
    Demo(DemoArgs),
    /// Show a dump of Control Transfer Records: symbols and lines, call stacks, a flame graph, branch stacks.
    #[command(after_help = "Examples:\n  tracewright ctr records.bin --elf sort.elf\n  \
        tracewright ctr records.json --elf sort.elf --format json\n  \
        tracewright ctr records.bin --elf sort.elf --output flame-graph -o sort.svg\n  \
        tracewright ctr records.bin --elf sort.elf --output brstacksym\n\n\
        Dumps are written by the driver in sw/driver; docs/ctr.md has their format.")]
    Ctr(CtrArgs),
    /// Count events and sample a program with the performance counters in hardware (docs/pmu.md).
    Pmu(PmuArgs),
    /// Encode, decode and verify trace for tandem verification (docs/tandem.md).
    Tandem(TandemArgs),
}

/// Which execution.
#[derive(Debug, Args)]
pub struct ProgramArgs {
    /// Program: a RISC-V ELF file.
    #[arg(long, value_name = "FILE")]
    pub elf: PathBuf,
    /// Recorded execution (a Spike or QEMU log) instead of running the program.
    #[arg(long, value_name = "LOG")]
    pub retired: Option<PathBuf>,
    /// Where no hart can have made the log, stop tracing and start again, instead of refusing it.
    #[arg(long, requires = "retired", conflicts_with = "signature")]
    pub allow_gaps: bool,
    /// Stop after this many instructions; after a billion if it is not given.
    #[arg(long, value_name = "N")]
    pub limit: Option<u64>,
    /// Write the memory between begin_signature and end_signature when the program has ended, 32 bits a line.
    #[arg(long, value_name = "FILE", conflicts_with = "retired")]
    pub signature: Option<PathBuf>,
}

/// Arguments of `init`.
#[derive(Debug, Args)]
pub struct InitArgs {
    #[arg(long, value_name = "P", help = presets("Values to start from"))]
    pub preset: Option<String>,
    /// File to write instead of standard output; - is standard output too.
    #[arg(short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Arguments of `generate`.
#[derive(Debug, Args)]
pub struct GenerateArgs {
    /// Which configuration.
    #[command(flatten)]
    pub config: ConfigArgs,
    /// Folder to write.
    #[arg(short, value_name = "DIR")]
    pub output: PathBuf,
}

/// Arguments of `encode`.
#[derive(Debug, Args)]
pub struct EncodeArgs {
    /// Which configuration.
    #[command(flatten)]
    pub config: ConfigArgs,
    /// Which hart of a system runs it: the trace is what its encoder sends.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub hart: u32,
    /// Which execution.
    #[command(flatten)]
    pub program: ProgramArgs,
    /// Trace file to write; - is standard output, and the report then goes to standard error.
    #[arg(short, value_name = "TRACE")]
    pub output: PathBuf,
    /// Write what software would read out of the sink, which has a part of the trace if it is smaller.
    #[arg(long)]
    pub as_read: bool,
}

/// Arguments of `cosim`.
#[derive(Debug, Args)]
pub struct CosimArgs {
    /// Which configuration.
    #[command(flatten)]
    pub config: ConfigArgs,
    /// Program: a RISC-V ELF file. For a system once, or once for each hart.
    #[arg(long, value_name = "FILE", required_unless_present = "random", conflicts_with = "random")]
    pub elf: Vec<PathBuf>,
    /// Recorded execution (a Spike or QEMU log) instead of running the program.
    #[arg(long, value_name = "LOG", requires = "elf", conflicts_with = "random")]
    pub retired: Option<PathBuf>,
    /// Where no hart can have made the log, stop tracing and start again, instead of refusing it.
    #[arg(long, requires = "retired", conflicts_with_all = ["random", "signature"])]
    pub allow_gaps: bool,
    /// Stop after this many instructions; after a billion if it is not given.
    #[arg(long, value_name = "N", requires = "elf", conflicts_with = "random")]
    pub limit: Option<u64>,
    /// Random, legal ingress instead of a program.
    #[arg(long, requires_all = ["seed", "blocks"])]
    pub random: bool,
    /// Seed of the random ingress, of the registers, and of all that is around.
    #[arg(long, value_name = "N", requires = "random")]
    pub seed: Option<u64>,
    /// Blocks of random ingress at each hart. After every 5,000 the registers are set otherwise, in a run by itself.
    #[arg(long, value_name = "N", requires = "random")]
    pub blocks: Option<u64>,
    /// Trace file to write; - is standard output, and the report then goes to standard error.
    #[arg(short, value_name = "TRACE", conflicts_with = "random")]
    pub output: Option<PathBuf>,
    /// Write what software would read out of the sink, which has a part of the trace if it is smaller.
    #[arg(long, requires = "output", conflicts_with = "random")]
    pub as_read: bool,
    /// Waveform file to write (VCD).
    #[arg(long, value_name = "FILE")]
    pub wave: Option<PathBuf>,
    /// Write the memory between begin_signature and end_signature when the program has ended, 32 bits a line.
    #[arg(long, value_name = "FILE", requires = "elf", conflicts_with_all = ["retired", "random"])]
    pub signature: Option<PathBuf>,
}

/// Arguments of `info`.
#[derive(Debug, Args)]
pub struct InfoArgs {
    /// Which configuration.
    #[command(flatten)]
    pub config: ConfigArgs,
    /// Draw its blocks instead: an SVG file to write, or - for standard output.
    #[arg(long, value_name = "FILE")]
    pub diagram: Option<PathBuf>,
}

/// Arguments of `registers`.
#[derive(Debug, Args)]
pub struct RegistersArgs {
    /// Which configuration.
    #[command(flatten)]
    pub config: ConfigArgs,
    /// The form; markdown, or json with --format json, if it is not said.
    #[arg(long = "output", value_enum)]
    pub kind: Option<RegistersOutput>,
    /// File to write instead of standard output; - is standard output too.
    #[arg(short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// What `registers` writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RegistersOutput {
    /// SystemRDL 2.0.
    SystemRdl,
    /// IP-XACT, IEEE 1685-2014.
    IpXact,
    /// CMSIS-SVD.
    Svd,
    /// A C99 header.
    CHeader,
    /// A Rust module for no_std.
    RustModule,
    /// JSON.
    Json,
    /// Markdown.
    Markdown,
}

/// Arguments of `demo`.
#[derive(Debug, Args)]
pub struct DemoArgs {
    /// Which configuration.
    #[command(flatten)]
    pub config: ConfigArgs,
    /// Program: a RISC-V ELF file.
    #[arg(long, value_name = "FILE")]
    pub elf: PathBuf,
    /// Folder to write.
    #[arg(short, value_name = "DIR")]
    pub output: PathBuf,
}

impl DemoArgs {
    /// Name of the program, without its folder.
    pub fn program(&self) -> String {
        Path::file_name(&self.elf).map_or_else(String::new, |name| name.to_string_lossy().into_owned())
    }
}
