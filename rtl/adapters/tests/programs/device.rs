// SPDX-License-Identifier: Apache-2.0
//! The adapter's Verilog in Verilator: a cycle in, a cycle out.

use tracewright_adapters::{output, TOP};
use tracewright_config::Build;
use tracewright_messages::{Block, Ingress};
use verilator_sys::{Design, Input, Library, Model, Output, Port, Settings};

/// An instruction at a channel.
#[derive(Clone, Copy, Debug)]
pub struct Channel {
    /// The instruction.
    pub insn: u32,
    /// rvfi_pc_rdata.
    pub pc: u64,
    /// rvfi_pc_wdata.
    pub next: u64,
    /// rvfi_trap.
    pub trap: bool,
    /// rvfi_intr.
    pub intr: bool,
    /// rvfi_mode.
    pub mode: u8,
    /// return_mode, where the adapter has it.
    pub return_mode: u8,
}

const PORTS: [(&str, u32); 10] = [
    ("rvfi_valid", 1),
    ("rvfi_trap", 1),
    ("rvfi_halt", 1),
    ("rvfi_intr", 1),
    ("debug_mode", 1),
    ("rvfi_mode", 2),
    ("rvfi_insn", 32),
    ("rvfi_pc_rdata", 0),
    ("rvfi_pc_wdata", 0),
    ("return_mode", 2),
];

/// The inputs of the adapter of `build`.
fn inputs(build: &Build) -> &'static [(&'static str, u32)] {
    let has_modes = build.ingress.interrupt_address && build.encoder.context;
    &PORTS[..PORTS.len() - usize::from(!has_modes)]
}

/// The adapter of a build.
pub struct Device {
    model: Model,
    inputs: Vec<(Input, u32)>,
    blocks: Vec<[Output; 4]>,
    privilege: Option<Output>,
    halted: Output,
    overflow: Output,
}

impl Device {
    /// Builds it.
    pub fn new(build: &Build) -> Device {
        let (channels, xlen) = (build.ingress.blocks, build.xlen);
        let width = |bits: u32| if bits == 0 { xlen } else { bits };
        let files = output(build, "// A test.").expect("Verilog").expect("an adapter").files;
        let mut ports = vec![Port::input("clk", 1), Port::input("rst_n", 1)];
        ports.extend(inputs(build).iter().map(|(name, bits)| Port::input(name, channels * width(*bits))));
        let name = |port: &str, n: u32| if channels == 1 { port.to_string() } else { format!("{port}_{n}") };
        let of_block = [
            ("itype", build.ingress.itype_width),
            ("iaddr", xlen),
            ("iretire", build.ingress.iretire_bits()),
            ("ilastsize", 1),
        ];
        for n in 0..channels {
            ports.extend(of_block.iter().map(|(port, bits)| Port::output(&name(port, n), *bits)));
        }
        if build.encoder.context {
            ports.push(Port::output("privilege", 3));
        }
        ports.extend([Port::output("halted", 1), Port::output("overflow", 1)]);
        let sources = files.iter().map(|file| file.source()).collect();
        let design =
            Design { top: TOP.into(), clock: "clk".into(), sources, ports, probes: Vec::new(), flags: Vec::new() };
        let library = verilator_sys::build(&design, &Settings::quick()).expect("a model");
        Device::of(&library, build, &name, &of_block.map(|(port, _)| port))
    }

    fn of(library: &Library, build: &Build, name: &dyn Fn(&str, u32) -> String, of_block: &[&str; 4]) -> Device {
        let mut model = library.model();
        let output = |port: &str| library.output(port).expect("an output");
        let reset = library.input("rst_n").expect("the reset");
        model.set(reset, 1);
        model.settle();
        model.set(reset, 0);
        model.cycle();
        model.set(reset, 1);
        Device {
            inputs: inputs(build).iter().map(|(port, bits)| (library.input(port).expect("an input"), *bits)).collect(),
            blocks: (0..build.ingress.blocks).map(|n| of_block.map(|port| output(&name(port, n)))).collect(),
            privilege: build.encoder.context.then(|| output("privilege")),
            halted: output("halted"),
            overflow: output("overflow"),
            model,
        }
    }

    /// Shows these channels for a cycle; what the adapter showed in it.
    pub fn cycle(&mut self, channels: &[Option<Channel>], xlen: u32) -> Ingress {
        for (place, &(input, bits)) in self.inputs.iter().enumerate() {
            let bits = if bits == 0 { xlen } else { bits };
            let mut words = [0u64; 4];
            for (n, channel) in channels.iter().enumerate() {
                let Some(channel) = channel else { continue };
                let value = match place {
                    0 => 1,
                    1 => channel.trap.into(),
                    3 => channel.intr.into(),
                    5 => channel.mode.into(),
                    6 => channel.insn.into(),
                    7 => channel.pc,
                    8 => channel.next,
                    9 => channel.return_mode.into(),
                    _ => 0,
                };
                let at = n as u32 * bits;
                let value = if bits == 64 { value } else { value & ((1 << bits) - 1) };
                words[at as usize / 64] |= value << (at % 64);
            }
            self.model.set_wide(input, &words);
        }
        self.model.cycle();
        let mut shown = Ingress::default();
        for (block, outputs) in shown.blocks.iter_mut().zip(&self.blocks) {
            let [itype, iaddr, iretire, ilastsize] = outputs.map(|output| self.model.get(output));
            let (itype, iretire, ilastsize) = (itype as u8, iretire as u32, ilastsize as u8);
            let read = Block { itype, iaddr, iretire, ilastsize, ..Block::default() };
            if read.is_valid() {
                *block = read;
            }
        }
        shown.privilege = self.privilege.map_or(0, |output| self.model.get(output) as u8);
        shown.halted = self.model.get(self.halted) != 0;
        assert_eq!(self.model.get(self.overflow), 0, "an instruction was lost");
        shown
    }
}
