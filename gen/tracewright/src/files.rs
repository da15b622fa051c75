// SPDX-License-Identifier: Apache-2.0
//! Output files: whole or not there.

use crate::failure::Failure;
use crate::report;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// A file that appears under its name only when it is complete. Dropped before [`OutputFile::finish`], it leaves nothing.
pub struct OutputFile {
    path: PathBuf,
    writer: BufWriter<NamedTempFile>,
}

impl OutputFile {
    /// Starts a file that will be `path`.
    pub fn create(path: &Path) -> Result<OutputFile, Failure> {
        let folder = match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        if path.is_dir() {
            return Err(Failure::usage(format!("cannot write {}: it is a folder", path.display())));
        }
        let file = tempfile::Builder::new().prefix(".tracewright-").permissions(permissions()).tempfile_in(folder);
        let file = file.map_err(|e| Failure::io("write", path, plain(&e)))?;
        Ok(OutputFile { path: path.to_path_buf(), writer: BufWriter::new(file) })
    }

    /// Gives the complete file its name.
    pub fn finish(self) -> Result<(), Failure> {
        let path = self.path.clone();
        self.finish_as(path)
    }

    /// Keeps what there is as the file's name with `.partial` behind it, which is returned.
    pub fn finish_partial(self) -> Result<PathBuf, Failure> {
        let mut name = self.path.clone().into_os_string();
        name.push(".partial");
        let path = PathBuf::from(name);
        self.finish_as(path.clone()).map(|()| path)
    }

    fn finish_as(self, path: PathBuf) -> Result<(), Failure> {
        let OutputFile { writer, .. } = self;
        let file = writer.into_inner().map_err(|e| Failure::io("write", &path, e.error()))?;
        file.persist(&path).map_err(|e| Failure::io("write", &path, &e.error))?;
        Ok(())
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
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
    match path.filter(|path| path.as_os_str() != "-") {
        Some(path) => write(path, contents),
        None => report::to_stdout(contents),
    }
}

/// Writes `files` (names relative to `folder`), all complete before the first gets its name. `obsolete` names files of an
/// earlier run, relative to `folder`, which are removed afterwards; no other file in the folder is touched.
pub fn write_all(folder: &Path, files: &[(PathBuf, Vec<u8>)], obsolete: &[PathBuf]) -> Result<(), Failure> {
    let mut complete = Vec::with_capacity(files.len());
    for (name, contents) in files {
        let path = folder.join(name);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).map_err(|e| Failure::io("create", parent, &e))?;
        }
        let mut file = OutputFile::create(&path)?;
        file.write_all(contents).map_err(|e| Failure::io("write", &path, &e))?;
        complete.push(file);
    }
    for file in complete {
        file.finish()?;
    }
    for name in obsolete {
        let path = folder.join(name);
        std::fs::remove_file(&path).map_err(|e| Failure::io("remove", &path, &e))?;
    }
    Ok(())
}

/// An error without the name of the temporary file, which says nothing to the user.
fn plain(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" at path ").next().unwrap_or_default().to_string()
}

/// What a file gets that nobody asks to protect; the process's mask takes away from it.
#[cfg(unix)]
fn permissions() -> std::fs::Permissions {
    std::os::unix::fs::PermissionsExt::from_mode(0o666)
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
        write_all(folder.path(), &files, &["stale.v".into()]).unwrap();
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
