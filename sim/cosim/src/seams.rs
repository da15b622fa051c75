// SPDX-License-Identifier: Apache-2.0
//! The signals inside the hardware that are compared, and handles of all that a run touches.

use crate::entry::Shape;
use crate::observed::Inside;
use crate::ports::{numbered, sink_width, IngressPort};
use tracewright_config::{Build, Packer, SinkKind, TimestampSource};
use tracewright_messages::REPEAT_BITS;
use verilator_sys::{Error, Input, Library, Model, Output, Probe};

/// The top module.
pub(crate) const TOP: &str = "tw_top";
/// Its clock.
pub(crate) const CLOCK: &str = "clk";

const ENCODER: Place = Place { module: "tw_encoder", instances: &["hart", "encoder"] };
const EVENTS: Place = Place { module: "tw_events", instances: &["hart", "encoder", "events"] };
const ACCESS: Place = Place { module: "tw_access", instances: &["access"] };
const SINK: Place = Place { module: "tw_sram_sink", instances: &["sinks", "sram"] };

/// Where a module is in the hierarchy.
struct Place {
    module: &'static str,
    instances: &'static [&'static str],
}

impl Place {
    fn probe(&self, signal: &str, width: u32) -> Probe {
        self.probe_as(signal, signal, width)
    }

    fn probe_as(&self, name: &str, signal: &str, width: u32) -> Probe {
        let instances = self.instances.iter().map(|i| i.to_string()).collect();
        Probe { name: name.into(), module: self.module.into(), instances, signal: signal.into(), width }
    }
}

/// The signals inside the top module.
pub(crate) fn probes(build: &Build) -> Vec<Probe> {
    let mut probes =
        vec![EVENTS.probe("active", 1), EVENTS.probe("enable", 1), EVENTS.probe("tracing", 1), EVENTS.probe("room", 4)];
    for (name, width) in entry(build) {
        probes.extend(numbered(name, build.ingress.blocks).iter().map(|name| EVENTS.probe(name, width)));
    }
    probes.extend(ACCESS_SIGNALS.map(|(name, width)| ACCESS.probe_as(&format!("access_{name}"), name, width)));
    probes.push(ENCODER.probe("empty", 1));
    let (place, _) = joined(build);
    if place.module != ENCODER.module {
        probes.push(place.probe_as("joined_empty", "empty", 1));
    }
    if build.timestamp.source != TimestampSource::None {
        probes.push(ENCODER.probe("now", 64));
    }
    if build.sink.has(SinkKind::Sram) {
        let list = [("valid", 1), ("ready", 1), ("data", sink_width(build))];
        let (place, prefix) = joined(build);
        probes.extend(
            list.map(|(name, width)| place.probe_as(&format!("trace_{name}"), &format!("{prefix}_{name}"), width)),
        );
        probes.push(SINK.probe("take", 1));
        probes.push(SINK.probe_as("sink_empty", "empty", 1));
    }
    probes
}

/// Where trace leaves for the sink, as it reaches it, and how its signals begin there.
fn joined(build: &Build) -> (Place, &'static str) {
    match build.encoder.packer {
        Packer::Byte | Packer::Message => (ENCODER, "trace"),
        Packer::Word => (Place { module: "tw_words", instances: &["sinks", "word_joiner"] }, "word"),
        Packer::Double => (Place { module: "tw_words", instances: &["sinks", "double_joiner"] }, "word"),
    }
}

/// The signals of an access inside.
const ACCESS_SIGNALS: [(&str, u32); 9] = [
    ("request", 1),
    ("write", 1),
    ("addr", 10),
    ("wdata", 32),
    ("strobe", 4),
    ("bus_write", 1),
    ("bus_read", 1),
    ("done", 1),
    ("rdata", 32),
];

/// The fields of an entry of the queue: name and width. Those that the build has not got are left out.
fn entry(build: &Build) -> Vec<(&'static str, u32)> {
    let encoder = &build.encoder;
    let mut fields = vec![
        ("entry_valid", 1),
        ("entry_kind", 4),
        ("entry_fixed", 6),
        ("entry_count", 22),
        ("entry_addr", build.xlen - 1),
        ("entry_hist", 32),
    ];
    if encoder.repeated_history || encoder.repeat_branch {
        fields.push(("entry_repeat_count", REPEAT_BITS));
    }
    if encoder.repeated_history {
        fields.push(("entry_repeat_hist", 32));
    }
    if encoder.context {
        fields.extend([("entry_own", 3), ("entry_own_privilege", 3)]);
    }
    if encoder.scontext_width + encoder.hcontext_width > 0 {
        fields.push(("entry_own_context", 64));
    }
    if build.timestamp.source != TimestampSource::None {
        fields.push(("entry_time", 64));
    }
    fields
}

