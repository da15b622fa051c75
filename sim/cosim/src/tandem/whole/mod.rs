// SPDX-License-Identifier: Apache-2.0
//! The encoder with its registers and sinks: software programs it over its bus, and takes the trace out of the sink.

mod bench;
mod interrupted;
mod merged;
mod received;
mod run;

pub use interrupted::{interrupted, Interrupted};
pub use run::run_whole;

use super::ports::Lane;
use super::{random, Drawn, Error, Options, Summary};
use crate::probes::{atb_signals, module};
use std::path::Path;
use tracewright_config::{Build, Run, SinkKind};
use verilator_sys::{Input, Library, Output, Port, Probe, Settings};

/// The Verilog of an encoder with registers and sinks, in Verilator. Any number of runs can be made with it.
#[derive(Clone)]
pub struct Whole {
    /// As what is around an encoder has it.
    build: Build,
    library: Library,
    rst_n: Input,
    /// Clock and reset of the bus, if it has its own.
    bus_clock: Option<[Input; 2]>,
    harts: Vec<HartPort>,
}

/// The port of a hart.
#[derive(Clone)]
struct HartPort {
    lanes: Vec<Lane>,
    stall: Output,
}

impl HartPort {
    fn find(library: &Library, build: &Build, hart: u32) -> Result<HartPort, verilator_sys::Error> {
        let prefix = if build.system.harts > 1 { format!("hart{hart}_") } else { String::new() };
        let stall = library.output(&format!("{prefix}stall"))?;
        Ok(HartPort { lanes: Lane::all(library, build, &prefix)?, stall })
    }
}

/// The encoder of this build with registers and sinks in Verilator, made or found made.
///
/// # Panics
/// If `build` was not validated.
pub fn whole(build: &Build, settings: &Settings) -> Result<Whole, verilator_sys::Error> {
    let output = tracewright_rtl::verilog(build, "").expect("a build that was validated has Verilog");
    let sources = output.files.iter().map(|file| file.source()).collect();
    Whole::new(build, sources, settings)
}

impl Whole {
    /// Builds `sources`, the Verilog files (name and text) of `build`, or finds them built.
    ///
    /// # Panics
    /// If `build` was not validated.
    pub fn new(
        build: &Build,
        sources: Vec<(String, String)>,
        settings: &Settings,
    ) -> Result<Whole, verilator_sys::Error> {
        let output = tracewright_rtl::verilog(build, "").expect("a build that was validated has Verilog");
        let port = |port: &tracewright_verilog::Port| {
            let side = if port.input { Port::input } else { Port::output };
            side(&port.name, port.width as u32)
        };
        let design = verilator_sys::Design {
            top: tracewright_rtl::TANDEM_TOP.into(),
            clock: "clk".into(),
            ports: output.ports.iter().map(port).collect(),
            probes: probes(build, &sources),
            flags: vec![],
            sources,
        };
        let library = verilator_sys::build(&design, settings)?;
        Ok(Whole {
            rst_n: library.input("rst_n")?,
            bus_clock: match build.bus.own_clock {
                true => Some([library.input("bus_clk")?, library.input("bus_rst_n")?]),
                false => None,
            },
            harts: (0..build.system.harts)
                .map(|hart| HartPort::find(&library, build, hart))
                .collect::<Result<_, _>>()?,
            build: build.around(),
            library,
        })
    }

    /// The build whose Verilog this is, as what is around an encoder has it.
    pub fn config(&self) -> &Build {
        &self.build
    }
}

/// What is looked at inside the sinks.
fn probes(build: &Build, sources: &[(String, String)]) -> Vec<Probe> {
    let probe = |name: &str, instances: &[&str], signal: &str, width: u32| {
        let instances: Vec<String> = instances.iter().map(|instance| instance.to_string()).collect();
        let module = module(tracewright_rtl::TANDEM_TOP, sources, &instances);
        Probe { name: name.into(), module, instances, signal: signal.into(), width }
    };
    let mut probes = vec![];
    if build.sink.has(SinkKind::Sba) {
        probes.push(probe("sinks_sba_starts", &["sinks", "sba", "plan"], "start", 1));
    }
    if build.sink.has(SinkKind::Atb) {
        probes.extend(["atb_active", "atb_empty"].map(|name| probe(&format!("sinks_{name}"), &["sinks"], name, 1)));
    }
    let inside = atb_signals(&build.around());
    probes.extend(
        inside.iter().map(|(name, width)| probe(&format!("sinks_atb_{name}"), &["sinks", "atb"], name, *width)),
    );
    probes
}

/// A run of random retirements of each hart with random pauses.
pub fn random_whole(
    design: &Whole,
    run: &Run,
    seed: u64,
    retirements: u64,
    wave: Option<&Path>,
) -> Result<Summary, Error> {
    let random = |hart: u64| {
        let mut source = random::Source::new(design.config(), seed.wrapping_add(hart << 48));
        (0..retirements).map(move |_| Ok(source.next()))
    };
    let Drawn { classes } = Drawn::new(seed);
    let options = Options { classes, pauses: Some(seed), wave, ..Options::default() };
    run_whole(design, run, (0..design.harts.len() as u64).map(random).collect(), options)
}
