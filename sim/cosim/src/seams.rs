// SPDX-License-Identifier: Apache-2.0
//! Names of the hardware's ports and of the signals inside it that are compared.

use tracewright_config::{Build, SinkKind};
use verilator_sys::{Error, Input, Library, Output, Port, Probe};

/// The top module.
pub(crate) const TOP: &str = "tw_top";
/// Its clock.
pub(crate) const CLOCK: &str = "clk";

const ENCODER: Place = Place { module: "tw_encoder", instances: &["encoder"] };
const EVENTS: Place = Place { module: "tw_events", instances: &["encoder", "events"] };

const SINK: Place = Place { module: "tw_sram_sink", instances: &["sram"] };

/// Where a module is in the hierarchy.
struct Place {
    module: &'static str,
    instances: &'static [&'static str],
}

impl Place {
    fn probe(&self, signal: &str, width: u32) -> Probe {
        let instances = self.instances.iter().map(|i| i.to_string()).collect();
        Probe { name: signal.into(), module: self.module.into(), instances, signal: signal.into(), width }
    }
}

/// The ports of the top module of `build`.
pub(crate) fn ports(build: &Build) -> Vec<Port> {
    let mut ports = vec![
        Port::input(CLOCK, 1),
        Port::input("rst_n", 1),
        Port::input("itype", build.ingress.itype_width),
        Port::input("iaddr", build.xlen),
        Port::input("iretire", build.ingress.iretire_bits()),
        Port::input("ilastsize", 1),
        Port::input("halted", 1),
        Port::output("stall", 1),
        Port::input("paddr", 12),
        Port::input("psel", 1),
        Port::input("penable", 1),
        Port::input("pwrite", 1),
        Port::input("pwdata", 32),
        Port::input("pstrb", 4),
        Port::output("pready", 1),
        Port::output("prdata", 32),
        Port::output("pslverr", 1),
    ];
    if build.sink.kind == SinkKind::Stream {
        ports.extend([Port::output("trace_valid", 1), Port::input("trace_ready", 1), Port::output("trace_data", 8)]);
    }
    ports
}

/// The signals inside it.
pub(crate) fn probes(build: &Build) -> Vec<Probe> {
    let mut probes = vec![
        EVENTS.probe("active", 1),
        EVENTS.probe("enable", 1),
        EVENTS.probe("tracing", 1),
        EVENTS.probe("room", 2),
        EVENTS.probe("message_valid", 1),
        EVENTS.probe("message_kind", 3),
        EVENTS.probe("message_fixed", 6),
        EVENTS.probe("message_count", 22),
        EVENTS.probe("message_addr", build.xlen - 1),
        EVENTS.probe("message_hist", 32),
        ENCODER.probe("byte_valid", 1),
        ENCODER.probe("byte_ready", 1),
        ENCODER.probe("byte_data", 8),
    ];
    if build.sink.kind == SinkKind::Sram {
        probes.push(SINK.probe("take", 1));
    }
    probes
}

/// Handles of the ports and signals of a loaded design.
#[derive(Clone, Debug)]
pub(crate) struct Seams {
    pub rst_n: Input,
    pub itype: Input,
    pub iaddr: Input,
    pub iretire: Input,
    pub ilastsize: Input,
    pub halted: Input,
    pub stall: Output,
    pub bus: Bus,
    pub stream_ready: Option<Input>,
    pub active: Output,
    pub enable: Output,
    pub tracing: Output,
    pub room: Output,
    pub message_valid: Output,
    pub message_kind: Output,
    pub message_fixed: Output,
    pub message_count: Output,
    pub message_addr: Output,
    pub message_hist: Output,
    pub byte_valid: Output,
    pub byte_ready: Output,
    pub byte_data: Output,
    /// The SRAM sink takes a byte, of trace or idle.
    pub sink_take: Option<Output>,
}

/// Handles of the APB4 port.
#[derive(Clone, Debug)]
pub(crate) struct Bus {
    pub paddr: Input,
    pub psel: Input,
    pub penable: Input,
    pub pwrite: Input,
    pub pwdata: Input,
    pub pstrb: Input,
    pub pready: Output,
    pub prdata: Output,
    pub pslverr: Output,
}

impl Seams {
    pub fn find(library: &Library, build: &Build) -> Result<Seams, Error> {
        let (input, output) = (|name| library.input(name), |name| library.output(name));
        Ok(Seams {
            rst_n: input("rst_n")?,
            itype: input("itype")?,
            iaddr: input("iaddr")?,
            iretire: input("iretire")?,
            ilastsize: input("ilastsize")?,
            halted: input("halted")?,
            stall: output("stall")?,
            bus: Bus {
                paddr: input("paddr")?,
                psel: input("psel")?,
                penable: input("penable")?,
                pwrite: input("pwrite")?,
                pwdata: input("pwdata")?,
                pstrb: input("pstrb")?,
                pready: output("pready")?,
                prdata: output("prdata")?,
                pslverr: output("pslverr")?,
            },
            stream_ready: match build.sink.kind {
                SinkKind::Stream => Some(input("trace_ready")?),
                SinkKind::Sram => None,
            },
            active: output("active")?,
            enable: output("enable")?,
            tracing: output("tracing")?,
            room: output("room")?,
            message_valid: output("message_valid")?,
            message_kind: output("message_kind")?,
            message_fixed: output("message_fixed")?,
            message_count: output("message_count")?,
            message_addr: output("message_addr")?,
            message_hist: output("message_hist")?,
            byte_valid: output("byte_valid")?,
            byte_ready: output("byte_ready")?,
            byte_data: output("byte_data")?,
            sink_take: match build.sink.kind {
                SinkKind::Sram => Some(output("take")?),
                SinkKind::Stream => None,
            },
        })
    }
}
