// SPDX-License-Identifier: Apache-2.0
//! Files and folders that get their name when they are finished.

use crate::{list, Entry, List};
use std::fs::{File, Permissions};
use std::io;
use std::path::{Path, PathBuf};

/// What the names of unfinished files begin with.
const PREFIX: &str = ".tracewright-";

/// A file or folder that is not finished. Dropped, it is removed with all that is in it.
#[derive(Debug)]
pub struct Unfinished {
    path: PathBuf,
    entry: u64,
}

impl Unfinished {
    /// A new file in `folder`, with a name of its own that ends in `ending`.
    ///
    /// # Errors
    /// What the system says.
    pub fn file(folder: &Path, ending: &str, permissions: Permissions) -> io::Result<(File, Unfinished)> {
        let mut list = list();
        let mut builder = tempfile::Builder::new();
        let file = builder.prefix(PREFIX).suffix(ending).permissions(permissions).tempfile_in(folder)?;
        let (file, path) = file.keep().map_err(|error| error.error)?;
        let entry = list.add(Entry::File(path.clone()));
        Ok((file, Unfinished { path, entry }))
    }

    /// A new folder in `parent`, with a name of its own.
    ///
    /// # Errors
    /// What the system says.
    pub fn folder_in(parent: &Path) -> io::Result<Unfinished> {
        let mut list = list();
        let path = tempfile::Builder::new().prefix(PREFIX).tempdir_in(parent)?.keep();
        Ok(Unfinished::known(&mut list, path))
    }

    /// The folder `path`, made with all that is above it.
    ///
    /// # Errors
    /// What the system says.
    pub fn folder(path: PathBuf) -> io::Result<Unfinished> {
        let mut list = list();
        std::fs::create_dir_all(&path)?;
        Ok(Unfinished::known(&mut list, path))
    }

    fn known(list: &mut List, path: PathBuf) -> Unfinished {
        let entry = list.add(Entry::Folder(path.clone()));
        Unfinished { path, entry }
    }

    /// Where it is now.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Gives it its name: it is finished. What has that name is replaced if it is a file.
    ///
    /// # Errors
    /// What the system says; then it is removed.
    pub fn rename(self, to: &Path) -> io::Result<()> {
        let mut list = list();
        std::fs::rename(&self.path, to)?;
        list.entries.remove(&self.entry);
        Ok(())
    }
}

/// Does work of many steps, of which a signal that comes meanwhile waits for the last. It must make nothing unfinished.
pub fn undisturbed<T>(work: impl FnOnce() -> T) -> T {
    let _list = list();
    work()
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        let mut list = list();
        if let Some(entry) = list.entries.remove(&self.entry) {
            // There is nobody to tell, and nothing else to do.
            let _ = remove(&entry);
        }
    }
}

/// Removes what an entry names.
pub(crate) fn remove(entry: &Entry) -> io::Result<()> {
    match entry {
        Entry::File(path) => std::fs::remove_file(path),
        Entry::Folder(path) => std::fs::remove_dir_all(path),
        Entry::Tool(_) => Ok(()),
    }
}
