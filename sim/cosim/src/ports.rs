// SPDX-License-Identifier: Apache-2.0
//! Ports of the hardware: their names and widths by configuration, and handles of them.

use crate::bus;
use crate::outlet;
use crate::probes::CLOCK;
use tracewright_config::{Build, IngressForm, Packer, TimestampSource};
use tracewright_messages::Ingress;
use verilator_sys::{Error, Input, Library, Model, Port};

/// Bytes of the longest message (N-Trace ch. 3).
const LONGEST_MESSAGE: u32 = 38;

/// Names of the elements of an array of signals: without a number where there is one.
pub(crate) fn numbered(name: &str, count: u32) -> Vec<String> {
    match count {
        1 => vec![name.into()],
        _ => (0..count).map(|index| format!("{name}_{index}")).collect(),
    }
}

/// Bits that reach the sink together.
pub(crate) fn sink_width(build: &Build) -> u32 {
    match build.encoder.packer {
        Packer::Byte => 8,
        Packer::Word => 32,
        Packer::Double => 64,
        Packer::Message => 8 * LONGEST_MESSAGE,
    }
}

/// What the names of a hart's ports begin with: nothing where there is one hart.
pub(crate) fn prefix(build: &Build, hart: u32) -> String {
    match build.system.harts {
        1 => String::new(),
        _ => format!("hart{hart}_"),
    }
}

/// The ports of the top module of `build`.
pub(crate) fn ports(build: &Build) -> Vec<Port> {
    let mut ports = vec![Port::input(CLOCK, 1), Port::input("rst_n", 1)];
    ports.extend(bus::ports(build));
    ports.extend(time(build).into_iter().map(|(name, width)| Port::input(name, width)));
    for hart in 0..build.system.harts {
        ports.extend(hart_ports(build, &prefix(build, hart)));
    }
    ports.extend(outlet::ports(build));
    if build.timestamp.broadcast {
        ports.push(Port::output("time_broadcast", build.timestamp.width));
    }
    if build.timestamp.own_clock {
        ports.extend([Port::input("time_clk", 1), Port::input("time_rst_n", 1)]);
    }
    ports
}

/// The ports of a hart.
fn hart_ports(build: &Build, prefix: &str) -> Vec<Port> {
    let mut ports = vec![Port::output(&format!("{prefix}stall"), 1)];
    ports.extend(ingress(build).into_iter().flat_map(|(name, count, width)| {
        let names = numbered(&format!("{prefix}{name}"), count);
        names.into_iter().map(move |name| Port::input(&name, width))
    }));
    if build.has_records() {
        ports.extend(records(build, prefix));
    }
    if build.pmu.built {
        ports.extend(counters(build, prefix));
    }
    if build.has_records() || build.pmu.built {
        ports.extend(csr_port(build, prefix));
    }
    let outputs = build.encoder.trigger_outputs;
    if outputs > 0 {
        let names = numbered(&format!("{prefix}trigger_out"), outputs);
        ports.extend(names.iter().map(|name| Port::output(name, 1)));
    }
    if build.power.clock_request {
        ports.push(Port::output(&format!("{prefix}clock_request"), 1));
    }
    ports
}

/// What Control Transfer Records have besides the ingress port.
fn records(build: &Build, prefix: &str) -> Vec<Port> {
    let (ctr, blocks) = (&build.ctr, build.ingress.blocks);
    let inputs = [
        ("next_iaddr", 1, build.xlen),
        ("next_privilege", 1, 3),
        ("mispredict", if ctr.misp { blocks } else { 0 }, 1),
        ("breakpoint", ctr.freeze.into(), 1),
        ("lcofi", ctr.freeze.into(), 1),
        ("cycle", (ctr.cycles && !build.pmu.built).into(), 1),
    ];
    let inputs = inputs.into_iter().filter(|(_, count, _)| *count > 0).flat_map(|(name, count, width)| {
        let names = numbered(&format!("{prefix}{name}"), count);
        names.into_iter().map(move |name| Port::input(&name, width))
    });
    inputs.collect()
}

/// What performance counters have besides the ingress port.
fn counters(build: &Build, prefix: &str) -> Vec<Port> {
    let mut ports = Vec::new();
    if build.ingress.form == IngressForm::Block {
        ports.push(Port::input(&format!("{prefix}retired"), build.retired_bits()));
    }
    let names = numbered(&format!("{prefix}bus_event"), build.pmu.bus.0.len() as u32);
    ports.extend(names.iter().zip(&build.pmu.bus.0).map(|(name, event)| Port::input(name, event.bits)));
    if build.pmu.sscofpmf {
        ports.push(Port::output(&format!("{prefix}lcofi_request"), 1));
    }
    ports
}

/// The CSR port.
fn csr_port(build: &Build, prefix: &str) -> Vec<Port> {
    let inputs = [("csr_op", 3), ("csr_address", 12), ("csr_data", build.xlen), ("csr_privilege", 3)];
    let outputs = [("csr_done", 1), ("csr_ours", 1), ("csr_illegal", 1), ("csr_virtual", 1), ("csr_value", build.xlen)];
    let inputs = inputs.iter().map(|(name, width)| Port::input(&format!("{prefix}{name}"), *width));
    inputs.chain(outputs.iter().map(|(name, width)| Port::output(&format!("{prefix}{name}"), *width))).collect()
}

/// The ports of a time that comes from outside, which all harts see: name and width.
fn time(build: &Build) -> Option<(&'static str, u32)> {
    match build.timestamp.source {
        TimestampSource::External => Some(("hart_time", build.timestamp.width)),
        TimestampSource::Slave => Some(("broadcast_time", build.timestamp.width)),
        TimestampSource::None | TimestampSource::Core => None,
    }
}

