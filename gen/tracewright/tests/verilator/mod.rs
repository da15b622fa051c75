// SPDX-License-Identifier: Apache-2.0
//! What Verilator says to generated Verilog under all of its warnings, and what its comments must not say.

pub mod comments;

use std::path::{Path, PathBuf};
use std::process::Command;
use verilator_sys::{Effort, Tools};

/// What follows the name of a module that is made a top.
const TOP: &str = "__top";
/// What ends the list of a module's ports.
const END_OF_PORTS: &str = "\n);\n";
/// A module without its body has ports that nothing reads or drives.
const NO_BODY: &str = "/* verilator lint_off UNUSEDSIGNAL */\n/* verilator lint_off UNDRIVEN */\n";

/// What it says to the Verilog in this folder of a package as a whole, and to its modules, and comments that lead their
/// reader astray; nothing, if all is well.
pub fn complaints(folder: &Path) -> String {
    complaints_of_the_whole(folder) + &complaints_of_modules(folder) + &comments::astray(folder)
}

/// The name of the top module, which is the first of the package's list.
pub fn top(folder: &Path) -> String {
    let list = std::fs::read_to_string(folder.join("rtl/tracewright.f")).unwrap();
    list.lines().find_map(|line| line.strip_suffix(".v")).unwrap().to_owned()
}

/// What it says to the whole.
pub fn complaints_of_the_whole(folder: &Path) -> String {
    lint(folder, &["--top-module", &top(folder), "-F", "rtl/tracewright.f"], &[])
}

/// What it says to every module as a top, around modules that have their ports alone.
///
/// Verilator puts small modules into larger ones and does not look at their names then. Every module as a top is one
/// call, in which each is looked at once: beside the modules, of which only the ports are left, there is a copy of each
/// under another name, which nothing contains.
fn complaints_of_modules(folder: &Path) -> String {
    let list = std::fs::read_to_string(folder.join("rtl/tracewright.f")).unwrap();
    let mut files = Vec::new();
    for place in ["tops", "ports"] {
        std::fs::create_dir_all(folder.join(place)).unwrap();
    }
    for name in list.lines().filter_map(|line| line.strip_suffix(".v")) {
        let text = std::fs::read_to_string(folder.join(format!("rtl/{name}.v"))).unwrap();
        let heading = format!("\nmodule {name}");
        assert_eq!(text.matches(&heading).count(), 1, "{name}");
        let (before, after) = text.split_at(text.find(&heading).unwrap());
        let end = after.find(END_OF_PORTS).unwrap() + END_OF_PORTS.len();
        let ports = format!("{NO_BODY}{before}{}endmodule\n", &after[..end]);
        let top = text.replace(&heading, &format!("{heading}{TOP}"));
        for (file, text) in [(format!("ports/{name}.v"), ports), (format!("tops/{name}{TOP}.v"), top)] {
            std::fs::write(folder.join(&file), text).unwrap();
            files.push(PathBuf::from(file));
        }
    }
    lint(folder, &["-fno-inline", "-Wno-MULTITOP"], &files)
}

fn lint(folder: &Path, arguments: &[&str], files: &[PathBuf]) -> String {
    let output = Command::new(Tools::find(Effort::Quick).unwrap().verilator)
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
