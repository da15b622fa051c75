// SPDX-License-Identifier: Apache-2.0
//! What is around the design apart from the sinks: the master of the control bus, the harts, the time.

use super::connections::Connections;
use super::listing::address_bits;
use super::{columns, constant};
use crate::bench::plan::{time, Plan};
use std::fmt::Write;
use tracewright_config::{Adapter, Build, BusKind, IngressForm, TimestampSource};

/// The control bus, connected to the design, and its master.
pub(super) fn bus(build: &Build, plan: &Plan, design: &mut Connections) -> String {
    let address = address_bits(build);
    let source = build.bus.source_bits;
    let ports: Vec<(&str, u32)> = match build.bus.kind {
        BusKind::Apb4 => vec![
            ("paddr", address),
            ("psel", 1),
            ("penable", 1),
            ("pwrite", 1),
            ("pwdata", 32),
            ("pstrb", 4),
            ("pready", 1),
            ("prdata", 32),
            ("pslverr", 1),
        ],
        BusKind::Axi4Lite => vec![
            ("s_axi_awvalid", 1),
            ("s_axi_awready", 1),
            ("s_axi_awaddr", address),
            ("s_axi_awprot", 3),
            ("s_axi_wvalid", 1),
            ("s_axi_wready", 1),
            ("s_axi_wdata", 32),
            ("s_axi_wstrb", 4),
            ("s_axi_bvalid", 1),
            ("s_axi_bready", 1),
            ("s_axi_bresp", 2),
            ("s_axi_arvalid", 1),
            ("s_axi_arready", 1),
            ("s_axi_araddr", address),
            ("s_axi_arprot", 3),
            ("s_axi_rvalid", 1),
            ("s_axi_rready", 1),
            ("s_axi_rdata", 32),
            ("s_axi_rresp", 2),
        ],
        BusKind::Wishbone => vec![
            ("wb_cyc", 1),
            ("wb_stb", 1),
            ("wb_we", 1),
            ("wb_adr", address),
            ("wb_dat_i", 32),
            ("wb_sel", 4),
            ("wb_dat_o", 32),
            ("wb_ack", 1),
            ("wb_err", 1),
        ],
        BusKind::TileLinkUl => vec![
            ("tl_a_valid", 1),
            ("tl_a_ready", 1),
            ("tl_a_opcode", 3),
            ("tl_a_param", 3),
            ("tl_a_size", 2),
            ("tl_a_source", source),
            ("tl_a_address", address),
            ("tl_a_mask", 4),
            ("tl_a_data", 32),
            ("tl_a_corrupt", 1),
            ("tl_d_valid", 1),
            ("tl_d_ready", 1),
            ("tl_d_source", source),
            ("tl_d_denied", 1),
            ("tl_d_data", 32),
            ("tl_d_corrupt", 1),
        ],
    };
    design.wires(&ports);
    let mut parameters = vec![("ADDRESS_BITS", address.to_string())];
    if build.bus.kind == BusKind::TileLinkUl {
        design.unused(&[("tl_d_opcode", 3), ("tl_d_param", 2), ("tl_d_size", 2), ("tl_d_sink", 1)]);
        parameters.push(("SOURCE_BITS", source.to_string()));
    }
    parameters.push(("MOST_CYCLES", plan.most_bus_cycles(build).to_string()));
    let mut master = Connections::default();
    master.to("clk", if build.bus.own_clock { "bus_clk" } else { "clk" });
    ports.iter().for_each(|(port, _)| master.to(port, port));
    master.instance("tw_bench_bus", &parameters, "bus")
}

/// The harts, connected to the design.
pub(super) fn harts(build: &Build, plan: &Plan, design: &mut Connections) -> String {
    let encoder = &build.encoder;
    let mut text = format!("  reg  playing;\n  wire [{}:0] done;\n", build.system.harts - 1);
    let adapter = build.ingress.adapter == Adapter::Rvfi;
    let mut first = 0;
    for (number, part) in plan.parts.iter().enumerate() {
        let prefix = if build.system.harts == 1 { String::new() } else { format!("hart{number}_") };
        let mut hart = Connections::default();
        let clock = if adapter { format!("{prefix}core_clk") } else { "clk".into() };
        hart.to("clk", &clock);
        hart.to("playing", "playing");
        hart.to("done", &format!("done[{number}]"));
        match adapter {
            true => design.wires(&[(&format!("{prefix}core_clk"), 1), (&format!("{prefix}rvfi_overflow"), 1)]),
            false => {
                hart.to("stall", &format!("{prefix}stall"));
                design.wires(&[(&format!("{prefix}stall"), 1)]);
            }
        }
        let driven = columns::driven(build);
        for (port, width) in &driven {
            let wire = format!("{prefix}{port}");
            design.wires(&[(&wire, *width)]);
            hart.to(port, &wire);
        }
        let still = [
            (build.ingress.reset, "hart_reset"),
            (build.ingress.low_power, "low_power"),
            (build.ingress.triggers, "trigger_on"),
            (build.ingress.triggers, "trigger_off"),
        ];
        still.iter().filter(|(has, _)| *has).for_each(|(_, port)| design.zero(&[(&format!("{prefix}{port}"), 1)]));
        let several = |name: &str, count: u32, n: u32| match count {
            1 => format!("{prefix}{name}"),
            _ => format!("{prefix}{name}_{n}"),
        };
        if build.has_records() {
            records(build, &several, &prefix, design);
        }
        if build.pmu.built {
            counters(build, &several, &prefix, design);
        }
        if build.has_csr_port() {
            csr_port(build, &prefix, design);
        }
        (0..encoder.external_triggers)
            .for_each(|n| design.zero(&[(&several("external_trigger", encoder.external_triggers, n), 1)]));
        (0..encoder.trigger_outputs)
            .for_each(|n| design.unused(&[(&several("trigger_out", encoder.trigger_outputs, n), 1)]));
        if build.power.clock_request {
            design.unused(&[(&format!("{prefix}clock_request"), 1)]);
        }
        let after = first + part.lines.len();
        let parameters = [("FIRST", first.to_string()), ("AFTER", after.to_string())];
        let _ = write!(text, "\n{}", hart.instance("tw_bench_hart", &parameters, &format!("hart{number}")));
        if adapter {
            let _ = write!(text, "\n{}", checker(build, &prefix, &driven));
        }
        first = after;
    }
    text
}

