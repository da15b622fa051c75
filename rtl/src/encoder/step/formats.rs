// SPDX-License-Identifier: Apache-2.0
//! Which Ownership messages a block's entry ends in.

use crate::encoder::built::{many, Built};
use crate::prim::*;
use rust_hdl_core::prelude::*;
use tracewright_config::Build;

/// Decides on Ownership (docs/encoder.md, "Ownership"). There is no register in it.
#[derive(Module, Default)]
pub struct Formats {
    /// teContext.
    pub enable: Signal<In, Bit>,
    /// The block's main message synchronises.
    pub synchronises: Signal<In, Bit>,
    /// The block's main message is the target message of a trap or trap return.
    pub after_trap: Signal<In, Bit>,
    /// Privilege or context changes at this block.
    pub changes: Signal<In, Bit>,
    /// scontext changes, if anything does.
    pub scontext_changes: Vec<Signal<In, Bit>>,
    /// hcontext changes, if anything does.
    pub hcontext_changes: Vec<Signal<In, Bit>>,
    /// Messages to send: FORMAT 00, 10, 11, lowest bit first.
    pub own: Signal<Out, Bits<3>>,
    scontext: Signal<Local, Bit>,
    hcontext: Signal<Local, Bit>,
    _scontext: usize,
    _hcontext: usize,
}

impl Formats {
    /// The Ownership messages of `build`.
    pub fn new(build: &Build) -> Self {
        let Built { scontext, hcontext, .. } = Built::of(build);
        Formats {
            scontext_changes: many(scontext),
            hcontext_changes: many(hcontext),
            _scontext: scontext,
            _hcontext: hcontext,
            ..Formats::default()
        }
    }
}

impl Logic for Formats {
    #[hdl_gen]
    fn update(&mut self) {
        self.scontext.next = false;
        self.hcontext.next = false;
        // hcontext never synchronises alone: an scontext that the build has not got is 0.
        for _i in 0..self._hcontext {
            self.scontext.next = self.synchronises.val();
        }
        for i in 0..self._scontext {
            self.scontext.next = self.synchronises.val() | (self.changes.val() & self.scontext_changes[i].val());
        }
        for i in 0..self._hcontext {
            self.hcontext.next = self.synchronises.val() | (self.changes.val() & self.hcontext_changes[i].val());
        }
        self.own.next = bits::<3>(0);
        if self.enable.val() & (self.synchronises.val() | self.after_trap.val() | self.changes.val()) {
            self.own.next = bits::<3>(1);
            if self.scontext.val() | self.hcontext.val() {
                self.own.next = (bit_cast::<3, 1>(self.hcontext.val().into()) << bits::<3>(2))
                    | (bit_cast::<3, 1>(self.scontext.val().into()) << bits::<3>(1));
            }
        }
    }
}
