// SPDX-License-Identifier: Apache-2.0
//! What the boxes of a build say.

use tracewright_config::{
    Build, BusKind, ImplicitReturn, IngressForm, Modes, Packer, PibMode, SbaBus, SinkKind, TimestampSource,
};

/// Bytes as people say them.
pub(super) fn bytes(count: u32) -> String {
    match count {
        _ if count >= 1 << 20 && count % (1 << 20) == 0 => format!("{} MiB", count >> 20),
        _ if count >= 1024 && count % 1024 == 0 => format!("{} KiB", count >> 10),
        _ => format!("{count} bytes"),
    }
}

/// So many of them.
pub(super) fn counted(count: u32, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// What leaves an encoder in a cycle.
pub(super) fn packer(build: &Build) -> String {
    match build.encoder.packer {
        Packer::Byte => "1 byte a cycle".into(),
        Packer::Word => "4 bytes a cycle".into(),
        Packer::Double => "8 bytes a cycle".into(),
        Packer::Message => "a message a cycle".into(),
    }
}

/// An encoder.
pub(super) fn encoder(build: &Build, hart: u32) -> Vec<String> {
    let mut second = format!("registers at 0x{:X}000", hart);
    if build.encoder.src_bits > 0 {
        second += &format!(", teSrcID {}", build.encoder.src_id + hart);
    }
    vec![format!("encoder {hart}"), second, packer(build)]
}

/// A funnel of so many inputs.
pub(super) fn funnel(build: &Build, funnel: u32, inputs: usize) -> Vec<String> {
    let at = build.system.harts + funnel;
    vec![format!("funnel {funnel}"), format!("at 0x{at:X}000"), format!("{inputs} inputs")]
}

/// What the harts show: ports and their widths, without the hart's prefix.
pub(super) fn ingress(build: &Build) -> Vec<String> {
    let (port, encoder) = (&build.ingress, &build.encoder);
    let form = match port.form {
        IngressForm::Block => "of one or more instructions",
        IngressForm::Single => "of at most one instruction",
    };
    let mut lines = vec![
        format!("{} a cycle, {form}", counted(port.blocks, "block")),
        format!("itype[{}], iaddr[{}], iretire[{}], ilastsize", port.itype_width, build.xlen, port.iretire_bits()),
    ];
    let contexts = encoder.scontext_width + encoder.hcontext_width;
    let single = |has: bool, name: &str| has.then(|| name.to_string());
    let optional = [
        single(encoder.sequential_jump, "sijump"),
        single(port.triggers, "trigger_on, trigger_off, trigger_notify"),
        single(port.reset, "hart_reset"),
        single(port.low_power, "low_power"),
        single(encoder.context || build.has_csr_port(), "privilege[3]"),
        (contexts > 0).then(|| format!("hart_context[{contexts}], ctype[2]")),
    ];
    let fixed = ["halted".to_string()];
    let others: Vec<String> = fixed.into_iter().chain(optional.into_iter().flatten()).collect();
    lines.push(others.join(", "));
    if build.has_records() {
        lines.push("for the records: next_iaddr, next_privilege".into());
    }
    if build.pmu.built {
        let count = build.pmu.bus.0.len();
        let bus = if count > 0 { format!(", {count} bus events") } else { String::new() };
        lines.push(format!("for the counters: retired{bus}"));
    }
    if build.has_csr_port() {
        lines.push("CSR port".into());
    }
    lines.push("back to the hart: stall".into());
    if build.system.harts > 1 {
        lines.push("each port's name begins with hart0_, hart1_ and so on".into());
    }
    lines
}

/// What an encoder has.
pub(super) fn features(build: &Build) -> Vec<String> {
    let encoder = &build.encoder;
    let modes = match encoder.modes {
        Modes::Htm => "branch history (HTM)",
        Modes::Btm => "branch messages (BTM)",
        Modes::Both => "branch history or branch messages (HTM, BTM)",
    };
    let mut lines = vec![
        modes.to_string(),
        format!("I-CNT of {} bits, HIST of {}", encoder.icnt_width, encoder.hist_width),
        format!("queue of {} rows", encoder.queue_depth),
    ];
    if encoder.stall {
        lines.push("can stall its hart".into());
    }
    if build.has_records() {
        lines.push(format!("beside it Control Transfer Records, up to {}", build.ctr.max_depth));
    }
    if build.pmu.built {
        lines.push(format!("beside it {} counters of {} bits", build.pmu.counters + 2, build.pmu.width));
    }
    if encoder.src_bits > 0 {
        lines.push(format!("SRC of {} bits", encoder.src_bits));
    }
    if encoder.context {
        lines.push(format!("Ownership, scontext[{}], hcontext[{}]", encoder.scontext_width, encoder.hcontext_width));
    }
    match encoder.implicit_return {
        ImplicitReturn::None => {}
        ImplicitReturn::Count => lines.push("returns predicted by a count".into()),
        ImplicitReturn::Partial | ImplicitReturn::Full => {
            lines.push(format!("returns predicted, {} deep", encoder.return_stack_depth));
        }
    }
    let options = [
        (encoder.sequential_jump, "sequential jumps"),
        (encoder.all_jumps, "all jumps"),
        (encoder.repeated_history, "repeated history"),
        (encoder.repeat_branch, "RepeatBranch"),
        (encoder.extended_address, "extended addresses"),
    ];
    lines.extend(options.iter().filter(|(has, _)| *has).map(|(_, name)| name.to_string()));
    let triggers = [(encoder.external_triggers, "external_trigger"), (encoder.trigger_outputs, "trigger_out")];
    lines.extend(triggers.iter().filter(|(count, _)| *count > 0).map(|(count, name)| format!("{count} x {name}")));
    if build.power.delay > 0 {
        lines.push(format!("follows teActive after {} cycles", build.power.delay));
    }
    if build.power.clock_request {
        lines.push("clock_request".into());
    }
    lines
}

/// The front end of the control bus, and what is outside of it.
pub(super) fn bus(build: &Build) -> (String, &'static str) {
    let (name, ports) = match build.bus.kind {
        BusKind::Apb4 => ("APB4", "paddr, psel, ..."),
        BusKind::Axi4Lite => ("AXI4-Lite", "s_axi_*"),
        BusKind::Wishbone => ("Wishbone", "wb_*"),
        BusKind::TileLinkUl => ("TileLink-UL", "tl_*"),
    };
    (name.to_string(), ports)
}

/// What the accesses of the bus are made of.
pub(super) fn accesses(build: &Build) -> Vec<String> {
    let blocks = build.components().len();
    let mut lines = vec!["accesses".to_string(), format!("{} of 4 KiB", counted(blocks as u32, "block"))];
    if build.bus.lock {
        lines.push("debug_locked".into());
    }
    lines
}

/// What chooses between sinks.
pub(super) fn router(build: &Build) -> Vec<String> {
    let by = match build.funnels().len() {
        0 => "teSink".to_string(),
        funnels => format!("tfSink of funnel {}", funnels - 1),
    };
    vec!["router".into(), by]
}

/// What makes words of chunks.
pub(super) fn joiner(build: &Build) -> Vec<String> {
    let width = build.encoder.packer.bytes().unwrap_or(1);
    vec!["joiner".into(), format!("words of {width} bytes")]
}

/// Where the time comes from; nothing if there is none.
pub(super) fn time(build: &Build) -> Option<Vec<String>> {
    let width = build.timestamp.width;
    let lines = match build.timestamp.source {
        TimestampSource::None => return None,
        TimestampSource::Core => {
            let owner = if build.system.harts > 1 { "counter of encoder 0" } else { "counter" };
            vec!["time".to_string(), format!("{owner}, {width} bits")]
        }
        TimestampSource::External => vec!["time".into(), format!("port hart_time[{width}]")],
        TimestampSource::Slave => vec!["time".into(), format!("port broadcast_time[{width}]")],
    };
    let out = build.timestamp.broadcast.then(|| format!("also out: time_broadcast[{width}]"));
    Some(lines.into_iter().chain(out).collect())
}

fn mode(mode: PibMode) -> &'static str {
    match mode {
        PibMode::Manchester => "Manchester",
        PibMode::Uart => "UART",
        PibMode::Parallel1 => "1",
        PibMode::Parallel2 => "2",
        PibMode::Parallel4 => "4",
        PibMode::Parallel8 => "8",
        PibMode::Parallel16 => "16",
    }
}

