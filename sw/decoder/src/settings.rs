// SPDX-License-Identifier: Apache-2.0
//! What a decoder has to know of the encoder.

/// How conditional branches are reported (N-Trace ch. 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Mode {
    /// By a bit of HIST each (teInstMode 6).
    #[default]
    History,
    /// By a message each, if taken (teInstMode 3).
    Branch,
}

/// How the encoder was configured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Settings {
    /// How conditional branches are reported.
    pub mode: Mode,
    /// Width of the SRC field in bits, 0 to 12; 0: messages have none.
    pub src_bits: u32,
    /// The source to follow, where messages have a SRC field; those of others are passed over.
    pub src: u16,
    /// Whether returns to where the call came from are not reported (implicit return, 9.2).
    pub implicit_return: bool,
}
