// SPDX-License-Identifier: Apache-2.0
//! What a path of an output stands for: a file to be replaced as a whole, or something to be written into.

use std::fs::{File, Metadata, OpenOptions, Permissions};
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};

/// Links that are followed before they are taken for a circle; as many as Linux follows.
const MOST_LINKS: u32 = 40;

/// The paths of standard output and standard error.
const STDOUT: [&str; 4] = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];
const STDERR: [&str; 3] = ["/dev/stderr", "/dev/fd/2", "/proc/self/fd/2"];

/// What a path of an output stands for.
pub enum Target {
    /// A device, a FIFO, a socket, or what a descriptor of this process is.
    Opened(File),
    /// A file, or where one will be: here, all links followed, with what it has now.
    File(PathBuf, Option<Metadata>),
}

/// Whether the path is a name of standard output.
pub fn is_stdout(path: &Path) -> bool {
    STDOUT.iter().any(|name| path == Path::new(name))
}

impl Target {
    /// What `path` stands for.
    pub fn of(path: &Path) -> io::Result<Target> {
        let descriptor = if is_stdout(path) {
            Some(io::stdout().as_fd().try_clone_to_owned()?)
        } else if STDERR.iter().any(|name| path == Path::new(name)) {
            Some(io::stderr().as_fd().try_clone_to_owned()?)
        } else {
            None
        };
        if let Some(descriptor) = descriptor {
            return Ok(Target::Opened(descriptor.into()));
        }
        let path = followed(path)?;
        let found = match std::fs::metadata(&path) {
            Ok(found) => found,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Target::File(path, None)),
            Err(error) => return Err(error),
        };
        if found.is_dir() {
            return Err(io::Error::other("it is a folder"));
        }
        if found.file_type().is_socket() {
            return Ok(Target::Opened(OwnedFd::from(UnixStream::connect(&path)?).into()));
        }
        // Opened even where it will be replaced: that tells whether it may be written.
        let opened = OpenOptions::new().append(true).open(&path)?;
        if found.is_file() && !is_of_process(&path) {
            return Ok(Target::File(path, Some(found)));
        }
        Ok(Target::Opened(opened))
    }
}

/// Where the links at the end of `path` lead. Those below `/proc`, where `/dev/fd` is too, are no paths, and are left
/// as they are.
pub fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        if is_of_process(&path) {
            return Ok(path);
        }
        match std::fs::read_link(&path) {
            Ok(to) => path = folder_of(&path).join(to),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many links"))
}

/// Whether `path` stands for what a process has open.
fn is_of_process(path: &Path) -> bool {
    std::fs::canonicalize(folder_of(path)).is_ok_and(|folder| folder.starts_with("/proc"))
}

/// The folder that `path` is in.
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// What a file gets that nobody asks to protect; the process's mask takes away from it.
pub fn new_permissions() -> Permissions {
    Permissions::from_mode(0o666)
}

/// Gives `file` the owner and the mode of the file that it replaces. An owner whom this user may not give is left: the
/// file is then this user's, as a new one is.
pub fn keep(file: &File, old: &Metadata) -> io::Result<()> {
    let new = file.metadata()?;
    if (new.uid(), new.gid()) != (old.uid(), old.gid()) {
        match std::os::unix::fs::fchown(file, Some(old.uid()), Some(old.gid())) {
            Err(error) if error.kind() != io::ErrorKind::PermissionDenied => return Err(error),
            _ => {}
        }
    }
    file.set_permissions(old.permissions())
}
