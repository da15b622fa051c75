// SPDX-License-Identifier: Apache-2.0
//! Which configuration a command takes: a file or a preset, and changes of its values.

use crate::failure::Failure;
use crate::files;
use clap::Args;
use std::path::{Path, PathBuf};
use tracewright_config::{Config, Loader, Preset};

/// Which configuration.
#[derive(Debug, Args)]
pub struct ConfigArgs {
    #[command(flatten)]
    source: SourceArgs,
    /// Change a value, such as build.encoder.hist_width=16, or hist_width=16; may be repeated.
    #[arg(long = "set", value_name = "key=value")]
    assignments: Vec<String>,
}

/// The help of an option that takes a preset.
pub(super) fn presets(what: &str) -> String {
    let names: Vec<&str> = Preset::all().map(|preset| preset.name).collect();
    format!("{what}: {}", names.join(", "))
}

#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct SourceArgs {
    /// Configuration file.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    #[arg(long, value_name = "P", help = presets("Named configuration"))]
    preset: Option<String>,
}

impl ConfigArgs {
    /// Reads and checks the configuration.
    pub fn load(&self) -> Result<Config, Failure> {
        self.load_with(&[])
    }

    /// Reads and checks the configuration, changed by `assignments` too.
    pub fn load_with(&self, assignments: &[&str]) -> Result<Config, Failure> {
        let mut loader = match (&self.source.config, &self.source.preset) {
            (Some(path), _) => {
                let text = files::read_text(path)?;
                Loader::text(&text, &path.display().to_string())?
            }
            (None, name) => Loader::preset(Preset::named(name.as_deref().unwrap_or_default())?),
        };
        for assignment in self.assignments.iter().map(String::as_str).chain(assignments.iter().copied()) {
            loader.set(assignment)?;
        }
        Ok(loader.finish()?)
    }

    /// As [`ConfigArgs::load`], if the command line names a configuration.
    pub fn load_if_named(&self) -> Result<Option<Config>, Failure> {
        let named = self.source.config.is_some() || self.source.preset.is_some();
        match self.assignments.first() {
            Some(assignment) if !named => {
                let problem = format!("--set {assignment} changes no configuration: there is none");
                Err(Failure::usage(problem).hint("add --config or --preset"))
            }
            _ if named => self.load().map(Some),
            _ => Ok(None),
        }
    }

    /// Another configuration, a file or the name of a preset, changed in the same way.
    pub fn other(&self, source: &str) -> ConfigArgs {
        let is_file = source.ends_with(".toml") || Path::new(source).is_file();
        let (config, preset) = if is_file { (Some(source.into()), None) } else { (None, Some(source.into())) };
        ConfigArgs { source: SourceArgs { config, preset }, assignments: self.assignments.clone() }
    }

    /// Its file, if it is in one.
    pub fn file(&self) -> Option<&PathBuf> {
        self.source.config.as_ref()
    }

    /// Where the configuration comes from, in a few words.
    pub fn origin(&self) -> String {
        let source = match (&self.source.config, &self.source.preset) {
            (Some(path), _) => path.display().to_string(),
            (None, name) => format!("preset {}", name.as_deref().unwrap_or_default()),
        };
        self.assignments.iter().fold(source, |origin, assignment| format!("{origin}, {assignment}"))
    }
}
