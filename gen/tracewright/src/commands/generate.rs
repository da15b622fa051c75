// SPDX-License-Identifier: Apache-2.0
//! `tracewright generate`: the Verilog of a configuration as a package that other flows take.

use crate::cli::{Format, GenerateArgs};
use crate::components::{self, ComponentReport};
use crate::failure::Failure;
use crate::files::{self, Places};
use crate::hardware::{ports, Hardware, PortReport, MADE_BY};
use crate::registers::{self, reports, RegisterReport};
use crate::report;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::{Component, Path, PathBuf};
use tracewright_config::{commented, Build, Config};
use tracewright_package::bench::{self, Example};
use tracewright_package::constraints::Constraints;
use tracewright_package::Package;
use tracewright_verilog::VerilogFile;

const DESCRIPTION: &str = "description.json";
const FILE_LIST: &str = "rtl/tracewright.f";
const CONFIGURATION: &str = "configuration.toml";
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// `description.json`.
#[derive(Serialize)]
struct Description<'a> {
    generator: String,
    configuration: &'a str,
    build: &'a Build,
    top: &'static str,
    components: Vec<ComponentReport>,
    ports: Vec<PortReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    example: Option<ExampleReport>,
    modules: Vec<ModuleReport<'a>>,
    files: Vec<FileReport>,
    register_bits: usize,
    registers: Vec<RegisterReport>,
}

/// The example of a traced core.
#[derive(Serialize)]
struct ExampleReport {
    top: &'static str,
    file: String,
    ports: Vec<PortReport>,
}

/// A file of the package.
#[derive(Serialize)]
struct FileReport {
    file: PathBuf,
    purpose: String,
}

#[derive(Serialize)]
struct ModuleReport<'a> {
    name: &'a str,
    file: String,
    description: String,
}

/// What of an earlier `description.json` is read again.
#[derive(Deserialize)]
struct Earlier {
    modules: Vec<EarlierFile>,
    #[serde(default)]
    files: Vec<EarlierFile>,
}

#[derive(Deserialize)]
struct EarlierFile {
    file: PathBuf,
}

#[derive(Serialize)]
struct Generated {
    /// Its name, as far as that is UTF-8.
    folder: String,
    configuration: String,
    top: &'static str,
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
    let files = outputs(&config, &hardware)?;
    Places::default().reads("--config", arguments.config.file()).writes_in("-o", folder, &files).check()?;
    files::write_all(folder, &files, || {
        files.iter().try_for_each(|(name, _)| refuse_foreign(&folder.join(name)))?;
        Ok(earlier(folder).into_iter().filter(|old| files.iter().all(|(new, _)| new != old)).collect())
    })?;
    let generated = Generated {
        folder: folder.display().to_string(),
        configuration: hardware.hash.clone(),
        top: hardware.top,
        components: components::reports(&config.build),
        ports: hardware.ports.len(),
        modules: hardware.files.len(),
        lines: hardware.lines(),
        register_bits: hardware.register_bits,
    };
    report::print(&generated, format)
}

