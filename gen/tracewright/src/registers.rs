// SPDX-License-Identifier: Apache-2.0
//! The registers of a build: as reports, and as the files that other tools and software read.

use crate::hardware::banner;
use serde::Serialize;
use std::fmt;
use std::path::{Path, PathBuf};
use tracewright_config::Build;
use tracewright_registers::{Map, Origin, Output, RegisterJson};

/// The folder that the files are in.
pub const FOLDER: &str = "registers";

/// A register of a build.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct RegisterReport(RegisterJson);

/// The registers that `build` has.
pub fn reports(build: &Build) -> Vec<RegisterReport> {
    map(build).registers.iter().map(|register| RegisterReport(register.into())).collect()
}

/// The registers that `build` has, in one form.
pub fn render(build: &Build, output: Output) -> String {
    output.render(&map(build), &origin(build))
}

/// Names and contents of the files of all forms.
pub fn files(build: &Build) -> Vec<(PathBuf, Vec<u8>)> {
    let (map, origin) = (map(build), origin(build));
    let file =
        |output: &Output| (Path::new(FOLDER).join(output.file_name()), output.render(&map, &origin).into_bytes());
    Output::ALL.iter().map(file).collect()
}

fn map(build: &Build) -> Map {
    Map::encoder(&build.features())
}

fn origin(build: &Build) -> Origin {
    let configuration = build.hash();
    Origin { banner: banner(&configuration), version: env!("CARGO_PKG_VERSION").into(), configuration }
}

impl fmt::Display for RegisterReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RegisterJson { name, offset, reset, description, fields, .. } = &self.0;
        writeln!(f, "0x{offset:03X} {name:<17} reset 0x{reset:08X}  {description}")?;
        for field in fields {
            let bits = match field.width {
                1 => field.lsb.to_string(),
                width => format!("{}-{}", field.lsb + width - 1, field.lsb),
            };
            let (name, access, legal) = (field.name, field.access, &field.legal);
            writeln!(f, "  {bits:>6} {name:<24} {access:<5} {legal:<12} {}", field.description)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
