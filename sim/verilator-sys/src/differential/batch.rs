// SPDX-License-Identifier: Apache-2.0
//! Many blocks in one Verilated model.

use crate::differential::device::{ClockOf, Device, Driven};
use crate::differential::random::Random;
use crate::{Design, Effort, Port, Settings, Tools};
use num_bigint::BigUint;
use rust_hdl_core::prelude::Block;
use std::fmt::Write;
use std::process::Command;
use tracewright_verilog::{Options, Output, VerilogFile};

/// Name of the module that holds every block.
const TOP: &str = "batch";
/// Name of the clock in every module.
const CLOCK: &str = "clk";

/// Blocks to compare with their Verilog.
#[derive(Default)]
pub struct Batch<'a> {
    constants: &'a [(&'a str, u64)],
    /// What the builds of blocks that are added have or do not have.
    features: Vec<(&'static str, bool)>,
    devices: Vec<Added<'a>>,
}

/// A block that was added.
struct Added<'a> {
    name: String,
    /// Ports that are narrower in the Verilog.
    widths: &'a [(&'a str, usize)],
    /// What the build has or does not have.
    features: Vec<(&'static str, bool)>,
    device: Box<dyn Device>,
}

/// Why blocks and Verilog were not found equal.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A block can't be written as Verilog.
    #[error("{name}: {source}")]
    Emit {
        /// Which.
        name: String,
        /// Why.
        source: tracewright_verilog::Error,
    },
    /// Verilator is missing, or refuses the Verilog.
    #[error(transparent)]
    Verilator(#[from] crate::Error),
    /// Files can't be written or Verilator can't be started.
    #[error("lint: {0}")]
    Io(#[from] std::io::Error),
    /// Lint has something to say.
    #[error("lint:\n{0}")]
    Lint(String),
    /// An output differs.
    #[error(transparent)]
    Mismatch(Box<Mismatch>),
}

/// An output that differs.
#[derive(Debug, thiserror::Error)]
#[error("{name}, cycle {cycle}: `{port}` is {simulated:x} in the simulator, {verilog:x} in the Verilog, with {ports}")]
pub struct Mismatch {
    /// Which block.
    pub name: String,
    /// Cycle of the stimulus, from 0.
    pub cycle: usize,
    /// Which output.
    pub port: String,
    /// Its value in rust-hdl's simulator.
    pub simulated: BigUint,
    /// Its value in Verilator.
    pub verilog: BigUint,
    /// All ports of the block in that cycle, as the simulator has them.
    pub ports: String,
}

/// A device with its Verilog.
struct Printed {
    name: String,
    features: Vec<(&'static str, bool)>,
    device: Box<dyn Device>,
    output: Output,
}

impl<'a> Batch<'a> {
    /// An empty batch of blocks whose kernels use these Rust constants.
    pub fn new(constants: &'a [(&'a str, u64)]) -> Self {
        Batch { constants, features: Vec::new(), devices: Vec::new() }
    }

    /// Blocks added from here on are of a build that has or does not have these features ([`Options::features`]).
    pub fn build(&mut self, features: Vec<(&'static str, bool)>) {
        self.features = features;
    }

    /// Adds a block without a clock. `drive` gives its inputs values in every cycle.
    pub fn add<B: Block + 'static>(&mut self, name: &str, block: B, drive: impl FnMut(&mut B, &mut Random) + 'static) {
        self.push(name, block, None, &[], drive);
    }

    /// Adds a block without a clock, some of whose ports are narrower in the Verilog ([`Options::widths`]). `drive`
    /// gives inputs values that fit; outputs must fit, too.
    pub fn add_narrowed<B: Block + 'static>(
        &mut self,
        name: &str,
        block: B,
        widths: &'a [(&'a str, usize)],
        drive: impl FnMut(&mut B, &mut Random) + 'static,
    ) {
        self.push(name, block, None, widths, drive);
    }

    /// Adds a block with a clock. `drive` gives its other inputs values in every cycle, its reset by [`Random::reset`].
    pub fn add_clocked<B: Block + 'static>(
        &mut self,
        name: &str,
        block: B,
        clock: ClockOf<B>,
        drive: impl FnMut(&mut B, &mut Random) + 'static,
    ) {
        self.push(name, block, Some(clock), &[], drive);
    }

    fn push<B: Block + 'static>(
        &mut self,
        name: &str,
        mut block: B,
        clock: Option<ClockOf<B>>,
        widths: &'a [(&'a str, usize)],
        drive: impl FnMut(&mut B, &mut Random) + 'static,
    ) {
        block.connect_all();
        let device = Box::new(Driven { block, clock, drive });
        let features = self.features.clone();
        self.devices.push(Added { name: name.into(), widths, features, device });
    }

    /// Runs all blocks for so many cycles and compares their outputs in each. Different blocks get different stimulus.
    ///
    /// Blocks with a clock are compared from their first rising edge on: Verilator's two states know no falling edge of
    /// a reset that is low from the start.
    ///
    /// # Panics
    /// If a block does not settle in the simulator, for it has a combinational loop.
    pub fn run(self, cycles: usize, seed: u64) -> Result<(), Error> {
        let mut printed = Vec::new();
        for Added { name, widths, features, device } in self.devices {
            let prefix = format!("{name}_");
            let constants = self.constants;
            let names = &[];
            let options = Options {
                prefix: &prefix,
                banner: "",
                constants,
                widths,
                names,
                features: &features,
                ..Options::default()
            };
            match device.emit(&name, &options) {
                Ok(output) => printed.push(Printed { name, features, device, output }),
                Err(source) => return Err(Error::Emit { name, source }),
            }
        }
        let design = design(&printed);
        lint(&design)?;
        // The simulator of blocks is slower than any model.
        let library = crate::build(&design, &Settings::quick())?;
        let mut model = library.model();
        let mut randoms: Vec<Random> = (0..printed.len()).map(|n| Random::new(seed + n as u64)).collect();
        for cycle in 0..cycles {
            for (printed, random) in printed.iter_mut().zip(&mut randoms) {
                random.cycle = cycle;
                printed.device.drive(random);
                for (port, value) in printed.ports().filter(|(port, _)| port.input && port.name != CLOCK) {
                    let input = library.input(&joined(&printed.name, &port.name))?;
                    model.set_wide(input, &value.to_u64_digits());
                }
            }
            model.cycle();
            for printed in &mut printed {
                let compared = cycle > 0 || !printed.has_clock();
                for (port, simulated) in printed.ports().filter(|(port, _)| compared && !port.input) {
                    let words = model.get_wide(library.output(&joined(&printed.name, &port.name))?);
                    let verilog =
                        words.iter().rev().fold(BigUint::ZERO, |value, word| (value << 64u8) | BigUint::from(*word));
                    if simulated != verilog {
                        let ports: Vec<_> =
                            printed.ports().map(|(port, value)| format!("{}={value:x}", port.name)).collect();
                        let (name, port, ports) = (printed.name.clone(), port.name.clone(), ports.join(" "));
                        let mismatch = Mismatch { name, cycle, port, simulated, verilog, ports };
                        return Err(Error::Mismatch(Box::new(mismatch)));
                    }
                }
                printed.device.edge();
            }
        }
        Ok(())
    }
}

