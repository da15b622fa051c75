// SPDX-License-Identifier: Apache-2.0
//! Handles of all that a run touches: ports, and signals inside the hardware that are compared.

mod places;

pub(crate) use places::{atb_signals, compared_at, module, probes, ComparedAt};

use crate::ctr::Pins;
use crate::entry::QueueEntry;
use crate::observed::Inside;
use crate::ports::{numbered, prefix, sink_width, IngressPort};
use places::{entry, message_joiner, shown};
use tracewright_config::{Build, Packer, SinkKind, TimestampSource};
use tracewright_messages::IDLE;
use tracewright_model::control::SinkInputs;
use verilator_sys::{Error, Input, Library, Model, Output};

/// The top module.
pub(crate) const TOP: &str = "tw_top";
/// Its clock.
pub(crate) const CLOCK: &str = "clk";

/// Handles of the ports and signals of a loaded design.
#[derive(Clone, Debug)]
pub(crate) struct Probes {
    pub rst_n: Input,
    pub access: Access,
    pub outside: Outside,
    pub harts: Vec<HartProbes>,
    pub funnels: Vec<FunnelProbes>,
    /// The component that feeds the sinks.
    pub sink_component: usize,
    /// The time of hart 0, which the others see.
    pub shared_time: Option<Output>,
    /// What registers show of sinks other than the SRAM.
    pub shown: Option<Shown>,
    /// What enters the SRAM where that is not where trace is compared.
    pub sram: Option<SramPort>,
}

/// Handles of a hart and its encoder.
#[derive(Clone, Debug)]
pub(crate) struct HartProbes {
    pub ingress: IngressPort,
    /// What Control Transfer Records beside the encoder have.
    pub records: Option<Pins>,
    pub stall: Output,
    /// The encoder, and what is downstream of it up to a funnel, hold nothing, if all of these are high.
    pub empty: Vec<Output>,
    pub trigger_outputs: Vec<Output>,
    pub clock_request: Option<Output>,
    pub sync_request: Option<Output>,
    pub active: Output,
    pub enable: Output,
    pub tracing: Output,
    pub room: Output,
    /// An entry leaves the queue.
    pub leaves: Output,
    pub now: Option<Output>,
    /// One for each block.
    pub entries: Vec<Entry>,
    pub sink: Sink,
}

/// Handles of a funnel.
#[derive(Clone, Debug)]
pub(crate) struct FunnelProbes {
    pub active: Output,
    pub enable: Output,
    /// It and what is downstream of it hold nothing, if both of these are high.
    pub empty: [Output; 2],
}

/// Handles of what registers show of sinks.
#[derive(Clone, Debug)]
pub(crate) struct Shown {
    sba: Option<[Output; 5]>,
    pib: Option<[Output; 2]>,
    atb: Option<[Output; 2]>,
}

/// Handles of how the SRAM completes a word with idle bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fill {
    /// That it has idle bytes for a unit, and that it waits; none where a word is one unit.
    nets: Option<(Output, Output)>,
}

/// Whether the SRAM may have to complete a word: its words are of several units.
pub(crate) fn fills(build: &Build) -> bool {
    sink_width(build) < build.sink.sram_width
}

impl Fill {
    fn find(library: &Library, build: &Build) -> Result<Fill, Error> {
        let find = || Ok((library.output("sram_fill")?, library.output("sram_waits")?));
        Ok(Fill { nets: fills(build).then(find).transpose()? })
    }

    /// Whether a unit of idle bytes is added in this cycle.
    pub fn happens(self, model: &Model) -> bool {
        self.nets.is_some_and(|(fill, waits)| model.get(fill) != 0 && model.get(waits) == 0)
    }
}