/// The signals of the trace ingress port: name, how many, width. Those that the build does not have are none.
fn ingress(build: &Build) -> Vec<(&'static str, u32, u32)> {
    let (port, encoder) = (&build.ingress, &build.encoder);
    let context_width = encoder.scontext_width + encoder.hcontext_width;
    let each = |has: bool| if has { port.blocks } else { 0 };
    let list = [
        ("itype", port.blocks, port.itype_width),
        ("iaddr", port.blocks, build.xlen),
        ("iretire", port.blocks, port.iretire_bits()),
        ("ilastsize", port.blocks, 1),
        ("sijump", each(encoder.sequential_jump), 1),
        ("trigger_notify", each(port.triggers), 1),
        ("halted", 1, 1),
        ("hart_reset", port.reset.into(), 1),
        ("low_power", port.low_power.into(), 1),
        ("privilege", (encoder.context || build.has_records() || build.pmu.built).into(), 3),
        ("hart_context", u32::from(context_width > 0), context_width),
        ("ctype", u32::from(context_width > 0), 2),
        ("trigger_on", port.triggers.into(), 1),
        ("trigger_off", port.triggers.into(), 1),
        ("external_trigger", encoder.external_triggers, 1),
    ];
    list.into_iter().filter(|(_, count, _)| *count > 0).collect()
}

/// Handles of the trace ingress port.
#[derive(Clone, Debug)]
pub(crate) struct IngressPort {
    blocks: Vec<BlockPort>,
    halted: Input,
    /// What else the port has once, and its value: only what there is, since this is gone through in each cycle.
    once: Vec<(Input, Value)>,
    external_trigger: Vec<Input>,
    time: Option<Input>,
}

/// The value of a signal in a cycle.
type Value = fn(&Ingress) -> u64;

/// Signals that a port may have once, and their values.
const ONCE: [(&str, Value); 7] = [
    ("hart_reset", |port| port.reset.into()),
    ("low_power", |port| port.low_power.into()),
    ("privilege", |port| port.privilege.into()),
    ("hart_context", |port| port.context),
    ("ctype", |port| port.ctype.into()),
    ("trigger_on", |port| port.trigger_on.into()),
    ("trigger_off", |port| port.trigger_off.into()),
];

/// Handles of a block of the port.
#[derive(Clone, Debug)]
struct BlockPort {
    itype: Input,
    iaddr: Input,
    iretire: Input,
    ilastsize: Input,
    sijump: Option<Input>,
    trigger_notify: Option<Input>,
}

impl IngressPort {
    /// Those of a hart, whose ports' names begin with `prefix`.
    pub fn find(library: &Library, build: &Build, prefix: &str) -> Result<IngressPort, Error> {
        let signals = ingress(build);
        let find = |name: &str| -> Result<Vec<Input>, Error> {
            let count = signals.iter().find(|(other, ..)| *other == name).map_or(0, |(_, count, _)| *count);
            let names = if count == 0 { Vec::new() } else { numbered(&format!("{prefix}{name}"), count) };
            names.iter().map(|name| library.input(name)).collect()
        };
        let optional = |name: &str, index: u32| Ok(find(name)?.get(index as usize).copied());
        let at = |name: &str, index: u32| {
            library.input(&format!("{prefix}{}", &numbered(name, build.ingress.blocks)[index as usize]))
        };
        let mut once = Vec::new();
        for (name, value) in ONCE {
            once.extend(find(name)?.into_iter().map(|input| (input, value)));
        }
        let block = |index| -> Result<BlockPort, Error> {
            Ok(BlockPort {
                itype: at("itype", index)?,
                iaddr: at("iaddr", index)?,
                iretire: at("iretire", index)?,
                ilastsize: at("ilastsize", index)?,
                sijump: optional("sijump", index)?,
                trigger_notify: optional("trigger_notify", index)?,
            })
        };
        Ok(IngressPort {
            blocks: (0..build.ingress.blocks).map(block).collect::<Result<_, _>>()?,
            halted: library.input(&format!("{prefix}halted"))?,
            once,
            external_trigger: find("external_trigger")?,
            time: time(build).map(|(name, _)| library.input(name)).transpose()?,
        })
    }

    /// Shows what the port has in a cycle.
    #[inline]
    pub fn show(&self, model: &mut Model, port: &Ingress) {
        for (at, block) in self.blocks.iter().zip(&port.blocks) {
            model.set(at.itype, block.itype.into());
            model.set(at.iaddr, block.iaddr);
            model.set(at.iretire, block.iretire.into());
            model.set(at.ilastsize, block.ilastsize.into());
            at.sijump.iter().for_each(|input| model.set(*input, block.sijump.into()));
            at.trigger_notify.iter().for_each(|input| model.set(*input, block.notify.into()));
        }
        model.set(self.halted, port.halted.into());
        for (input, value) in &self.once {
            model.set(*input, value(port));
        }
        self.show_triggers(model, port.external_triggers);
    }

    /// Shows the levels of the external trigger inputs, input 0 in bit 0.
    pub fn show_triggers(&self, model: &mut Model, levels: u8) {
        for (index, input) in self.external_trigger.iter().enumerate() {
            model.set(*input, u64::from(levels >> index & 1));
        }
    }

    /// The input for the time, if it comes from outside.
    pub fn time(&self) -> Option<Input> {
        self.time
    }
}
