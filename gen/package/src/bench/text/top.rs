// SPDX-License-Identifier: Apache-2.0
//! `tw_bench`: clocks, the design with what is around it, and what happens, in order.

use super::around;
use super::connections::Connections;
use super::listing::{address_bits, calls, offsets};
use super::sinks::{receivers, Receiver};
use crate::bench::listing::{power_up, Listing};
use crate::bench::plan::{Plan, BUS_HALF, CLK_HALF, PIB_HALF};
use crate::bench::{Error, EXAMPLE};
use crate::programming::release;
use std::fmt::Write;
use tracewright_config::{Adapter, Build, SinkKind};
use tracewright_regmap::{TE_RAM_DATA, TE_RAM_RP, TE_RAM_WP};

/// A clock, its reset, and half of its period.
type Clock = (&'static str, &'static str, u32);

/// The clocks of a build: each has a period of its own.
fn clocks(build: &Build) -> Vec<Clock> {
    let own = [
        (true, ("clk", "rst_n", CLK_HALF)),
        (build.bus.own_clock, ("bus_clk", "bus_rst_n", BUS_HALF)),
        (build.timestamp.own_clock, ("time_clk", "time_rst_n", 7)),
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
    let bus = around::bus(build, plan, &mut design);
    let harts = around::harts(build, plan, &mut design);
    around::times(build, &mut design);
    if build.bus.lock {
        design.zero(&[("debug_locked", 1)]);
    }
    let receivers = receivers(build, plan, &mut design);
    let sinks: Vec<_> = receivers.iter().map(|receiver| receiver.sink).collect();
    let released = if build.power.delay > 0 { release(build) } else { Vec::new() };
    let listings = Listing::in_turn(build, plan, &released, &sinks)?;
    let powering = power_up(build, &released);
    let sections = listings.iter().flat_map(|listing| listing.enable.iter().chain(&listing.disable)).chain(&powering);
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
    let (module, parameters) = match (build.ingress.adapter, build.encoder.stall) {
        (Adapter::None, _) => ("tw_top", vec![]),
        (Adapter::Rvfi, false) => (EXAMPLE, vec![]),
        (Adapter::Rvfi, true) => (EXAMPLE, vec![("GATED", u8::from(plan.run.stall).to_string())]),
    };
    let _ = writeln!(text, "{}\n{}", design.declarations(), design.instance(module, &parameters, "dut"));
    let _ = writeln!(text, "{bus}\n{harts}\n  tw_bench_check check ();\n");
    receivers.iter().filter(|receiver| !receiver.instances.is_empty()).for_each(|receiver| {
        let _ = writeln!(text, "{}", receiver.instances);
    });
    text.push_str(&ends(&receivers, &around::wrong(build), plan.patience(build)));
    text.push_str(&say_doing(&receivers));
    text.push_str(&play(build));
    if !powering.is_empty() {
        let _ = writeln!(text, "\n  // Every component follows its Active bit at the same time.\n  task power_up;\n    begin\n{}    end\n  endtask", calls(build, &powering));
    }
    for (receiver, listing) in receivers.iter().zip(&listings) {
        text.push_str(&phase(build, receiver, listing));
    }
    text.push_str(&sequence(build, plan, &receivers, !powering.is_empty()));
    Ok(text)
}

const HEAD: &str = "\
// tw_bench: an example of a system around tw_top, that checks itself: it programs the registers, lets harts run, and
// compares what every sink receives.
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

/// How the bench ends.
fn ends(receivers: &[Receiver], wrong: &[String], patience: u64) -> String {
    let failures = receivers.iter().filter_map(|receiver| receiver.failed);
    let failures: Vec<&str> = failures.chain(wrong.iter().map(String::as_str)).collect();
    let failures: String = failures.iter().map(|failed| format!(" || {failed}")).collect();
    format!(
        "  // How it ends. What failed has said so.
  reg        failed;
  reg        late;
  reg [31:0] cycles;
  integer    doing;
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

  // All sinks together take less. From time to time it says what it does.
  always @(posedge clk) begin
    cycles <= released ? cycles + 32'd1 : 32'd0;
    late   <= 1'b0;
    if (cycles[16:0] == 17'h1FFFF) say_doing;
    if (cycles == 32'd{patience}) begin
      $display(\"FAIL: nothing more happens\");
      say_doing;
      late <= 1'b1;
    end
  end

"
    )
}

/// The task that says what is going on: reset and power-up, then of each sink enabling, the run, disabling.
fn say_doing(receivers: &[Receiver]) -> String {
    let mut text = String::from("  task say_doing;\n    case (doing)\n");
    let mut say = |number: usize, what: &str| {
        let _ = writeln!(text, "      {number}: $display(\"after %0d cycles: {what}\", cycles);");
    };
    say(0, "reset and power-up");
    for (index, Receiver { title, .. }) in receivers.iter().enumerate() {
        for (part, what) in ["enabling", "the harts run", "disabling, and what has arrived"].iter().enumerate() {
            say(3 * index + part + 1, &format!("{title}: {what}"));
        }
    }
    text.push_str("      default: ;\n    endcase\n  endtask\n\n");
    text
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
    end
  endtask

  // Before a sink is tried.
  task prepare;
    begin
      playing = 1'b0;
      check.start;
    end
  endtask

  // Every hart runs to its end, and what it has retired last passes the ingress.
  task play;
    begin
      doing   = doing + 1;
      playing = 1'b1;
      @(posedge clk);
      while ((&done) !== 1'b1) @(posedge clk);
      repeat (8) @(posedge clk);
      doing = doing + 1;
    end
  endtask

",
    );
    if build.scrubbed_words() > 0 {
        // Reset overwrites the trace memory; trace would wait for that.
        let scrub = format!("      #400;\n      repeat ({}) @(posedge clk);\n    end\n", build.scrubbed_words());
        text = text.replace("      #400;\n    end\n", &scrub);
    }
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
        "\n  // {title}.\n  task trace_to_{name};\n    begin\n      prepare;\n{before}      // Enabling (Trace Control ch. 15).\n{}      play;\n      \
         // Disabling (ch. 15).\n{}      // What has arrived.\n{collect}      check.finish;\n      \
         doing = doing + 1;\n      \
         if (!failed && !check.failed) $display(\"{title}: as expected\");\n    end\n  endtask\n",
        calls(build, &listing.enable),
        calls(build, &listing.disable)
    )
}

/// What happens.
fn sequence(build: &Build, plan: &Plan, receivers: &[Receiver], powers_up: bool) -> String {
    let mut text = String::from("\n  initial begin\n    failed = 1'b0;\n    doing  = 0;\n");
    if build.sink.has(SinkKind::Pib) {
        text.push_str("    pins_enabled = 1'b0;\n");
    }
    text.push_str("    reset;\n");
    if powers_up {
        text.push_str("    power_up;\n");
    }
    text.push_str("    doing = 1;\n");
    for (index, receiver) in receivers.iter().enumerate() {
        let _ = writeln!(text, "    trace_to_{};", receiver.name);
        if index == 0 && receivers.len() > 1 && plan.differs_later() {
            text.push_str("    check.expect_later;\n");
        }
    }
    text.push_str(
        "    // What has failed just now is seen.\n    #1;\n    if (!any_failed) begin\n      $display(\"PASS: %0d bytes of trace are as expected\", check.total);\n      $finish;\n    end\n  end\n\nendmodule\n\n`default_nettype wire\n",
    );
    text
}
