// SPDX-License-Identifier: Apache-2.0
//! Funnels in Verilator, with sources at their inputs.

use crate::levels::Levels;
use crate::reference::{Chunk, Settings, Shown};
use crate::source::{number, Source};
use rust_hdl_core::prelude::Block;
use std::fmt::Write;
use std::sync::OnceLock;
use tracewright_config::{Build, Packer};
use tracewright_sinks::{Funnel, FunnelPlan};
use tracewright_verilog::{connected, emit, Options};
use verilator_sys::{Design, Input, Library, Model, Output, Port};

/// The funnels that there are: name, inputs, bytes of a chunk. The last is two levels.
pub const SIXTEEN: Kind = Kind { name: "sixteen", inputs: 16, width: 4 };
pub const BYTES: Kind = Kind { name: "bytes", inputs: 5, width: 1 };
pub const DOUBLES: Kind = Kind { name: "doubles", inputs: 2, width: 8 };
pub const LEVELS: Kind = Kind { name: "levels", inputs: 6, width: 4 };

/// A funnel.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    pub name: &'static str,
    pub inputs: usize,
    /// Bytes of a chunk.
    pub width: usize,
}

impl Kind {
    /// What the funnel has.
    fn plan(&self) -> FunnelPlan {
        let mut build = Build::default();
        build.encoder.packer = match self.width {
            1 => Packer::Byte,
            4 => Packer::Word,
            _ => Packer::Double,
        };
        FunnelPlan { build, inputs: self.inputs, is_outlived: true }
    }
}

/// All of them in one model, which is built once.
fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let blocks: [(Kind, Box<dyn Block>); 4] = [
            (SIXTEEN, connected(Funnel::<32>::new(&SIXTEEN.plan()))),
            (BYTES, connected(Funnel::<8>::new(&BYTES.plan()))),
            (DOUBLES, connected(Funnel::<64>::new(&DOUBLES.plan()))),
            (LEVELS, connected(Levels::new(&LEVELS.plan().build))),
        ];
        let mut ports = vec![Port::input("clk", 1)];
        let mut sources = Vec::new();
        let (mut header, mut instances) = (String::from("input wire clk"), String::new());
        for (kind, block) in blocks {
            let prefix = format!("{}_", kind.name);
            let output = emit(&*block, kind.name, &Options { prefix: &prefix, ..Options::default() }).expect("Verilog");
            let mut connections = vec![".clk(clk)".to_string()];
            for port in output.ports.iter().filter(|port| port.name != "clk") {
                let name = format!("{prefix}{}", port.name);
                connections.push(format!(".{}({name})", port.name));
                let direction = if port.input { "input" } else { "output" };
                write!(header, ", {direction} wire [{}:0] {name}", port.width - 1).expect("a string");
                let side = if port.input { Port::input } else { Port::output };
                ports.push(side(&name, port.width as u32));
            }
            writeln!(instances, "{} u_{}({});", kind.name, kind.name, connections.join(", ")).expect("a string");
            sources.extend(output.files.iter().map(|file| file.source()));
        }
        sources.push(("bench.v".into(), format!("module bench({header});\n{instances}endmodule\n")));
        let design =
            Design { top: "bench".into(), clock: "clk".into(), sources, ports, probes: Vec::new(), flags: Vec::new() };
        verilator_sys::build(&design, &verilator_sys::Settings::quick()).expect("Verilator builds the funnels")
    })
}

/// What has left a funnel: messages of each source, and how often there was something.
#[derive(Default)]
pub struct Received {
    pub message: Vec<u8>,
    pub messages: Vec<usize>,
    pub idle: usize,
    pub bytes: Vec<usize>,
    pub chunks: usize,
    pub cycles: usize,
}

/// An input of a funnel.
struct Pins {
    valid: Input,
    data: Input,
    /// How many bytes, and whether they are the last.
    counts: Option<(Input, Input)>,
}

/// A funnel under test.
pub struct Bench {
    kind: Kind,
    model: Model,
    clear: Input,
    enable: Input,
    disable: Input,
    inputs: Vec<Pins>,
    ready: Vec<Output>,
    out_valid: Output,
    out_data: Output,
    out_counts: Option<(Output, Output)>,
    out_ready: Input,
    empty: Output,
    pub sources: Vec<Source>,
    pub received: Received,
    /// What was offered in the last cycle.
    pub offered: Vec<Option<Chunk>>,
}

