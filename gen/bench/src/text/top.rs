// SPDX-License-Identifier: Apache-2.0
//! `tw_bench`: clocks, the design with what is around it, and what happens, in order.

use super::connections::Connections;
use super::listing::{address_bits, calls, offsets};
use super::sinks::{receivers, Receiver};
use super::{constant, hart};
use crate::listing::Listing;
use crate::plan::{time, Plan, CLK_HALF, PIB_HALF};
use crate::Error;
use std::fmt::Write;
use tracewright_config::{Build, BusKind, SinkKind, TimestampSource};
use tracewright_regmap::{TE_RAM_DATA, TE_RAM_RP, TE_RAM_WP};

/// A clock, its reset, and half of its period.
type Clock = (&'static str, &'static str, u32);

/// The clocks of a build: each has a period of its own.
fn clocks(build: &Build) -> Vec<Clock> {
    let own = [
        (true, ("clk", "rst_n", CLK_HALF)),
        (build.bus.own_clock, ("bus_clk", "bus_rst_n", 7)),
        (build.timestamp.own_clock, ("time_clk", "time_rst_n", 3)),
        (build.sink.has(SinkKind::Pib), ("pib_clk", "pib_rst_n", PIB_HALF)),
        (build.sink.has(SinkKind::Atb), ("atclk", "atresetn", 6)),
    ];
    own.into_iter().filter(|(has, _)| *has).map(|(_, clock)| clock).collect()
}

/// The module.
pub(super) fn text(build: &Build, plan: &Plan) -> Result<String, Error> {
    let mut design = Connections::default();
    let clocks = clocks(build);
    for (clock, reset, _) in clocks.iter().filter(|(clock, ..)| !["pib_clk", "atclk"].contains(clock)) {
        design.to(clock, clock);
        design.to(reset, reset);
    }
    let bus = bus(build, &mut design);
    let harts = harts(build, plan, &mut design);
    times(build, &mut design);
    if build.bus.lock {
        design.zero(&[("debug_locked", 1)]);
    }
    let receivers = receivers(build, plan, &mut design);
    let listings =
        receivers.iter().map(|receiver| Listing::new(build, plan, receiver.sink)).collect::<Result<Vec<_>, _>>()?;
    let sections = listings.iter().flat_map(|listing| listing.enable.iter().chain(&listing.disable));
    let mut others = Vec::new();
    if build.sink.has(SinkKind::Sram) {
        others.extend([
            ("teRamWP", TE_RAM_WP as u32),
            ("teRamRP", TE_RAM_RP as u32),
            ("teRamData", TE_RAM_DATA as u32),
        ]);
    } else if build.sink.has(SinkKind::Sba) {
        others.push(("teRamWP", TE_RAM_WP as u32));
    }
    let mut text = format!("{HEAD}{}", resets(&clocks));
    let _ = writeln!(text, "\n  // Offsets of registers, in bytes.\n{}", offsets(build, sections, &others));
    let _ = writeln!(text, "{}\n{}", design.declarations(), design.instance("tw_top", &[], "dut"));
    let _ = writeln!(text, "{bus}\n{harts}\n  tw_bench_check check ();\n");
    receivers.iter().filter(|receiver| !receiver.instances.is_empty()).for_each(|receiver| {
        let _ = writeln!(text, "{}", receiver.instances);
    });
    text.push_str(&ends(&receivers, plan.patience(build)));
    text.push_str(&play(build));
    for (receiver, listing) in receivers.iter().zip(&listings) {
        text.push_str(&phase(build, receiver, listing));
    }
    text.push_str(&sequence(build, &receivers));
    Ok(text)
}

