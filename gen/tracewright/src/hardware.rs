// SPDX-License-Identifier: Apache-2.0
//! The Verilog of a build.

use crate::failure::Failure;
use serde::Serialize;
use tracewright_config::{Build, Config, Loader, Preset};
use tracewright_csrs::{ctr, pmu};
use tracewright_verilog::{Port, VerilogFile};

/// Name of its clock.
pub const CLOCK: &str = "clk";

/// Name of its reset.
pub const RESET: &str = "rst_n";

/// Names of the other clocks that a build may have.
pub const CLOCKS: &[&str] = &["bus_clk", "time_clk", "pib_clk", "atclk"];

/// Names of their resets.
pub const RESETS: &[&str] = &["bus_rst_n", "time_rst_n", "pib_rst_n", "atresetn"];

/// What every generated file says in one of its first lines.
pub const MADE_BY: &str = "Made by tracewright";

/// The Verilog of a build.
pub struct Hardware {
    /// The hash of the build.
    pub hash: String,
    /// Where the files come from, in a line.
    pub banner: String,
    /// Name of the top module.
    pub top: &'static str,
    /// A file a module; the top is the first.
    pub files: Vec<VerilogFile>,
    /// Ports of the top.
    pub ports: Vec<Port>,
    /// Bits of state in registers, memories not included.
    pub register_bits: usize,
}

/// A port of a module, as a report.
#[derive(Clone, Debug, Serialize)]
pub struct PortReport {
    /// Its name.
    pub name: String,
    /// `input` or `output`.
    pub direction: &'static str,
    /// Its width in bits.
    pub width: usize,
    /// What it means.
    pub description: String,
}

/// The ports of a module.
pub fn ports(ports: &[Port]) -> Vec<PortReport> {
    let report = ports.iter().map(|port| PortReport {
        name: port.name.clone(),
        direction: if port.input { "input" } else { "output" },
        width: port.width,
        description: port.doc.clone(),
    });
    report.collect()
}

impl Hardware {
    /// Generates it. The same build gives the same text.
    pub fn of(build: &Build) -> Result<Hardware, Failure> {
        let hash = build.hash();
        let banner = banner(&hash);
        let (top, output) = if build.has_sinks() {
            (tracewright_rtl::top_name(build), tracewright_rtl::verilog(build, &banner))
        } else if build.tandem.built {
            (tracewright_rtl_tandem::TOP, tracewright_rtl_tandem::verilog(build, &banner))
        } else if build.pmu.built {
            (pmu::PMU, pmu::verilog(build, &banner))
        } else {
            (ctr::TOP, ctr::verilog(build, &banner))
        };
        let output = output.map_err(|error| Failure::usage(format!("this build has no Verilog: {error}")))?;
        let tracewright_verilog::Output { files, ports, register_bits } = output;
        Ok(Hardware { hash, banner, top, files, ports, register_bits })
    }

    /// Name and text of every file.
    pub fn sources(&self) -> Vec<(String, String)> {
        self.files.iter().map(VerilogFile::source).collect()
    }

    /// Lines of Verilog.
    pub fn lines(&self) -> usize {
        self.files.iter().map(|file| file.text.lines().count()).sum()
    }
}

/// A line that says where the files of the build with this hash come from.
pub fn banner(hash: &str) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let preset = preset(hash).map_or_else(String::new, |name| format!(" (preset {name})"));
    format!("{MADE_BY} {version} from configuration {hash}{preset}. Do not edit.")
}

/// The preset whose build has this hash.
fn preset(hash: &str) -> Option<&'static str> {
    let is_it = |preset: &&Preset| Loader::preset(**preset).finish().is_ok_and(|config| config.build.hash() == hash);
    Preset::all().find(is_it).map(|preset| preset.name)
}

/// Refuses a configuration that has no registers on a control bus.
pub fn with_registers(config: &Config) -> Result<(), Failure> {
    match config.build.has_sinks() {
        true => Ok(()),
        false => {
            Err(Failure::usage("build.encoder.built and build.tandem.registers are false: there are no registers")
                .hint("choose another preset, or set build.tandem.registers to true"))
        }
    }
}

/// Refuses a configuration that has no N-Trace encoder.
pub fn with_encoder(config: &Config) -> Result<(), Failure> {
    match config.build.encoder.built {
        true => Ok(()),
        false => Err(Failure::usage("build.encoder.built is false: there is no N-Trace encoder")
            .hint("choose another preset; tracewright tandem is for tandem-verification trace")),
    }
}
