// SPDX-License-Identifier: Apache-2.0
//! Tools that run, each a group of processes of its own, so that what a tool starts ends with it.

use crate::{list, Entry, Unfinished};
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Output, Stdio};

/// A tool that runs.
pub struct Running {
    child: Child,
    entry: Entered,
    temporary: Option<Unfinished>,
}

/// The entry of a tool, which goes with it.
struct Entered(u64);

impl Running {
    /// Starts it, with nothing to read, and with a folder of its own for temporary files: what it leaves there, however
    /// it ends, goes with it.
    ///
    /// # Errors
    /// What the system says.
    pub fn start(command: &mut Command) -> io::Result<Running> {
        // Where there is no room for one, the tool looks for a place itself.
        let temporary =
            std::path::absolute(std::env::temp_dir()).and_then(|folder| Unfinished::folder_in(&folder)).ok();
        if let Some(folder) = &temporary {
            command.env("TMPDIR", folder.path());
        }
        let mut list = list();
        let child = command.stdin(Stdio::null()).process_group(0).spawn()?;
        let entry = Entered(list.add(Entry::Tool(child.id())));
        Ok(Running { child, entry, temporary })
    }

    /// Waits for its end.
    ///
    /// # Errors
    /// What the system says.
    pub fn wait_with_output(self) -> io::Result<Output> {
        let Running { child, entry, temporary } = self;
        let output = child.wait_with_output();
        drop((entry, temporary));
        output
    }
}

/// Runs a tool to its end; what it prints is in the output.
///
/// # Errors
/// What the system says.
pub fn output(command: &mut Command) -> io::Result<Output> {
    Running::start(command.stdout(Stdio::piped()).stderr(Stdio::piped()))?.wait_with_output()
}

impl Drop for Entered {
    fn drop(&mut self) {
        list().entries.remove(&self.0);
    }
}