const HEAD: &str = "\
// tw_bench: an example of a system around tw_top, that checks itself: it programs the registers, lets harts run, and compares what every sink receives.
`default_nettype none

module tw_bench;

";

/// Clocks and resets.
fn resets(clocks: &[Clock]) -> String {
    let mut text = String::from("  // Clocks. Each has a period of its own, so that they meet in every way.\n");
    for (clock, _, _) in clocks {
        let _ = writeln!(text, "  reg {clock};");
    }
    text.push_str("\n  // Resets are released with their clocks.\n  reg released;\n");
    for (_, reset, _) in clocks {
        let _ = writeln!(text, "  reg {reset};");
    }
    text.push_str("\n  initial begin\n    released = 1'b0;\n");
    for (clock, reset, _) in clocks {
        let _ = writeln!(text, "    {clock} = 1'b0;\n    {reset} = 1'b0;");
    }
    text.push_str("  end\n\n");
    for (clock, _, half) in clocks {
        let _ = writeln!(text, "  always #{half} {clock} = !{clock};");
    }
    text.push('\n');
    for (clock, reset, _) in clocks {
        let _ = writeln!(text, "  always @(posedge {clock}) {reset} <= released;");
    }
    text
}

/// The control bus, connected to the design, and its master.
fn bus(build: &Build, design: &mut Connections) -> String {
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
    let mut master = Connections::default();
    master.to("clk", if build.bus.own_clock { "bus_clk" } else { "clk" });
    ports.iter().for_each(|(port, _)| master.to(port, port));
    master.instance("tw_bench_bus", &parameters, "bus")
}

/// The harts, connected to the design.
fn harts(build: &Build, plan: &Plan, design: &mut Connections) -> String {
    let encoder = &build.encoder;
    let mut text = format!("  reg  playing;\n  wire [{}:0] done;\n", build.system.harts - 1);
    let mut first = 0;
    for (number, part) in plan.parts.iter().enumerate() {
        let prefix = if build.system.harts == 1 { String::new() } else { format!("hart{number}_") };
        let mut hart = Connections::default();
        for (port, what) in [("clk", "clk"), ("rst_n", "released"), ("playing", "playing")] {
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
fn times(build: &Build, design: &mut Connections) {
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

/// How the bench ends.
fn ends(receivers: &[Receiver], patience: u64) -> String {
    let failures: Vec<_> = receivers.iter().filter_map(|receiver| receiver.failed).collect();
    let failures: String = failures.iter().map(|failed| format!(" || {failed}")).collect();
    format!(
        "  // How it ends. What failed has said so.
  reg        failed;
  reg        late;
  reg [31:0] cycles;
  wire       any_failed;

  assign any_failed = failed || late || bus.failed || check.failed{failures};

  always @(posedge any_failed) begin
`ifdef VERILATOR
    $stop;
`elsif __ICARUS__
    $finish_and_return(1);
`else
    $finish(1);
`endif
  end

  // No sink takes that long.
  always @(posedge clk) begin
    cycles <= released ? cycles + 32'd1 : 32'd0;
    late   <= 1'b0;
    if (cycles == 32'd{patience}) begin
      $display(\"FAIL: nothing more happens\");
      late <= 1'b1;
    end
  end

"
    )
}

/// Reset, and the run of the harts.
fn play(build: &Build) -> String {
    let mut text = String::from(
        "  task reset;
    begin
      playing  = 1'b0;
      released = 1'b0;
      #400;
      released = 1'b1;
      #400;
      check.start;
    end
  endtask

  // Every hart runs to its end, and what it has retired last passes the ingress.
  task play;
    begin
      playing = 1'b1;
      @(posedge clk);
      while ((&done) !== 1'b1) @(posedge clk);
      repeat (8) @(posedge clk);
    end
  endtask

",
    );
    let bits = address_bits(build);
    if build.components().len() > 1 {
        let _ = writeln!(text, "  reg [{}:0] base;", bits - 1);
    }
    if build.sinks().iter().any(SinkKind::has_buffer) {
        text.push_str("  reg [31:0] pointer;\n  reg [31:0] at;\n");
    }
    if build.sink.has(SinkKind::Sram) {
        text.push_str("  reg [31:0] word;\n");
    }
    if build.sinks().iter().any(|sink| sink != SinkKind::Sba) {
        text.push_str("  integer n;\n");
    }
    text
}

/// The task that tries a sink.
fn phase(build: &Build, receiver: &Receiver, listing: &Listing) -> String {
    let Receiver { name, title, before, collect, .. } = receiver;
    format!(
        "\n  // {title}.\n  task trace_to_{name};\n    begin\n      reset;\n{before}      // Enabling (Trace Control ch. 15).\n{}      play;\n      \
         // Disabling (ch. 15).\n{}      // What has arrived.\n{collect}      check.finish;\n      \
         if (!failed && !check.failed) $display(\"{title}: as expected\");\n    end\n  endtask\n",
        calls(build, &listing.enable),
        calls(build, &listing.disable)
    )
}

/// What happens.
fn sequence(build: &Build, receivers: &[Receiver]) -> String {
    let mut text = String::from("\n  initial begin\n    failed = 1'b0;\n");
    if build.sink.has(SinkKind::Pib) {
        text.push_str("    pins_enabled = 1'b0;\n");
    }
    for receiver in receivers {
        let _ = writeln!(text, "    trace_to_{};", receiver.name);
    }
    text.push_str(
        "    if (!any_failed) begin\n      $display(\"PASS: %0d bytes of trace are as expected\", check.total);\n      $finish;\n    end\n  end\n\nendmodule\n\n`default_nettype wire\n",
    );
    text
}
