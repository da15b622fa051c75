// SPDX-License-Identifier: Apache-2.0
//! What the ports of the whole are called, and which the configuration makes narrower than their types.

use tracewright_config::{Build, BusKind, SbaBus, SinkKind, TimestampSource};

/// Ports of a hart that there is one of for each block.
const OF_BLOCK: [&str; 6] = ["itype", "iaddr", "iretire", "ilastsize", "sijump", "trigger_notify"];
/// Ports of a hart that there is one of.
const OF_HART: [&str; 10] = [
    "halted",
    "hart_reset",
    "low_power",
    "privilege",
    "hart_context",
    "ctype",
    "trigger_on",
    "trigger_off",
    "stall",
    "clock_request",
];

/// Name of the port of `field` for the `n`-th of `count`, as it follows from the field alone.
fn numbered(field: &str, n: u32, count: u32) -> String {
    match count {
        1 => field.to_string(),
        _ => format!("{field}_{n}"),
    }
}

/// Name of a port of a hart.
fn of_hart(build: &Build, hart: u32, name: &str) -> String {
    match build.system.harts {
        1 => name.to_string(),
        _ => format!("hart{hart}_{name}"),
    }
}

/// Which of `fields` the build has: a hart's ports, with how many a hart has of each.
fn hart_ports(build: &Build) -> Vec<(&'static str, u32)> {
    let encoder = &build.encoder;
    let contexts = encoder.context && encoder.scontext_width + encoder.hcontext_width > 0;
    let has = |field: &str| match field {
        "sijump" => encoder.sequential_jump,
        "trigger_notify" | "trigger_on" | "trigger_off" => build.ingress.triggers,
        "hart_reset" => build.ingress.reset,
        "low_power" => build.ingress.low_power,
        "privilege" => encoder.context,
        "hart_context" | "ctype" => contexts,
        "clock_request" => build.power.clock_request,
        _ => true,
    };
    let of_block = OF_BLOCK.into_iter().map(|field| (field, build.ingress.blocks));
    let of_hart = OF_HART.into_iter().map(|field| (field, 1));
    let triggers = [("external_trigger", encoder.external_triggers), ("trigger_out", encoder.trigger_outputs)];
    of_block.chain(of_hart).chain(triggers).filter(|(field, count)| has(field) && *count > 0).collect()
}

/// What ports are called that are not called as their fields.
pub(crate) fn names(build: &Build) -> Vec<(String, String)> {
    let mut names = Vec::new();
    if build.system.harts > 1 {
        for (field, count) in hart_ports(build) {
            for n in 0..build.system.harts * count {
                let name = of_hart(build, n / count, &numbered(field, n % count, count));
                names.push((numbered(field, n, build.system.harts * count), name));
            }
        }
    }
    if build.sink.has(SinkKind::Atb) {
        names.extend([("at_clk", "atclk"), ("at_rst_n", "atresetn")].map(|(field, name)| (field.into(), name.into())));
    }
    names
}

/// The ports that are narrower than their types, by the names of their fields.
pub(crate) fn widths(build: &Build) -> Vec<(String, usize)> {
    let (port, encoder) = (&build.ingress, &build.encoder);
    let context = encoder.scontext_width + encoder.hcontext_width;
    let mut widths = Vec::new();
    for (field, count) in hart_ports(build) {
        let width = match field {
            "itype" => port.itype_width,
            "iretire" => port.iretire_bits(),
            "hart_context" => context,
            _ => continue,
        };
        let all = build.system.harts * count;
        widths.extend((0..all).map(|n| (numbered(field, n, all), width as usize)));
    }
    let mut narrow = |field: &str, width: u32| widths.push((field.to_string(), width as usize));
    let address = 12 + build.component_bits();
    match build.bus.kind {
        BusKind::Apb4 => narrow("paddr", address),
        BusKind::Axi4Lite => ["s_axi_awaddr", "s_axi_araddr"].iter().for_each(|field| narrow(field, address)),
        BusKind::Wishbone => narrow("wb_adr", address),
        BusKind::TileLinkUl => {
            narrow("tl_a_address", address);
            ["tl_a_source", "tl_d_source"].iter().for_each(|field| narrow(field, build.bus.source_bits));
        }
    }
    match build.timestamp.source {
        TimestampSource::External => narrow("hart_time", build.timestamp.width),
        TimestampSource::Slave => narrow("broadcast_time", build.timestamp.width),
        TimestampSource::None | TimestampSource::Core => {}
    }
    if build.timestamp.source != TimestampSource::None && build.timestamp.broadcast {
        narrow("time_broadcast", build.timestamp.width);
    }
    sinks(build, &mut narrow);
    widths
}

fn sinks(build: &Build, narrow: &mut dyn FnMut(&str, u32)) {
    let sink = &build.sink;
    if sink.has(SinkKind::Sram) && sink.sram_macro {
        narrow("sram_write", sink.sram_width / 32);
        narrow("sram_address", (8 * sink.sram_bytes / sink.sram_width).trailing_zeros());
        ["sram_write_data", "sram_read_data"].iter().for_each(|field| narrow(field, sink.sram_width));
    }
    if sink.has(SinkKind::Sba) {
        let [address, data, bytes] = match sink.sba_bus {
            SbaBus::Axi4 => ["m_axi_awaddr", "m_axi_wdata", "m_axi_wstrb"],
            SbaBus::TileLinkUl => ["m_tl_a_address", "m_tl_a_data", "m_tl_a_mask"],
            SbaBus::Wishbone => ["m_wb_adr", "m_wb_dat_o", "m_wb_sel"],
        };
        narrow(address, sink.sba_address);
        narrow(data, sink.sba_width);
        if sink.sba_bus == SbaBus::TileLinkUl {
            narrow("m_tl_d_data", sink.sba_width);
        }
        narrow(bytes, sink.sba_width / 8);
    }
    if sink.has(SinkKind::Pib) {
        narrow("tdata", sink.pib_pins());
    }
    if sink.has(SinkKind::Atb) {
        narrow("atdata", sink.atb_width);
        if sink.atb_width > 8 {
            narrow("atbytes", (sink.atb_width / 8).trailing_zeros());
        }
    }
}
