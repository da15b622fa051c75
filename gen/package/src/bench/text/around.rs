// SPDX-License-Identifier: Apache-2.0
//! What is around the design apart from the sinks: the master of the control bus, the harts, the time.

use super::connections::Connections;
use super::listing::address_bits;
use super::{constant, hart};
use crate::bench::plan::{time, Plan};
use std::fmt::Write;
use tracewright_config::{Build, BusKind, TimestampSource};

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
    parameters.push(("MOST_CYCLES", plan.most_cycles(build).to_string()));
    let mut master = Connections::default();
    master.to("clk", if build.bus.own_clock { "bus_clk" } else { "clk" });
    ports.iter().for_each(|(port, _)| master.to(port, port));
    master.instance("tw_bench_bus", &parameters, "bus")
}

/// The harts, connected to the design.
pub(super) fn harts(build: &Build, plan: &Plan, design: &mut Connections) -> String {
    let encoder = &build.encoder;
    let mut text = format!("  reg  playing;\n  wire [{}:0] done;\n", build.system.harts - 1);
    let mut first = 0;
    for (number, part) in plan.parts.iter().enumerate() {
        let prefix = if build.system.harts == 1 { String::new() } else { format!("hart{number}_") };
        let mut hart = Connections::default();
        for (port, what) in [("clk", "clk"), ("playing", "playing")] {
            hart.to(port, what);
        }
        hart.to("done", &format!("done[{number}]"));
        hart.to("stall", &format!("{prefix}stall"));
        design.wires(&[(&format!("{prefix}stall"), 1)]);
        for (port, width) in hart::driven(build) {
            let wire = format!("{prefix}{port}");
            design.wires(&[(&wire, width)]);
            hart.to(&port, &wire);
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
        first = after;
    }
    text
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
