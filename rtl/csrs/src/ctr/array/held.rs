// SPDX-License-Identifier: Apache-2.0
//! Which entries hold something: memories have no reset.

use crate::ctr::memory::rows;
use tracewright_prim::*;

/// A bit a row, in groups of sixteen.
#[synchronous(build: Build)]
pub struct Held {
    /// A row is written.
    pub write: Signal<In, Bit>,
    /// The row that is written.
    pub row: Signal<In, Bits<8>>,
    /// A row that an access is about to write.
    pub next_row: Signal<In, Bits<8>>,
    /// The row that an access is about to write holds something.
    pub is_held: Signal<Out, Bit>,
    /// No row holds anything any more.
    pub clear: Signal<In, Bit>,
    /// A row that is read.
    pub read_row: Signal<In, Bits<8>>,
    /// The row that is read holds something.
    pub is_read: Signal<Out, Bit>,
    #[count(groups(build))]
    held: Vec<Reg<Bits<16>>>,
    #[new(groups(build))]
    _groups: usize,
}

/// Groups of sixteen rows.
fn groups(build: &Build) -> usize {
    rows(build).div_ceil(16)
}

/// The bit of a number from 0 to 3, alone.
#[kernel]
fn one_of_four(number: Bits<2>) -> Bits<4> {
    bits::<4>(1) << bit_cast::<4, 2>(number)
}

impl Logic for Held {
    #[kernel]
    fn update(&mut self) {
        let row = self.row.val();
        let next_row = self.next_row.val();
        let read_row = self.read_row.val();
        let column = one_of_four(row.get_bits::<2>(0));
        let line: Bits<4> = if self.write.val() { one_of_four(row.get_bits::<2>(2)) } else { bits::<4>(0) };
        let mut is_held: Bit = false;
        let mut is_read: Bit = false;
        for g in 0..self.held.len() {
            let here: Bit = if self._groups == 1 { true } else { row.get_bits::<4>(4) == g.to_bits::<4>() };
            let next_here: Bit = if self._groups == 1 { true } else { next_row.get_bits::<4>(4) == g.to_bits::<4>() };
            let read_here: Bit = if self._groups == 1 { true } else { read_row.get_bits::<4>(4) == g.to_bits::<4>() };
            let mut kept: Bits<16> = self.held[g].q.val();
            is_held |= next_here & kept.get_bit(next_row.get_bits::<4>(0).index());
            is_read |= read_here & kept.get_bit(read_row.get_bits::<4>(0).index());
            for i in 0..16_usize {
                if here & column.get_bit(i % 4) & line.get_bit(i / 4) {
                    kept = kept.replace_bit(i, true);
                }
            }
            if self.clear.val() {
                kept = bits::<16>(0);
            }
            self.held[g].d.next = kept;
        }
        self.is_held.next = is_held;
        self.is_read.next = is_read;
    }
}
