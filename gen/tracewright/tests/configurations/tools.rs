// SPDX-License-Identifier: Apache-2.0
//! The command, Icarus, and Yosys.

use super::verilator;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// A bench of the widest system takes a minute where nothing else runs.
const PATIENCE: Duration = Duration::from_secs(600);

fn text(output: &Output) -> String {
    [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned()).concat()
}

/// Writes the package of the configuration with this text into `folder`.
pub fn generate(configuration: &str, folder: &Path) -> Result<(), String> {
    std::fs::create_dir_all(folder).unwrap();
    let file = folder.with_extension("toml");
    std::fs::write(&file, configuration).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_tracewright"));
    let output = command.arg("generate").arg("--config").arg(&file).arg("-o").arg(folder).output().unwrap();
    if output.status.success() {
        Ok(())
    } else {
        Err(text(&output))
    }
}

/// The Verilog files of a folder of a package, sorted.
fn verilog(folder: &Path, part: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder.join(part)).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|ending| ending == "v")).collect();
    files.sort();
    files
}

/// Name and text of each Verilog file of the design.
pub fn sources(folder: &Path) -> Vec<(String, String)> {
    let name = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
    verilog(folder, "rtl").iter().map(|path| (name(path), std::fs::read_to_string(path).unwrap())).collect()
}

/// Compiles the bench in Icarus and runs it.
pub fn bench(folder: &Path) -> Result<(), String> {
    let program = folder.join("bench.vvp");
    let mut command = Command::new("iverilog");
    command.args(["-g2005", "-Wall", "-s", "tw_bench", "-o"]).arg(&program);
    let compiled = command.args(verilog(folder, "bench")).args(verilog(folder, "rtl")).output().unwrap();
    if !compiled.status.success() {
        return Err(text(&compiled));
    }
    let log = folder.join("bench.log");
    let file = std::fs::File::create(&log).unwrap();
    let mut running = Command::new("vvp").arg("-n").arg(&program).stdout(file).spawn().unwrap();
    let begin = Instant::now();
    let passed = loop {
        match running.try_wait().unwrap() {
            Some(status) => break status.success(),
            None if begin.elapsed() > PATIENCE => {
                running.kill().unwrap();
                running.wait().unwrap();
                break false;
            }
            None => std::thread::sleep(Duration::from_millis(20)),
        }
    };
    let said = std::fs::read_to_string(&log).unwrap();
    match passed && said.lines().any(|line| line.starts_with("PASS: ")) && !said.contains("FAIL") {
        true => Ok(()),
        false => Err(format!("the bench, after {:?}:\n{said}", begin.elapsed())),
    }
}

/// Lets Yosys check these designs, each the folder of its package and what is said of it if it fails. What is said of
/// those that do. `place` is a folder around them.
pub fn check(designs: &[(PathBuf, String)], place: &Path) -> Vec<String> {
    let mut failures = Vec::new();
    let mut rest = designs;
    while let Some((index, said)) = first_failure(rest, place) {
        failures.push(format!("{}{said}", rest[index].1));
        rest = &rest[index + 1..];
    }
    failures
}

/// The first design that fails: Yosys stops there.
fn first_failure(designs: &[(PathBuf, String)], place: &Path) -> Option<(usize, String)> {
    let mut script = String::new();
    for (index, (folder, _)) in designs.iter().enumerate() {
        script += &format!("log design {index}\ndesign -reset\n");
        for file in verilog(folder, "rtl") {
            script += &format!("read_verilog {}\n", file.strip_prefix(place).unwrap().display());
        }
        script += &format!("hierarchy -check -top {}\nproc\ncheck -assert\n", verilator::top(folder));
    }
    let (first, _) = designs.first()?;
    let file = first.with_extension("ys");
    std::fs::write(&file, script).unwrap();
    let yosys = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.tools/bin/yosys");
    let output = Command::new(yosys).arg("-s").arg(file.file_name().unwrap()).current_dir(place).output().unwrap();
    if output.status.success() {
        return None;
    }
    let said = text(&output);
    let index = said.lines().filter_map(|line| line.strip_prefix("design ")?.trim().parse().ok()).next_back();
    let tail: Vec<&str> = said.lines().rev().take(20).collect();
    Some((index.unwrap_or(0), tail.into_iter().rev().collect::<Vec<_>>().join("\n")))
}
