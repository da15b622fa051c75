// SPDX-License-Identifier: Apache-2.0
//! Why there is no bench.

use tracewright_hart::LoadError;
use tracewright_image::ErrorKind;

/// Why there is no bench.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The program of the bench is none.
    #[error("the program of the bench: {0}")]
    Program(#[from] ErrorKind),
    /// It does not fit into a hart.
    #[error("the program of the bench: {0}")]
    Load(#[from] LoadError),
    /// A hart can't execute it.
    #[error("the program of the bench: {0}")]
    Hart(#[from] tracewright_hart::Error),
    /// The driver can't program the build.
    #[error("the driver can't program this build: {0}")]
    Driver(String),
}
