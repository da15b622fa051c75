// SPDX-License-Identifier: Apache-2.0
//! Tools that fail, or do nothing: exit code 3, and what they said last.

use super::{below, command, program, text};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// The exit code and error of a command in `folder`, with a tool of the user's own.
fn with(folder: &Path, variable: &str, tool: &str, arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = command(arguments);
    let output = command.current_dir(folder).env_remove("TRACEWRIGHT_VERILATED").env(variable, tool).output().unwrap();
    assert_eq!(text(&output.stdout), "");
    (output.status.code(), text(&output.stderr))
}

/// A shell script, as a tool.
pub(super) fn script(folder: &Path, name: &str, lines: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, format!("#!/bin/sh\n{lines}\n")).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path.to_str().unwrap().into()
}

const SYNTH: [&str; 5] = ["synth", "--preset", "micro", "--target", "ecp5"];

#[test]
fn yosys() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let (code, said) = with(at, "TRACEWRIGHT_YOSYS", "/bin/true", &SYNTH);
    assert!(said.starts_with("error: Yosys (/bin/true) wrote no source.json: no output\nhint: see "), "{said}");
    assert_eq!(code, Some(3));
    let tool =
        script(at, "broken", "[ $1 = -V ] && echo 1.0 && exit\nfor n in 1 2 3 4 5 6; do echo line $n; done; exit 7");
    let (code, said) = with(at, "TRACEWRIGHT_YOSYS", &tool, &SYNTH);
    let lines = "  line 2\n  line 3\n  line 4\n  line 5\n  line 6\n";
    assert!(said.starts_with(&format!("error: Yosys failed (exit status: 7):\n{lines}hint: see ")), "{said}");
    assert_eq!(code, Some(3));
    let (code, said) = with(at, "TRACEWRIGHT_YOSYS", "/bin/false", &SYNTH);
    assert_eq!((code, said.as_str()), (Some(3), "error: Yosys does not work: /bin/false: exit status: 1\n"));
}

#[test]
fn verilator_and_the_compiler() {
    let folder = tempfile::tempdir().unwrap();
    let (at, elf) = (folder.path(), program("crc32.rv32"));
    let cosim = ["cosim", "--preset", "micro", "--elf", &elf];
    for variable in ["TRACEWRIGHT_VERILATOR", "CXX"] {
        for tool in ["/bin/true", "/bin/false", "/bin/cat", "/nowhere/tool"] {
            let (code, said) = with(at, variable, tool, &cosim);
            assert!(code == Some(3) && said.starts_with("error: "), "{variable} {tool}: {code:?} {said}");
        }
    }
    let wave = at.join("old.vcd");
    std::fs::write(&wave, "old").unwrap();
    let (code, _) = with(at, "CXX", "/bin/false", &[&cosim[..], &["--wave", "old.vcd"]].concat());
    assert_eq!((code, std::fs::read(&wave).unwrap()), (Some(3), b"old".to_vec()), "no waveform takes its place");
    let verilator = verilator_sys::Tools::find(verilator_sys::Effort::Quick).unwrap().verilator;
    let verilator = verilator.to_str().unwrap();
    let tool = script(at, "idle", &format!("case $1 in --version|--getenv) exec {verilator} \"$@\";; esac\necho idle"));
    let (code, said) = with(at, "TRACEWRIGHT_VERILATOR", &tool, &cosim);
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("wrote no ") && said.contains("\nidle"), "{said}");
    let tool = script(at, "lazy", "[ $1 = --version ] && exec g++ --version\necho lazy >&2");
    let (code, said) = with(at, "CXX", &tool, &cosim);
    assert!(code == Some(3) && said.contains("the C++ compiler failed") && said.contains("\nlazy"), "{said}");
    // Nothing of it is taken for a build.
    assert!(!below(&at.join("build/verilated")).iter().any(|path| path.ends_with("model.so")));
    let names: Vec<_> = std::fs::read_dir(at.join("build/verilated")).unwrap().collect();
    assert!(
        names.iter().all(|name| !name.as_ref().unwrap().file_name().to_string_lossy().starts_with('.')),
        "{names:?}"
    );
}

#[test]
fn simulations_are_kept_where_the_environment_says() {
    let folder = tempfile::tempdir().unwrap();
    // Where the others are: it has what every simulation needs.
    let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/../../build/verilated");
    let mut command = command(&["cosim", "--preset", "micro", "--elf", &program("crc32.rv32")]);
    let output = command.current_dir(folder.path()).env("TRACEWRIGHT_VERILATED", kept).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(below(folder.path()), Vec::<std::path::PathBuf>::new());
    let output = command.env("TRACEWRIGHT_VERILATED", "/dev/null").output().unwrap();
    let said = "error: TRACEWRIGHT_VERILATED names /dev/null: File exists (os error 17)\n";
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(2), said));
}
