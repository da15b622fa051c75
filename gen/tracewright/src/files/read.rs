// SPDX-License-Identifier: Apache-2.0
//! What is read: files, FIFOs, and devices that end.

use super::new_permissions;
use crate::failure::Failure;
use std::borrow::Cow;
use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::os::unix::fs::FileTypeExt;
use std::path::Path;
use tracewright_cleanup::Unfinished;

/// Bytes after which a device that is no terminal is taken to have no end, as /dev/zero has none.
const MOST_OF_A_DEVICE: u64 = 64 << 20;

/// All that is in `path`.
pub fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = vec![];
    copy(path, &mut bytes).map_err(|error| Failure::io("read", path, error))?;
    Ok(bytes)
}

/// As [`read`], of text.
pub fn read_text(path: &Path) -> Result<String, Failure> {
    let text = String::from_utf8(read(path)?);
    text.map_err(|_| Failure::io("read", path, "it is no text in UTF-8"))
}

fn copy(path: &Path, into: &mut impl io::Write) -> io::Result<()> {
    let mut file = File::open(path)?;
    if !file.metadata()?.file_type().is_char_device() || file.is_terminal() {
        return io::copy(&mut file, into).map(drop);
    }
    match io::copy(&mut file.take(MOST_OF_A_DEVICE), into)? {
        MOST_OF_A_DEVICE => Err(io::Error::other("it is a device without an end")),
        _ => Ok(()),
    }
}

/// What `path` has, as it is read; of a device all at once.
pub fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    if !std::fs::metadata(path)?.file_type().is_char_device() {
        return Ok(Box::new(File::open(path)?));
    }
    let mut bytes = vec![];
    copy(path, &mut bytes)?;
    Ok(Box::new(io::Cursor::new(bytes)))
}

/// A file that is read more than once: itself, or what came out of a FIFO or a device.
pub struct Spooled<'a> {
    path: Cow<'a, Path>,
    /// Removed with the rest.
    _copy: Option<Unfinished>,
}

impl Spooled<'_> {
    /// What `path` has, with the same extension.
    pub fn new(path: &Path) -> Result<Spooled<'_>, Failure> {
        let failed = |error: io::Error| Failure::io("read", path, error);
        // What is not there says so when it is opened.
        if std::fs::metadata(path).map_or(true, |found| found.is_file() || found.is_dir()) {
            return Ok(Spooled { path: path.into(), _copy: None });
        }
        let ending = path.extension().map_or_else(String::new, |ending| format!(".{}", ending.to_string_lossy()));
        let (mut file, copied) = Unfinished::file(&std::env::temp_dir(), &ending, new_permissions()).map_err(failed)?;
        copy(path, &mut file).map_err(failed)?;
        Ok(Spooled { path: copied.path().to_path_buf().into(), _copy: Some(copied) })
    }

    /// Where it is read.
    pub fn path(&self) -> &Path {
        &self.path
    }
}
