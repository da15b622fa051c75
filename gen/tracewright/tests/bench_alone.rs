// SPDX-License-Identifier: Apache-2.0
//! The test bench of a block that stands alone runs in Icarus Verilog, and sees what is wrong. Verilator has nothing to
//! say to it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;
use verilator_sys::{Effort, Tools};

/// A preset, changes of it, and whether Verilator looks at its bench, too.
type Case = (&'static str, &'static [&'static str], bool);

const CASES: &[Case] = &[
    ("ctr", &[], true),
    ("ctr", &["build.xlen=32"], false),
    ("ctr", &["build.ctr.version=0.1.4", "build.ingress.form=single"], false),
    (
        "ctr",
        &["build.xlen=32", "build.ctr.version=0.1.4", "build.ctr.hart_modes=m", "build.ctr.memory=registers"],
        true,
    ),
    ("ctr", &["build.ingress.blocks=2", "build.reset=sync"], false),
    ("ctr", &["build.ingress.blocks=4", "build.ctr.min_depth=64", "build.ctr.max_depth=256"], true),
    (
        "ctr",
        &[
            "build.ctr.version=0.1.4",
            "build.ctr.misp=false",
            "build.ctr.cycles=false",
            "build.ctr.freeze=false",
            "build.ctr.transfer_type=false",
            "build.ctr.ras=false",
        ],
        true,
    ),
    ("pmu", &[], true),
    ("pmu", &["build.xlen=32"], false),
    ("pmu", &["build.pmu.counters=0"], true),
    ("pmu", &["build.pmu.counters=29", "build.pmu.width=40", "build.pmu.bus=l1:0x10001,stall:0x8,uops:raw:3"], true),
    ("pmu", &["build.pmu.sscofpmf=false", "build.pmu.hart_modes=m"], false),
    ("pmu", &["build.ingress.blocks=4", "build.pmu.smcntrpmf=true"], false),
    ("pmu", &["build.ingress.form=single", "build.ingress.blocks=2"], false),
    ("pmu", &["build.ingress.itype_width=3", "build.pmu.events=branches"], false),
];

fn generated(preset: &str, changes: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_tracewright"));
    command.args(["generate", "--preset", preset, "-o"]).arg(folder.path());
    for change in changes {
        command.args(["--set", change]);
    }
    let output = command.output().unwrap();
    assert!(output.status.success(), "{changes:?}: {}", String::from_utf8_lossy(&output.stderr));
    folder
}

/// The Verilog files in these folders of a package.
fn files(package: &Path, folders: &[&str]) -> Vec<PathBuf> {
    let all = folders.iter().flat_map(|folder| std::fs::read_dir(package.join(folder)).unwrap());
    all.map(|entry| entry.unwrap().path()).filter(|path| path.extension().is_some_and(|kind| kind == "v")).collect()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&[&output.stdout[..], &output.stderr].concat()).into_owned()
}

/// Compiles the bench without a warning of it, and runs it: whether it ended well, and what it said.
fn simulated(package: &Path) -> (bool, String) {
    let mut compile = Command::new("iverilog");
    compile.current_dir(package).args(["-g2005", "-Wall", "-s", "tw_bench", "-o", "bench.vvp"]);
    let compiled = compile.args(files(package, &["bench", "rtl"])).output().unwrap();
    let warnings: Vec<String> =
        said(&compiled).lines().filter(|line| line.contains("bench/")).map(String::from).collect();
    assert!(compiled.status.success() && warnings.is_empty(), "{warnings:?}");
    let run = Command::new("vvp").current_dir(package).args(["-n", "bench.vvp"]).output().unwrap();
    (run.status.success(), said(&run))
}

#[test]
fn the_bench_passes_in_every_kind_of_build() {
    for (preset, changes, _) in CASES {
        let package = generated(preset, changes);
        let (well, said) = simulated(package.path());
        assert!(well && said.contains("PASS: ") && !said.contains("FAIL"), "{preset} {changes:?}: {said}");
    }
}

#[test]
fn verilator_has_nothing_to_say_to_the_bench() {
    for (preset, changes, _) in CASES.iter().filter(|(.., is_looked_at)| *is_looked_at) {
        let package = generated(preset, changes);
        let mut lint = Command::new(Tools::find(Effort::Quick).unwrap().verilator);
        lint.env_remove("VERILATOR_ROOT");
        lint.args(["--lint-only", "--quiet-stats", "--timing", "-Wall", "--top-module", "tw_bench"]);
        let output = lint.args(files(package.path(), &["bench", "rtl"])).output().unwrap();
        assert!(output.status.success() && said(&output).is_empty(), "{preset} {changes:?}: {}", said(&output));
    }
}

/// A preset, a file of its hardware, what stands there and what stands there instead, and the output that tells.
type Fault = (&'static str, &'static str, &'static str, &'static str, &'static str);

const FAULTS: &[Fault] = &[
    ("ctr", "tw_ctr_lane.v", "mispredict_q <= mispredict &&", "mispredict_q <= !mispredict &&", "csr_value"),
    ("ctr", "tw_ctr_status.v", "up = (at_q + 4'd1)", "up = (at_q + 4'd2)", "csr_value"),
    ("ctr", "tw_ctr_decode.v", "access_address == 12'h14f", "access_address == 12'h14e", "csr_ours"),
    ("ctr", "tw_ctr_decode.v", "assign illegal = too_low;", "assign illegal = known;", "csr_illegal"),
    ("ctr", "tw_ctr_ports.v", "debug_done = taken_q[3]", "debug_done = taken_q[2]", "debug_done"),
    ("ctr", "tw_ctr_ports.v", "debug_rdata = value[31:0]", "debug_rdata = value[63:32]", "debug_rdata"),
    ("pmu", "tw_pmu.v", "assign cycle = !stands_0;", "assign cycle = stands_0;", "cycle"),
    ("pmu", "tw_pmu.v", "assign lcofi_request = ", "assign lcofi_request = 1'b0 && ", "lcofi_request"),
    ("pmu", "tw_pmu.v", "done_q <= busy_q;", "done_q <= |csr_op;", "csr_done"),
];

#[test]
fn a_fault_in_the_hardware_is_named_by_its_output() {
    for (preset, file, right, wrong, output) in FAULTS {
        let package = generated(preset, &[]);
        let path = package.path().join("rtl").join(file);
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(text.matches(right).count(), 1, "{file}: {right}");
        std::fs::write(&path, text.replace(right, wrong)).unwrap();
        let (well, said) = simulated(package.path());
        assert!(!well && said.contains("FAIL: ") && !said.contains("PASS"), "{file}, {wrong}: {said}");
        assert!(said.contains(&format!("  {output}: expected ")), "{file}, {wrong}: {said}");
    }
}
