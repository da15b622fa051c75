// SPDX-License-Identifier: Apache-2.0
//! `tracewright encode`: the golden model's trace of a program.

use crate::cli::{EncodeArgs, Format};
use crate::failure::Failure;
use crate::files::OutputFile;
use crate::program::{self, Execution, Recorded, DEFAULT_LIMIT};
use crate::progress::Progress;
use crate::report::{self, grouped, Messages};
use crate::signature::{self, Signature};
use crate::sink::{Buffer, Kept};
use serde::Serialize;
use std::fmt;
use std::io::{self, Write};
use tracewright_config::Config;
use tracewright_cosim::{from_parts, SourceError};
use tracewright_model::codec::{self, Framing};
use tracewright_model::stimulus::Step;

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
    /// What the sink keeps, if the trace is larger.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sink: Option<Kept>,
    /// The program's signature, if it was asked for.
    #[serde(skip)]
    pub signature: Option<Vec<u8>>,
    /// What is to be said of the program's end.
    pub note: Option<String>,
}

/// Runs the command.
pub fn run(arguments: &EncodeArgs, format: Format) -> Result<(), Failure> {
    let config = of_hart(arguments.config.load()?, arguments.hart)?;
    crate::hardware::with_encoder(&config)?;
    let program = &arguments.program;
    let image = program::load(&program.elf, &config.build)?;
    let signature = program.signature.as_ref().map(|_| Signature::of(&image, &program.elf)).transpose()?;
    let recorded = Recorded { log: program.retired.as_deref(), allow_gaps: program.allow_gaps };
    let execution = Execution::new(&image, recorded, &config.build)?;
    let mut buffer = Buffer::of(&config);
    if arguments.as_read && buffer.is_none() {
        let problem = "--as-read is for a sink with a buffer, and the one that is used has none";
        return Err(Failure::usage(problem).hint("choose another sink; of a system, `tracewright cosim` has the sink"));
    }
    let mut file = OutputFile::create(&arguments.output)?;
    let failed = |error: io::Error| Failure::io("write", &arguments.output, error);
    let take = |bytes: &[u8]| {
        if let Some(buffer) = &mut buffer {
            buffer.push(bytes);
        }
        if !arguments.as_read {
            file.write_all(bytes).unwrap_or_else(|error| failed(error).exit());
        }
    };
    let mut encoded = encode(&config, execution, (program.limit, signature.as_ref()), |_| (), take)?;
    if let Some((bytes, kept)) = buffer.map(Buffer::finish) {
        encoded.sink = kept;
        if arguments.as_read {
            file.write_all(&bytes).map_err(failed)?;
        }
    }
    let signed = encoded.signature.take();
    file.finish()?;
    signature::write(program.signature.as_deref(), signed)?;
    report::print_beside(&encoded, format, Some(&arguments.output))
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

/// Encodes `execution` with the golden model, at most `limit` instructions of it, and takes its signature if asked for.
/// `retired` gets the address of every instruction, `sink` the bytes of every message.
pub fn encode(
    config: &Config,
    execution: Execution<'_>,
    (limit, signature): (Option<u64>, Option<&Signature>),
    mut retired: impl FnMut(u64),
    mut sink: impl FnMut(&[u8]),
) -> Result<Encoded, Failure> {
    let progress = Progress::instructions("encoding", limit);
    let mut encoded = Encoded::default();
    let (mut instructions, mut blocks, mut failed) = (0, 0, None);
    let most = limit.unwrap_or(DEFAULT_LIMIT);
    let mut stream = program::blocks(execution, &config.build).limit(most).observe(|pc| {
        instructions += 1;
        if instructions % 0x10_0000 == 0 {
            progress.set(instructions);
        }
        retired(pc);
    });
    let legal = from_parts(stream.by_ref()).map_while(|step: Result<Step, SourceError>| match step {
        Ok(step) => {
            blocks += step.ingress.blocks.iter().filter(|block| block.is_valid()).count() as u64;
            Some(step)
        }
        Err(error) => {
            failed = Some(error);
            None
        }
    });
    let framing = Framing::new(&config.build, &config.run);
    tracewright_model::controlled(&config.build, &config.run, legal, |message| {
        let bytes = codec::encode(message, &framing);
        encoded.trace_bytes += bytes.len() as u64;
        encoded.messages.count(message.tcode().name());
        sink(&bytes);
    });
    let complaint = stream.stream().complaint();
    let signed = match &failed {
        None => signature.map(|signature| signature.read(stream.stream())).transpose()?,
        Some(_) => None,
    };
    drop(stream);
    encoded.signature = signed;
    encoded.note = program::limited(instructions, limit).or(complaint);
    (encoded.instructions, encoded.blocks) = (instructions, blocks);
    encoded.bits_per_instruction = report::ratio(encoded.trace_bytes * 8, instructions);
    failed.map_or(Ok(encoded), |error| Err(program::source_failure(error)))
}

impl fmt::Display for Encoded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "instructions      {:>14}", grouped(self.instructions))?;
        writeln!(f, "blocks            {:>14}", grouped(self.blocks))?;
        writeln!(f, "trace bytes       {:>14}", grouped(self.trace_bytes))?;
        writeln!(f, "bits/instruction  {:>14.3}", self.bits_per_instruction)?;
        write!(f, "{}", self.messages)?;
        if let Some(kept) = &self.sink {
            write!(f, "{kept}")?;
        }
        match &self.note {
            Some(note) => writeln!(f, "note: {note}"),
            None => Ok(()),
        }
    }
}
