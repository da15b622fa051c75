// SPDX-License-Identifier: Apache-2.0
//! The generated Verilog is silent under all of Verilator's warnings, without waivers.

use std::path::Path;
use std::process::Command;
use verilator_sys::Tools;

/// Generates with these arguments and returns what Verilator says to it.
fn lint(arguments: &[&str], folder: &Path) -> String {
    let generated = Command::new(env!("CARGO_BIN_EXE_tracewright"))
        .arg("generate")
        .args(arguments)
        .arg("-o")
        .arg(folder)
        .output()
        .unwrap();
    assert!(generated.status.success(), "{}", String::from_utf8_lossy(&generated.stderr));
    let tools = Tools::find().unwrap();
    let output = Command::new(tools.verilator)
        .env_remove("VERILATOR_ROOT")
        .args(["--lint-only", "-Wall", "--quiet-stats", "--top-module", "tw_top", "-F"])
        .arg(folder.join("rtl/tracewright.f"))
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr].concat();
    assert_eq!(output.status.code(), Some(if said.is_empty() { 0 } else { 1 }));
    String::from_utf8_lossy(&said).into_owned()
}

#[test]
fn presets_and_options_have_no_warnings() {
    for preset in ["micro", "mcu", "rv64", "soc"] {
        for option in ["run.stall=true", "sink.kind=stream", "build.reset=sync", "icnt_full=sync", "trap_btype=single"]
        {
            let folder = tempfile::tempdir().unwrap();
            let said = lint(&["--preset", preset, "--set", option], folder.path());
            assert_eq!(said, "", "preset {preset}, {option}");
        }
    }
}

#[test]
fn the_smallest_and_the_largest_builds_have_no_warnings() {
    let smallest = [
        "icnt_width=9",
        "hist_width=8",
        "queue_depth=4",
        "sram_bytes=256",
        "build.encoder.stall=false",
        "run.stall=false",
    ];
    let largest = ["icnt_width=22", "hist_width=32", "queue_depth=64", "sram_bytes=1048576", "iretire_width=6"];
    for (preset, values) in [("micro", &smallest[..]), ("rv64", &largest[..])] {
        let folder = tempfile::tempdir().unwrap();
        let mut arguments = vec!["--preset", preset];
        values.iter().for_each(|value| arguments.extend(["--set", value]));
        assert_eq!(lint(&arguments, folder.path()), "", "{values:?}");
    }
}

#[test]
fn times_and_external_triggers_have_no_warnings() {
    for (source, width, triggers) in [("core", 1, 0), ("external", 33, 1), ("slave", 64, 8)] {
        for own_clock in [false, true] {
            let values = [
                format!("build.timestamp.source={source}"),
                format!("build.timestamp.width={width}"),
                format!("build.timestamp.own_clock={own_clock}"),
                format!("build.timestamp.broadcast={}", own_clock != (width == 33)),
                format!("build.encoder.external_triggers={triggers}"),
                format!("build.encoder.trigger_outputs={triggers}"),
            ];
            let mut arguments = vec!["--preset", "micro"];
            values.iter().for_each(|value| arguments.extend(["--set", value]));
            let folder = tempfile::tempdir().unwrap();
            assert_eq!(lint(&arguments, folder.path()), "", "{values:?}");
        }
    }
}

#[test]
fn buses_clocks_and_locks_have_no_warnings() {
    for kind in ["apb4", "axi4-lite", "wishbone", "tilelink-ul"] {
        for (own_clock, lock) in [(false, false), (false, true), (true, false), (true, true)] {
            let values = [
                format!("build.bus.kind={kind}"),
                format!("build.bus.own_clock={own_clock}"),
                format!("build.bus.lock={lock}"),
                format!("build.bus.source_bits={}", if lock { 16 } else { 1 }),
            ];
            let mut arguments = vec!["--preset", "micro"];
            values.iter().for_each(|value| arguments.extend(["--set", value]));
            let folder = tempfile::tempdir().unwrap();
            assert_eq!(lint(&arguments, folder.path()), "", "{values:?}");
        }
    }
}
