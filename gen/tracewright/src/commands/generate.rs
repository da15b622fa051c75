// SPDX-License-Identifier: Apache-2.0
//! `tracewright generate`: the Verilog of a configuration, with descriptions of it and of its registers.

use crate::cli::{Format, GenerateArgs};
use crate::components::{self, ComponentReport};
use crate::failure::Failure;
use crate::hardware::{ports, Hardware, PortReport, MADE_BY, TOP};
use crate::registers::{self, reports, RegisterReport};
use crate::{files, report};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::{Path, PathBuf};
use tracewright_config::Build;
use tracewright_constraints::Constraints;

const DESCRIPTION: &str = "description.json";
const FILE_LIST: &str = "rtl/tracewright.f";
const CONSTRAINTS: &str = "constraints";

/// `description.json`.
#[derive(Serialize)]
struct Description<'a> {
    generator: String,
    configuration: &'a str,
    build: &'a Build,
    top: &'static str,
    components: Vec<ComponentReport>,
    ports: Vec<PortReport>,
    modules: Vec<ModuleReport<'a>>,
    register_bits: usize,
    registers: Vec<RegisterReport>,
}

#[derive(Serialize)]
struct ModuleReport<'a> {
    name: &'a str,
    file: String,
    description: &'a str,
}

/// What of an earlier `description.json` is read again.
#[derive(Deserialize)]
struct Earlier {
    modules: Vec<EarlierModule>,
}

#[derive(Deserialize)]
struct EarlierModule {
    file: PathBuf,
}

#[derive(Serialize)]
struct Generated {
    folder: PathBuf,
    configuration: String,
    components: Vec<ComponentReport>,
    ports: usize,
    modules: usize,
    lines: usize,
    register_bits: usize,
}

/// Runs the command.
pub fn run(arguments: &GenerateArgs, format: Format) -> Result<(), Failure> {
    let config = arguments.config.load()?;
    let hardware = Hardware::of(&config.build)?;
    let folder = &arguments.output;
    let files = outputs(&config.build, &hardware)?;
    for (name, _) in &files {
        refuse_foreign(&folder.join(name))?;
    }
    let obsolete: Vec<PathBuf> =
        earlier(folder).into_iter().filter(|old| files.iter().all(|(new, _)| new != old)).collect();
    files::write_all(folder, &files, &obsolete)?;
    let generated = Generated {
        folder: folder.clone(),
        configuration: hardware.hash.clone(),
        components: components::reports(&config.build),
        ports: hardware.ports.len(),
        modules: hardware.files.len(),
        lines: hardware.lines(),
        register_bits: hardware.register_bits,
    };
    report::print(&generated, format)
}

/// Names and contents of everything that is written.
fn outputs(build: &Build, hardware: &Hardware) -> Result<Vec<(PathBuf, Vec<u8>)>, Failure> {
    let verilog_name = |module: &str| format!("rtl/{module}.v");
    let mut files: Vec<(PathBuf, Vec<u8>)> =
        hardware.files.iter().map(|file| (verilog_name(&file.name).into(), file.text.clone().into_bytes())).collect();
    let names: String = hardware.files.iter().map(|file| format!("{}.v\n", file.name)).collect();
    files.push((FILE_LIST.into(), format!("// {}\n{names}", hardware.banner).into_bytes()));
    let modules = hardware.files.iter().map(|file| ModuleReport {
        name: &file.name,
        file: verilog_name(&file.name),
        description: first_comment(&file.text),
    });
    let description = Description {
        generator: format!("{MADE_BY} {}", env!("CARGO_PKG_VERSION")),
        configuration: &hardware.hash,
        build,
        top: TOP,
        components: components::reports(build),
        ports: ports(hardware),
        modules: modules.collect(),
        register_bits: hardware.register_bits,
        registers: reports(build),
    };
    let text = report::render_json(&description) + "\n";
    files.push((DESCRIPTION.into(), text.into_bytes()));
    files.extend(registers::files(build));
    files.extend(constraints(hardware)?);
    Ok(files)
}

/// Timing constraints in both forms.
fn constraints(hardware: &Hardware) -> Result<[(PathBuf, Vec<u8>); 2], Failure> {
    let sources: Vec<(&str, &str)> =
        hardware.files.iter().map(|file| (file.name.as_str(), file.text.as_str())).collect();
    let found = Constraints::of(TOP, &sources, &hardware.banner);
    let found = found.map_err(|error| Failure::usage(format!("this build has no timing constraints: {error}")))?;
    let file = |ending: &str, text: String| (format!("{CONSTRAINTS}/{TOP}.{ending}").into(), text.into_bytes());
    Ok([file("sdc", found.sdc), file("xdc", found.xdc)])
}

/// What a module's first line says of it.
fn first_comment(text: &str) -> &str {
    let line = text.lines().next().unwrap_or_default();
    line.split_once(": ").map_or("", |(_, description)| description)
}

/// Verilog files that an earlier run wrote into `folder` and that are still as it left them.
fn earlier(folder: &Path) -> Vec<PathBuf> {
    let text = std::fs::read(folder.join(DESCRIPTION)).unwrap_or_default();
    let files = serde_json::from_slice(&text).map_or_else(|_| Vec::new(), |earlier: Earlier| earlier.modules);
    let plain = |file: &PathBuf| file.parent() == Some(Path::new("rtl")) && is_ours(&folder.join(file));
    files.into_iter().map(|module| module.file).filter(plain).collect()
}

fn refuse_foreign(path: &Path) -> Result<(), Failure> {
    if !path.exists() || is_ours(path) {
        return Ok(());
    }
    Err(Failure::usage(format!("{} exists, and tracewright did not write it", path.display()))
        .hint("name another folder, or move that file away"))
}

/// Whether the file says that it was generated.
fn is_ours(path: &Path) -> bool {
    std::fs::read_to_string(path).is_ok_and(|text| text.lines().take(4).any(|line| line.contains(MADE_BY)))
}

impl fmt::Display for Generated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Generated { configuration, components, ports, modules, lines, register_bits, .. } = self;
        let folder = self.folder.display();
        writeln!(f, "configuration {configuration}: {modules} modules, {lines} lines, {register_bits} register bits")?;
        components.iter().try_for_each(|component| writeln!(f, "  {component}"))?;
        writeln!(f, "{TOP} has {ports} ports")?;
        writeln!(f, "{folder}/{FILE_LIST} lists the Verilog, {folder}/{DESCRIPTION} describes it")?;
        writeln!(f, "{folder}/{} describes the registers, in seven forms", registers::FOLDER)?;
        writeln!(f, "{folder}/{CONSTRAINTS} has its clocks and crossings, for SDC and Vivado")
    }
}
