// SPDX-License-Identifier: Apache-2.0
//! The software of a package starts a trace, stops it and reads it: C on the hardware, Verilog tasks in the bench.

use crate::folder::{generated, said, tool, verilog};
use crate::traced::{built, exact, wraps, Place};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use tracewright_config::{Config, Run, SinkKind};
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
  for (int n = 0; n < 2; n++) printf("piece %x %x\n", (unsigned)pieces[n].address, (unsigned)pieces[n].bytes);
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
fn serve(config: &Config, hardware: &mut Hardware, mut child: Child) -> Result<Place, Error> {
    let mut answers = child.stdin.take().unwrap();
    let mut place = Place::Left;
    let mut pieces = Vec::new();
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
            ("piece", &[address, bytes]) => pieces.push((address, bytes)),
            other => panic!("{other:?}"),
        }
    }
    assert!(child.wait().unwrap().success());
    if let &[older, newer] = &pieces[..] {
        place = Place::Memory { pointer: pointer(config, older, newer) };
    }
    Ok(place)
}

/// What teRamWP reads where these pieces of the buffer have the trace, address and bytes of each.
fn pointer(config: &Config, older: (u32, u32), newer: (u32, u32)) -> u32 {
    let Run { sba_base, sba_bytes, .. } = config.run;
    let (base, end) = (sba_base as u32, (sba_base + sba_bytes) as u32);
    assert_eq!((newer.0, newer.0 + newer.1), (base, older.0), "{older:x?}, {newer:x?}");
    assert!(older.1 == 0 || older.0 + older.1 == end, "{older:x?}, {newer:x?}");
    older.0 | u32::from(older.1 > 0)
}

#[test]
fn c_traces_exactly() {
    for (preset, changes) in BUILDS {
        let package = generated(preset, changes);
        let (design, config) = built(package.path());
        let kind = config.run.sink_of(&config.build);
        let child = program(package.path(), kind);
        exact(&design, &config, kind, |hardware| serve(&config, hardware, child));
    }
}

/// Builds whose buffer wraps, and its bytes.
const WRAPPING: [(usize, &[&str]); 2] = [
    (256, &["sink.sram_bytes=256", "run.mode=btm"]),
    (192, &["sink.kind=sba", "run.sba_base=0x90000000", "run.sba_bytes=192", "run.mode=btm"]),
];

#[test]
fn c_reads_a_buffer_that_has_wrapped() {
    for (bytes, changes) in WRAPPING {
        let mut all = vec!["build.encoder.modes=both"];
        all.extend(changes);
        let package = generated("mcu", &all);
        let (design, config) = built(package.path());
        let child = program(package.path(), config.run.sink_of(&config.build));
        wraps(&design, &config, bytes, |hardware| serve(&config, hardware, child));
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
      START;
      play;
      tw_stop;
      READ;
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

/// How a trace in system memory is read by the pieces in which it is.
const READ_PIECES: &str = "
      tw_read_trace(older, older_bytes, newer, newer_bytes);
      if (newer != 64'h90000000 || older != newer + {32'h0, newer_bytes} || older_bytes != 32'h0) begin
        $display(\"FAIL: the pieces are %0h, %0d bytes, and %0h, %0d\", older, older_bytes, newer, newer_bytes);
        failed = 1'b1;
      end
      for (at = 32'h0; at < newer_bytes; at = at + 32'h1) tw_take(memory.received[at])";

/// Its variables.
const PIECES: &str = "  reg [63:0] older, newer;\n  reg [31:0] older_bytes, newer_bytes;\n";

/// A start while the registers are locked, for longer than the first accesses take.
const START_LOCKED: &str = "
      locked = 1'b1;
      fork
        begin
          #3000;
          locked = 1'b0;
        end
        tw_start;
      join";

/// How a bench traces with the tasks.
struct Bench {
    changes: &'static [&'static str],
    /// The task of its own that this replaces.
    replaced: &'static str,
    start: &'static str,
    read: &'static str,
    variables: &'static str,
}

/// To the SRAM.
const SRAM: Bench =
    Bench { changes: &[], replaced: "trace_to_sram", start: "tw_start", read: "tw_read_trace", variables: "" };

/// To system memory.
const MEMORY: Bench = Bench {
    changes: &["sink.kind=sba", "run.sba_base=0x90000000"],
    replaced: "trace_to_memory",
    read: READ_PIECES,
    variables: PIECES,
    ..SRAM
};

/// To the SRAM, beginning with a lock. The memory is not overwritten then, for which the bench would not wait.
const LOCKED: Bench = Bench {
    changes: &["build.bus.lock=true", "build.bus.lock_scrub=false"],
    start: START_LOCKED,
    variables: "  reg locked = 1'b0;\n",
    ..SRAM
};

/// The bench of the preset `mcu` with changes, with the tasks. Its trace is that of the configuration's run.
fn bench_with_tasks(with: &Bench, change: impl Fn(String) -> String) -> String {
    let package = generated("mcu", with.changes);
    let path = |file: &str| package.path().join(file);
    let bench = std::fs::read_to_string(path("bench/tw_bench.v")).unwrap();
    let tasks = TASKS.replace("START;", &format!("{};", with.start)).replace("READ;", &format!("{};", with.read));
    let tasks = format!("\n{}{tasks}", with.variables);
    let changed = bench.replacen("\n  initial begin\n    failed = 1'b0;\n", &tasks, 1);
    let changed = changed.replacen(&format!("    {};\n", with.replaced), "    trace_by_tasks;\n", 1);
    let changed = changed.replace(".debug_locked (1'h0)", ".debug_locked (locked)");
    assert!(changed.contains("include") && changed.contains("    trace_by_tasks;\n"));
    assert_eq!(changed.contains("(locked)"), with.variables.contains("locked"));
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

fn passes(text: &str) -> bool {
    text.lines().any(|line| line.starts_with("PASS")) && !text.contains("FAIL")
}

#[test]
fn verilog_tasks_trace_what_the_bench_expects() {
    for with in [SRAM, MEMORY, LOCKED] {
        let text = bench_with_tasks(&with, |tasks| tasks);
        assert!(passes(&text), "{:?}\n{text}", with.changes);
    }
    // Without teInstTracing.
    let text = bench_with_tasks(&SRAM, |tasks| {
        assert!(tasks.contains("32'h4141206F"), "{tasks}");
        tasks.replace("32'h4141206F", "32'h4141206B")
    });
    assert!(text.contains("FAIL") && !text.contains("PASS"), "{text}");
}

/// What does not wait until the registers are unlocked traces nothing.
#[test]
fn verilog_tasks_wait_for_the_lock() {
    let text = bench_with_tasks(&LOCKED, |tasks| {
        let lines = tasks.lines().filter(|line| !line.contains("until") || !line.contains("teImpl"));
        let without: Vec<&str> = lines.collect();
        assert_eq!(without.len() + 1, tasks.lines().count(), "{tasks}");
        without.join("\n") + "\n"
    });
    assert!(text.contains("FAIL") && !text.contains("PASS"), "{text}");
}
