// SPDX-License-Identifier: Apache-2.0
//! Which bank takes which entry.

use super::column::Write;
use crate::encoder::has::blocks;
use crate::prim::*;

/// Spreads the entries of a cycle over the banks: entry after entry goes to bank after bank, whichever ports they come
/// at.
///
/// It is for two or four blocks a cycle.
#[synchronous(build: Build)]
pub struct Spread {
    /// Starts again at the first row of the first bank.
    pub clear: Signal<In, Bit>,
    /// Ports that bring an entry, oldest first.
    #[count(blocks(build))]
    pub valid: Vec<Signal<In, Bit>>,
    /// How many ports do.
    pub count: Signal<Out, Bits<3>>,
    /// Where each bank writes.
    #[count(blocks(build))]
    pub write: Vec<Signal<Out, Write>>,
    next_bank: Reg<Bits<2>>,
    next_row: Reg<Bits<6>>,
    /// Entries at the ports before.
    #[count(blocks(build) + 1)]
    before: Vec<Signal<Local, Bits<3>>>,
    /// The bank that takes the entry of each port.
    #[count(blocks(build))]
    bank: Vec<Signal<Local, Bits<2>>>,
    #[value((blocks(build) - 1).to_bits())]
    last_bank: Constant<Bits<2>>,
    #[value(blocks(build).to_bits())]
    banks: Constant<Bits<3>>,
    #[value((build.encoder.queue_depth as usize / blocks(build) - 1).to_bits())]
    last_row: Constant<Bits<6>>,
}

impl Logic for Spread {
    #[kernel]
    fn update(&mut self) {
        self.before[0].next = bits::<3>(0);
        for port in 0..self.valid.len() {
            self.bank[port].next =
                (self.next_bank.q.val() + self.before[port].val().get_bits::<2>(0)) & self.last_bank.val();
            self.before[port + 1].next = self.before[port].val();
            if self.valid[port].val() {
                self.before[port + 1].next = self.before[port].val() + 1;
            }
        }
        let coming = self.before[self.valid.len()].val();
        self.count.next = coming;

        let row_after = (self.next_row.q.val() + 1) & self.last_row.val();
        for bank in 0..self.write.len() {
            self.write[bank].next.enable = false;
            self.write[bank].next.from = bits::<2>(0);
            for port in 0..self.valid.len() {
                if self.valid[port].val() & (self.bank[port].val() == bank.to_bits::<2>()) {
                    self.write[bank].next.enable = true;
                    self.write[bank].next.from = port.to_bits::<2>();
                }
            }
            self.write[bank].next.row = self.next_row.q.val();
        }
        for bank in 0..self.write.len() - 1 {
            if self.next_bank.q.val() > bank.to_bits::<2>() {
                self.write[bank].next.row = row_after;
            }
        }

        let bank_after = bit_cast::<3, 2>(self.next_bank.q.val()) + coming;
        self.next_bank.d.next = bank_after.get_bits::<2>(0) & self.last_bank.val();
        if bank_after >= self.banks.val() {
            self.next_row.d.next = row_after;
        }
        if self.clear.val() {
            self.next_bank.d.next = bits::<2>(0);
            self.next_row.d.next = bits::<6>(0);
        }
    }
}
