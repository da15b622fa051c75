// SPDX-License-Identifier: Apache-2.0
//! The commands of the hosted workflow in docs/ci do what they are for, in a project as the file describes it; and the
//! workflow fails where the core retired something else than its trace says.
//!
//! Needs the command `tracewright`, Icarus Verilog and what `make tools` puts into `.tools`.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;
use tracewright_hart::{Event, Hart, Stream};
use tracewright_image::Image;
use tracewright_tests::command::{root, tracewright};

/// The project's simulation: the golden model in place of a core.
const SIMULATION: &str =
    "#!/bin/sh\nset -e\ntracewright encode --config trace.toml --elf \"$1\" --limit 20000 -o program.trace\n";

/// A step of the workflow.
struct Step {
    name: String,
    commands: String,
}

/// The steps that run commands, but for those that install.
fn steps() -> Vec<Step> {
    let text = std::fs::read_to_string(root().join("docs/ci/github.yml")).unwrap();
    let of = |step: &str| {
        let (name, rest) = step.split_once('\n')?;
        let commands = rest.split_once("run: ")?.1.split("\n      - ").next()?;
        let commands = commands.strip_prefix("|\n").unwrap_or(commands);
        let lines: Vec<&str> = commands.lines().map(str::trim).collect();
        Some(Step { name: name.into(), commands: lines.join("\n") })
    };
    let steps: Vec<Step> = text.split("- name: ").skip(1).filter_map(of).collect();
    assert_eq!(steps.iter().filter(|step| step.name.starts_with("Install")).count(), 2);
    steps.into_iter().filter(|step| !step.name.starts_with("Install")).collect()
}

/// A project; `retired` is what its core says.
fn project(change: impl Fn(usize, u64) -> u64) -> TempDir {
    let project = tempfile::tempdir().unwrap();
    let path = |file: &str| project.path().join(file);
    let configuration = "[build]\nxlen = 32\n\n[build.ingress]\nadapter = \"rvfi\"\n\n[build.sink]\nkind = \"sram\"\n";
    std::fs::write(path("trace.toml"), configuration).unwrap();
    std::fs::copy(root().join("tests/programs/elf/quicksort.rv32.elf"), path("program.elf")).unwrap();
    let image = Image::load(&path("program.elf")).unwrap();
    let mut hart = Hart::new(&image, &Default::default()).unwrap();
    let mut retired = Vec::new();
    while retired.len() < 20_000 {
        if let Some(Event::Retired { pc, .. }) = hart.next().unwrap() {
            retired.push(pc);
        }
    }
    let lines = retired.iter().enumerate().map(|(at, pc)| format!("{:08x}\n", change(at, *pc)));
    std::fs::write(path("program.retired"), lines.collect::<String>()).unwrap();
    std::fs::create_dir(path("sim")).unwrap();
    std::fs::write(path("sim/run"), SIMULATION).unwrap();
    std::fs::set_permissions(path("sim/run"), std::fs::Permissions::from_mode(0o755)).unwrap();
    project
}

/// Runs a step as the hosted runner does.
fn run(project: &Path, step: &Step) -> Output {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let tools = [root().join(".tools/bin"), tracewright().parent().unwrap().to_path_buf()];
    let path = std::env::join_paths(tools.into_iter().chain(std::env::split_paths(&path))).unwrap();
    let mut command = Command::new("bash");
    command.args(["-e", "-o", "pipefail", "-c", &step.commands]).current_dir(project);
    command.env("PATH", path).env_remove("VERILATOR_ROOT").output().unwrap()
}

#[test]
fn the_workflow_traces_and_compares() {
    let project = project(|_, pc| pc);
    let steps = steps();
    assert_eq!(steps.len(), 5);
    for step in steps {
        let Output { status, stdout, stderr } = run(project.path(), &step);
        let said = String::from_utf8_lossy(&[stdout, stderr].concat()).into_owned();
        assert!(status.success(), "{}: {}\n{said}", step.name, step.commands);
    }
    let coverage = std::fs::read_to_string(project.path().join("coverage.txt")).unwrap();
    assert!(coverage.lines().count() > 50 && coverage.lines().any(|line| line.ends_with("80000000")), "{coverage}");
}

#[test]
fn the_workflow_fails_where_the_trace_is_another() {
    let project = project(|at, pc| if at == 15_000 { pc + 4 } else { pc });
    let failed: Vec<String> =
        steps().into_iter().filter(|step| !run(project.path(), step).status.success()).map(|step| step.name).collect();
    assert_eq!(failed, ["Decode and compare"]);
}
