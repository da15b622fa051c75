// SPDX-License-Identifier: Apache-2.0
//! What Verilator says to generated Verilog under all of its warnings.

use std::path::{Path, PathBuf};
use std::process::Command;
use verilator_sys::Tools;

/// What follows the name of a module that is made a top.
const TOP: &str = "__top";

/// What it says to the Verilog in this folder of a package as a whole, and to its modules; nothing, if all is well.
pub fn complaints(folder: &Path) -> String {
    complaints_of_the_whole(folder) + &complaints_of_modules(folder)
}

/// What it says to the whole.
pub fn complaints_of_the_whole(folder: &Path) -> String {
    lint(folder, &["--top-module", "tw_top", "-F", "rtl/tracewright.f"], &[])
}

/// What it says to every module as a top, and to every module in its place.
///
/// Verilator puts small modules into larger ones and does not look at their names then, so it must keep them. Every module as a top is one
/// call: beside the modules there is a copy of each under another name, which nothing contains.
fn complaints_of_modules(folder: &Path) -> String {
    let list = std::fs::read_to_string(folder.join("rtl/tracewright.f")).unwrap();
    let mut files = Vec::new();
    std::fs::create_dir_all(folder.join("tops")).unwrap();
    for name in list.lines().filter_map(|line| line.strip_suffix(".v")) {
        let file = PathBuf::from(format!("rtl/{name}.v"));
        let text = std::fs::read_to_string(folder.join(&file)).unwrap();
        let heading = format!("\nmodule {name}");
        assert_eq!(text.matches(&heading).count(), 1, "{name}");
        let copy = PathBuf::from(format!("tops/{name}{TOP}.v"));
        std::fs::write(folder.join(&copy), text.replace(&heading, &format!("{heading}{TOP}"))).unwrap();
        files.extend([file, copy]);
    }
    lint(folder, &["-fno-inline", "-Wno-MULTITOP"], &files)
}

fn lint(folder: &Path, arguments: &[&str], files: &[PathBuf]) -> String {
    let output = Command::new(Tools::find().unwrap().verilator)
        .env_remove("VERILATOR_ROOT")
        .current_dir(folder)
        .args(["--lint-only", "-Wall", "--quiet-stats"])
        .args(arguments)
        .args(files)
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr].concat();
    assert_eq!(output.status.code(), Some(if said.is_empty() { 0 } else { 1 }));
    String::from_utf8_lossy(&said).into_owned()
}
