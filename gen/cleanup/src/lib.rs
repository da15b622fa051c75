// SPDX-License-Identifier: Apache-2.0
//! What a process must not leave behind: files and folders that are not finished, and tools that run.
//!
//! Each is in one list from the moment it exists until it is finished. Where a signal ends the process, [`on_signals`]
//! ends the tools and removes the rest first. Whoever makes, names or removes something holds the list, so a signal
//! finds it either before or after.

mod signals;
mod tool;
mod unfinished;

pub use signals::{exit, on_signals};
pub use tool::{output, Running};
pub use unfinished::{replace, undisturbed, Unfinished};

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What there is.
#[derive(Default)]
struct List {
    next: u64,
    entries: BTreeMap<u64, Entry>,
}

enum Entry {
    File(PathBuf),
    Folder(PathBuf),
    /// The group of processes that a tool is.
    Tool(u32),
}

static LIST: Mutex<List> = Mutex::new(List { next: 0, entries: BTreeMap::new() });

fn list() -> MutexGuard<'static, List> {
    // Each change is one call: a list that a panic left is sound.
    LIST.lock().unwrap_or_else(PoisonError::into_inner)
}

impl List {
    fn add(&mut self, entry: Entry) -> u64 {
        self.next += 1;
        self.entries.insert(self.next, entry);
        self.next
    }
}
