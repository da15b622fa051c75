// SPDX-License-Identifier: Apache-2.0
//! The return stack (N-Trace 9.2).

use crate::encoder::has::{blocks, places};
use crate::prim::*;

/// Keeps return addresses from cycle to cycle, valid or not: a circular buffer in as many banks as there are blocks a
/// cycle, since these can push as many addresses.
///
/// The blocks of a cycle work on the newest entries as a list; a bank has one place among the lower half of the list
/// and one among the upper half, and they never write both.
#[synchronous(build: Build)]
pub struct ReturnStack<const ADDR: usize> {
    /// The newest entries, the newest last, and as many places for more.
    #[count(places(build))]
    pub list: Vec<Signal<Out, Bits<ADDR>>>,
    /// The newest entries after this cycle.
    #[count(places(build))]
    pub next_list: Vec<Signal<In, Bits<ADDR>>>,
    /// The place above the newest after this cycle; before it, that is the middle.
    pub next_at: Signal<In, Bits<4>>,
    /// Places that were written.
    pub written: Signal<In, Bits<8>>,
    top: Reg<Bits<6>>,
    #[count(places(build) / 2)]
    #[new(LutRam::new((words(build) / blocks(build)).max(2)))]
    bank: Vec<LutRam<5, ADDR>>,
    #[count(places(build) / 2)]
    lane: Vec<Signal<Local, Bits<6>>>,
    #[count(places(build) / 2)]
    row: Vec<Signal<Local, Bits<6>>>,
    #[count(places(build) / 2)]
    write_row: Vec<Signal<Local, Bits<6>>>,
    #[value((blocks(build) as u64).to_bits())]
    blocks: Constant<Bits<6>>,
    #[value((blocks(build) as u64 - 1).to_bits())]
    lane_mask: Constant<Bits<6>>,
    #[value(u64::from(blocks(build).ilog2()).to_bits())]
    lane_bits: Constant<Bits<6>>,
}

/// Entries of the buffer.
fn words(build: &Build) -> usize {
    (build.encoder.return_stack_depth as usize).next_power_of_two().max(2 * blocks(build))
}

impl<const ADDR: usize> Logic for ReturnStack<ADDR> {
    #[kernel]
    fn update(&mut self) {
        self.top.d.next = (self.top.q.val() + bit_cast::<6, 4>(self.next_at.val())) - self.blocks.val();

        for k in 0..self.list.len() {
            self.list[k].next = bits::<ADDR>(0);
        }
        for b in 0..self.bank.len() {
            // The place of the list that bank b has, and where in the bank that is.
            self.lane[b].next = (b.to_bits::<6>() - self.top.q.val()) & self.lane_mask.val();
            let lowest = (self.top.q.val() + self.lane[b].val()) - self.blocks.val();
            self.row[b].next = lowest >> self.lane_bits.val();
            self.write_row[b].next = self.row[b].val();
            self.bank[b].read_address.next = self.row[b].val().get_bits::<5>(0);
            self.bank[b].write.next = false;
            self.bank[b].write_data.next = bits::<ADDR>(0);
            for k in 0..self.bank.len() {
                if self.lane[b].val() == k.to_bits::<6>() {
                    connect!(bank[b]: read_data = list[k], write_data = next_list[k]);
                    self.bank[b].write.next = self.written.val().get_bit(k);
                }
            }
            for k in self.bank.len()..self.list.len() {
                if (self.lane[b].val() == (k.to_bits::<6>() & self.lane_mask.val())) & self.written.val().get_bit(k) {
                    self.bank[b].write.next = true;
                    self.bank[b].write_data.next = self.next_list[k].val();
                    self.write_row[b].next = self.row[b].val() + 1;
                }
            }
            self.bank[b].write_address.next = self.write_row[b].val().get_bits::<5>(0);
        }
    }
}