/// Handles of the ports and signals of a loaded design.
#[derive(Clone, Debug)]
pub(crate) struct Seams {
    pub rst_n: Input,
    pub ingress: IngressPort,
    pub stall: Output,
    pub access: Access,
    /// The encoder and the sink hold nothing, if all of these are high.
    pub empty: Vec<Output>,
    pub outside: Outside,
    pub active: Output,
    pub enable: Output,
    pub tracing: Output,
    pub room: Output,
    pub now: Option<Output>,
    /// One for each block.
    pub entries: Vec<Entry>,
    pub sink: Sink,
}

/// Handles of an access inside.
#[derive(Clone, Debug)]
pub(crate) struct Access {
    pub request: Output,
    pub write: Output,
    pub addr: Output,
    pub wdata: Output,
    pub strobe: Output,
    pub bus_write: Output,
    pub bus_read: Output,
    pub done: Output,
    pub rdata: Output,
}

/// Handles of ports of the control interface, apart from the bus and the ingress.
#[derive(Clone, Debug)]
pub(crate) struct Outside {
    pub locked: Option<Input>,
    /// The bus's own clock, and its reset.
    pub bus_clock: Option<[Input; 2]>,
    /// The time's own clock, and its reset.
    pub time_clock: Option<[Input; 2]>,
    pub trigger_outputs: Vec<Output>,
    pub clock_request: Option<Output>,
    pub broadcast: Option<Output>,
}

/// Handles of where trace reaches the sink.
#[derive(Clone, Debug)]
pub(crate) struct Sink {
    pub valid: Output,
    pub data: Output,
    /// Bytes of `data` that count; all of them if there is none.
    pub bytes: Option<Output>,
    /// Bytes that `data` holds at most.
    pub width: usize,
    pub kind: Kind,
}

/// Handles that depend on the kind of the sink.
#[derive(Clone, Debug)]
pub(crate) enum Kind {
    /// The port of a stream: whether its user takes the trace is for the bench to say.
    Stream { ready: Input },
    /// The SRAM sink.
    Sram {
        ready: Output,
        /// It takes trace, or an idle byte of its own, when it is ready.
        take: Output,
    },
}

/// Handles of an entry's fields.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    valid: Output,
    kind: Output,
    fixed: Output,
    count: Output,
    addr: Output,
    hist: Output,
    repeat_count: Option<Output>,
    repeat_hist: Option<Output>,
    own: Option<Output>,
    own_privilege: Option<Output>,
    own_context: Option<Output>,
    time: Option<Output>,
}

impl Seams {
    pub fn find(library: &Library, build: &Build) -> Result<Seams, Error> {
        let output = |name| library.output(name);
        let has_time = build.timestamp.source != TimestampSource::None;
        Ok(Seams {
            rst_n: library.input("rst_n")?,
            ingress: IngressPort::find(library, build)?,
            stall: output("stall")?,
            access: Access::find(library)?,
            empty: empty(build).iter().map(|name| output(name)).collect::<Result<_, _>>()?,
            outside: Outside::find(library, build)?,
            active: output("active")?,
            enable: output("enable")?,
            tracing: output("tracing")?,
            room: output("room")?,
            now: has_time.then(|| output("now")).transpose()?,
            entries: (0..build.ingress.blocks)
                .map(|block| Entry::find(library, build, block))
                .collect::<Result<_, _>>()?,
            sink: Sink::find(library, build)?,
        })
    }
}

/// The probes of what holds trace.
fn empty(build: &Build) -> Vec<&'static str> {
    let mut names = vec!["empty"];
    if joined(build).0.module != ENCODER.module {
        names.push("joined_empty");
    }
    if build.sink.has(SinkKind::Sram) {
        names.push("sink_empty");
    }
    names
}

