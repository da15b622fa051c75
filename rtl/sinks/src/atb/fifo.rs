// SPDX-License-Identifier: Apache-2.0
//! Entries of the width that the build has.

use super::ports::Passage;
use super::AtbEntries;
use tracewright_prim::*;

/// The [`AtbEntries`] of beats of 8 to 128 bits.
#[derive(Module)]
#[module(build: Build)]
pub struct AtbFifo {
    /// Both sides.
    pub passage: Passage,
    #[built(build.sink.atb_width == 8)]
    beats_8: Optional<AtbEntries<9>>,
    #[built(build.sink.atb_width == 16)]
    beats_16: Optional<AtbEntries<18>>,
    #[built(build.sink.atb_width == 32)]
    beats_32: Optional<AtbEntries<35>>,
    #[built(build.sink.atb_width == 64)]
    beats_64: Optional<AtbEntries<68>>,
    #[built(build.sink.atb_width == 128)]
    beats_128: Optional<AtbEntries<133>>,
}

impl Logic for AtbFifo {
    #[kernel]
    fn update(&mut self) {
        connect!(beats_8: passage);
        connect!(beats_16: passage);
        connect!(beats_32: passage);
        connect!(beats_64: passage);
        connect!(beats_128: passage);
    }
}
