// SPDX-License-Identifier: Apache-2.0
//! `tracewright init`: a commented configuration file to start from.

use crate::cli::InitArgs;
use crate::failure::Failure;
use crate::files;
use tracewright_config::{commented, Config, Loader, Preset};

/// Runs the command.
pub fn run(arguments: &InitArgs) -> Result<(), Failure> {
    let (config, origin) = match &arguments.preset {
        Some(name) => (Loader::preset(Preset::named(name)?).finish()?, format!("preset {name}")),
        None => (Config::default(), "the defaults".to_string()),
    };
    let title = format!("Tracewright configuration, from {origin}.");
    let text = commented(&config, &title);
    match &arguments.output {
        Some(path) if !files::is_stdout(path) && path.is_file() => {
            Err(Failure::usage(format!("{} exists already", path.display()))
                .hint("name another file, or remove this one first"))
        }
        path => files::write_or_print(path.as_deref(), text.as_bytes()),
    }
}
