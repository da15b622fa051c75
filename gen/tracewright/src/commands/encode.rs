// SPDX-License-Identifier: Apache-2.0
//! `tracewright encode`: the golden model's trace of a program.

use crate::cli::{EncodeArgs, Format};
use crate::failure::Failure;
use crate::files::OutputFile;
use crate::program::{self, Execution};
use crate::progress::Progress;
use crate::report::{self, grouped, Messages};
use serde::Serialize;
use std::fmt;
use std::io::Write;
use tracewright_config::Config;
use tracewright_hart::Blocks;
use tracewright_model::codec::{self, Framing};

/// What was encoded.
#[derive(Debug, Default, Serialize)]
pub struct Encoded {
    /// Instructions that retired.
    pub instructions: u64,
    /// Blocks that they made.
    pub blocks: u64,
    /// Bytes of trace.
    pub trace_bytes: u64,
    /// Bits of trace to an instruction.
    pub bits_per_instruction: f64,
    /// Messages by type.
    pub messages: Messages,
    /// What is to be said of the program's end.
    pub note: Option<String>,
}

/// Runs the command.
pub fn run(arguments: &EncodeArgs, format: Format) -> Result<(), Failure> {
    let config = of_hart(arguments.config.load()?, arguments.hart)?;
    let program = &arguments.program;
    let image = program::load(&program.elf, &config.build)?;
    let execution = Execution::new(&image, program.retired.as_deref())?;
    let mut file = OutputFile::create(&arguments.output)?;
    let mut written = Ok(());
    let encoded = encode(
        &config,
        execution,
        program.limit,
        |_| (),
        |bytes| {
            if written.is_ok() {
                written = file.write_all(bytes);
            }
        },
    )?;
    written.map_err(|e| Failure::io("write", &arguments.output, e))?;
    file.finish()?;
    report::print(&encoded, format)
}

/// What the encoder of one hart of a system is.
fn of_hart(config: Config, hart: u32) -> Result<Config, Failure> {
    let harts = config.build.system.harts;
    if hart >= harts {
        let problem = format!("there is no hart {hart}: build.system.harts is {harts}");
        return Err(Failure::usage(problem).hint(format!("--hart may be 0 to {}", harts - 1)));
    }
    Ok(Config { build: config.build.hart(hart), ..config })
}

/// Encodes `execution` with the golden model, at most `limit` instructions of it. `retired` gets the address of every
/// instruction, `sink` the bytes of every message.
pub fn encode(
    config: &Config,
    execution: Execution<'_>,
    limit: Option<u64>,
    mut retired: impl FnMut(u64),
    mut sink: impl FnMut(&[u8]),
) -> Result<Encoded, Failure> {
    let progress = Progress::instructions("encoding", limit);
    let mut encoded = Encoded::default();
    let (mut instructions, mut blocks, mut failed) = (0, 0, None);
    let mut stream = Blocks::new(execution, &config.build.ingress).limit(limit.unwrap_or(u64::MAX)).observe(|pc| {
        instructions += 1;
        if instructions % 0x10_0000 == 0 {
            progress.set(instructions);
        }
        retired(pc);
    });
    let legal = stream.by_ref().map_while(|cycle| match cycle {
        Ok(ingress) => {
            blocks += ingress.blocks.iter().filter(|block| block.is_valid()).count() as u64;
            Some(ingress)
        }
        Err(error) => {
            failed = Some(error);
            None
        }
    });
    let framing = Framing::new(&config.build, &config.run);
    tracewright_model::messages(&config.build, &config.run, legal, |message| {
        let bytes = codec::encode(message, &framing);
        encoded.trace_bytes += bytes.len() as u64;
        encoded.messages.count(message.tcode().name());
        sink(&bytes);
    });
    encoded.note = stream.stream().complaint();
    drop(stream);
    (encoded.instructions, encoded.blocks) = (instructions, blocks);
    encoded.bits_per_instruction = report::ratio(encoded.trace_bytes * 8, instructions);
    failed.map_or(Ok(encoded), |error| Err(program::failure(error)))
}

impl fmt::Display for Encoded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "instructions      {:>14}", grouped(self.instructions))?;
        writeln!(f, "blocks            {:>14}", grouped(self.blocks))?;
        writeln!(f, "trace bytes       {:>14}", grouped(self.trace_bytes))?;
        writeln!(f, "bits/instruction  {:>14.3}", self.bits_per_instruction)?;
        write!(f, "{}", self.messages)?;
        match &self.note {
            Some(note) => writeln!(f, "note: {note}"),
            None => Ok(()),
        }
    }
}