fn pib_modes(build: &Build) -> Vec<String> {
    let modes = &build.sink.pib_modes;
    let of = |parallel: bool| -> Vec<&str> {
        modes.iter().filter(|kind| kind.is_parallel() == parallel).map(mode).collect()
    };
    let serial = of(false);
    let parallel = of(true);
    let mut lines = Vec::new();
    if !serial.is_empty() {
        lines.push(serial.join(", "));
    }
    if !parallel.is_empty() {
        lines.push(format!("parallel: {} pins", parallel.join(", ")));
    }
    lines
}

/// A sink: its identifier and its text.
pub(super) fn sink(build: &Build, kind: SinkKind) -> (&'static str, Vec<String>) {
    let sink = &build.sink;
    match kind {
        SinkKind::Sram => {
            let place = if sink.sram_macro { "memory outside" } else { "memory inferred" };
            let size = format!("{} in words of {} bits", bytes(sink.sram_bytes), sink.sram_width);
            ("sink-sram", vec!["SRAM".into(), size, place.into()])
        }
        SinkKind::Sba => {
            let waiting = format!("FIFO and bursts of {} words", sink.sba_burst);
            let waiting =
                if sink.sba_bus == SbaBus::Axi4 { waiting } else { format!("FIFO of {} words", sink.sba_burst) };
            ("sink-sba", vec!["system memory (SBA)".into(), format!("words of {} bits", sink.sba_width), waiting])
        }
        SinkKind::Pib => {
            let mut lines = vec!["pins (PIB)".to_string()];
            lines.extend(pib_modes(build));
            lines.push(format!("buffer of {}", bytes(sink.pib_buffer)));
            lines.push(format!("divider of {} bits", sink.pib_divider_bits));
            let extras = [(sink.pib_ref_center, "pibRefCenter"), (sink.pib_calibrate, "pibCalibrate")];
            let extras: Vec<&str> = extras.iter().filter(|(has, _)| *has).map(|(_, name)| *name).collect();
            if !extras.is_empty() {
                lines.push(extras.join(", "));
            }
            ("sink-pib", lines)
        }
        SinkKind::Atb => {
            let lines = vec!["ATB".into(), format!("beats of {} bits", sink.atb_width), "flush, syncreq".into()];
            ("sink-atb", lines)
        }
        SinkKind::Stream => ("sink-stream", vec!["stream".into(), packer(build), "ready/valid".into()]),
        SinkKind::Funnel => ("sink-funnel", vec!["funnel".into()]),
    }
}

