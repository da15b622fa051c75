// SPDX-License-Identifier: Apache-2.0
//! A build of the sink, and its Verilog in Verilator.

use rust_hdl_core::prelude::Block;
use tracewright_config::{Build, Reset, SbaBus, Sink, SinkKind};
use tracewright_regmap::ALL_CONSTANTS;
use tracewright_sinks::SbaSink;
use tracewright_verilog::{emit, Options};
use verilator_sys::{Design, Library, Port, Settings};

/// A build of the sink.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// Bits of a unit.
    pub unit: u32,
    pub bus: SbaBus,
    pub width: u32,
    pub burst: u32,
    pub reset: Reset,
}

impl Case {
    /// Bytes of a word.
    pub fn bytes(&self) -> u64 {
        u64::from(self.width / 8)
    }

    fn build(&self) -> Build {
        let Case { bus, width, burst, reset, .. } = *self;
        let sink = Sink {
            kind: SinkKind::Sba.into(),
            sba_bus: bus,
            sba_width: width,
            sba_burst: burst,
            sba_address: 64,
            ..Sink::default()
        };
        Build { sink, reset, ..Build::default() }
    }

    /// The sink, verilated.
    pub fn library(&self) -> Library {
        fn block<const IN: usize>(build: &Build) -> Box<dyn Block> {
            let mut sink = SbaSink::<IN>::new(build);
            sink.connect_all();
            Box::new(sink)
        }
        let build = self.build();
        let sink = match self.unit {
            8 => block::<8>(&build),
            32 => block::<32>(&build),
            _ => block::<64>(&build),
        };
        let options = Options { prefix: "tw_", constants: ALL_CONSTANTS, ..Options::default() };
        let output = emit(&*sink, "sba", &options).expect("Verilog of the sink");
        let port = |p: &tracewright_verilog::Port| match p.input {
            true => Port::input(&p.name, p.width as u32),
            false => Port::output(&p.name, p.width as u32),
        };
        let design = Design {
            top: "sba".into(),
            clock: "clk".into(),
            sources: output.files.iter().map(|file| file.source()).collect(),
            ports: output.ports.iter().map(port).collect(),
            probes: Vec::new(),
            flags: Vec::new(),
        };
        verilator_sys::build(&design, &Settings::soaked()).expect("Verilator builds the sink")
    }
}