/// Handles of what enters the SRAM.
#[derive(Clone, Debug)]
pub(crate) struct SramPort {
    valid: Output,
    ready: Output,
    data: Output,
    fill: Fill,
    /// Bytes of a unit.
    width: usize,
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
    /// Of several harts: the component that an access is for.
    pub selected: Vec<Output>,
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
    Sram { ready: Output, fill: Fill },
    /// What leaves the encoder, whoever takes it.
    Chunks { ready: Output },
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

impl Probes {
    pub fn find(library: &Library, build: &Build) -> Result<Probes, Error> {
        let output = |name: &str| library.output(name);
        let has_time = build.timestamp.source == TimestampSource::Core;
        let has_sram = build.sink.has(SinkKind::Sram) && compared_at(build) == ComparedAt::Chunks;
        Ok(Probes {
            rst_n: library.input("rst_n")?,
            access: Access::find(library)?,
            outside: Outside::find(library, build)?,
            harts: (0..build.system.harts)
                .map(|hart| HartProbes::find(library, build, hart))
                .collect::<Result<_, _>>()?,
            funnels: (0..build.funnels().len())
                .map(|funnel| FunnelProbes::find(library, funnel))
                .collect::<Result<_, _>>()?,
            sink_component: if build.system.harts > 1 { build.sink_component() as usize } else { 0 },
            shared_time: (has_time && build.system.harts > 1).then(|| output("shared_time")).transpose()?,
            shown: Shown::find(library, build)?,
            sram: has_sram.then(|| SramPort::find(library, build)).transpose()?,
        })
    }
}

impl FunnelProbes {
    fn find(library: &Library, funnel: usize) -> Result<FunnelProbes, Error> {
        let output = |name: &str| library.output(&format!("funnel{funnel}_{name}"));
        Ok(FunnelProbes {
            active: output("active")?,
            enable: output("enable")?,
            empty: [output("drained")?, output("sinks_empty")?],
        })
    }
}

impl HartProbes {
    fn find(library: &Library, build: &Build, hart: u32) -> Result<HartProbes, Error> {
        let before = prefix(build, hart);
        let output = |name: &str| library.output(&format!("{before}{name}"));
        let has_time = build.timestamp.source != TimestampSource::None;
        let of_hart = build.hart(hart);
        let outputs = build.encoder.trigger_outputs;
        let outputs = if outputs == 0 { Vec::new() } else { numbered("trigger_out", outputs) };
        let mut empty = vec![output("empty")?];
        match (compared_at(build), build.system.harts) {
            (ComparedAt::Chunks, 1) => empty.push(library.output("sinks_empty")?),
            (ComparedAt::Chunks, _) if message_joiner(build).is_some() => empty.push(output("joined_empty")?),
            (ComparedAt::Chunks, _) => {}
            (compared, _) => {
                if matches!(build.encoder.packer, Packer::Word | Packer::Double) {
                    empty.push(output("joined_empty")?);
                }
                if compared == ComparedAt::Sram {
                    empty.push(library.output("sink_empty")?);
                }
            }
        }
        Ok(HartProbes {
            ingress: IngressPort::find(library, build, &before)?,
            records: build.has_records().then(|| Pins::find(library, build, &before, false)).transpose()?,
            stall: output("stall")?,
            empty,
            trigger_outputs: outputs.iter().map(|name| output(name)).collect::<Result<_, _>>()?,
            clock_request: build.power.clock_request.then(|| output("clock_request")).transpose()?,
            sync_request: build.sink.requests_sync().then(|| output("sync_request")).transpose()?,
            active: output("active")?,
            enable: output("enable")?,
            tracing: output("tracing")?,
            room: output("room")?,
            leaves: output("leaves")?,
            now: has_time.then(|| output("now")).transpose()?,
            entries: (0..build.ingress.blocks)
                .map(|block| Entry::find(library, &of_hart, &before, block))
                .collect::<Result<_, _>>()?,
            sink: Sink::find(library, build, &before)?,
        })
    }
}

impl Shown {
    fn find(library: &Library, build: &Build) -> Result<Option<Shown>, Error> {
        if shown(build).is_empty() {
            return Ok(None);
        }
        let output = |name: &str| library.output(&format!("sinks_{name}"));
        let has = |kind| build.sink.has(kind);
        let sba = || -> Result<[Output; 5], Error> {
            let names = ["te_ram_wp", "te_wrap", "stop", "sba_error_set", "sba_response"];
            let [wp, wrap, stop, error, response] = names.map(output);
            Ok([wp?, wrap?, stop?, error?, response?])
        };
        let two = |names: [&str; 2]| -> Result<[Output; 2], Error> {
            let [active, empty] = names.map(output);
            Ok([active?, empty?])
        };
        Ok(Some(Shown {
            sba: has(SinkKind::Sba).then(sba).transpose()?,
            pib: has(SinkKind::Pib).then(|| two(["pib_active", "pib_empty"])).transpose()?,
            atb: has(SinkKind::Atb).then(|| two(["atb_active", "atb_empty"])).transpose()?,
        }))
    }

