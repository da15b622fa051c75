// SPDX-License-Identifier: Apache-2.0
//! SIGINT, SIGTERM and SIGHUP.

use crate::unfinished::remove;
use crate::{list, Entry, List};
use rustix::process::{kill_process_group, Pid, Signal};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::io::{self, IsTerminal, Write};
use std::time::Duration;

/// How often a folder is removed that a tool which was just ended still writes into, and the time between.
const ATTEMPTS: u32 = 100;
const BETWEEN: Duration = Duration::from_millis(10);

/// What the shell adds to the number of a signal.
const EXIT_CODE: i32 = 128;

/// From now on SIGINT, SIGTERM and SIGHUP end the tools that run, remove what is unfinished, say so, and exit with 130,
/// 143 or
/// 129. A SIGHUP that is ignored, as `nohup` has it, stays ignored.
///
/// # Errors
/// What the system says.
pub fn on_signals() -> io::Result<()> {
    let handled = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| *signal != SIGHUP || !is_ignored(SIGHUP));
    let mut signals = Signals::new(handled.collect::<Vec<_>>())?;
    std::thread::Builder::new().name("signals".into()).spawn(move || {
        if let Some(signal) = signals.forever().next() {
            end(signal);
        }
    })?;
    Ok(())
}

/// Whether the process was started with the signal ignored, as far as the system tells.
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

fn end(signal: i32) -> ! {
    // Held to the end: nothing new begins.
    let list = list();
    let (removed, left) = clear(&list);
    say(signal, removed, &left);
    signal_hook::low_level::exit(EXIT_CODE + signal);
}

/// Ends the process: the tools that run end, and what is unfinished is removed.
pub fn exit(code: i32) -> ! {
    let list = list();
    // Whoever asks for it has said why.
    let _ = clear(&list);
    std::process::exit(code);
}

/// Ends the tools and removes the rest: how many were removed, and what could not be.
fn clear(list: &List) -> (usize, Vec<String>) {
    for entry in list.entries.values() {
        if let Entry::Tool(group) = entry {
            if let Some(group) = i32::try_from(*group).ok().and_then(Pid::from_raw) {
                // It may have ended by itself.
                let _ = kill_process_group(group, Signal::KILL);
            }
        }
    }
    let (mut removed, mut left) = (0, vec![]);
    for entry in list.entries.values() {
        let (Entry::File(path) | Entry::Folder(path)) = entry else { continue };
        match persistently(|| remove(entry)) {
            Ok(()) => removed += 1,
            Err(error) => left.push(format!("{} is left: {error}", path.display())),
        }
    }
    (removed, left)
}

fn persistently(mut remove: impl FnMut() -> io::Result<()>) -> io::Result<()> {
    for _ in 1..ATTEMPTS {
        match remove() {
            Err(error) if error.kind() != io::ErrorKind::NotFound => std::thread::sleep(BETWEEN),
            done => return done.or(Ok(())),
        }
    }
    remove()
}

/// One line; a reader that has gone is no matter.
fn say(signal: i32, removed: usize, left: &[String]) {
    let name = match signal {
        SIGINT => "SIGINT",
        SIGTERM => "SIGTERM",
        _ => "SIGHUP",
    };
    let removed = match removed {
        0 => "nothing unfinished is left".to_string(),
        1 => "what was unfinished is removed".to_string(),
        n => format!("{n} unfinished files and folders are removed"),
    };
    let said = if left.is_empty() { removed } else { left.join("; ") };
    // Progress may have drawn a line.
    let begin = if io::stderr().is_terminal() { "\r\x1b[K" } else { "" };
    let _ = writeln!(io::stderr(), "{begin}ended by {name}: {said}");
}
