// SPDX-License-Identifier: Apache-2.0
//! Folders that are named by the hash of what went into them, and that are whole or not there.

use crate::Error;
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

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

/// The folder `root/name`, which `fill` makes if it is not there yet.
///
/// `fill` works in a temporary folder that is then renamed, so that a build that fails or is interrupted leaves nothing.
pub(crate) fn folder(root: &Path, name: &str, fill: impl FnOnce(&Path) -> Result<(), Error>) -> Result<PathBuf, Error> {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    static SERIAL: AtomicU32 = AtomicU32::new(0);

    let _guard = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let done = root.join(name);
    if done.is_dir() {
        return Ok(done);
    }
    let serial = SERIAL.fetch_add(1, Ordering::Relaxed);
    let work = root.join(format!(".{name}.{}.{serial}", std::process::id()));
    std::fs::create_dir_all(&work).map_err(Error::io(&work))?;
    let moved = fill(&work).and_then(|()| match std::fs::rename(&work, &done) {
        // Another process may have been quicker; its build is as good.
        Err(_) if done.is_dir() => std::fs::remove_dir_all(&work).map_err(Error::io(&work)),
        other => other.map_err(Error::io(&done)),
    });
    if let Err(error) = moved {
        // The first error is the one that tells; a leftover folder harms nothing.
        let _ = std::fs::remove_dir_all(&work);
        return Err(error);
    }
    Ok(done)
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn a_failed_fill_leaves_nothing() {
        let root = tempfile::tempdir().unwrap();
        folder(root.path(), "f", |_| Err(Error::NoWave)).unwrap_err();
        assert_eq!(std::fs::read_dir(root.path()).unwrap().count(), 0);
    }
}
