// SPDX-License-Identifier: Apache-2.0
//! Why the driver gave up.

use core::fmt;

/// Why the driver gave up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error<E> {
    /// An access to a CSR failed.
    Csr(E),
    /// The control did not take these of the bits that were to be set: the hardware lacks them.
    Refused {
        /// The bits, in their places in the control.
        bits: u64,
    },
    /// The array does not have this depth.
    Depth {
        /// What was asked for.
        asked: u32,
        /// What the hardware made of it.
        got: u32,
    },
}

impl<E> From<E> for Error<E> {
    fn from(error: E) -> Self {
        Error::Csr(error)
    }
}

impl<E: fmt::Display> fmt::Display for Error<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Csr(error) => error.fmt(f),
            Error::Refused { bits } => write!(f, "the control does not take the bits {bits:#x}"),
            Error::Depth { asked, got } => write!(f, "the depth is {got} after {asked} was asked for"),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> core::error::Error for Error<E> {}
