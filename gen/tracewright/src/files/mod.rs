// SPDX-License-Identifier: Apache-2.0
//! Input files, and output files: whole or not there.

mod places;
mod read;
mod target;

pub use places::Places;
pub use read::{open, read, read_text, Spooled};
pub use target::is_stdout;

use crate::failure::Failure;
use crate::report;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use target::{folder_of, keep, new_permissions, Target};
use tracewright_cleanup::{replace, undisturbed, Unfinished};

/// What a command writes. A file appears under its name only when it is complete; dropped before
/// [`OutputFile::finish`], it leaves nothing. A device, a FIFO or standard output is written into.
pub struct OutputFile {
    path: PathBuf,
    writer: BufWriter<Sink>,
    unfinished: Option<(Unfinished, PathBuf)>,
}

impl OutputFile {
    /// Starts what will be at `path`.
    pub fn create(path: &Path) -> Result<OutputFile, Failure> {
        OutputFile::open(path, "").map_err(|error| Failure::io("write", path, plain(&error)))
    }

    /// As [`OutputFile::create`], with an unfinished name that ends in `ending`.
    fn open(path: &Path, ending: &str) -> io::Result<OutputFile> {
        let (file, unfinished) = match Target::of(path)? {
            Target::Opened(file) => (file, None),
            Target::File(to, old) => {
                let (file, unfinished) = Unfinished::file(folder_of(&to), ending, new_permissions())?;
                old.map_or(Ok(()), |old| keep(&file, &old))?;
                (file, Some((unfinished, to)))
            }
        };
        let writer = BufWriter::new(Sink { file, is_stdout: is_stdout(path) });
        Ok(OutputFile { path: path.to_path_buf(), writer, unfinished })
    }

    /// Gives the complete file its name.
    pub fn finish(self) -> Result<(), Failure> {
        self.finish_with("").map(drop)
    }

    /// Keeps what there is as the file's name with `.partial` at its end, which is returned.
    pub fn finish_partial(self) -> Result<PathBuf, Failure> {
        self.finish_with(PARTIAL)
    }

    fn finish_with(self, ending: &str) -> Result<PathBuf, Failure> {
        let OutputFile { path, writer, unfinished } = self;
        let failed = |error: &io::Error| Failure::io("write", &path, error);
        writer.into_inner().map_err(|error| failed(error.error()))?;
        let Some((unfinished, to)) = unfinished else { return Ok(path) };
        unfinished.rename(&with_ending(&to, ending)).map_err(|error| failed(&error))?;
        Ok(with_ending(&path, ending))
    }
}