/// Names and contents of everything that is written.
fn outputs(config: &Config, hardware: &Hardware) -> Result<Vec<(PathBuf, Vec<u8>)>, Failure> {
    let build = &config.build;
    let none = |error| Failure::usage(format!("this build has no adapter: {error}"));
    let (adapter, of_tandem) = match build.tandem.built {
        true => (None, tracewright_rtl_tandem::adapter_verilog(build, &hardware.banner).map_err(none)?),
        false => (tracewright_adapters::output(build, &hardware.banner).map_err(none)?, vec![]),
    };
    let example = adapter.as_ref().map(|adapter| Example { top: &hardware.ports, adapter: &adapter.ports });
    let adapters = adapter.iter().flat_map(|adapter| &adapter.files).chain(&of_tandem);
    let verilog: Vec<&VerilogFile> = hardware.files.iter().chain(adapters).collect();
    let path = |file: &VerilogFile| format!("rtl/{}.v", file.name);
    let rtl: Vec<String> = verilog.iter().map(|file| path(file)).collect();
    let mut files: Vec<(PathBuf, Vec<u8>)> =
        verilog.iter().map(|file| (path(file).into(), file.text.clone().into_bytes())).collect();
    let names: String = verilog.iter().map(|file| format!("{}.v\n", file.name)).collect();
    files.push((FILE_LIST.into(), format!("// {}\n{names}", hardware.banner).into_bytes()));
    let constraints = constraints(hardware)?;
    let forms = [&constraints.sdc, &constraints.xdc, &constraints.lpf, &constraints.pcf];
    for (ending, text) in ["sdc", "xdc", "lpf", "pcf"].iter().zip(forms) {
        files.push((format!("constraints/{}.{ending}", hardware.top).into(), text.clone().into_bytes()));
    }
    files.extend(registers::csr_files(build));
    if build.records_tandem() {
        files.extend(registers::files(build));
    }
    files.extend(around(config, hardware, example.as_ref(), (&rtl, &constraints))?);
    files.push((CONFIGURATION.into(), commented(config, &hardware.banner).into_bytes()));
    let example = example.map(|example| ExampleReport {
        top: bench::EXAMPLE,
        file: format!("{}/{}.v", bench::FOLDER, bench::EXAMPLE),
        ports: ports(&example.ports(build)),
    });
    let description = description(build, hardware, example, &verilog, &files);
    files.push((DESCRIPTION.into(), description.into_bytes()));
    Ok(files)
}

/// What is around the hardware: what other tools and people read of it, a test bench, and of an N-Trace encoder its
/// registers.
fn around(
    config: &Config,
    hardware: &Hardware,
    example: Option<&Example>,
    (rtl, constraints): (&[String], &Constraints),
) -> Result<Vec<(PathBuf, Vec<u8>)>, Failure> {
    let Config { build, run } = config;
    let mut files = if build.encoder.built { registers::files(build) } else { Vec::new() };
    let bench = match build.encoder.built {
        true => bench::files(build, run, example, &hardware.banner),
        false => bench::files_alone(build, hardware.top, &hardware.ports, &hardware.banner),
    };
    let bench = bench.map_err(|error| Failure::usage(format!("this build has no test bench: {error}")))?;
    let bench_names: Vec<String> = bench.iter().map(|(name, _)| name.display().to_string()).collect();
    files.extend(bench);
    let components: Vec<(usize, String)> =
        tracewright_package::registers::Block::of(build).into_iter().map(|block| (block.base, block.name)).collect();
    let package = Package {
        build,
        run,
        version: VERSION,
        banner: &hardware.banner,
        top: hardware.top,
        ports: &hardware.ports,
        constraints,
        rtl,
        bench: &bench_names,
        bench_top: bench::TOP,
        components: &components,
    };
    let described = tracewright_package::files(&package);
    files.extend(described.map_err(|error| Failure::usage(format!("this build can't be programmed so: {error}")))?);
    Ok(files)
}

/// The text of `description.json`, where `files` are all others.
fn description(
    build: &Build,
    hardware: &Hardware,
    example: Option<ExampleReport>,
    verilog: &[&VerilogFile],
    files: &[(PathBuf, Vec<u8>)],
) -> String {
    let modules = verilog.iter().map(|file| ModuleReport {
        name: &file.name,
        file: format!("rtl/{}.v", file.name),
        description: first_comment(&file.text),
    });
    let report = |(file, contents): &(PathBuf, Vec<u8>)| FileReport {
        file: file.clone(),
        purpose: purpose(file, &String::from_utf8_lossy(contents)),
    };
    let description = Description {
        generator: format!("{MADE_BY} {VERSION}"),
        configuration: &hardware.hash,
        build,
        top: hardware.top,
        components: components::reports(build),
        ports: ports(&hardware.ports),
        example,
        modules: modules.collect(),
        files: files.iter().map(report).collect(),
        register_bits: hardware.register_bits,
        registers: reports(build),
    };
    report::render_json(&description) + "\n"
}

