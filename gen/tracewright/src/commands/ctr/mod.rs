// SPDX-License-Identifier: Apache-2.0
//! `tracewright ctr`: a dump of Control Transfer Records, for people and for other tools.

mod dump;
pub mod options;
mod perf;
pub mod program;
mod report;
pub mod stacks;

use crate::cli::Format;
use crate::failure::Failure;
use crate::files::{self, is_stdout};
use crate::report::render_json;
use options::{CtrArgs, CtrOutput};
use program::Program;
use report::Report;
use stacks::Stacks;
use std::io::Read;
use std::path::Path;

/// Largest dump that is read: many times what the deepest array has.
const MAX_BYTES: u64 = 1 << 20;

/// Runs the command.
pub fn run(arguments: &CtrArgs, format: Format) -> Result<(), Failure> {
    let bytes = read(&arguments.dump)?;
    let dump =
        dump::read(&bytes).map_err(|problem| Failure::usage(format!("{}: {problem}", arguments.dump.display())))?;
    let program = Program::load(&arguments.elf, dump.header.xlen)?;
    let kind = arguments.kind.unwrap_or(match format {
        Format::Human => CtrOutput::Text,
        Format::Json => CtrOutput::Json,
    });
    let title = || {
        let name = arguments.elf.file_name().unwrap_or_default();
        format!("{} (Control Transfer Records)", name.to_string_lossy())
    };
    let text = match kind {
        CtrOutput::Text => Report::new(&dump, &program).to_string().into_bytes(),
        CtrOutput::Json => (render_json(&Report::new(&dump, &program)) + "\n").into_bytes(),
        CtrOutput::Folded => Stacks::new(&dump, &program).folded().into_bytes(),
        CtrOutput::FlameGraph => Stacks::new(&dump, &program).flame_graph(&title())?,
        CtrOutput::Brstack => perf::brstack(&dump).into_bytes(),
        CtrOutput::Brstacksym => perf::brstacksym(&dump, &program).into_bytes(),
    };
    files::write_or_print(arguments.output.as_deref(), &text)
}

/// The bytes of a dump; what is larger than any is none.
fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let failed = |error: std::io::Error| Failure::io("read", path, error);
    let mut bytes = vec![];
    if is_stdout(path) {
        std::io::stdin().lock().take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(failed)?;
    } else {
        std::fs::File::open(path).and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes)).map_err(failed)?;
    }
    if bytes.len() as u64 > MAX_BYTES {
        let problem = tracewright_driver::ctr::dump::Problem::Foreign;
        return Err(Failure::usage(format!("{}: {problem}", path.display())));
    }
    Ok(bytes)
}
