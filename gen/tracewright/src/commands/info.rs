// SPDX-License-Identifier: Apache-2.0
//! `tracewright info`: values, components, ports and registers of a configuration, or a picture of it.

use crate::cli::{Format, InfoArgs};
use crate::components::{self, ComponentReport};
use crate::failure::Failure;
use crate::hardware::{ports, with_encoder, Hardware, PortReport};
use crate::registers::{reports, RegisterReport};
use crate::{files, report};
use serde::Serialize;
use std::fmt;
use std::path::Path;
use tracewright_config::{Config, Values, KEYS};

#[derive(Serialize)]
struct Info {
    origin: String,
    hash: String,
    top: &'static str,
    config: Config,
    components: Vec<ComponentReport>,
    ports: Vec<PortReport>,
    registers: Vec<RegisterReport>,
}

/// Runs the command.
pub fn run(arguments: &InfoArgs, format: Format) -> Result<(), Failure> {
    let config = arguments.config.load()?;
    if let Some(path) = &arguments.diagram {
        with_encoder(&config)?;
        return draw(arguments, &config, path);
    }
    let hardware = Hardware::of(&config.build)?;
    let info = Info {
        top: hardware.top,
        origin: arguments.config.origin(),
        hash: config.build.hash(),
        components: components::reports(&config.build),
        ports: ports(&hardware.ports),
        registers: reports(&config.build),
        config,
    };
    report::print(&info, format)
}

/// Draws the blocks of `config`.
fn draw(arguments: &InfoArgs, config: &Config, path: &Path) -> Result<(), Failure> {
    let title = format!("{} ({})", arguments.config.origin(), config.build.hash());
    let svg = tracewright_package::diagram::blocks(&config.build, &title).svg();
    files::write_or_print(Some(path), svg.as_bytes())
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Configuration {} ({})", self.hash, self.origin)?;
        let width = KEYS.iter().map(|key| key.path.len()).max().unwrap_or_default();
        let values = Values::of(&self.config);
        for key in KEYS {
            writeln!(f, "  {:<width$} {}", key.path, values.of_key(key))?;
        }
        if !self.components.is_empty() {
            writeln!(f, "\nComponents")?;
        }
        self.components.iter().try_for_each(|component| writeln!(f, "  {component}"))?;
        writeln!(f, "\nPorts of {}", self.top)?;
        let width = self.ports.iter().map(|port| port.name.len()).max().unwrap_or_default();
        for PortReport { name, direction, width: bits, description } in &self.ports {
            writeln!(f, "  {direction:<6} {name:<width$}{bits:>4}  {description}")?;
        }
        if self.registers.is_empty() {
            return Ok(());
        }
        writeln!(f, "\nRegisters")?;
        self.registers.iter().try_for_each(|register| write!(f, "{register}"))
    }
}
