// SPDX-License-Identifier: Apache-2.0
//! The Verilog of an encoder, ready to run.

use super::ports::Lane;
use tracewright_config::{Build, Packer};
use verilator_sys::{Error, Input, Library, Output, Port, Settings};

/// The Verilog of an encoder, in Verilator. Any number of runs can be made with it.
#[derive(Clone)]
pub struct Tandem {
    pub(super) build: Build,
    pub(super) library: Library,
    pub(super) rst_n: Input,
    pub(super) enable: Input,
    pub(super) classes: Input,
    pub(super) lanes: Vec<Lane>,
    pub(super) stall: Output,
    pub(super) valid: Output,
    pub(super) ready: Input,
    pub(super) data: Output,
    /// Of a packer of several bytes.
    pub(super) bytes: Option<Output>,
    pub(super) last: Output,
    pub(super) empty: Output,
}

/// The encoder of this build in Verilator, made or found made.
///
/// # Panics
/// If `build` was not validated.
pub fn design(build: &Build, settings: &Settings) -> Result<Tandem, Error> {
    let output = tracewright_rtl_tandem::verilog(build, "").expect("a build that was validated has Verilog");
    let sources = output.files.iter().map(|file| file.source()).collect();
    Tandem::new(build, sources, settings)
}

impl Tandem {
    /// Builds `sources`, the Verilog files (name and text) of `build`, or finds them built.
    ///
    /// # Panics
    /// If `build` was not validated.
    pub fn new(build: &Build, sources: Vec<(String, String)>, settings: &Settings) -> Result<Tandem, Error> {
        let output = tracewright_rtl_tandem::verilog(build, "").expect("a build that was validated has Verilog");
        let port = |port: &tracewright_verilog::Port| {
            let side = if port.input { Port::input } else { Port::output };
            side(&port.name, port.width as u32)
        };
        let design = verilator_sys::Design {
            top: tracewright_rtl_tandem::TOP.into(),
            clock: "clk".into(),
            ports: output.ports.iter().map(port).collect(),
            probes: vec![],
            flags: vec![],
            sources,
        };
        let library = verilator_sys::build(&design, settings)?;
        let bytes = (build.tandem.packer_bytes != Packer::Byte).then(|| library.output("trace_bytes")).transpose()?;
        Ok(Tandem {
            rst_n: library.input("rst_n")?,
            enable: library.input("enable")?,
            classes: library.input("classes")?,
            lanes: Lane::all(&library, build, "")?,
            stall: library.output("stall")?,
            valid: library.output("trace_valid")?,
            ready: library.input("trace_ready")?,
            data: library.output("trace_data")?,
            bytes,
            last: library.output("trace_last")?,
            empty: library.output("empty")?,
            build: build.clone(),
            library,
        })
    }

    /// The build whose Verilog this is.
    pub fn config(&self) -> &Build {
        &self.build
    }
}
