// SPDX-License-Identifier: Apache-2.0
//! Memory for one part of every entry.

use crate::prim::*;
use rust_hdl_core::prelude::*;

/// A memory of `D` bits an entry with as many banks as write ports: a bank takes an entry a cycle, from any of the ports.
///
/// With one bank it is that memory alone.
#[derive(Module)]
pub struct Column<const D: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// What each port brings.
    pub data: Vec<Signal<In, Bits<D>>>,
    /// The bank takes something.
    pub write: Vec<Signal<In, Bit>>,
    /// From which port.
    pub from: Vec<Signal<In, Bits<2>>>,
    /// To which of the bank's rows.
    pub write_row: Vec<Signal<In, Bits<6>>>,
    /// Row to read.
    pub read_row: Signal<In, Bits<6>>,
    /// Bank to read.
    pub read_bank: Vec<Signal<In, Bits<2>>>,
    /// What is there.
    pub out: Signal<Out, Bits<D>>,
    banks: Vec<LutRam<6, D>>,
    _one: usize,
    _many: usize,
    _banks: usize,
}

impl<const D: usize> Column<D> {
    /// A memory of `banks` banks (1, 2 or 4) for `depth` entries in all.
    pub fn new(banks: usize, depth: usize) -> Self {
        let many = usize::from(banks > 1);
        Column {
            clock: Default::default(),
            data: vec![Default::default(); banks],
            write: vec![Default::default(); banks],
            from: vec![Default::default(); banks * many],
            write_row: vec![Default::default(); banks],
            read_row: Default::default(),
            read_bank: vec![Default::default(); many],
            out: Default::default(),
            banks: (0..banks).map(|_| LutRam::new(depth / banks)).collect(),
            _one: 1 - many,
            _many: many,
            _banks: banks,
        }
    }
}

impl<const D: usize> Logic for Column<D> {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..self._banks {
            self.banks[i].clock.next = self.clock.val();
            self.banks[i].write.next = self.write[i].val();
            self.banks[i].write_address.next = self.write_row[i].val();
            self.banks[i].write_data.next = self.data[0].val();
            self.banks[i].read_address.next = self.read_row.val();
        }
        for _i in 0..self._one {
            self.out.next = self.banks[0].read_data.val();
        }
        for _i in 0..self._many {
            self.out.next = self.banks[0].read_data.val();
            for bank in 1..self._banks {
                if self.read_bank[0].val() == bank.to_bits::<2>() {
                    self.out.next = self.banks[bank].read_data.val();
                }
            }
            for bank in 0..self._banks {
                for port in 1..self._banks {
                    if self.from[bank].val() == port.to_bits::<2>() {
                        self.banks[bank].write_data.next = self.data[port].val();
                    }
                }
            }
        }
    }
}
