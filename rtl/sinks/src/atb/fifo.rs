// SPDX-License-Identifier: Apache-2.0
//! Entries of the width that the build has.

use super::ports::Passage;
use super::AtbEntries;
use rust_hdl_core::prelude::*;
use tracewright_config::Build;
use tracewright_prim::{kernel, Link, Module, Optional};

/// An [`AtbEntries`] for beats of 8 to 128 bits.
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
        if self.beats_8.is_built() {
            self.passage.link(&mut self.beats_8.passage);
        }
        if self.beats_16.is_built() {
            self.passage.link(&mut self.beats_16.passage);
        }
        if self.beats_32.is_built() {
            self.passage.link(&mut self.beats_32.passage);
        }
        if self.beats_64.is_built() {
            self.passage.link(&mut self.beats_64.passage);
        }
        if self.beats_128.is_built() {
            self.passage.link(&mut self.beats_128.passage);
        }
    }
}
