// SPDX-License-Identifier: Apache-2.0
//! Which signals inside the hardware are looked at, and where they are.

use super::{fills, TOP};
use crate::ports::{numbered, prefix, sink_width};
use tracewright_config::{Build, Packer, SinkKind, TimestampSource};
use tracewright_messages::REPEAT_BITS;
use verilator_sys::Probe;

/// Where a module is in the hierarchy: the instances on the way to it.
struct Place(Vec<String>);

impl Place {
    /// A part of the top module.
    fn top(instances: &[&str]) -> Place {
        Place(instances.iter().map(|instance| instance.to_string()).collect())
    }

    /// A part of a hart.
    fn hart(build: &Build, hart: u32, instances: &[&str]) -> Place {
        let first = nth("hart", hart, build.system.harts);
        Place([first].into_iter().chain(instances.iter().map(|instance| instance.to_string())).collect())
    }

    fn probe(&self, name: &str, signal: &str, width: u32) -> Probe {
        let (module, instances) = (String::new(), self.0.clone());
        Probe { name: name.into(), module, instances, signal: signal.into(), width }
    }
}

/// The name of the `n`-th of `count` instances.
fn nth(name: &str, n: u32, count: u32) -> String {
    match count {
        1 => name.into(),
        _ => format!("{name}_{n}"),
    }
}

/// The signals inside the top module, which is among `sources`.
pub(crate) fn probes(build: &Build, sources: &[(String, String)]) -> Vec<Probe> {
    let mut probes = Vec::new();
    let access = Place::top(&["access"]);
    probes.extend(ACCESS_SIGNALS.map(|(name, width)| access.probe(&format!("access_{name}"), name, width)));
    probes.extend(ASKED_SIGNALS.map(|(name, width)| access.probe(name, name, width)));
    if reads_act(build) {
        probes.push(access.probe("access_bus_read", "bus_read", 1));
    }
    if build.has_records() {
        probes.extend(RECORDS_SIGNALS.map(|name| access.probe(&format!("access_{name}"), name, 1)));
    }
    if build.system.harts > 1 {
        let components = 0..build.components().len();
        probes.extend(components.map(|n| Place::top(&[]).probe(&format!("selected_{n}"), &format!("selected_{n}"), 1)));
    }
    for hart in 0..build.system.harts {
        probes.extend(hart_probes(build, hart));
    }
    let funnels = build.funnels().len() as u32;
    for funnel in 0..funnels {
        let place = Place::top(&[&nth("funnel", funnel, funnels)]);
        let named = |name: &str| format!("funnel{funnel}_{name}");
        probes.push(place.probe(&named("control"), "registers_tf_control", 32));
        probes.push(place.probe(&named("sinks_empty"), "sinks_empty", 1));
        let inside = Place::top(&[&nth("funnel", funnel, funnels), "funnel"]);
        probes.push(inside.probe(&named("drained"), "empty", 1));
    }
    let sinks = Place::top(&["sinks"]);
    probes.push(sinks.probe("sinks_empty", "sinks_empty", 1));
    probes.extend(shown(build).iter().map(|(name, width)| sinks.probe(&format!("sinks_{name}"), name, *width)));
    if build.sink.has(SinkKind::Sba) {
        probes.push(Place::top(&["sinks", "sba"]).probe("sinks_sba_response", "error_response", 2));
        probes.push(Place::top(&["sinks", "sba", "plan"]).probe("sinks_sba_starts", "start", 1));
    }
    let atb = Place::top(&["sinks", "atb"]);
    probes.extend(atb_signals(build).iter().map(|(name, width)| atb.probe(&format!("sinks_atb_{name}"), name, *width)));
    match compared_at(build) {
        ComparedAt::Sram => {
            let (place, before) = joined(build);
            let list = [("valid", 1), ("ready", 1), ("data", sink_width(build))];
            let probe = |(name, width)| place.probe(&format!("trace_{name}"), &format!("{before}_{name}"), width);
            probes.extend(list.map(probe));
        }
        ComparedAt::Stream | ComparedAt::Chunks => {}
    }
    if build.sink.has(SinkKind::Sram) {
        let sram = Place::top(&["sinks", "sram"]);
        let gather = Place::top(&["sinks", "sram", "gather"]);
        probes.push(sram.probe("sink_empty", "empty", 1));
        if fills(build) {
            probes.extend(["fill", "waits"].map(|name| gather.probe(&format!("sram_{name}"), name, 1)));
        }
        if compared_at(build) == ComparedAt::Chunks {
            let list = [("unit_valid", 1), ("unit_ready", 1), ("unit_data", sink_width(build))];
            probes.extend(list.map(|(name, width)| sram.probe(&format!("sram_{name}"), name, width)));
        }
    }
    for probe in &mut probes {
        probe.module = module(TOP, sources, &probe.instances);
    }
    probes
}

