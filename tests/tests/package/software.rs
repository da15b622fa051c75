// SPDX-License-Identifier: Apache-2.0
//! The software of a package starts a trace, stops it and reads it: C on the hardware, Verilog tasks in the bench.

use crate::folder::{generated, said, tool, verilog};
use crate::traced::{built, exact, Place};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use tracewright_config::SinkKind;
use tracewright_cosim::{Error, Hardware};
use tracewright_driver::Mmio;

/// Builds with each kind of place where trace ends.
const BUILDS: [(&str, &[&str]); 5] = [
    ("mcu", &[]),
    ("mcu", &["sink.kind=sram,pib", "run.sink=pib", "run.pib_divider=1"]),
    ("mcu", &["sink.kind=sba", "run.sba_base=0x90000000", "build.bus.kind=axi4-lite"]),
    ("rv64", &["sink.kind=sram,atb", "run.sink=atb"]),
    ("soc", &["system.harts=2"]),
];

/// A program whose bus are lines of text: it asks to read and to write, and to let harts run.
const MAIN: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include "tw_trace.h"
static uint32_t bus_read(void *context, uint32_t address) {
  unsigned value;
  (void)context;
  printf("read %x\n", (unsigned)address);
  fflush(stdout);
  if (scanf("%x", &value) != 1) exit(2);
  return value;
}
static void bus_write(void *context, uint32_t address, uint32_t value) {
  (void)context;
  printf("write %x %x\n", (unsigned)address, (unsigned)value);
}
int main(void) {
  struct tw_bus bus = {bus_read, bus_write, NULL};
  if (tw_start(&bus)) return 1;
  printf("run\n");
  if (tw_stop(&bus)) return 1;
  READ
  return 0;
}
"#;

const READ_SRAM: &str = r#"
  static uint8_t trace[1 << 20];
  size_t count = tw_read_trace(&bus, trace, sizeof trace);
  for (size_t n = 0; n < count; n++) printf("byte %x\n", (unsigned)trace[n]);
"#;

const READ_MEMORY: &str = r#"
  struct tw_piece pieces[2];
  tw_read_trace(&bus, pieces);
  if (pieces[0].bytes) return 1;
  printf("end %x\n", (unsigned)(pieces[1].address + pieces[1].bytes));
"#;

/// Compiles the C of a package, without a warning, and runs it.
fn program(package: &Path, kind: SinkKind) -> Child {
    let read = match kind {
        SinkKind::Sram => READ_SRAM,
        SinkKind::Sba => READ_MEMORY,
        _ => "",
    };
    std::fs::write(package.join("main.c"), MAIN.replace("READ\n", &format!("{read}\n"))).unwrap();
    let mut compile = Command::new("gcc");
    compile.current_dir(package).args(["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", "-Isoftware"]);
    assert_eq!(said(compile.args(["main.c", "software/tw_trace.c", "-o", "trace"])), "");
    Command::new(package.join("trace")).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap()
}

/// Does what the program asks for.
fn serve(hardware: &mut Hardware, mut child: Child) -> Result<Place, Error> {
    let mut answers = child.stdin.take().unwrap();
    let mut place = Place::Left;
    for line in BufReader::new(child.stdout.take().unwrap()).lines() {
        let line = line.unwrap();
        let mut words = line.split(' ');
        let what = words.next().unwrap();
        let numbers: Vec<u32> = words.map(|word| u32::from_str_radix(word, 16).unwrap()).collect();
        match (what, &numbers[..]) {
            ("read", &[address]) => writeln!(answers, "{:x}", hardware.read(address)?).unwrap(),
            ("write", &[address, value]) => hardware.write(address, value)?,
            ("run", []) => while hardware.run(100)? {},
            ("byte", &[byte]) => match &mut place {
                Place::Read(bytes) => bytes.push(byte as u8),
                _ => place = Place::Read(vec![byte as u8]),
            },
            ("end", &[end]) => place = Place::Memory { end },
            other => panic!("{other:?}"),
        }
    }
    assert!(child.wait().unwrap().success());
    Ok(place)
}

#[test]
fn c_traces_exactly() {
    for (preset, changes) in BUILDS {
        let package = generated(preset, changes);
        let (design, config) = built(package.path());
        let kind = config.run.sink_of(&config.build);
        let child = program(package.path(), kind);
        exact(&design, &config, kind, |hardware| serve(hardware, child));
    }
}

/// What a bench has for the tasks, and what it does instead of its own accesses.
const TASKS: &str = "
  task tw_write(input [31:0] address, input [31:0] value);
    begin
      bus.write_register(address[11:0], value);
      if (address[31:12] != 20'h0) failed = 1'b1;
    end
  endtask

  task tw_read(input [31:0] address, output [31:0] value);
    begin
      bus.read_register(address[11:0], value);
      if (address[31:12] != 20'h0) failed = 1'b1;
    end
  endtask

  task tw_take(input [7:0] data);
    check.take(data);
  endtask

`include \"tw_trace.vh\"

  task trace_by_tasks;
    begin
      prepare;
      tw_start;
      play;
      tw_stop;
      tw_read_trace;
      check.finish;
      if (tw_failed) begin
        $display(\"FAIL: the hardware did not follow\");
        failed = 1'b1;
      end
    end
  endtask

  initial begin
    failed = 1'b0;
";

/// The bench of the preset `mcu`, with the tasks. Its trace is that of the configuration's run.
fn bench_with_tasks(change: impl Fn(String) -> String) -> String {
    let package = generated("mcu", &[]);
    let path = |file: &str| package.path().join(file);
    let bench = std::fs::read_to_string(path("bench/tw_bench.v")).unwrap();
    let changed = bench.replacen("\n  initial begin\n    failed = 1'b0;\n", TASKS, 1);
    let changed = changed.replacen("    trace_to_sram;\n", "    trace_by_tasks;\n", 1);
    assert!(changed.contains("include") && changed.contains("    trace_by_tasks;\n"));
    std::fs::write(path("bench/tw_bench.v"), changed).unwrap();
    let tasks = change(std::fs::read_to_string(path("software/tw_trace.vh")).unwrap());
    std::fs::write(path("software/tw_trace.vh"), tasks).unwrap();
    let bench = std::fs::read_dir(path("bench")).unwrap().map(|entry| entry.unwrap().path());
    let mut compile = Command::new("iverilog");
    compile.current_dir(package.path()).args(["-g2005", "-Wall", "-Isoftware", "-s", "tw_bench", "-o", "bench.vvp"]);
    assert_eq!(said(compile.args(bench.collect::<Vec<_>>()).args(verilog(package.path()))), "");
    let mut lint = tool("verilator", package.path());
    lint.args(["--lint-only", "--timing", "-Wall", "--quiet-stats", "-Isoftware"]);
    lint.args(["--top-module", "tw_bench", "-F", "rtl/tracewright.f", "-y", "bench", "bench/tw_bench.v"]);
    assert_eq!(said(&mut lint), "");
    let output = Command::new("vvp").current_dir(package.path()).args(["-n", "bench.vvp"]).output().unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn verilog_tasks_trace_what_the_bench_expects() {
    let text = bench_with_tasks(|tasks| tasks);
    assert!(text.lines().any(|line| line.starts_with("PASS")) && !text.contains("FAIL"), "{text}");
    // Without teInstTracing.
    let text = bench_with_tasks(|tasks| {
        assert!(tasks.contains("32'h4141206F"), "{tasks}");
        tasks.replace("32'h4141206F", "32'h4141206B")
    });
    assert!(text.contains("FAIL") && !text.contains("PASS"), "{text}");
}