/// Where the bytes go. A reader of standard output that closes it early, such as `head`, is no error.
struct Sink {
    file: File,
    is_stdout: bool,
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.file.write(bytes) {
            Err(error) if self.is_stdout && error.kind() == io::ErrorKind::BrokenPipe => Ok(bytes.len()),
            written => written,
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// What the name of a file ends in that has only a part.
pub const PARTIAL: &str = ".partial";

/// `path` with `ending` after its name.
pub fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(ending);
    name.into()
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// Writes a whole file.
pub fn write(path: &Path, contents: &[u8]) -> Result<(), Failure> {
    let mut file = OutputFile::create(path)?;
    file.write_all(contents).map_err(|e| Failure::io("write", path, &e))?;
    file.finish()
}

/// Writes a whole file, or to standard output if there is no path or it is `-`.
pub fn write_or_print(path: Option<&Path>, contents: &[u8]) -> Result<(), Failure> {
    match path.filter(|path| !is_stdout(path)) {
        Some(path) => write(path, contents),
        None => report::to_stdout(contents),
    }
}

/// A file that something else writes, by its name.
pub struct Written {
    /// Where it is to be written.
    pub at: PathBuf,
    file: OutputFile,
}

impl Written {
    /// Starts what will be at `path`; the name where it is written has the same extension.
    pub fn create(path: &Path) -> Result<Written, Failure> {
        let ending = path.extension().map_or_else(String::new, |ending| format!(".{}", ending.to_string_lossy()));
        let file = OutputFile::open(path, &ending).map_err(|error| Failure::io("write", path, plain(&error)))?;
        let at = file.unfinished.as_ref().map_or(path, |(unfinished, _)| unfinished.path()).to_path_buf();
        Ok(Written { at, file })
    }

    /// Gives the complete file its name.
    pub fn finish(self) -> Result<(), Failure> {
        self.file.finish()
    }
}

/// Writes `files` (names relative to `folder`), all complete before the first gets its name. `obsolete` tells, when
/// nobody else writes into the folder, which files of an earlier run are removed afterwards (relative to `folder`), or
/// why nothing may be written; no other file in the folder is touched.
pub fn write_all(
    folder: &Path,
    files: &[(PathBuf, Vec<u8>)],
    obsolete: impl FnOnce() -> Result<Vec<PathBuf>, Failure>,
) -> Result<(), Failure> {
    let existing = folder.ancestors().find(|above| above.is_dir()).unwrap_or(Path::new("."));
    let stage = Unfinished::folder_in(existing).map_err(|e| Failure::io("write", folder, plain(&e)))?;
    for (n, (name, contents)) in files.iter().enumerate() {
        let staged = stage.path().join(n.to_string());
        std::fs::write(&staged, contents).map_err(|e| Failure::io("write", &folder.join(name), &e))?;
    }
    undisturbed(|| {
        create_folder(folder)?;
        let _alone = lock(folder).map_err(|e| Failure::io("write", folder, &e))?;
        let obsolete = obsolete()?;
        // All of them can be written before the first is: a folder in the place of one leaves the others as they were.
        let targets = files.iter().map(|(name, _)| {
            let path = folder.join(name);
            create_folder(folder_of(&path))?;
            let target = Target::of(&path).map_err(|e| Failure::io("write", &path, &e))?;
            Ok((path, target))
        });
        let targets: Vec<(PathBuf, Target)> = targets.collect::<Result<_, Failure>>()?;
        for (n, (path, target)) in targets.into_iter().enumerate() {
            place(&stage.path().join(n.to_string()), target).map_err(|e| Failure::io("write", &path, &e))?;
        }
        for name in obsolete {
            let path = folder.join(name);
            std::fs::remove_file(&path).map_err(|e| Failure::io("remove", &path, &e))?;
        }
        Ok(())
    })
}

fn create_folder(folder: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).map_err(|e| Failure::io("create", folder, &e))
}

/// Moves a complete file to where it is to be, as [`OutputFile`] would.
fn place(from: &Path, target: Target) -> io::Result<()> {
    match target {
        Target::Opened(mut into) => into.write_all(&std::fs::read(from)?),
        Target::File(to, old) => {
            old.map_or(Ok(()), |old| keep(&File::open(from)?, &old))?;
            replace(from, &to)
        }
    }
}

/// Waits until no other process writes into `folder`; until the file is closed, this one does.
fn lock(folder: &Path) -> io::Result<File> {
    let folder = File::open(folder)?;
    rustix::fs::flock(&folder, rustix::fs::FlockOperation::LockExclusive)?;
    Ok(folder)
}

/// An error without the name of the temporary file, which says nothing to the user.
fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" at path ").next().unwrap_or_default().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap();
        let mut names: Vec<_> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn an_unfinished_file_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("trace");
        write(&path, b"old").unwrap();
        let mut file = OutputFile::create(&path).unwrap();
        file.write_all(b"new").unwrap();
        drop(file);
        assert_eq!(std::fs::read(&path).unwrap(), b"old");
        assert_eq!(names(folder.path()), ["trace"]);
    }

    #[test]
    fn a_partial_file_says_so_in_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let mut file = OutputFile::create(&folder.path().join("trace")).unwrap();
        file.write_all(b"some").unwrap();
        assert_eq!(file.finish_partial().unwrap(), folder.path().join("trace.partial"));
        assert_eq!(names(folder.path()), ["trace.partial"]);
    }

    #[test]
    fn a_folder_is_written_whole_and_foreign_files_stay() {
        let folder = tempfile::tempdir().unwrap();
        write(&folder.path().join("mine"), b"1").unwrap();
        write(&folder.path().join("stale.v"), b"2").unwrap();
        let files = [("a.v".into(), b"3".to_vec())];
        write_all(folder.path(), &files, || Ok(vec!["stale.v".into()])).unwrap();
        assert_eq!(names(folder.path()), ["a.v", "mine"]);
    }

    #[test]
    fn errors_name_the_file_and_not_a_temporary_one() {
        let error = write(Path::new("/nonexistent/folder/trace"), b"").unwrap_err().to_string();
        assert_eq!(error, "error: cannot write /nonexistent/folder/trace: No such file or directory (os error 2)");
        let folder = tempfile::tempdir().unwrap();
        let error = write(folder.path(), b"").unwrap_err().to_string();
        assert!(error.ends_with("it is a folder"), "{error}");
    }
}
