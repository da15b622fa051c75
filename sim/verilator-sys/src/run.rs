// SPDX-License-Identifier: Apache-2.0
//! Runs tools, refuses what failed, and writes and lists their files.

use crate::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tracewright_cleanup::Running;

/// Runs compilers side by side, each with the file that it makes.
pub(crate) fn together(commands: Vec<(Command, PathBuf)>, top: &str) -> Result<(), Error> {
    let mut running = Vec::new();
    for (mut command, made) in commands {
        let program = PathBuf::from(command.get_program());
        let tool = Running::start(command.arg("-o").arg(&made).stdout(Stdio::piped()).stderr(Stdio::piped()));
        running.push((tool.map_err(Error::io(&program))?, program, made));
    }
    let end = |(tool, program, made): (Running, PathBuf, PathBuf)| {
        tool.wait_with_output().map_err(Error::io(program)).map(|output| (output, made))
    };
    let outputs: Vec<_> = running.into_iter().map(end).collect();
    outputs
        .into_iter()
        .try_for_each(|ended| ended.and_then(|(output, made)| check(&output, "the C++ compiler", top, &made)))
}

/// Lines of a tool that an error repeats, at most.
const LINES: usize = 5;

/// Refuses a tool that failed, or that has not made what it was to make.
pub(crate) fn check(output: &Output, tool: &'static str, top: &str, made: &Path) -> Result<(), Error> {
    if output.status.success() && made.is_file() {
        return Ok(());
    }
    let text = [&output.stdout[..], &output.stderr].concat();
    let text = String::from_utf8_lossy(&text);
    let complaint: Vec<&str> = text.lines().filter(|l| l.contains("rror")).take(3).collect();
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let last = lines[lines.len().saturating_sub(LINES)..].join("\n");
    let message = match (complaint.is_empty(), output.status.success()) {
        (false, false) => complaint.join("\n"),
        (true, false) => format!("{}\n{last}", output.status),
        (_, true) => {
            format!("it wrote no {}\n{last}", made.file_name().unwrap_or_default().to_string_lossy())
        }
    };
    Err(Error::Tool { tool, top: top.into(), message: message.trim_end().into() })
}

pub(crate) fn write(path: &Path, text: &str) -> Result<(), Error> {
    std::fs::write(path, text).map_err(Error::io(path))
}

/// Files of `folder` with this extension, sorted by name.
pub(crate) fn list(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, Error> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(Error::io(folder))? {
        let path = entry.map_err(Error::io(folder))?.path();
        if path.extension().is_some_and(|e| e == extension) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
