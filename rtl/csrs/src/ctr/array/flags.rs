// SPDX-License-Identifier: Apache-2.0
//! Which entries hold something, and which a record: memories have no reset.

use crate::ctr::description::blocks;
use crate::ctr::records::Mark;
use rust_hdl_core::prelude::*;
use tracewright_config::Build;
use tracewright_prim::{kernel, Module, Reg};

/// Two bits an entry, in groups of sixteen.
#[derive(Module)]
#[module(build: Build)]
pub struct Flags {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// Records and pops, from the oldest.
    #[count(blocks(build))]
    pub mark: Vec<Signal<In, Mark>>,
    /// An access writes to an entry.
    pub writes: Signal<In, Bit>,
    /// It writes ctrsource.
    pub writes_source: Signal<In, Bit>,
    /// V that it writes there.
    pub valid: Signal<In, Bit>,
    /// The entry that it writes.
    pub place: Signal<In, Bits<8>>,
    /// That entry holds nothing.
    pub blank: Signal<Out, Bit>,
    /// All entries become 0.
    pub clear: Signal<In, Bit>,
    /// The entry that is read.
    pub read_place: Signal<In, Bits<8>>,
    /// It holds something.
    pub holds: Signal<Out, Bit>,
    /// Its V.
    pub is_valid: Signal<Out, Bit>,
    #[count(groups(build))]
    held: Vec<Reg<Bits<16>>>,
    #[count(groups(build))]
    valids: Vec<Reg<Bits<16>>>,
    #[new(groups(build))]
    _groups: usize,
}

/// Groups of sixteen entries.
fn groups(build: &Build) -> usize {
    (build.ctr.max_depth / 16) as usize
}

/// The bit of an entry in a group of sixteen, if it is in this one.
#[kernel]
fn bit_of(is_it: Bit, place: Bits<8>) -> Bits<16> {
    bit_cast::<16, 1>(is_it.into()) << bit_cast::<16, 4>(place.get_bits::<4>(0))
}

impl Logic for Flags {
    #[kernel]
    fn update(&mut self) {
        let place = self.place.val();
        let read_place = self.read_place.val();
        let mut is_held: Bit = false;
        let mut holds: Bit = false;
        let mut is_valid: Bit = false;
        for g in 0..self.held.len() {
            let mut held: Bits<16> = self.held[g].q.val();
            let mut valids: Bits<16> = self.valids[g].q.val();
            for i in 0..self.mark.len() {
                let mark: Mark = self.mark[i].val();
                let is_here: Bit =
                    if self._groups == 1 { true } else { mark.place.get_bits::<4>(4) == g.to_bits::<4>() };
                let here = bit_of(is_here & (mark.records | mark.pops), mark.place);
                if mark.records {
                    held = held | here;
                    valids = valids | here;
                } else {
                    valids = valids & !here;
                }
            }
            let is_written: Bit = if self._groups == 1 { true } else { place.get_bits::<4>(4) == g.to_bits::<4>() };
            let written = bit_of(is_written & self.writes.val(), place);
            held = held | written;
            if self.writes_source.val() {
                if self.valid.val() {
                    valids = valids | written;
                } else {
                    valids = valids & !written;
                }
            }
            if self.clear.val() {
                held = bits::<16>(0);
                valids = bits::<16>(0);
            }
            self.held[g].d.next = held;
            self.valids[g].d.next = valids;

            let is_read: Bit = if self._groups == 1 { true } else { read_place.get_bits::<4>(4) == g.to_bits::<4>() };
            is_held |= is_written & self.held[g].q.val().get_bit(place.get_bits::<4>(0).index());
            holds |= is_read & self.held[g].q.val().get_bit(read_place.get_bits::<4>(0).index());
            is_valid |= is_read & self.valids[g].q.val().get_bit(read_place.get_bits::<4>(0).index());
        }
        self.blank.next = !is_held;
        self.holds.next = holds;
        self.is_valid.next = is_valid;
    }
}
