// SPDX-License-Identifier: Apache-2.0
//! Memory for one part of every entry.

use crate::encoder::has::blocks;
use crate::prim::*;

/// Where a bank of the queue writes.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Write {
    /// The bank takes an entry.
    pub enable: Bit,
    /// The port whose entry the bank takes.
    #[built(many)]
    pub from: Bits<2>,
    /// Row of the bank that the entry goes to.
    pub row: Bits<6>,
}

/// Where the queue reads.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Read {
    /// Row to read.
    pub row: Bits<6>,
    /// Bank to read.
    #[built(many)]
    pub bank: Bits<2>,
}

/// A memory of `D` bits an entry with as many banks as write ports: a bank takes an entry a cycle, from any of the
/// ports.
///
/// With one bank it is that memory alone.
#[derive(Module)]
#[module(build: Build)]
pub struct Column<const D: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// What each port brings.
    #[count(blocks(build))]
    pub data: Vec<Signal<In, Bits<D>>>,
    /// Where each bank writes.
    #[count(blocks(build))]
    pub write: Vec<Signal<In, Write>>,
    /// Where to read.
    pub read: Signal<In, Read>,
    /// What is there.
    pub out: Signal<Out, Bits<D>>,
    #[count(blocks(build))]
    #[new(LutRam::new(build.encoder.queue_depth as usize / blocks(build)))]
    banks: Vec<LutRam<6, D>>,
}

impl<const D: usize> Logic for Column<D> {
    #[kernel]
    fn update(&mut self) {
        for bank in 0..self.banks.len() {
            connect!(banks[bank]: clock, write_data = data[0], write[bank].val().{write = enable, write_address = row},
                read_address = read.val().row);
            for port in 1..self.data.len() {
                if self.write[bank].val().from == port.to_bits::<2>() {
                    self.banks[bank].write_data.next = self.data[port].val();
                }
            }
        }
        self.out.next = self.banks[0].read_data.val();
        for bank in 1..self.banks.len() {
            if self.read.val().bank == bank.to_bits::<2>() {
                self.out.next = self.banks[bank].read_data.val();
            }
        }
    }
}
