// SPDX-License-Identifier: Apache-2.0
//! Which bank takes which entry.

use crate::prim::*;
use rust_hdl_core::prelude::*;
use tracewright_config::Build;

/// Spreads the entries of a cycle over the banks: entry after entry goes to bank after bank, whichever ports they come at.
#[derive(Module)]
pub struct Spread {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// Starts again at the first row of the first bank.
    pub clear: Signal<In, Bit>,
    /// Ports that bring an entry, oldest first.
    pub valid: Vec<Signal<In, Bit>>,
    /// How many do.
    pub count: Signal<Out, Bits<3>>,
    /// The bank takes an entry.
    pub write: Vec<Signal<Out, Bit>>,
    /// From which port.
    pub from: Vec<Signal<Out, Bits<2>>>,
    /// To which of its rows.
    pub row: Vec<Signal<Out, Bits<6>>>,
    next_bank: Reg<Bits<2>>,
    next_row: Reg<Bits<6>>,
    /// Entries at the ports before.
    before: Vec<Signal<Local, Bits<3>>>,
    bank: Vec<Signal<Local, Bits<2>>>,
    end: Signal<Local, Bits<3>>,
    last_bank: Constant<Bits<2>>,
    banks: Constant<Bits<3>>,
    last_row: Constant<Bits<6>>,
    _banks: usize,
    _last: usize,
}

impl Spread {
    /// What spreads the entries of `build`, which has two or four blocks a cycle.
    pub fn new(build: &Build) -> Self {
        let banks = build.ingress.blocks as usize;
        Spread {
            clock: Default::default(),
            rst_n: Default::default(),
            clear: Default::default(),
            valid: vec![Default::default(); banks],
            count: Default::default(),
            write: vec![Default::default(); banks],
            from: vec![Default::default(); banks],
            row: vec![Default::default(); banks],
            next_bank: Reg::new(build.reset),
            next_row: Reg::new(build.reset),
            before: vec![Default::default(); banks + 1],
            bank: vec![Default::default(); banks],
            end: Default::default(),
            last_bank: Constant::new((banks - 1).to_bits()),
            banks: Constant::new(banks.to_bits()),
            last_row: Constant::new((build.encoder.queue_depth as usize / banks - 1).to_bits()),
            _banks: banks,
            _last: banks - 1,
        }
    }
}

impl Logic for Spread {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, next_bank, next_row);

        self.before[0].next = bits::<3>(0);
        for port in 0..self._banks {
            self.bank[port].next =
                (self.next_bank.q.val() + self.before[port].val().get_bits::<2>(0)) & self.last_bank.val();
            self.before[port + 1].next = self.before[port].val();
            if self.valid[port].val() {
                self.before[port + 1].next = self.before[port].val() + bits::<3>(1);
            }
            self.count.next = self.before[port + 1].val();
        }

        for bank in 0..self._banks {
            self.write[bank].next = false;
            self.from[bank].next = bits::<2>(0);
            for port in 0..self._banks {
                if self.valid[port].val() & (self.bank[port].val() == bank.to_bits::<2>()) {
                    self.write[bank].next = true;
                    self.from[bank].next = port.to_bits::<2>();
                }
            }
            self.row[bank].next = self.next_row.q.val();
        }
        for bank in 0..self._last {
            if self.next_bank.q.val() > bank.to_bits::<2>() {
                self.row[bank].next = (self.next_row.q.val() + bits::<6>(1)) & self.last_row.val();
            }
        }

        self.end.next = bit_cast::<3, 2>(self.next_bank.q.val()) + self.count.val();
        self.next_bank.d.next = self.end.val().get_bits::<2>(0) & self.last_bank.val();
        if self.end.val() >= self.banks.val() {
            self.next_row.d.next = (self.next_row.q.val() + bits::<6>(1)) & self.last_row.val();
        }
        if self.clear.val() {
            self.next_bank.d.next = bits::<2>(0);
            self.next_row.d.next = bits::<6>(0);
        }
    }
}
