// SPDX-License-Identifier: Apache-2.0
//! Memory for one part of every entry.

use crate::encoder::has::blocks;
use crate::prim::*;

/// Where the queue writes.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Write {
    /// A row is written.
    pub enable: Bit,
    /// Row that is written.
    pub row: Bits<6>,
}

/// Where the queue reads.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Read {
    /// Row to read.
    pub row: Bits<6>,
    /// Place in the row.
    #[built(many)]
    pub place: Bits<2>,
}

/// A memory of `D` bits an entry: a row of it has a place for the entry of each block of a cycle.
#[derive(Module)]
#[module(build: Build)]
pub struct Column<const D: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// The part that each block's entry has.
    #[count(blocks(build))]
    pub data: Vec<Signal<In, Bits<D>>>,
    /// Whether a row is written, and which.
    pub write: Signal<In, Write>,
    /// The row and the place in it to read.
    pub read: Signal<In, Read>,
    /// The part of the entry at the place that is read.
    pub out: Signal<Out, Bits<D>>,
    #[count(blocks(build))]
    #[new(LutRam::new(build.encoder.queue_depth as usize))]
    places: Vec<LutRam<6, D>>,
}

impl<const D: usize> Logic for Column<D> {
    #[kernel]
    fn update(&mut self) {
        for b in 0..self.places.len() {
            connect!(places[b]: clock, write_data = data[b], write.val().{write = enable, write_address = row},
                read_address = read.val().row);
        }
        self.out.next = self.places[0].read_data.val();
        for b in 1..self.places.len() {
            if self.read.val().place == b.to_bits::<2>() {
                self.out.next = self.places[b].read_data.val();
            }
        }
    }
}