/// What a file of the package is for.
fn purpose(file: &Path, text: &str) -> String {
    let (folder, name) = (file.parent().and_then(Path::to_str).unwrap_or_default(), file.file_name());
    let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let said = match (folder, ending, name.and_then(|name| name.to_str()).unwrap_or_default()) {
        ("rtl" | "bench", "v", _) => return first_comment(text),
        ("rtl", ..) => "The Verilog files, relative to this one.",
        ("constraints", "sdc", _) => "Timing constraints for Quartus, OpenSTA, Design Compiler.",
        ("constraints", "xdc", _) => "Timing constraints for Vivado.",
        ("constraints", "lpf", _) => "Timing constraints for nextpnr-ecp5 and Diamond.",
        ("constraints", ..) => "Timing constraints for nextpnr-ice40.",
        ("registers", ..) => return registers::purpose(file),
        (tracewright_package::SOFTWARE, "h", _) => "Starting, stopping and reading a trace: the functions in C.",
        (tracewright_package::SOFTWARE, "c", _) => "Starting, stopping and reading a trace, in C.",
        (tracewright_package::SOFTWARE, "vh", _) => "The same as Verilog tasks.",
        (tracewright_package::SOFTWARE, ..) => "The same as coroutines for cocotb.",
        (_, _, tracewright_package::CORE) => "The core for FuseSoC.",
        (_, _, tracewright_package::MANIFEST) => "The manifest for Bender.",
        (_, _, tracewright_package::GUIDE) => "The guide for who builds the design in.",
        _ => "The configuration, with every key.",
    };
    said.into()
}

/// Timing constraints in all forms.
fn constraints(hardware: &Hardware) -> Result<Constraints, Failure> {
    let sources: Vec<(&str, &str)> =
        hardware.files.iter().map(|file| (file.name.as_str(), file.text.as_str())).collect();
    let found = Constraints::of(hardware.top, &sources, &hardware.banner);
    found.map_err(|error| Failure::usage(format!("this build has no timing constraints: {error}")))
}

/// What a module's first comment says of it, up to the line that says where the file comes from.
fn first_comment(text: &str) -> String {
    let comment = text.lines().map_while(|line| line.strip_prefix("//"));
    let lines: Vec<&str> = comment.map(str::trim).take_while(|line| !line.starts_with(MADE_BY)).collect();
    lines.join(" ").split_once(": ").map_or_else(String::new, |(_, description)| description.into())
}

/// Files that an earlier run wrote into `folder` and that are still as it left them.
fn earlier(folder: &Path) -> Vec<PathBuf> {
    let path = folder.join(DESCRIPTION);
    let text = if path.is_file() { std::fs::read(path).unwrap_or_default() } else { vec![] };
    let Ok(Earlier { modules, files }) = serde_json::from_slice(&text) else { return Vec::new() };
    let below = |file: &PathBuf| file.components().all(|part| matches!(part, Component::Normal(_)));
    let mut found: Vec<PathBuf> = modules.into_iter().chain(files).map(|earlier| earlier.file).collect();
    found.sort();
    found.dedup();
    found.retain(|file| below(file) && folder.join(file).is_file() && is_ours(&folder.join(file)));
    found
}

fn refuse_foreign(path: &Path) -> Result<(), Failure> {
    // What is no file is written into: nothing is lost.
    if !path.is_file() || is_ours(path) {
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
        let Generated { configuration, top, components, ports, modules, lines, register_bits, .. } = self;
        let folder = &self.folder;
        writeln!(f, "configuration {configuration}: {modules} modules, {lines} lines, {register_bits} register bits")?;
        components.iter().try_for_each(|component| writeln!(f, "  {component}"))?;
        writeln!(f, "{top} has {ports} ports")?;
        writeln!(f, "{folder}/{FILE_LIST} lists the Verilog, {folder}/{DESCRIPTION} describes it and lists all files")?;
        writeln!(f, "{folder}/{} says how to build it in", tracewright_package::GUIDE)
    }
}