/// What is looked at of the ATB sink, if there is one: names of its ports, and their widths.
pub(crate) fn atb_signals(build: &Build) -> Vec<(&'static str, u32)> {
    let bytes = (build.encoder.packer != Packer::Byte).then_some(("unit_bytes", 4));
    let list = ATB_SIGNALS.into_iter().chain(bytes);
    // Trace for tandem verification has nothing to synchronise.
    let has = |name: &str| build.sink.has(SinkKind::Atb) && (name != "sync_request" || !build.tandem.built);
    list.filter(|(name, _)| has(name)).collect()
}

fn hart_probes(build: &Build, hart: u32) -> Vec<Probe> {
    let of_hart = build.hart(hart);
    let before = prefix(build, hart);
    let place = |instances: &[&str]| Place::hart(build, hart, instances);
    let (encoder, events) = (place(&["encoder"]), place(&["encoder", "events"]));
    let named = |name: &str| format!("{before}{name}");
    let list = [("active", 1), ("enable", 1), ("tracing", 1), ("room", 4)];
    let mut probes: Vec<Probe> = list.map(|(name, width)| events.probe(&named(name), name, width)).into();
    for (name, width) in entry(&of_hart) {
        let names = numbered(name, build.ingress.blocks);
        let signals = entry_signals(name, build.ingress.blocks);
        probes.extend(names.iter().zip(&signals).map(|(name, signal)| events.probe(&named(name), signal, width)));
    }
    probes.push(place(&["encoder", "queue"]).probe(&named("leaves"), "frees_row_q", 1));
    probes.push(encoder.probe(&named("empty"), "empty", 1));
    if build.timestamp.source != TimestampSource::None {
        probes.push(encoder.probe(&named("now"), "now", 64));
    }
    if build.sink.requests_sync() {
        probes.push(events.probe(&named("sync_request"), "sync_request", 1));
    }
    if hart == 0 && build.system.harts > 1 && build.timestamp.source == TimestampSource::Core {
        probes.push(place(&[]).probe("shared_time", "time_broadcast", 64));
    }
    if build.has_records() {
        let records = place(&["records"]);
        probes.extend(DEBUG_SIGNALS.map(|(name, width)| records.probe(&named(name), name, width)));
    }
    if compared_at(build) == ComparedAt::Chunks {
        let list = [("valid", 1), ("ready", 1), ("data", sink_width(build))];
        // A stream among the sinks has ports by the name of these signals.
        probes.extend(
            list.map(|(name, width)| encoder.probe(&named(&format!("chunk_{name}")), &format!("trace_{name}"), width)),
        );
        if build.encoder.packer != Packer::Byte {
            let width = if build.encoder.packer == Packer::Message { 6 } else { 4 };
            probes.push(encoder.probe(&named("chunk_bytes"), "trace_bytes", width));
        }
    }
    if has_chunks(build) && build.system.harts > 1 {
        for (name, module) in [("sliced_empty", "slice"), ("joined_empty", "message")] {
            let module = Place::top(&[&nth(module, hart, build.system.harts)]);
            probes.push(module.probe(&named(name), "empty", 1));
        }
    } else if build.system.harts == 1 {
        let (place, _) = joined(build);
        if compared_at(build) != ComparedAt::Chunks && place.0[0] == "sinks" {
            probes.push(place.probe("joined_empty", "empty", 1));
        }
    }
    probes
}

/// The type of the module at the end of the instances below `top`, as the Verilog says.
pub(crate) fn module(top: &str, sources: &[(String, String)], instances: &[String]) -> String {
    let text = |module: &str| {
        let file = format!("{module}.v");
        sources.iter().find(|(name, _)| *name == file).map_or("", |(_, text)| text.as_str())
    };
    instances.iter().fold(top.to_string(), |module, instance| {
        let end = format!(" {instance} (");
        let line = text(&module).lines().find_map(|line| line.strip_suffix(&end));
        line.map_or(String::new(), |module| module.trim().to_string())
    })
}

/// Where the bytes of trace are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ComparedAt {
    /// As they enter the only sink, an SRAM.
    Sram,
    /// At the port of the only sink, a stream of what leaves the encoder as it is.
    Stream,
    /// As they leave each encoder.
    Chunks,
}

