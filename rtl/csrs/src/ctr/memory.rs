// SPDX-License-Identifier: Apache-2.0
//! A memory for one register of every entry of a bank: block RAM, or registers.

use super::description::{blocks, is_block_ram};
use tracewright_prim::*;

/// Words of `D` bits; nobody reads the one that is written.
#[synchronous(build: Build)]
pub struct Memory<const D: usize> {
    /// Write this cycle.
    pub write: Signal<In, Bit>,
    /// Index of the word to write.
    pub write_row: Signal<In, Bits<8>>,
    /// The word to write.
    pub write_data: Signal<In, Bits<D>>,
    /// Read this cycle.
    pub read: Signal<In, Bit>,
    /// Index of the word to read.
    pub read_row: Signal<In, Bits<8>>,
    /// The word that was read two cycles before; 0 if none was. Block RAM is slow: what comes out of it is registered.
    pub word: Signal<Out, Bits<D>>,
    #[built(is_block_ram(build))]
    #[new(DualRam::new(rows(build)))]
    block: Optional<DualRam<8, D>>,
    #[built(!is_block_ram(build))]
    #[new(LutRam::new(rows(build)))]
    entries: Optional<LutRam<8, D>>,
    #[built(!is_block_ram(build))]
    out: Optional<Reg<Bits<D>>>,
    kept: Reg<Bits<D>>,
}

/// Entries of a bank.
pub(super) fn rows(build: &Build) -> usize {
    build.ctr.max_depth as usize / blocks(build)
}

impl<const D: usize> Logic for Memory<D> {
    #[kernel]
    fn update(&mut self) {
        if self.block.is_built() {
            connect!(block: clock, write, write_address = write_row, write_data, read, read_address = read_row,
                read_data = kept.d);
        } else {
            connect!(entries: clock, write, write_address = write_row, write_data, read_address = read_row);
            self.out.d.next = bits::<D>(0);
            if self.read.val() {
                self.out.d.next = self.entries.read_data.val();
            }
            self.kept.d.next = self.out.q.val();
        }
        self.word.next = self.kept.q.val();
    }
}
