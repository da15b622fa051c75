// SPDX-License-Identifier: Apache-2.0
//! Folders that are named by the hash of what went into them, and that are whole or not there.

use crate::Error;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use tracewright_cleanup::Unfinished;

/// Hash of `parts`: 16 hexadecimal digits. The border between two parts counts.
pub(crate) fn key<'a>(parts: impl IntoIterator<Item = &'a str>) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hash.finalize().iter().take(8).fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Folders that some thread is filling.
static CLAIMED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
static RELEASED: Condvar = Condvar::new();

/// The right to fill a folder: one thread has it at a time.
struct Claim(PathBuf);

impl Claim {
    fn new(folder: &Path) -> Claim {
        let claimed = CLAIMED.lock().unwrap_or_else(PoisonError::into_inner);
        let is_claimed = |claimed: &mut BTreeSet<PathBuf>| claimed.contains(folder);
        let mut claimed = RELEASED.wait_while(claimed, is_claimed).unwrap_or_else(PoisonError::into_inner);
        claimed.insert(folder.into());
        Claim(folder.into())
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        CLAIMED.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.0);
        RELEASED.notify_all();
    }
}

/// File of a finished folder that tells the lengths of the others.
const LENGTHS: &str = "lengths";

/// Names and lengths of the files in `folder`.
fn lengths(folder: &Path) -> io::Result<String> {
    let mut lines = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name() != LENGTHS {
            lines.push(format!("{} {}\n", entry.metadata()?.len(), entry.file_name().to_string_lossy()));
        }
    }
    lines.sort();
    Ok(lines.concat())
}

/// Whether `folder` has all that it was finished with: a disk that was full, or who made room, may have damaged it.
fn is_whole(folder: &Path) -> bool {
    let kept = std::fs::read_to_string(folder.join(LENGTHS));
    kept.is_ok_and(|kept| lengths(folder).is_ok_and(|now| now == kept))
}

/// Removes what is damaged: a folder, or what is in its place.
fn remove(path: &Path) -> io::Result<()> {
    match std::fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Ok(found) if found.is_dir() => std::fs::remove_dir_all(path),
        _ => std::fs::remove_file(path),
    }
}

/// The folder `root/name`, which `fill` makes if it is not there yet, or is damaged.
///
/// `fill` works in a temporary folder that is then renamed, so that a build that fails or is interrupted leaves
/// nothing.
pub(crate) fn folder(root: &Path, name: &str, fill: impl FnOnce(&Path) -> Result<(), Error>) -> Result<PathBuf, Error> {
    static SERIAL: AtomicU32 = AtomicU32::new(0);

    let done = root.join(name);
    let _claim = Claim::new(&done);
    if is_whole(&done) {
        return Ok(done);
    }
    let serial = SERIAL.fetch_add(1, Ordering::Relaxed);
    let path = root.join(format!(".{name}.{}.{serial}", std::process::id()));
    let work = Unfinished::folder(path.clone()).map_err(Error::io(path))?;
    fill(work.path())?;
    let list = work.path().join(LENGTHS);
    lengths(work.path()).and_then(|text| std::fs::write(&list, text)).map_err(Error::io(&list))?;
    if !is_whole(&done) {
        remove(&done).map_err(Error::io(&done))?;
    }
    match work.rename(&done) {
        // Another process may have been quicker; its build is as good.
        Err(_) if is_whole(&done) => Ok(done),
        renamed => renamed.map_err(Error::io(&done)).map(|()| done),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    #[test]
    fn a_key_depends_on_the_border_between_parts() {
        assert_ne!(key(["ab", "c"]), key(["a", "bc"]));
        assert_eq!(key(["ab", "c"]), key(["ab", "c"]));
    }

    #[test]
    fn a_folder_is_filled_once() {
        let root = tempfile::tempdir().unwrap();
        let mut fills = 0;
        for _ in 0..2 {
            let fill = |p: &Path| {
                fills += 1;
                std::fs::write(p.join("x"), "1").map_err(Error::io(p))
            };
            assert!(folder(root.path(), "f", fill).unwrap().join("x").is_file());
        }
        assert_eq!(fills, 1);
    }

    #[test]
    fn threads_fill_a_folder_once_and_two_folders_at_a_time() {
        let root = tempfile::tempdir().unwrap();
        let fills = AtomicU32::new(0);
        let late = Instant::now() + Duration::from_secs(10);
        std::thread::scope(|scope| {
            for name in ["f", "g", "f", "g"] {
                let fill = |_: &Path| {
                    fills.fetch_add(1, Ordering::Relaxed);
                    // Neither ends before both have begun.
                    while fills.load(Ordering::Relaxed) < 2 {
                        assert!(Instant::now() < late, "one waits for the other");
                        std::thread::yield_now();
                    }
                    Ok(())
                };
                let (root, fill) = (root.path(), fill);
                scope.spawn(move || folder(root, name, fill).unwrap());
            }
        });
        assert_eq!(fills.into_inner(), 2);
    }

    /// It is filled again, whatever is missing of it, and then whole.
    #[test]
    fn a_damaged_folder_is_filled_again() {
        let root = tempfile::tempdir().unwrap();
        let done = root.path().join("f");
        let fills = std::cell::Cell::new(0);
        let filled = || {
            let fill = |p: &Path| {
                fills.set(fills.get() + 1);
                std::fs::write(p.join("x"), "whole").map_err(Error::io(p))
            };
            assert_eq!(std::fs::read_to_string(folder(root.path(), "f", fill).unwrap().join("x")).unwrap(), "whole");
            fills.get()
        };
        assert_eq!(filled(), 1);
        std::fs::write(done.join("x"), "who").unwrap();
        assert_eq!(filled(), 2);
        std::fs::remove_file(done.join("x")).unwrap();
        assert_eq!(filled(), 3);
        std::fs::remove_file(done.join(LENGTHS)).unwrap();
        assert_eq!(filled(), 4);
        std::fs::remove_dir_all(&done).unwrap();
        std::os::unix::fs::symlink("/nowhere", &done).unwrap();
        assert_eq!(filled(), 5);
        std::fs::remove_dir_all(&done).unwrap();
        std::fs::write(&done, "a file").unwrap();
        assert_eq!(filled(), 6);
        assert_eq!(filled(), 6);
    }

    #[test]
    fn a_failed_fill_leaves_nothing() {
        let root = tempfile::tempdir().unwrap();
        folder(root.path(), "f", |_| Err(Error::NoWave)).unwrap_err();
        assert_eq!(std::fs::read_dir(root.path()).unwrap().count(), 0);
    }
}
