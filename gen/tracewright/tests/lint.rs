// SPDX-License-Identifier: Apache-2.0
//! The generated Verilog is silent under all of Verilator's warnings, without waivers.

mod verilator;

use std::path::Path;
use std::process::Command;

/// Generates with these arguments and returns what Verilator says to it, as a whole and to each module.
fn lint(arguments: &[&str], folder: &Path) -> String {
    generate(arguments, folder);
    verilator::complaints(folder)
}

fn generate(arguments: &[&str], folder: &Path) {
    let generated = Command::new(env!("CARGO_BIN_EXE_tracewright"))
        .arg("generate")
        .args(arguments)
        .arg("-o")
        .arg(folder)
        .output()
        .unwrap();
    assert!(generated.status.success(), "{}", String::from_utf8_lossy(&generated.stderr));
}

#[test]
fn presets_and_options_have_no_warnings() {
    for preset in ["micro", "mcu", "rv64", "soc"] {
        for option in ["run.stall=true", "sink.kind=stream", "build.reset=sync", "icnt_full=sync", "trap_btype=single"]
        {
            let folder = tempfile::tempdir().unwrap();
            generate(&["--preset", preset, "--set", option], folder.path());
            assert_eq!(verilator::complaints_of_the_whole(folder.path()), "", "preset {preset}, {option}");
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

/// What with one block is small enough to be put into the module around it is not with four.
#[test]
fn modules_that_are_used_many_times_have_no_warnings() {
    for history in ["build.encoder.repeated_history=false", "build.encoder.repeated_history=true"] {
        for (blocks, depth) in [("blocks=1", "queue_depth=8"), ("blocks=4", "queue_depth=16")] {
            let folder = tempfile::tempdir().unwrap();
            let arguments = ["--preset", "mcu", "--set", history, "--set", blocks, "--set", depth];
            assert_eq!(lint(&arguments, folder.path()), "", "{history}, {blocks}");
        }
    }
}

/// What is told at presets whose modules are not linted above.
#[test]
fn comments_lead_nobody_astray() {
    for (preset, values) in [
        ("micro", &["build.encoder.context=true", "build.ingress.triggers=true"][..]),
        ("micro", &["modes=btm", "build.encoder.repeat_branch=true"]),
        ("mcu", &["modes=both", "build.ingress.low_power=true"]),
        ("rv64", &["build.timestamp.source=core", "blocks=4"]),
        ("soc", &["sink.kind=sram,sba,pib,atb,stream"]),
        ("ctr", &["build.ctr.ras=true"]),
        ("pmu", &["build.pmu.sscofpmf=true"]),
        ("ctr", &["build.ctr.version=0.1.4", "build.ctr.hart_modes=m"]),
        ("tandem", &["build.tandem.registers=true"]),
        ("tandem", &["build.tandem.registers=true", "build.bus.lock=true"]),
        ("micro", &["sink.kind=stream", "build.encoder.packer=message"]),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let mut arguments = vec!["--preset", preset];
        values.iter().for_each(|value| arguments.extend(["--set", value]));
        generate(&arguments, folder.path());
        assert_eq!(verilator::comments::astray(folder.path()), "", "{preset}, {values:?}");
    }
}

/// A port that has the name of something in the model's C++, of a module so small that it is put into the one around
/// it.
#[test]
fn a_warning_of_a_module_by_itself_is_told() {
    let folder = tempfile::tempdir().unwrap();
    generate(&["--preset", "micro"], folder.path());
    let connected = (".merged", ".reference");
    for (module, (port, renamed)) in
        [("tw_merge", (" merged", " reference")), ("tw_pointers", connected), ("tw_sinks", connected)]
    {
        let file = folder.path().join(format!("rtl/{module}.v"));
        let text = std::fs::read_to_string(&file).unwrap();
        std::fs::write(&file, text.replace(port, renamed)).unwrap();
    }
    assert_eq!(verilator::complaints_of_the_whole(folder.path()), "");
    let gate = folder.path().join("rtl/tw_gate.v");
    let text = std::fs::read_to_string(&gate).unwrap();
    let text = text.replacen("`tw_step`", "step/message.rs", 1).replacen("`tw_events`", "`tw_evens`", 1);
    std::fs::write(&gate, text.replacen("\n  assign on =", "\n  // On.\n\n  assign on =", 1)).unwrap();
    let complaints = verilator::complaints(folder.path());
    assert!(complaints.contains("tw_merge__top.v") && complaints.contains("reference"), "{complaints}");
    for expected in
        ["tw_gate.v:1: `step/message.rs", "`tw_evens` is not in the package: ", "a comment on nothing: // On."]
    {
        assert!(complaints.contains(expected), "{expected}\n{complaints}");
    }
}