/// What a sink is connected to outside; nothing for an inferred SRAM.
pub(super) fn outside(build: &Build, kind: SinkKind) -> Option<Vec<String>> {
    let sink = &build.sink;
    let lines = match kind {
        SinkKind::Sram if sink.sram_macro => vec!["memory macro".into(), "sram_*".into()],
        SinkKind::Sram | SinkKind::Funnel => return None,
        SinkKind::Sba => {
            let (name, ports) = match sink.sba_bus {
                SbaBus::Axi4 => ("AXI4", "m_axi_*"),
                SbaBus::TileLinkUl => ("TileLink-UL", "m_tl_*"),
                SbaBus::Wishbone => ("Wishbone", "m_wb_*"),
            };
            let widths = format!("{} data, {} address bits", sink.sba_width, sink.sba_address);
            vec![format!("{name}: {ports}"), widths]
        }
        SinkKind::Pib => {
            let tref = if sink.pib_modes.iter().any(PibMode::is_parallel) { "tref, " } else { "" };
            vec!["pins".into(), format!("{tref}tdata[{}]", sink.pib_pins())]
        }
        SinkKind::Atb => vec!["trace bus".into(), format!("atvalid, atdata[{}], ...", sink.atb_width)],
        SinkKind::Stream => vec!["a sink of yours".into(), "trace_*".into()],
    };
    Some(lines)
}
