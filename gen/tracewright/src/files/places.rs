// SPDX-License-Identifier: Apache-2.0
//! What a command reads and what it writes: nothing is both.

use super::target::followed;
use super::{folder_of, is_stdout, with_ending, PARTIAL};
use crate::failure::Failure;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// The files that a command line names.
#[derive(Default)]
pub struct Places {
    inputs: Vec<(&'static str, PathBuf)>,
    outputs: Vec<(&'static str, PathBuf)>,
}

/// What makes two paths the same file.
#[derive(PartialEq, Eq)]
enum Identity {
    Stdout,
    /// A file that is there: device and number.
    There(u64, u64),
    /// One that will be.
    Missing(PathBuf),
}

impl Places {
    /// With files that `option` names to be read.
    pub fn reads<'a>(mut self, option: &'static str, paths: impl IntoIterator<Item = &'a PathBuf>) -> Places {
        self.inputs.extend(paths.into_iter().map(|path| (option, path.clone())));
        self
    }

    /// With files that `option` names to be written.
    pub fn writes<'a>(mut self, option: &'static str, paths: impl IntoIterator<Item = &'a PathBuf>) -> Places {
        self.outputs.extend(paths.into_iter().map(|path| (option, path.clone())));
        self
    }

    /// As [`Places::writes`], where a file that has only a part has another name.
    pub fn writes_or_part(self, option: &'static str, path: Option<&PathBuf>) -> Places {
        let part = path.filter(|path| !is_stdout(path)).map(|path| with_ending(path, PARTIAL));
        self.writes(option, path).writes(option, &part)
    }

    /// With all of `files` in `folder` written.
    pub fn writes_in(mut self, option: &'static str, folder: &Path, files: &[(PathBuf, Vec<u8>)]) -> Places {
        self.outputs.extend(files.iter().map(|(name, _)| (option, folder.join(name))));
        self
    }

    /// Refuses what would be read and written, or written twice.
    pub fn check(&self) -> Result<(), Failure> {
        let of = |path: &Path| identity(path);
        let inputs: Vec<_> = self.inputs.iter().map(|(option, path)| (option, of(path))).collect();
        let mut outputs: Vec<(&str, Identity)> = vec![];
        for (option, path) in &self.outputs {
            let Some(identity) = of(path) else { continue };
            let path = path.display();
            let hint = "name another file";
            if let Some((input, _)) = inputs.iter().find(|(_, input)| input.as_ref() == Some(&identity)) {
                let problem = format!("{option} would write {path}, which {input} reads");
                return Err(Failure::usage(problem).hint(hint));
            }
            if let Some((other, _)) = outputs.iter().find(|(_, output)| *output == identity) {
                return Err(Failure::usage(format!("{other} and {option} would both write {path}")).hint(hint));
            }
            outputs.push((option, identity));
        }
        Ok(())
    }
}

/// What `path` is; nothing where writing takes nothing away, as of devices.
fn identity(path: &Path) -> Option<Identity> {
    if is_stdout(path) {
        return Some(Identity::Stdout);
    }
    let path = followed(path).ok()?;
    match std::fs::metadata(&path) {
        Ok(found) => found.is_file().then(|| Identity::There(found.dev(), found.ino())),
        Err(_) => {
            let folder = std::fs::canonicalize(folder_of(&path)).ok()?;
            Some(Identity::Missing(folder.join(path.file_name()?)))
        }
    }
}