impl Printed {
    /// The ports with their values in the simulator.
    fn ports(&self) -> impl Iterator<Item = (&tracewright_verilog::Port, BigUint)> {
        self.output.ports.iter().zip(self.device.ports(&self.features))
    }

    fn has_clock(&self) -> bool {
        self.output.ports.iter().any(|port| port.name == CLOCK)
    }
}

fn joined(device: &str, port: &str) -> String {
    format!("{device}__{port}")
}

/// All blocks side by side in one module.
fn design(printed: &[Printed]) -> Design {
    let mut ports = vec![Port::input(CLOCK, 1)];
    let mut sources = Vec::new();
    let (mut header, mut instances) = (String::from("  input wire clk"), String::new());
    let mut clocked = false;
    for device in printed {
        let mut connections = Vec::new();
        for port in &device.output.ports {
            if port.name == CLOCK {
                clocked = true;
                connections.push(".clk(clk)".to_string());
                continue;
            }
            let name = joined(&device.name, &port.name);
            connections.push(format!(".{}({name})", port.name));
            let (direction, side) = match port.input {
                true => ("input", Port::input(&name, port.width as u32)),
                false => ("output", Port::output(&name, port.width as u32)),
            };
            ports.push(side);
            write!(header, ",\n  {direction} wire [{}:0] {name}", port.width - 1).ok();
        }
        let name = &device.name;
        writeln!(instances, "  {name} u_{name} ({});", connections.join(", ")).ok();
        sources.extend(device.output.files.iter().map(VerilogFile::source));
    }
    if !clocked {
        instances += "  wire unused = &{1'b0, clk};\n";
    }
    sources.push((format!("{TOP}.v"), format!("module {TOP} (\n{header}\n);\n{instances}endmodule\n")));
    Design { top: TOP.into(), clock: CLOCK.into(), sources, ports, probes: Vec::new(), flags: Vec::new() }
}

/// Lets Verilator look for whatever is suspicious, style included.
fn lint(design: &Design) -> Result<(), Error> {
    let folder = tempfile::tempdir()?;
    for (name, text) in &design.sources {
        std::fs::write(folder.path().join(name), text)?;
    }
    let mut command = Command::new(Tools::find(Effort::Quick)?.verilator);
    command.env_remove("VERILATOR_ROOT").current_dir(folder.path());
    command.args(["--lint-only", "-Wall", "--quiet", "--top-module", TOP]);
    let output = command.args(design.sources.iter().map(|(name, _)| name)).output()?;
    let text = String::from_utf8_lossy(&output.stderr);
    match output.status.success() && text.trim().is_empty() {
        true => Ok(()),
        false => Err(Error::Lint(text.into_owned())),
    }
}