impl Access {
    fn find(library: &Library) -> Result<Access, Error> {
        let output = |name: &str| library.output(&format!("access_{name}"));
        Ok(Access {
            request: output("request")?,
            write: output("write")?,
            addr: output("addr")?,
            wdata: output("wdata")?,
            strobe: output("strobe")?,
            bus_write: output("bus_write")?,
            bus_read: output("bus_read")?,
            done: output("done")?,
            rdata: output("rdata")?,
        })
    }

    /// What it shows, if there is an access.
    pub fn read(&self, model: &Model) -> Option<Inside> {
        let get = |output| model.get(output);
        let (request, done) = (get(self.request) != 0, get(self.done) != 0);
        (request || done).then(|| Inside {
            request,
            write: get(self.write) != 0,
            offset: 4 * get(self.addr) as u32,
            data: get(self.wdata) as u32,
            strobe: get(self.strobe) as u8,
            acts: get(self.bus_write) != 0,
            answers: get(self.bus_read) != 0,
            done,
            read: get(self.rdata) as u32,
        })
    }
}

impl Outside {
    fn find(library: &Library, build: &Build) -> Result<Outside, Error> {
        let clock = |exists: bool, names: [&str; 2]| -> Result<Option<[Input; 2]>, Error> {
            let [clock, reset] = names;
            exists.then(|| Ok([library.input(clock)?, library.input(reset)?])).transpose()
        };
        let outputs = build.encoder.trigger_outputs;
        let outputs = if outputs == 0 { Vec::new() } else { numbered("trigger_out", outputs) };
        Ok(Outside {
            locked: build.bus.lock.then(|| library.input("debug_locked")).transpose()?,
            bus_clock: clock(build.bus.own_clock, ["bus_clk", "bus_rst_n"])?,
            time_clock: clock(build.timestamp.own_clock, ["time_clk", "time_rst_n"])?,
            trigger_outputs: outputs.iter().map(|name| library.output(name)).collect::<Result<_, _>>()?,
            clock_request: build.power.clock_request.then(|| library.output("clock_request")).transpose()?,
            broadcast: build.timestamp.broadcast.then(|| library.output("time_broadcast")).transpose()?,
        })
    }
}

impl Sink {
    fn find(library: &Library, build: &Build) -> Result<Sink, Error> {
        let output = |name| library.output(name);
        Ok(Sink {
            valid: output("trace_valid")?,
            data: output("trace_data")?,
            // Only messages differ in length.
            bytes: (build.encoder.packer == Packer::Message).then(|| output("trace_bytes")).transpose()?,
            width: sink_width(build) as usize / 8,
            kind: if build.sink.has(SinkKind::Sram) {
                Kind::Sram { ready: output("trace_ready")?, take: output("take")? }
            } else {
                Kind::Stream { ready: library.input("trace_ready")? }
            },
        })
    }
}

impl Entry {
    fn find(library: &Library, build: &Build, block: u32) -> Result<Entry, Error> {
        let output = |name: &str| library.output(&numbered(name, build.ingress.blocks)[block as usize]);
        let fields = entry(build);
        let optional = |name: &str| {
            let has = fields.iter().any(|(other, _)| *other == name);
            has.then(|| output(name)).transpose()
        };
        Ok(Entry {
            valid: output("entry_valid")?,
            kind: output("entry_kind")?,
            fixed: output("entry_fixed")?,
            count: output("entry_count")?,
            addr: output("entry_addr")?,
            hist: output("entry_hist")?,
            repeat_count: optional("entry_repeat_count")?,
            repeat_hist: optional("entry_repeat_hist")?,
            own: optional("entry_own")?,
            own_privilege: optional("entry_own_privilege")?,
            own_context: optional("entry_own_context")?,
            time: optional("entry_time")?,
        })
    }

    /// The entry that enters the queue, if one does.
    pub fn read(&self, model: &Model) -> Option<Shape> {
        if model.get(self.valid) == 0 {
            return None;
        }
        let optional = |output: Option<Output>| output.map_or(0, |output| model.get(output));
        Some(Shape {
            kind: model.get(self.kind) as u8,
            fixed: model.get(self.fixed) as u8,
            count: model.get(self.count) as u32,
            addr: model.get(self.addr),
            hist: model.get(self.hist) as u32,
            repeat_count: optional(self.repeat_count) as u32,
            repeat_hist: optional(self.repeat_hist) as u32,
            own: optional(self.own) as u8,
            own_privilege: optional(self.own_privilege) as u8,
            own_context: optional(self.own_context),
            time: optional(self.time),
        })
    }
}
