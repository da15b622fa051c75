// SPDX-License-Identifier: Apache-2.0
//! The Verilog of every shape in one Verilated model, a memory outside, and a shape driven as the reference is.

use crate::reference::{Inputs, Outputs};
use rust_hdl_core::prelude::*;
use std::collections::HashMap;
use std::fmt::Write;
use tracewright_config::Build;
use tracewright_regmap::{ALL_CONSTANTS, TE_RAM_DATA, TE_RAM_RP, TE_RAM_WP};
use tracewright_sinks::SramSink;
use tracewright_verilog::{emit, Options, Output};
use verilator_sys::{Design, Input, Library, Model, Port, Settings};

fn name(unit: usize, width: u32, outside: bool) -> String {
    format!("s{unit}_{width}{}", if outside { "_outside" } else { "" })
}

fn verilog<const IN: usize>(build: &Build, name: &str) -> Output {
    let prefix = format!("{name}_");
    let mut sink = SramSink::<IN>::new(build);
    sink.connect_all();
    emit(&sink, name, &Options { prefix: &prefix, constants: ALL_CONSTANTS, ..Options::default() }).unwrap()
}

/// All shapes side by side, each port with the name of its shape before it.
pub fn build(shapes: &[(usize, u32, bool)], bytes: u32) -> Library {
    let (mut sources, mut header, mut instances) = (Vec::new(), String::from("input wire clk"), String::new());
    let mut ports = vec![Port::input("clk", 1)];
    for (unit, width, outside) in shapes {
        let name = name(*unit, *width, *outside);
        let mut build = Build::default();
        build.sink.sram_bytes = bytes;
        build.sink.sram_width = *width;
        build.sink.sram_macro = *outside;
        let output = match unit {
            8 => verilog::<8>(&build, &name),
            32 => verilog::<32>(&build, &name),
            _ => verilog::<64>(&build, &name),
        };
        write!(instances, "{name} u_{name} (.clk(clk)").unwrap();
        for port in output.ports.iter().filter(|port| port.name != "clk") {
            let full = format!("{name}__{}", port.name);
            let direction = if port.input { "input" } else { "output" };
            write!(header, ",\n{direction} wire [{}:0] {full}", port.width - 1).unwrap();
            write!(instances, ", .{}({full})", port.name).unwrap();
            let width = port.width as u32;
            ports.push(if port.input { Port::input(&full, width) } else { Port::output(&full, width) });
        }
        instances += ");\n";
        sources.extend(output.files.iter().map(|file| file.source()));
    }
    sources.push(("all.v".into(), format!("module all (\n{header}\n);\n{instances}endmodule\n")));
    let design = Design { top: "all".into(), clock: "clk".into(), sources, ports, probes: vec![], flags: vec![] };
    verilator_sys::build(&design, &Settings::quick()).unwrap()
}

/// A memory outside.
pub struct Outside {
    words: Vec<Vec<u32>>,
    shown: Vec<u32>,
}

impl Outside {
    /// A memory of `bytes` in words of `width` bits.
    pub fn new(bytes: u32, width: u32) -> Outside {
        let lanes = width as usize / 32;
        Outside { words: vec![vec![0; lanes]; bytes as usize / 4 / lanes], shown: vec![0; lanes] }
    }
}

/// A shape.
pub struct Device<'a> {
    library: &'a Library,
    model: Model,
    name: String,
    inputs: HashMap<String, Input>,
    outputs: HashMap<String, verilator_sys::Output>,
    outside: Option<Outside>,
}

impl<'a> Device<'a> {
    /// A shape out of reset.
    pub fn new(library: &'a Library, unit: usize, width: u32, outside: Option<Outside>) -> Device<'a> {
        let name = name(unit, width, outside.is_some());
        let mut device =
            Device { library, model: library.model(), name, inputs: HashMap::new(), outputs: HashMap::new(), outside };
        device.model.cycle();
        device.set("rst_n", 1);
        if unit > 8 {
            device.set("unit_bytes", unit as u64 / 8);
        }
        device
    }

    fn set(&mut self, port: &str, value: u64) {
        if !self.inputs.contains_key(port) {
            let input = self.library.input(&format!("{}__{port}", self.name)).unwrap();
            self.inputs.insert(port.into(), input);
        }
        self.model.set(self.inputs[port], value);
    }

    fn get(&mut self, port: &str) -> u64 {
        if !self.outputs.contains_key(port) {
            let output = self.library.output(&format!("{}__{port}", self.name)).unwrap();
            self.outputs.insert(port.into(), output);
        }
        self.model.get(self.outputs[port])
    }

    /// A cycle.
    pub fn cycle(&mut self, inputs: &Inputs, limit: u32) -> Outputs {
        let access = inputs.idle.or(inputs.act).or(inputs.answer);
        let write = inputs.act.and_then(|a| a.write);
        let unit = inputs.unit.iter().flatten().rev().fold(0, |data: u64, byte| data << 8 | u64::from(*byte));
        self.set("unit_valid", inputs.unit.is_some().into());
        self.set("unit_data", unit);
        self.set("flush", inputs.flush.into());
        self.set("enable", inputs.enable.into());
        self.set("stop_on_wrap", inputs.stop_on_wrap.into());
        self.set("te_ram_limit", limit.into());
        self.set("bus_addr", access.map_or(0, |a| a.addr as u64));
        self.set("bus_write", write.is_some().into());
        self.set("bus_prepare", inputs.act.is_some_and(|a| a.write.is_none()).into());
        self.set("bus_read", inputs.answer.is_some_and(|a| a.write.is_none()).into());
        self.set("bus_wdata", write.map_or(0, |(value, _)| value.into()));
        self.set("bus_write_at", write.map_or(0, |(value, _)| value.into()));
        self.set("bus_strobe", write.map_or(0, |(_, strobe)| strobe.into()));
        let shown = self.outside.as_ref().map(|outside| outside.shown.clone());
        let lanes = shown.as_ref().map_or(0, Vec::len);
        if let Some(shown) = shown {
            let pairs =
                shown.chunks(2).map(|pair| pair.iter().rev().fold(0, |word, lane| word << 32 | u64::from(*lane)));
            let words: Vec<u64> = pairs.collect();
            let input = self.library.input(&format!("{}__sram_read_data", self.name)).unwrap();
            self.model.set_wide(input, &words);
        }
        self.model.cycle();
        if lanes > 0 && self.get("sram_enable") == 1 {
            let (write, address) = (self.get("sram_write"), self.get("sram_address") as usize);
            let output = self.library.output(&format!("{}__sram_write_data", self.name)).unwrap();
            let words = self.model.get_wide(output);
            let data: Vec<u32> = (0..lanes).map(|n| (words[n / 2] >> (n % 2 * 32)) as u32).collect();
            let outside = self.outside.as_mut().unwrap();
            let word = &mut outside.words[address];
            for n in (0..lanes).filter(|n| write >> n & 1 == 1) {
                word[n] = data[n];
            }
            if write == 0 {
                outside.shown.clone_from(word);
            }
        }
        let read = inputs.answer.filter(|a| a.write.is_none()).map(|a| match a.addr {
            TE_RAM_WP => (self.get("te_ram_wp") << 2 | self.get("te_wrap")) as u32,
            TE_RAM_RP => (self.get("te_ram_rp") << 2) as u32,
            TE_RAM_DATA => self.get("bus_memory") as u32,
            _ => 0,
        });
        let mut bit = |port| self.get(port) == 1;
        Outputs { taken: inputs.unit.is_some() && bit("unit_ready"), stop: bit("stop"), empty: bit("empty"), read }
    }
}
