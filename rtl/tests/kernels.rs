// SPDX-License-Identifier: Apache-2.0
//! How long kernels are, and how much of them is wiring.
//!
//! `cargo test --release -p tracewright-rtl --test kernels -- --nocapture` prints both for each folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Lines that a kernel has at most.
const LONGEST: usize = 150;

/// A kernel: its file, whether `#[kernel]` writes it, its lines.
struct Kernel {
    file: PathBuf,
    is_ours: bool,
    lines: Vec<String>,
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).expect("a folder of sources");
    for path in entries.map(|entry| entry.expect("an entry").path()) {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        match path.is_dir() {
            true if name != "tests" && name != "target" => files(&path, found),
            false if name.ends_with(".rs") && name != "tests.rs" => found.push(path),
            _ => {}
        }
    }
}

/// The kernels of a file. The body of one ends at the brace that is as far in as its `fn`.
fn kernels(file: &Path) -> Vec<Kernel> {
    let text = std::fs::read_to_string(file).expect("a source");
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (start, line) in lines.iter().enumerate() {
        let is_ours = line.trim() == "#[kernel]";
        if !is_ours && line.trim() != "#[hdl_gen]" {
            continue;
        }
        let indent = &line[..line.len() - line.trim_start().len()];
        let body = lines[start + 1..].iter().skip_while(|line| !line.ends_with('{')).skip(1);
        let body = body.take_while(|line| **line != format!("{indent}}}"));
        let code = body.map(|line| line.trim()).filter(|line| !line.is_empty() && !line.starts_with("//"));
        found.push(Kernel { file: file.into(), is_ours, lines: code.map(String::from).collect() });
    }
    found
}

/// Whether an expression is a signal's value, a name, a field of one of these, or nothing but a constant of no meaning.
fn is_plain(value: &str) -> bool {
    let value = value.trim_end_matches(';').replace(".val()", "");
    let is_path = |c: char| c.is_ascii_alphanumeric() || "_.[] -+".contains(c);
    value.starts_with("self.") && value.chars().all(is_path)
}

/// Whether a line only connects.
fn is_wiring(line: &str) -> bool {
    let connects = line.starts_with("connect!(")
        || line.starts_with("clock!(")
        || line.starts_with("dff_setup!(")
        || line.contains(".link(&mut");
    let assignment = line.split_once(".next").and_then(|(target, rest)| Some((target, rest.split_once(" = ")?.1)));
    connects || assignment.is_some_and(|(target, value)| target.starts_with("self.") && is_plain(value))
}

/// Lines that only connect: a loop of nothing else is wiring, too.
fn wiring(lines: &[String]) -> usize {
    let mut count = 0;
    // For each open block: whether it is a loop of wiring so far, and its lines that are.
    let mut open: Vec<(bool, usize)> = Vec::new();
    for line in lines {
        if line.ends_with('{') && !line.starts_with('}') {
            open.push((line.starts_with("for "), 0));
            continue;
        }
        let mut of_line = usize::from(is_wiring(line));
        let mut only = of_line == 1;
        if line.starts_with('}') {
            if let Some((is_loop, inside)) = open.pop() {
                only = is_loop && inside > 0;
                of_line = inside + if only { 2 } else { 0 };
            }
            if line.ends_with('{') {
                open.push((false, 0));
            }
        }
        match open.last_mut() {
            Some((pure, inside)) => {
                *pure &= only;
                *inside += of_line;
            }
            None => count += of_line,
        }
    }
    count
}

#[test]
fn kernels_are_short_and_say_more_than_what_is_connected() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sources = Vec::new();
    files(root, &mut sources);
    sources.sort();
    let kernels: Vec<Kernel> = sources.iter().flat_map(|file| kernels(file)).collect();
    let mut folders: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for kernel in &kernels {
        let folder = kernel.file.parent().and_then(|folder| folder.strip_prefix(root).ok()).unwrap_or(root);
        for key in [folder.display().to_string(), "in all".into()] {
            let (lines, wires) = folders.entry(key).or_default();
            *lines += kernel.lines.len();
            *wires += wiring(&kernel.lines);
        }
    }
    for (folder, (lines, wires)) in &folders {
        println!("{folder:30} {lines:5} lines of kernels, {wires:5} wiring, {:3} %", 100 * wires / lines.max(&1));
    }
    let long = kernels.iter().filter(|kernel| kernel.is_ours && kernel.lines.len() > LONGEST);
    let long: Vec<_> = long.map(|kernel| (&kernel.file, kernel.lines.len())).collect();
    assert!(long.is_empty(), "kernels of more than {LONGEST} lines: {long:?}");
}
