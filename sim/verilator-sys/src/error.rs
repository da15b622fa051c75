// SPDX-License-Identifier: Apache-2.0
//! What can go wrong.

use std::path::PathBuf;

/// Why a model could not be built, loaded or used. Every text is one line, but for what a tool itself said.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A tool is not there.
    #[error("{tool} not found: {hint}")]
    MissingTool {
        /// What is missing.
        tool: &'static str,
        /// Where it was looked for, or where it comes from.
        hint: String,
    },
    /// A tool is there, and does not say which version it is.
    #[error("{path} does not work: {said}", path = .path.display())]
    BrokenTool {
        /// The tool.
        path: PathBuf,
        /// What it said, or what the system says of it.
        said: String,
    },
    /// A tool refused its input.
    #[error("{tool} failed on module {top}: {message}")]
    Tool {
        /// The tool.
        tool: &'static str,
        /// The top module.
        top: String,
        /// Its first lines of complaint.
        message: String,
    },
    /// A file could not be read or written.
    #[error("{path}: {source}", path = .path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// What is to hold finished builds is no folder, and can't be made one.
    #[error("{variable} names {folder}: {source}", variable = crate::FOLDER_VARIABLE, folder = .folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The built library could not be loaded.
    #[error("{path}: cannot be loaded: {message}", path = .path.display())]
    Load {
        /// The library.
        path: PathBuf,
        /// What the loader says.
        message: String,
    },
    /// No port or probe has this name and direction.
    #[error("module {top} has no {kind} `{name}`")]
    NoSignal {
        /// The top module.
        top: String,
        /// "input", "output or probe" or "internal signal".
        kind: &'static str,
        /// The name.
        name: String,
    },
    /// What is to be read as a flag is no output or probe of one bit, or its place is no bit of a word.
    #[error("module {top}: `{name}` is no output or probe of one bit that bit {bit} of 64 can show")]
    NoFlag {
        /// The top module.
        top: String,
        /// The name.
        name: String,
        /// Its place.
        bit: u32,
    },
    /// Flags guard what others guard, too.
    #[error("module {top}: `{name}` is guarded by flags twice")]
    Guarded {
        /// The top module.
        top: String,
        /// The output or probe.
        name: String,
    },
    /// The clock is not an input of one bit.
    #[error("module {top}: the clock `{clock}` is not a one-bit input")]
    Clock {
        /// The top module.
        top: String,
        /// The name given for the clock.
        clock: String,
    },
    /// A port or probe without bits.
    #[error("module {top}: `{name}` has a width of 0")]
    Width {
        /// The top module.
        top: String,
        /// The port or probe.
        name: String,
    },
    /// The waveform file has an extension that names no format.
    #[error("{path}: a waveform file ends in .vcd or .fst", path = .0.display())]
    WaveExtension(PathBuf),
    /// The model was built without waveforms.
    #[error("the model was built without waveforms")]
    NoWave,
}

impl Error {
    pub(crate) fn io(path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> Error {
        let path = path.into();
        move |source| Error::Io { path, source }
    }
}
