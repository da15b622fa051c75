// SPDX-License-Identifier: Apache-2.0
//! FuseSoC finds the core in a library, lints it, and runs its test bench: in Icarus, and with `TRACEWRIGHT_SOAK` in
//! Verilator, too.

use crate::folder::{generated, said, warnings};
use std::path::Path;
use std::process::Command;
use tracewright_tests::command::root;
use tracewright_tests::hardware::soak;

fn fusesoc(folder: &Path, arguments: &[&str]) -> String {
    let root = root();
    let packages = root.join(".tools/fusesoc");
    assert!(packages.is_dir(), "there is no .tools/fusesoc: gen/tools/packages fusesoc");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = [root.join(".tools/bin")].into_iter().chain(std::env::split_paths(&path));
    let mut command = Command::new("python3");
    command
        .current_dir(folder)
        .args(["-m", "fusesoc.main"])
        .args(arguments)
        .env("PYTHONPATH", packages)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("HOME", folder)
        .env_remove("VERILATOR_ROOT")
        .env("PATH", std::env::join_paths(path).unwrap());
    said(&mut command)
}

#[test]
fn fusesoc_lints_and_simulates() {
    for (preset, top) in [("mcu", "tw_top"), ("ctr", "tw_ctr"), ("pmu", "tw_pmu")] {
        lints_and_simulates(preset, top);
    }
}

fn lints_and_simulates(preset: &str, top: &str) {
    let package = generated(preset, &[]);
    let work = tempfile::tempdir().unwrap();
    let library = package.path().to_str().unwrap();
    fusesoc(work.path(), &["library", "add", "trace", library, "--sync-type", "local"]);
    assert!(fusesoc(work.path(), &["core", "list"]).contains(&format!("tracewright:trace:{top}:0.1.0")));
    let core = format!("tracewright:trace:{top}");
    let run = |target| fusesoc(work.path(), &["run", "--target", target, &core]);
    assert_eq!(warnings(&run("lint")), [""; 0]);
    // What Verilator makes of the bench is C++ that takes longer to compile than all else here.
    let targets: &[&str] = if soak() > 1 { &["sim", "sim_verilator"] } else { &["sim"] };
    for target in targets {
        let said = run(target);
        assert!(said.lines().any(|line| line.starts_with("PASS")) && !said.contains("FAIL"), "{target}: {said}");
        assert_eq!(warnings(&said), [""; 0], "{target}");
    }
}
