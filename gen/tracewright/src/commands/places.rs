// SPDX-License-Identifier: Apache-2.0
//! The files of each subcommand.

use super::demo::FILES as DEMO_FILES;
use super::pmu::options::PmuCommand;
use super::tandem::options::TandemCommand;
use crate::cli::Command;
use crate::files::{is_stdout, Places};
use std::path::PathBuf;

const OUTPUT: &str = "-o";

/// What the command line reads and writes. What is written into a folder is not known yet.
pub fn of(command: &Command) -> Places {
    let places = Places::default();
    match command {
        Command::Init(arguments) => places.writes(OUTPUT, &arguments.output),
        Command::Generate(arguments) => places.reads("--config", arguments.config.file()),
        Command::Encode(arguments) => places
            .reads("--config", arguments.config.file())
            .reads("--elf", [&arguments.program.elf])
            .reads("--retired", &arguments.program.retired)
            .writes(OUTPUT, [&arguments.output])
            .writes("--signature", &arguments.program.signature),
        Command::Cosim(arguments) => places
            .reads("--config", arguments.config.file())
            .reads("--elf", &arguments.elf)
            .reads("--retired", &arguments.retired)
            .writes(OUTPUT, &arguments.output)
            .writes("--wave", &arguments.wave)
            .writes("--signature", &arguments.signature),
        Command::Decode(arguments) => places
            .reads("--config", arguments.config.file())
            .reads("--elf", [&arguments.elf])
            .reads("TRACE", [&arguments.trace])
            .reads("--retired", &arguments.retired)
            .writes_or_part(OUTPUT, arguments.output.as_ref())
            .writes("--pib-bytes", &arguments.pib_options.bytes),
        Command::Synth(arguments) => places
            .reads("--config", arguments.config.file())
            .reads("--compare", &arguments.compare.iter().map(PathBuf::from).collect::<Vec<_>>())
            .reads("--figures", &arguments.figures)
            .writes("--chart", &arguments.chart)
            .writes("--page", arguments.write.then_some(&arguments.page)),
        Command::Info(arguments) => {
            places.reads("--config", arguments.config.file()).writes("--diagram", &arguments.diagram)
        }
        Command::Registers(arguments) => {
            places.reads("--config", arguments.config.file()).writes(OUTPUT, &arguments.output)
        }
        Command::Demo(arguments) => places
            .reads("--config", arguments.config.file())
            .reads("--elf", [&arguments.elf])
            .writes(OUTPUT, &DEMO_FILES.map(|name| arguments.output.join(name))),
        Command::Ctr(arguments) => {
            // `-` is standard input.
            let dump = Some(&arguments.dump).filter(|path| !is_stdout(path));
            places.reads("--elf", [&arguments.elf]).reads("DUMP", dump).writes(OUTPUT, &arguments.output)
        }
        Command::Pmu(arguments) => match &arguments.command {
            PmuCommand::Stat(arguments) => {
                places.reads("--config", arguments.run.config.file()).reads("--elf", [&arguments.run.elf])
            }
            PmuCommand::Record(arguments) => places
                .reads("--config", arguments.run.config.file())
                .reads("--elf", [&arguments.run.elf])
                .writes(OUTPUT, &arguments.output),
        },
        Command::Tandem(arguments) => match &arguments.command {
            TandemCommand::Encode(arguments) => {
                places.reads("--elf", [&arguments.elf]).writes(OUTPUT, [&arguments.output])
            }
            TandemCommand::Decode(arguments) => {
                // `-` is standard input.
                let trace = Some(&arguments.trace).filter(|path| !is_stdout(path));
                places.reads("TRACE", trace).writes_or_part(OUTPUT, arguments.output.as_ref())
            }
            TandemCommand::Verify(_) => places,
        },
    }
}
