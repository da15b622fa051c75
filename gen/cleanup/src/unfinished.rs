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

    /// Gives it its name, as [`replace`] does: it is finished.
    ///
    /// # Errors
    /// What the system says; then it is removed.
    pub fn rename(self, to: &Path) -> io::Result<()> {
        let mut list = list();
        replace(&self.path, to)?;
        list.entries.remove(&self.entry);
        Ok(())
    }
}

/// Gives what is at `from` the name `to`. What has that name is replaced if it is a file, or an empty folder; a device,
/// a FIFO or a link stays, which a superuser's rename would replace like any file.
///
/// # Errors
/// What the system says, or that something else has the name.
pub fn replace(from: &Path, to: &Path) -> io::Result<()> {
    let stays = |found: std::fs::Metadata| !found.is_file() && !found.is_dir();
    match std::fs::symlink_metadata(to).is_ok_and(stays) {
        true => Err(io::Error::other("what has this name is no file, and stays")),
        false => std::fs::rename(from, to),
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::FileTypeExt;
    use std::os::unix::net::UnixListener;

    /// A socket and a link stand for a device, which only a superuser makes, and which would be gone for all.
    #[test]
    fn what_is_no_file_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let [socket, link, file] = ["socket", "link", "file"].map(|name| folder.path().join(name));
        let _listener = UnixListener::bind(&socket).unwrap();
        std::os::unix::fs::symlink("/dev/null", &link).unwrap();
        std::fs::write(&file, "old").unwrap();
        for (to, is_replaced) in [(&socket, false), (&link, false), (&file, true)] {
            let made = Unfinished::file(folder.path(), "", std::os::unix::fs::PermissionsExt::from_mode(0o666));
            assert_eq!(made.unwrap().1.rename(to).is_ok(), is_replaced, "{}", to.display());
        }
        assert!(std::fs::symlink_metadata(&socket).unwrap().file_type().is_socket());
        assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(std::fs::read(&file).unwrap(), b"");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 3);
    }
}