    /// What they show in this cycle.
    pub fn read(&self, model: &Model) -> SinkInputs {
        let get = |output: Output| model.get(output);
        let is_set = |output: Output| get(output) != 0;
        let sba = self.sba.as_ref();
        SinkInputs {
            sba_pointer: sba.map(|[wp, wrap, ..]| (get(*wp) << 2 | get(*wrap)) as u32),
            sba_stops: sba.is_some_and(|[_, _, stop, ..]| is_set(*stop)),
            sba_error: sba.filter(|[.., error, _]| is_set(*error)).map(|[.., response]| get(*response) as u32),
            pib_active: self.pib.map(|[active, _]| is_set(active)),
            pib_empty: self.pib.map(|[_, empty]| is_set(empty)),
            atb_active: self.atb.map(|[active, _]| is_set(active)),
            atb_empty: self.atb.map(|[_, empty]| is_set(empty)),
        }
    }
}

/// Bytes of the widest unit.
pub(crate) const UNIT_BYTES: usize = 8;

impl SramPort {
    /// What it takes in this cycle: how many bytes, idle bytes of its own included.
    pub fn taken(&self, model: &Model, bytes: &mut [u8; UNIT_BYTES]) -> usize {
        if model.get(self.valid) != 0 && model.get(self.ready) != 0 {
            *bytes = model.get_wide(self.data)[0].to_le_bytes();
            self.width
        } else if self.fill.happens(model) {
            *bytes = [IDLE; UNIT_BYTES];
            self.width
        } else {
            0
        }
    }

    fn find(library: &Library, build: &Build) -> Result<SramPort, Error> {
        Ok(SramPort {
            valid: library.output("sram_unit_valid")?,
            ready: library.output("sram_unit_ready")?,
            data: library.output("sram_unit_data")?,
            fill: Fill::find(library, build)?,
            width: sink_width(build) as usize / 8,
        })
    }
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
        let components = if build.system.harts > 1 { build.components().len() } else { 0 };
        let selected = (0..components).map(|n| library.output(&format!("selected_{n}")));
        Ok(Outside {
            locked: build.bus.lock.then(|| library.input("debug_locked")).transpose()?,
            bus_clock: clock(build.bus.own_clock, ["bus_clk", "bus_rst_n"])?,
            time_clock: clock(build.timestamp.own_clock, ["time_clk", "time_rst_n"])?,
            selected: selected.collect::<Result<_, _>>()?,
            broadcast: build.timestamp.broadcast.then(|| library.output("time_broadcast")).transpose()?,
        })
    }
}

impl Sink {
    fn find(library: &Library, build: &Build, before: &str) -> Result<Sink, Error> {
        let compared = compared_at(build);
        let kind = if compared == ComparedAt::Chunks { "chunk" } else { "trace" };
        let output = |name: &str| library.output(&format!("{before}{kind}_{name}"));
        // Chunks and messages differ in length.
        let counts = match compared {
            ComparedAt::Chunks => build.encoder.packer != Packer::Byte,
            ComparedAt::Sram | ComparedAt::Stream => build.encoder.packer == Packer::Message,
        };
        Ok(Sink {
            valid: output("valid")?,
            data: output("data")?,
            bytes: counts.then(|| output("bytes")).transpose()?,
            width: sink_width(build) as usize / 8,
            kind: match compared {
                ComparedAt::Sram => Kind::Sram { ready: output("ready")?, fill: Fill::find(library, build)? },
                ComparedAt::Stream => Kind::Stream { ready: library.input("trace_ready")? },
                ComparedAt::Chunks => Kind::Chunks { ready: output("ready")? },
            },
        })
    }
}

impl Entry {
    fn find(library: &Library, build: &Build, before: &str, block: u32) -> Result<Entry, Error> {
        let output = |name: &str| {
            let name = &numbered(name, build.ingress.blocks)[block as usize];
            library.output(&format!("{before}{name}"))
        };
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
    pub fn read(&self, model: &Model) -> Option<QueueEntry> {
        if model.get(self.valid) == 0 {
            return None;
        }
        let optional = |output: Option<Output>| output.map_or(0, |output| model.get(output));
        Some(QueueEntry {
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
