// SPDX-License-Identifier: Apache-2.0
//! What is said when a tool is missing, and which compiler is taken. One test, since it changes the environment.

use std::os::unix::fs::PermissionsExt;
use verilator_sys::{Effort, Tools, VERILATOR_VARIABLE};

/// A clang++ that says its version and compiles nothing is passed by.
fn another_compiler_is_taken() {
    let folder = tempfile::tempdir().unwrap();
    let clang = folder.path().join("clang++");
    std::fs::write(&clang, "#!/bin/sh\n[ $1 = --version ] && echo clang version 1.0\n").unwrap();
    std::fs::set_permissions(&clang, std::fs::Permissions::from_mode(0o755)).unwrap();
    let path = std::env::var("PATH").unwrap();
    // An empty name is none.
    std::env::set_var("CXX", "");
    std::env::set_var("PATH", format!("{}:{path}", folder.path().display()));
    for effort in [Effort::Full, Effort::Middle, Effort::Quick] {
        assert_eq!(Tools::find(effort).unwrap().compiler.to_str(), Some("g++"));
    }
    std::env::set_var("PATH", path);
}

/// Verilator has the same headers, by whatever link it is found.
fn a_link_leads_to_the_same_headers() {
    let found = Tools::find(Effort::Quick).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let link = folder.path().join("link");
    std::os::unix::fs::symlink(found.verilator.ancestors().nth(2).unwrap(), &link).unwrap();
    std::env::set_var(VERILATOR_VARIABLE, link.join("bin/verilator"));
    assert_eq!(Tools::find(Effort::Quick).unwrap().include, found.include);
}

#[test]
fn a_missing_tool_is_one_clear_line() {
    another_compiler_is_taken();
    a_link_leads_to_the_same_headers();

    std::env::set_var(VERILATOR_VARIABLE, "/nowhere/verilator");
    let error = Tools::find(Effort::Quick).unwrap_err().to_string();
    assert_eq!(error, "verilator not found: TRACEWRIGHT_VERILATOR names /nowhere/verilator, which is no file");

    std::env::set_var("CXX", "/nowhere/g++");
    let error = Tools::find(Effort::Quick).unwrap_err().to_string();
    assert_eq!(error, "C++ compiler not found: CXX is \"/nowhere/g++\", which is no program; it has no arguments");

    // One that is there is not missing.
    std::env::set_var("CXX", "/bin/false");
    let error = Tools::find(Effort::Quick).unwrap_err().to_string();
    assert_eq!(error, "/bin/false does not work: `--version` ends with exit status: 1");
    std::env::set_var("CXX", env!("CARGO_MANIFEST_DIR"));
    let error = Tools::find(Effort::Quick).unwrap_err().to_string();
    assert!(error.ends_with(" does not work: Permission denied (os error 13)"), "{error}");
}
