// SPDX-License-Identifier: Apache-2.0
//! Builds of the sink, Verilated.

use rust_hdl_core::prelude::Block;
use std::cell::Cell;
use tracewright_config::{Build, Reset, Sink, SinkKind};
use tracewright_regmap::ALL_CONSTANTS;
use tracewright_sinks::AtbSink;
use tracewright_verilog::{emit, Options};
use verilator_sys::text::{wrong, Fault};
use verilator_sys::{Design, Library, Port, Settings};

/// A synchroniser that takes the old bit or the new one where its input changed in the instant in which its clock
/// rises.
const SYNCHRONIZER: &str = "module tw_synchronizer (input wire clk, input wire rst_n, input wire d, output wire q);
  reg earlier, first_q, second_q;
  always @(posedge bench.instant) earlier <= d;
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      first_q <= 1'b0;
      second_q <= 1'b0;
    end else begin
      first_q <= earlier != d ? ($urandom & 1) != 0 : d;
      second_q <= first_q;
    end
  end
  assign q = second_q;
endmodule
";

thread_local! {
    /// A mistake in the hardware of this thread's benches.
    pub static MISTAKE: Cell<Option<Fault>> = const { Cell::new(None) };
}

/// A build of the sink: bits of a unit and of ATDATA.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    pub unit: usize,
    pub width: u32,
    pub reset: Reset,
}

impl Case {
    pub fn build(&self) -> Build {
        let sink = Sink { kind: SinkKind::Atb.into(), atb_width: self.width, ..Sink::default() };
        Build { sink, reset: self.reset, ..Build::default() }
    }

    /// The sink, Verilated.
    pub fn library(&self) -> Library {
        fn block<const IN: usize>(build: &Build) -> Box<dyn Block> {
            let mut sink = AtbSink::<IN>::new(build);
            sink.connect_all();
            Box::new(sink)
        }
        let sink = match self.unit {
            8 => block::<8>(&self.build()),
            32 => block::<32>(&self.build()),
            _ => block::<64>(&self.build()),
        };
        let options = Options { prefix: "tw_", constants: ALL_CONSTANTS, ..Options::default() };
        let verilog = emit(&*sink, "tw_atb_sink", &options).expect("it has Verilog");
        let mut ports = vec![Port::input("instant", 1)];
        let mut header = String::from("input wire instant");
        let mut connections = vec![];
        for port in &verilog.ports {
            let (direction, side) = match port.input {
                true => ("input", Port::input(&port.name, port.width as u32)),
                false => ("output", Port::output(&port.name, port.width as u32)),
            };
            ports.push(side);
            header += &format!(", {direction} wire [{}:0] {}", port.width - 1, port.name);
            connections.push(format!(".{0}({0})", port.name));
        }
        let text = format!("module bench ({header});\n  tw_atb_sink dut ({});\nendmodule\n", connections.join(", "));
        let mut sources = vec![("bench.v".to_string(), text)];
        for file in &verilog.files {
            let (name, mut text) = file.source();
            if let Some((_, net, from, to)) = MISTAKE.get().filter(|(module, ..)| *module == file.name) {
                text = wrong(&text, net, from, to).unwrap_or_else(|missing| panic!("{name}: {missing}"));
            }
            sources.push((name, if file.name == "tw_synchronizer" { SYNCHRONIZER.into() } else { text }));
        }
        let design =
            Design { top: "bench".into(), clock: "instant".into(), sources, ports, probes: vec![], flags: vec![] };
        verilator_sys::build(&design, &Settings::tested()).expect("Verilator builds the sink")
    }
}
