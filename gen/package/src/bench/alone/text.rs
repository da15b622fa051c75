// SPDX-License-Identifier: Apache-2.0
//! `tw_bench` of a block that stands alone.

use super::columns::{columns, Column};
use super::play::{Expected, Line, Play};
use crate::bench::text::{connections::Connections, constant, range};
use crate::registers::pmu;
use std::fmt::Write;
use tracewright_config::Build;
use tracewright_driver::ctr::Transfer;
use tracewright_model::ctr::{Access, Answer, DebugAccess, Operation, DEBUG_SELECT};
use tracewright_verilog::Port;

/// An output that is compared, and when.
struct Output<'a> {
    name: &'a str,
    width: u32,
    /// What it must be; nothing where it has no meaning.
    value: fn(&Expected) -> Option<u64>,
}

/// The module.
pub(super) fn module(build: &Build, top: &str, ports: &[Port], play: &Play) -> String {
    let columns = columns(build, ports);
    let outputs = outputs(ports);
    let shown: u32 = columns.iter().map(|column| column.width).sum();
    let expected: u32 = outputs.iter().map(|output| output.width).sum();
    let lines = play.lines.len();
    let mut text = format!(
        "// tw_bench: a hart beside {top}, cycle by cycle, and what {top} must answer.\n`default_nettype none\n\nmodule tw_bench;\n\n  localparam LINES = {lines};\n\n"
    );
    text.push_str("  // A line a cycle: the inputs, the outputs, and which bits of these have a meaning.\n");
    let _ = writeln!(text, "  reg {}inputs [0:LINES-1];", range(shown));
    let _ = writeln!(text, "  reg {}outputs [0:LINES-1];", range(expected));
    let _ = writeln!(text, "  reg {}compared [0:LINES-1];", range(expected));
    let _ = writeln!(
        text,
        "  reg {}shown;\n  wire {}met;\n  wire {}differs;\n",
        range(shown),
        range(expected),
        range(expected)
    );
    text.push_str(STATE);
    let mut design = Connections::default();
    for port in ports {
        match port.name.as_str() {
            "clk" | "rst_n" => design.to(&port.name, &port.name),
            name => design.wires(&[(name, port.width as u32)]),
        }
    }
    let _ = writeln!(text, "{}\n{}", design.declarations(), design.instance(top, &[], "dut"));
    let names: Vec<&str> = columns.iter().map(|column| column.name).collect();
    let _ = writeln!(text, "  assign {{{}}} = shown;", names.join(", "));
    let names: Vec<&str> = outputs.iter().map(|output| output.name).collect();
    let _ = writeln!(
        text,
        "  assign met = {{{}}};\n  assign differs = (met ^ outputs[at]) & compared[at];",
        names.join(", ")
    );
    text.push_str(&PLAY.replace("TOP", top).replace("ZERO", &constant(expected, 0)));
    text.push_str(&say(&outputs));
    text.push_str("  initial begin\n");
    for (number, line) in play.lines.iter().enumerate() {
        text.push_str(&row(build, number, line, &columns, &outputs));
    }
    text.push_str("    at    = 0;\n    shown = inputs[0];\n  end\n\nendmodule\n\n`default_nettype wire\n");
    text
}

/// The task that says which outputs are not as expected.
fn say(outputs: &[Output]) -> String {
    let mut text = String::from("  task say;\n    begin\n");
    let mut low = outputs.iter().map(|output| output.width).sum::<u32>();
    for Output { name, width, .. } in outputs {
        low -= width;
        let bits = if *width == 1 { format!("[{low}]") } else { format!("[{}:{low}]", low + width - 1) };
        let _ = writeln!(
            text,
            "      if (differs{bits} !== {}) $display(\"  {name}: expected 0x%0h, met 0x%0h\", outputs[at]{bits}, {name});",
            constant(*width, 0)
        );
    }
    text + "    end\n  endtask\n\n"
}

/// A line of the tables.
fn row(build: &Build, number: usize, line: &Line, columns: &[Column], outputs: &[Output]) -> String {
    let inputs: Vec<String> = columns.iter().map(|column| constant(column.width, column.of(line))).collect();
    let values = outputs.iter().map(|output| (output.width, (output.value)(&line.expected)));
    let met: Vec<String> = values.clone().map(|(width, value)| constant(width, value.unwrap_or(0))).collect();
    let all = |width: u32| u64::MAX >> (64 - width);
    let compared: Vec<String> = values.map(|(width, value)| constant(width, value.map_or(0, |_| all(width)))).collect();
    let said = said(build, line);
    let comment = if said.is_empty() { said } else { format!("  // {said}") };
    format!(
        "    inputs[{number}] = {{{}}};{comment}\n    outputs[{number}] = {{{}}}; compared[{number}] = {{{}}};\n",
        inputs.join(", "),
        met.join(", "),
        compared.join(", ")
    )
}