/// Where the bytes of trace of `build` are compared.
pub(crate) fn compared_at(build: &Build) -> ComparedAt {
    let is_only = |kind| build.system.harts == 1 && build.sink.kind.is_only(kind);
    match (is_only(SinkKind::Sram), is_only(SinkKind::Stream) && !has_chunks(build)) {
        (true, _) => ComparedAt::Sram,
        (_, true) => ComparedAt::Stream,
        _ => ComparedAt::Chunks,
    }
}

/// Whether an encoder sends chunks of several bytes, which are joined to words, or to full chunks before a funnel.
pub(super) fn has_chunks(build: &Build) -> bool {
    matches!(build.encoder.packer, Packer::Word | Packer::Double)
}

/// Where trace leaves for the only sink, as it reaches it, and how its signals begin there.
fn joined(build: &Build) -> (Place, &'static str) {
    match build.encoder.packer {
        Packer::Byte | Packer::Message => (Place::hart(build, 0, &["encoder"]), "trace"),
        Packer::Word | Packer::Double => (Place::top(&["sinks", "joiner"]), "word"),
    }
}

/// What registers show of sinks other than the SRAM: name at `tw_sinks`, and width.
pub(super) fn shown(build: &Build) -> Vec<(&'static str, u32)> {
    let sink = &build.sink;
    let mut shown = Vec::new();
    if sink.has(SinkKind::Sba) {
        shown.extend([("te_ram_wp", 30), ("te_wrap", 1), ("stop", 1), ("sba_error_set", 1)]);
    }
    if sink.has(SinkKind::Pib) {
        shown.extend([("pib_active", 1), ("pib_empty", 1)]);
    }
    if sink.has(SinkKind::Atb) {
        shown.extend([("atb_active", 1), ("atb_empty", 1)]);
    }
    shown
}

/// The signals of an access inside.
const ACCESS_SIGNALS: [(&str, u32); 4] = [("request", 1), ("bus_write", 1), ("done", 1), ("rdata", 32)];

/// Whether a read changes something: the SRAM's pointer, or the upper half of the time, which waits. Only then there is
/// a signal that tells of it.
pub(super) fn reads_act(build: &Build) -> bool {
    let has_upper = build.timestamp.source != TimestampSource::None && build.timestamp.width > 32;
    build.sink.has(SinkKind::Sram) || has_upper
}

/// The signals of the window to Control Transfer Records.
pub(super) const RECORDS_SIGNALS: [&str; 2] = ["records_request", "records_done"];

/// The outputs of the debug port of Control Transfer Records.
const DEBUG_SIGNALS: [(&str, u32); 2] = [("debug_done", 1), ("debug_rdata", 32)];

/// The signals of the encoder's side of the ATB's sink.
const ATB_SIGNALS: [(&str, u32); 5] =
    [("unit_valid", 1), ("unit_ready", 1), ("inactive", 1), ("control", 32), ("sync_request", 1)];

/// What an access asks for.
const ASKED_SIGNALS: [(&str, u32); 4] =
    [("access_write", 1), ("access_addr", 10), ("access_wdata", 32), ("access_strobe", 4)];

/// The signals of a field of each of the entries of a cycle: an entry is a record.
fn entry_signals(name: &str, blocks: u32) -> Vec<String> {
    match name.strip_prefix("entry_") {
        None | Some("valid") => numbered(name, blocks),
        Some(field) => {
            let field = field.strip_prefix("own_").unwrap_or(field);
            numbered("entry", blocks).iter().map(|entry| format!("{entry}_{field}")).collect()
        }
    }
}

/// Whether the encoder of `build` has what `feature` names.
pub(super) fn has(build: &Build, feature: &str) -> bool {
    tracewright_rtl::encoder::features(build).contains(&(feature, true))
}

/// The fields of an entry of the queue: name and width. Those that the build does not have are left out.
pub(super) fn entry(build: &Build) -> Vec<(&'static str, u32)> {
    let encoder = &build.encoder;
    let mut fields = vec![
        ("entry_valid", 1),
        ("entry_kind", 4),
        ("entry_fixed", 6),
        ("entry_count", 22),
        ("entry_addr", build.xlen - 1),
    ];
    if encoder.modes.htm() {
        fields.push(("entry_hist", 32));
    }
    if has(build, "makes_hist") {
        fields.push(("entry_held", 5));
    }
    if encoder.repeated_history || encoder.repeat_branch {
        fields.extend([("entry_repeats", 1), ("entry_repeat_count", REPEAT_BITS)]);
    }
    if encoder.repeated_history {
        fields.extend([("entry_repeat_hist", 32), ("entry_repeat_held", 5), ("entry_left_out", 5)]);
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
