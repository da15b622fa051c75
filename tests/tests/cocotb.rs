// SPDX-License-Identifier: Apache-2.0
//! Public models of bus masters read and write the registers over every bus, in the encoder's clock and in one of their
//! own; and the coroutines of a package find trace in system memory: what `make test-cocotb` runs. Needs
//! `gen/tools/packages cocotb` and the command `tracewright`.

use std::path::Path;
use std::process::Command;
use tracewright_tests::command::{root, tracewright};
use tracewright_tests::skipped::skip;

#[test]
fn public_masters_agree_with_the_map_on_every_bus() {
    let root = root();
    let supported = Command::new("python3").current_dir(&root).arg("tests/cocotb/supported").output().unwrap();
    if !supported.status.success() {
        return skip(String::from_utf8_lossy(&supported.stdout).trim());
    }
    let packages = root.join(".tools/cocotb");
    assert!(packages.is_dir(), "there is no .tools/cocotb: gen/tools/packages cocotb");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = [root.join(".tools/bin")].into_iter().chain(std::env::split_paths(&path));
    let output = Command::new("python3")
        .current_dir(&root)
        .arg(Path::new("tests/cocotb/run.py"))
        .arg(tracewright())
        .arg("build/cocotb")
        .env("PYTHONPATH", packages)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("PATH", std::env::join_paths(path).unwrap())
        .env_remove("VERILATOR_ROOT")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert!(output.status.success(), "{said}");
    assert_eq!(said.lines().filter(|line| line.contains(" 0 failed: ok")).count(), 9, "{said}");
}