/// What a line is.
fn said(build: &Build, line: &Line) -> String {
    let ends = line.shown.ingress.blocks.iter().filter_map(|block| Transfer::of_code(block.itype)).map(Transfer::name);
    let access = line.shown.access.map(|access| access_text(build, &access));
    let debug = line.debug.map(|access| match access {
        DebugAccess::Read(offset) => format!("a debugger reads register {}", (offset - DEBUG_SELECT) / 4),
        DebugAccess::Write(offset, data) => {
            format!("a debugger writes 0x{data:X} to register {}", (offset - DEBUG_SELECT) / 4)
        }
    });
    let answer = line.expected.answer.map(|answer| match answer {
        Answer::Value(value) => format!("it was 0x{value:X}"),
        Answer::NotHere => "no CSR of the block".into(),
        Answer::Illegal => "illegal instruction".into(),
        Answer::Virtual => "virtual instruction".into(),
    });
    ends.map(String::from).chain(access).chain(debug).chain(answer).collect::<Vec<_>>().join("; ")
}

/// The instruction of an access.
fn access_text(build: &Build, access: &Access) -> String {
    let of_records = build.ctr_features().and_then(|features| features.csr(access.csr)).map(|csr| csr.name.to_string());
    let of_counters = || {
        let features = build.pmu_features()?;
        let (csr, counter) = features.csr(access.csr)?;
        Some(pmu::name(csr, counter))
    };
    let name = of_records.or_else(of_counters).unwrap_or_else(|| format!("0x{:03X}", access.csr));
    match access.operation {
        Operation::Read => format!("csrr {name}"),
        _ => format!("csrw {name}, 0x{:X}", access.data),
    }
}

/// The outputs of the block.
fn outputs(ports: &[Port]) -> Vec<Output<'_>> {
    let value = |name: &str| -> Option<fn(&Expected) -> Option<u64>> {
        Some(match name {
            "csr_done" => |expected| Some(expected.answer.is_some().into()),
            "csr_ours" => |expected| expected.answer.map(|answer| (answer != Answer::NotHere).into()),
            "csr_illegal" => |expected| expected.answer.map(|answer| (answer == Answer::Illegal).into()),
            "csr_virtual" => |expected| expected.answer.map(|answer| (answer == Answer::Virtual).into()),
            "csr_value" => |expected| match expected.answer {
                Some(Answer::Value(value)) => Some(value),
                _ => None,
            },
            "debug_done" => |expected| Some(expected.debug.is_some().into()),
            "debug_rdata" => |expected| expected.debug.flatten().map(u64::from),
            "lcofi_request" => |expected| Some(expected.lcofi.into()),
            "cycle" => |expected| Some(expected.cycle.into()),
            _ => return None,
        })
    };
    let outputs = ports.iter().filter(|port| !port.input);
    let output = |port| {
        let Port { name, width, .. }: &Port = port;
        Some(Output { name, width: *width as u32, value: value(name)? })
    };
    outputs.filter_map(output).collect()
}

const STATE: &str = "  reg     clk;
  reg     rst_n;
  reg     playing;
  integer at;  // the line that is shown

";

const PLAY: &str = "
  initial begin
    clk     = 1'b0;
    rst_n   = 1'b0;
    playing = 1'b0;
    #100 rst_n = 1'b1;
    // There may be no access in the first 32 cycles after reset.
    repeat (40) @(posedge clk);
    playing = 1'b1;
  end

  always #5 clk = !clk;

  always @(posedge clk) begin
    if (playing) begin
      if (differs !== ZERO) begin
        $display(\"FAIL: TOP, line %0d\", at);
        say;
        stop;
      end else if (at == LINES - 1) begin
        $display(\"PASS: %0d cycles are as expected\", LINES);
        $finish;
      end else begin
        at    <= at + 1;
        shown <= inputs[at + 1];
      end
    end
  end

  task stop;
`ifdef VERILATOR
    $stop;
`elsif __ICARUS__
    $finish_and_return(1);
`else
    $finish(1);
`endif
  endtask

";