/// The ports of Control Transfer Records, at which nothing happens: no mode is enabled, so that nothing is recorded.
fn records(build: &Build, several: &impl Fn(&str, u32, u32) -> String, prefix: &str, design: &mut Connections) {
    let ctr = &build.ctr;
    let inputs = [
        (true, "next_iaddr", build.xlen),
        (true, "next_privilege", 3),
        (ctr.freeze, "breakpoint", 1),
        (ctr.freeze, "lcofi", 1),
        (ctr.cycles && !build.pmu.built, "cycle", 1),
    ];
    let named = |name: &str| format!("{prefix}{name}");
    inputs.iter().filter(|(has, ..)| *has).for_each(|(_, name, width)| design.zero(&[(&named(name), *width)]));
    let blocks = build.ingress.blocks;
    if ctr.misp {
        (0..blocks).for_each(|n| design.zero(&[(&several("mispredict", blocks, n), 1)]));
    }
}

/// What performance counters have besides the ingress port: nobody reads what they count.
fn counters(build: &Build, several: &impl Fn(&str, u32, u32) -> String, prefix: &str, design: &mut Connections) {
    if build.ingress.form == IngressForm::Block {
        design.zero(&[(&format!("{prefix}retired"), build.retired_bits())]);
    }
    let events = &build.pmu.bus.0;
    for (event, n) in events.iter().zip(0..) {
        design.zero(&[(&several("bus_event", events.len() as u32, n), event.bits)]);
    }
    if build.pmu.sscofpmf {
        design.unused(&[(&format!("{prefix}lcofi_request"), 1)]);
    }
}

/// The CSR port, without an access.
fn csr_port(build: &Build, prefix: &str, design: &mut Connections) {
    let inputs = [("csr_op", 3), ("csr_address", 12), ("csr_data", build.xlen), ("csr_privilege", 3)];
    let outputs = [("csr_done", 1), ("csr_ours", 1), ("csr_illegal", 1), ("csr_virtual", 1), ("csr_value", build.xlen)];
    inputs.iter().for_each(|(name, width)| design.zero(&[(&format!("{prefix}{name}"), *width)]));
    outputs.iter().for_each(|(name, width)| design.unused(&[(&format!("{prefix}{name}"), *width)]));
}

/// What watches the RVFI of a hart, where it plays.
fn checker(build: &Build, prefix: &str, driven: &[(String, u32)]) -> String {
    let mut checker = Connections::default();
    checker.to("clk", &format!("{prefix}core_clk"));
    checker.to("rst_n", "playing");
    for (port, _) in driven.iter().filter(|(port, _)| port.starts_with("rvfi_") || port == "debug_mode") {
        checker.to(port, &format!("{prefix}{port}"));
    }
    checker.to("violated", &format!("{prefix}rvfi_violated"));
    let parameters = [("XLEN", build.xlen.to_string()), ("NRET", build.ingress.blocks.to_string())];
    let instance = checker.instance("tw_rvfi_check", &parameters, &format!("{prefix}rvfi_check"));
    format!("  wire {prefix}rvfi_violated;\n\n{instance}")
}

/// The signals that say that a hart's RVFI, or its adapter, was wrong.
pub(super) fn wrong(build: &Build) -> Vec<String> {
    if build.ingress.adapter == Adapter::None {
        return Vec::new();
    }
    let of_hart = |hart| match build.system.harts {
        1 => String::new(),
        _ => format!("hart{hart}_"),
    };
    let signals = |hart| ["rvfi_overflow", "rvfi_violated"].map(|name| format!("{}{name}", of_hart(hart)));
    (0..build.system.harts).flat_map(signals).collect()
}

/// The time, if it comes from outside.
pub(super) fn times(build: &Build, design: &mut Connections) {
    let width = build.timestamp.width;
    match build.timestamp.source {
        TimestampSource::External => design.to("hart_time", &constant(width, time(build))),
        TimestampSource::Slave => design.to("broadcast_time", &constant(width, time(build))),
        TimestampSource::None | TimestampSource::Core => {}
    }
    if build.timestamp.broadcast {
        design.unused(&[("time_broadcast", width)]);
    }
}
