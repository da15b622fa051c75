// SPDX-License-Identifier: Apache-2.0
//! The constraints against what synthesis makes of the Verilog: every path between registers of two clocks is covered,
//! and every pattern matches a cell.

use crate::flat::check::check;
use rust_hdl_core::prelude::Block;
use tracewright_config::{Build, PibMode, Reset, SinkKind};
use tracewright_package::constraints::{Constraints, Error, Source};
use tracewright_prim::{AsyncFifo, Handoff};
use tracewright_regmap::ALL_CONSTANTS;
use tracewright_sinks::PibSink;
use tracewright_verilog::{emit, Options, VerilogFile};

fn files(block: &mut dyn Block, name: &str) -> Vec<VerilogFile> {
    block.connect_all();
    emit(block, name, &Options { prefix: "tw_", constants: ALL_CONSTANTS, ..Options::default() })
        .expect("it has Verilog")
        .files
}

#[test]
fn the_primitives_that_cross_are_covered() {
    let found = check("fifo", "tw_async_fifo", &files(&mut AsyncFifo::<3, 5>::new(Reset::Async), "tw_async_fifo"));
    assert_eq!(found.xdc.matches("set_bus_skew").count(), 2);
    assert!(found.xdc.contains("{memory/words_reg*}] -to [get_cells {reader/held_q_reg*}]"), "{}", found.xdc);
    let found = check("handoff", "tw_handoff", &files(&mut Handoff::<5>::new(Reset::Sync), "tw_handoff"));
    assert_eq!(found.crossings.len(), 3);
    assert!(!found.sdc.contains("rst_n] \n") && !found.sdc.contains("# Resets fall"), "synchronous resets are timed");
}

#[test]
fn the_pins_of_the_pib_are_covered() {
    let mut build = Build::default();
    build.sink.kind = SinkKind::Pib.into();
    let found = check("pib", "tw_pib_sink", &files(&mut PibSink::<8>::new(&build), "tw_pib_sink"));
    let reference = "create_generated_clock -name tref -source [get_ports pib_clk] -divide_by 2 [get_ports tref]";
    for text in [&found.sdc, &found.xdc] {
        assert!(text.contains(reference) && !text.contains("-clock pib_clk [get_ports {t"), "{text}");
        for edge in ["", "-clock_fall -add_delay "] {
            assert!(
                text.contains(&format!("set_output_delay -clock tref {edge}-min $tw_pins_skew [get_ports")),
                "{text}"
            );
        }
    }
    assert!(found.sdc.contains("-max [expr {$tw_period(pib_clk) - $tw_pins_skew}] [get_ports {tdata"), "{}", found.sdc);
    assert!(found.xdc.contains("-max [expr {$tw_period_pib_clk - $tw_pins_skew}] [get_ports {tdata"), "{}", found.xdc);
    assert!(found.sdc.contains("-group {pib_clk tref}"), "{}", found.sdc);
    assert!(found.lpf.contains("# LOCATE COMP \"tref\"") && found.pcf.contains("# set_io tref"), "{}", found.lpf);
}

#[test]
fn a_pin_without_a_reference_has_no_delay() {
    let mut build = Build::default();
    build.sink.kind = SinkKind::Pib.into();
    build.sink.pib_modes = [PibMode::Uart, PibMode::Manchester].into_iter().collect();
    let output = tracewright_rtl::verilog(&build, "").expect("it has Verilog");
    let found = check("uart", tracewright_rtl::TOP, &output.files);
    for text in [&found.sdc, &found.xdc] {
        assert!(text.contains("set_false_path -to [get_ports {tdata}]") && !text.contains("tref"), "{text}");
    }
    assert!(!found.pcf.contains("tref") && found.pcf.contains("# set_io tdata PIN"), "{}", found.pcf);
}

#[test]
fn logic_in_front_of_a_synchroniser_is_refused() {
    let synchronizer =
        "module tw_synchronizer (\n  input  wire clk,\n  input  wire d,\n  output wire q\n);\n  reg first_q;\n  \
                        always @(posedge clk) begin\n    first_q <= d;\n  end\n  assign q = first_q;\nendmodule\n";
    let top = "module top (\n  input  wire clk,\n  input  wire far_clk,\n  input  wire a\n);\n  wire x;\n  reg b_q;\n  \
               wire y = a && b_q;\n  tw_synchronizer sync (\n    .clk (far_clk),\n    .d   (y),\n    .q   (x)\n  );\nendmodule\n";
    let of = |top: &str| Constraints::of("top", &[("top", top), ("tw_synchronizer", synchronizer)], "");
    assert_eq!(of(top), Err(Error::NoRegister("sync/first_q".into())));
    let found = of(&top.replace("a && b_q", "a")).expect("a port");
    assert_eq!(found.crossings[0].source, Source::Port("a".into()));
}
