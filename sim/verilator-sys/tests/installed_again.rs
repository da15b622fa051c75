// SPDX-License-Identifier: Apache-2.0
//! Tools that are put in place again are newer than what was compiled of them. One test, since it changes the
//! environment.

use std::fs::{File, Permissions};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;
use std::time::SystemTime;
use verilator_sys::{build, Design, Effort, Port, Settings, Tools, VERILATOR_VARIABLE};

fn design(rule: &str) -> Design {
    let text =
        format!("module wire_ (input wire clk, input wire a, output wire b);\n  assign b = {rule};\nendmodule\n");
    Design {
        top: "wire_".into(),
        clock: "clk".into(),
        sources: vec![("wire_.v".into(), text)],
        ports: vec![Port::input("clk", 1), Port::input("a", 1), Port::output("b", 1)],
        probes: vec![],
        flags: vec![],
    }
}

#[test]
fn a_compiled_header_outlives_its_source() {
    let folder = tempfile::tempdir().unwrap();
    let found = Tools::find(Effort::Quick).unwrap();
    assert!(Command::new("cp").arg("-R").arg(&found.include).arg(folder.path()).status().unwrap().success());
    let verilator = folder.path().join("verilator");
    let root = folder.path().display();
    let script =
        format!("#!/bin/sh\n[ $1 = --getenv ] && exec echo {root}\nexec {} \"$@\"\n", found.verilator.display());
    std::fs::write(&verilator, script).unwrap();
    std::fs::set_permissions(&verilator, Permissions::from_mode(0o755)).unwrap();
    std::env::set_var(VERILATOR_VARIABLE, &verilator);

    let settings = Settings { folder: Some(folder.path().join("built")), effort: Effort::Quick, ..Settings::default() };
    build(&design("a"), &settings).unwrap();
    let mut header = File::options().append(true).open(folder.path().join("include/verilated.h")).unwrap();
    header.set_modified(SystemTime::now()).unwrap();
    build(&design("!a"), &settings).unwrap();
    let compiled = || {
        let built = std::fs::read_dir(folder.path().join("built")).unwrap();
        let names = built.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.filter(|name| name.starts_with("header-")).count()
    };
    assert_eq!(compiled(), 1, "the header was compiled once");
    // One that says something else is compiled again.
    header.write_all(b"// more\n").unwrap();
    build(&design("a ^ a"), &settings).unwrap();
    assert_eq!(compiled(), 2);
    // What a compiler of C links can't be loaded, and is not kept.
    std::env::set_var("CXX", "gcc");
    let error = build(&design("a || a"), &settings).err().unwrap().to_string();
    assert!(error.contains("the C++ compiler failed"), "{error}");
}