impl Bench {
    /// Out of reset, with these sources.
    pub fn new(kind: Kind, sources: Vec<Source>) -> Bench {
        let library = library();
        let input = |name: &str| library.input(&format!("{}_{name}", kind.name)).expect("an input");
        let output = |name: &str| library.output(&format!("{}_{name}", kind.name)).expect("an output");
        let counted = kind.width > 1;
        let inputs = (0..kind.inputs)
            .map(|n| {
                let counts = counted.then(|| (input(&format!("input_{n}_bytes")), input(&format!("input_{n}_last"))));
                Pins { valid: input(&format!("input_{n}_valid")), data: input(&format!("input_{n}_data")), counts }
            })
            .collect();
        let mut model = library.model();
        model.cycle();
        model.set(input("rst_n"), 1);
        Bench {
            kind,
            clear: input("clear"),
            enable: input("enable"),
            // `disable` is a word of Verilog.
            disable: input("disable_"),
            inputs,
            ready: (0..kind.inputs).map(|n| output(&format!("input_{n}_ready"))).collect(),
            out_valid: output("trace_valid"),
            out_data: output("trace_data"),
            out_counts: counted.then(|| (output("trace_bytes"), output("trace_last"))),
            out_ready: input("trace_ready"),
            empty: output("empty"),
            received: Received { messages: vec![0; 16], bytes: vec![0; 16], ..Received::default() },
            offered: vec![None; kind.inputs],
            sources,
            model,
        }
    }

    /// Runs a cycle, and says what the funnel showed.
    pub fn cycle(&mut self, settings: Settings, out_ready: bool) -> Shown {
        let model = &mut self.model;
        model.set(self.clear, (!settings.active).into());
        model.set(self.enable, settings.enable.into());
        model.set(self.disable, settings.disable.into());
        model.set(self.out_ready, out_ready.into());
        for ((source, pins), offered) in self.sources.iter_mut().zip(&self.inputs).zip(&mut self.offered) {
            *offered = source.offer();
            model.set(pins.valid, offered.is_some().into());
            if let Some(chunk) = *offered {
                model.set(pins.data, chunk.data);
                if let Some((bytes, last)) = pins.counts {
                    model.set(bytes, chunk.bytes.into());
                    model.set(last, chunk.last.into());
                }
            }
        }
        model.cycle();
        let ready: Vec<bool> = self.ready.iter().map(|&ready| model.get(ready) == 1).collect();
        for ((source, offered), ready) in self.sources.iter_mut().zip(&self.offered).zip(&ready) {
            if offered.is_some() && *ready {
                source.taken();
            }
        }
        let data = model.get(self.out_data);
        let out = (model.get(self.out_valid) == 1).then(|| match self.out_counts {
            Some((bytes, last)) => Chunk { data, bytes: model.get(bytes) as u8, last: model.get(last) == 1 },
            None => Chunk { data, bytes: 1, last: data & 3 == 3 },
        });
        let empty = model.get(self.empty) == 1;
        self.received.cycles += 1;
        if let Some(chunk) = out.filter(|_| out_ready) {
            assert!((1..=self.kind.width).contains(&chunk.bytes.into()), "{chunk:?}");
            self.received.take(chunk);
        }
        Shown { ready, out, empty }
    }

    /// Runs a cycle; what leaves is for the caller to check.
    pub fn cycle_unread(&mut self, settings: Settings, out_ready: bool) -> Shown {
        self.received.message.clear();
        self.sources.iter_mut().for_each(|source| source.sent.clear());
        self.cycle(settings, out_ready)
    }

    /// Runs a cycle; a message that leaves must be the oldest of its source that has not left.
    pub fn cycle_without_loss(&mut self, settings: Settings, out_ready: bool) {
        self.cycle(settings, out_ready);
        if let Some((source, message)) = self.received.whole() {
            assert_eq!(self.sources[source].sent.pop_front(), Some(message), "source {source}");
        }
    }
}

impl Received {
    fn take(&mut self, chunk: Chunk) {
        self.chunks += 1;
        self.message.extend((0..chunk.bytes).map(|i| (chunk.data >> (8 * i)) as u8));
        let end = self.message.iter().position(|byte| byte & 3 == 3);
        assert_eq!(end, chunk.last.then_some(self.message.len() - 1), "{:02X?}", self.message);
    }

    /// The message that has left as a whole, and whose it is; counts it.
    pub fn whole(&mut self) -> Option<(usize, Vec<u8>)> {
        self.message.last().filter(|byte| *byte & 3 == 3)?;
        let message = std::mem::take(&mut self.message);
        let Some(source) = number(&message) else {
            self.idle += 1;
            return None;
        };
        self.messages[source] += 1;
        self.bytes[source] += message.len();
        Some((source, message))
    }
}
