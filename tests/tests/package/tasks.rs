// SPDX-License-Identifier: Apache-2.0
//! The Verilog tasks of a package start a trace, stop it and read it, in the package's bench.

use crate::folder::{generated, said, tool, verilog};
use std::process::Command;

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

  // Before the buffer has wrapped once, some of it may never have been written.
  task tw_take(input [7:0] data);
    if (^data !== 1'bx) check.take(data);
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

/// To an SRAM of 256 bytes, of which the trace is some 240.
const SMALL: Bench = Bench { changes: &["build.encoder.modes=both", "run.mode=btm", "sink.sram_bytes=256"], ..SRAM };

/// The tasks, with a start that goes on in the last words of the SRAM of 256 bytes, so that the trace wraps.
fn near_the_end(tasks: &str) -> String {
    let enabling = tasks.lines().find(|line| line.contains("tw_write") && line.contains("teEnable=1")).unwrap();
    tasks.replacen(enabling, &format!("      tw_write(32'h0001C, 32'h000000C0);  // teRamWP\n{enabling}"), 1)
}

#[test]
fn verilog_tasks_read_a_buffer_that_has_wrapped() {
    let text = bench_with_tasks(&SMALL, |tasks| near_the_end(&tasks));
    assert!(passes(&text), "{text}");
    // As if it had not wrapped, and the newer part first.
    let (wrapped, newer) = ("if (tw_pointer[0]) begin", "tw_take_words(32'h0, tw_pointer & ~32'h3);\n");
    for (right, wrong) in [(wrapped, "if (1'b0) begin".into()), (wrapped, format!("{newer}      {wrapped}"))] {
        let text = bench_with_tasks(&SMALL, |tasks| {
            assert_eq!((tasks.matches(right).count(), tasks.matches(newer).count()), (1, 1), "{tasks}");
            near_the_end(&tasks).replace(right, &wrong)
        });
        assert!(text.contains("FAIL") && !text.contains("PASS"), "{wrong}: {text}");
    }
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
