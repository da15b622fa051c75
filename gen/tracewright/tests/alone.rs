// SPDX-License-Identifier: Apache-2.0
//! What a hart has beside its trace stands alone in a package: Control Transfer Records, performance counters.

mod verilator;

use std::path::Path;
use std::process::{Command, Output};

fn tracewright(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tracewright")).args(arguments).current_dir(folder).output().unwrap()
}

/// Generates a preset with a change into the folder `package`.
fn generate(folder: &Path, preset: &str, change: &str) {
    let output = tracewright(folder, &["generate", "--preset", preset, "--set", change, "-o", "package"]);
    assert!(output.status.success(), "{preset}, {change}: {}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn the_guide_has_every_port_and_what_tools_take() {
    for preset in ["mcu", "tandem", "ctr", "pmu"] {
        let folder = tempfile::tempdir().unwrap();
        let output = tracewright(folder.path(), &["generate", "--preset", preset, "-o", "package"]);
        assert!(String::from_utf8_lossy(&output.stdout).contains("INTEGRATION.md"), "{preset}");
        let read = |name: &str| std::fs::read_to_string(folder.path().join("package").join(name)).unwrap();
        let description: serde_json::Value = serde_json::from_str(&read("description.json")).unwrap();
        let guide = read("INTEGRATION.md");
        for port in description["ports"].as_array().unwrap() {
            let row = format!("\n| `{}` |", port["name"].as_str().unwrap());
            assert_eq!(guide.matches(&row).count(), 1, "{preset}: {row}");
        }
        let top = description["top"].as_str().unwrap();
        assert!(read("tracewright.core").contains(&format!("toplevel: {top}")), "{preset}");
        assert!(read("Bender.yml").contains(&format!("- rtl/{top}.v")), "{preset}");
    }
}

/// What a build does not have is not in its guide.
#[test]
fn the_guide_is_that_of_the_build() {
    let builds = [
        ("pmu", "pmu.sscofpmf=true", "sets LCOFIP", ""),
        ("pmu", "pmu.sscofpmf=false", "", "sets LCOFIP"),
        ("tandem", "tandem.registers=true", "tvEnable", "Raise `enable`"),
        ("tandem", "tandem.registers=false", "Raise `enable`", "registers/"),
        ("tandem", "build.ingress.adapter=none", "kind 2", "rvfi"),
        ("tandem", "build.ingress.adapter=rvfi", "`hold` of `tw_tandem_rvfi`", "kind 2"),
        ("ctr", "ctr.state_enable=false", "Debug port", "mstateen0"),
    ];
    for (preset, change, has, lacks) in builds {
        let folder = tempfile::tempdir().unwrap();
        generate(folder.path(), preset, change);
        let guide = std::fs::read_to_string(folder.path().join("package/INTEGRATION.md")).unwrap();
        assert!(guide.contains(has), "{change}: {has}");
        assert!(lacks.is_empty() || !guide.contains(lacks), "{change}: {lacks}");
    }
}

#[test]
fn the_package_has_the_block_and_its_csrs() {
    for preset in ["ctr", "pmu"] {
        let folder = tempfile::tempdir().unwrap();
        generate(folder.path(), preset, "xlen=64");
        let package = folder.path().join("package");
        let description: serde_json::Value =
            serde_json::from_slice(&std::fs::read(package.join("description.json")).unwrap()).unwrap();
        assert_eq!(description["top"], format!("tw_{preset}"));
        for name in [
            format!("rtl/tw_{preset}.v"),
            format!("registers/tracewright_{preset}.h"),
            format!("registers/tracewright_{preset}.rs"),
            format!("constraints/tw_{preset}.sdc"),
        ] {
            assert!(package.join(&name).is_file(), "{name}");
        }
        assert_eq!(package.join("registers/tracewright_pmu.dtsi").is_file(), preset == "pmu");
        assert!(!package.join("rtl/tw_top.v").exists());
    }
}

#[test]
fn verilator_has_nothing_to_say_to_it() {
    let mut said = String::new();
    for (preset, change) in [
        ("ctr", "xlen=64"),
        ("ctr", "xlen=32"),
        ("ctr", "ctr.version=0.1.4"),
        ("ctr", "ctr.memory=registers"),
        ("ctr", "blocks=2"),
        ("pmu", "xlen=64"),
        ("pmu", "xlen=32"),
        ("pmu", "pmu.counters=0"),
        ("pmu", "pmu.sscofpmf=false"),
        ("pmu", "blocks=2"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        generate(folder.path(), preset, change);
        let package = folder.path().join("package");
        for line in verilator::complaints(&package).lines() {
            said += &format!("{preset}, {change}: {line}\n");
        }
    }
    assert_eq!(said, "");
}

#[test]
fn what_needs_an_n_trace_encoder_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |arguments: &[&str], why: &str| {
        let output = tracewright(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let problem = String::from_utf8_lossy(&output.stderr);
        assert!(problem.contains(why), "{problem}");
    };
    let no_encoder = "build.encoder.built is false: there is no N-Trace encoder";
    let no_registers = "build.encoder.built and build.tandem.registers are false: there are no registers";
    for preset in ["ctr", "pmu"] {
        refused(&["registers", "--preset", preset], no_registers);
        refused(&["info", "--preset", preset, "--diagram", "d.svg"], no_encoder);
        refused(&["encode", "--preset", preset, "--elf", "x.elf", "-o", "t"], no_encoder);
    }
}
